//! The example over tokio does what it says.

#[path = "../examples/tokio_live.rs"]
#[allow(dead_code)]
mod tokio_live;

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, ReadBuf};

/// Gives some bytes a call, and every other time nothing yet.
struct Slow<'a> {
    rest: &'a [u8],
    most: usize,
    wait: bool,
}

impl AsyncRead for Slow<'_> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.wait = !self.wait;
        if self.wait {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let most = self.most.min(buffer.remaining()).min(self.rest.len());
        let (now, later) = self.rest.split_at(most);
        buffer.put_slice(now);
        self.rest = later;
        Poll::Ready(Ok(()))
    }
}

#[test]
fn follow() {
    let call = |name: &str| {
        format!(
            r#"{{"type":"assistant","message":{{"content":[{{"type":"tool_use","id":"t","name":"{name}"}}]}},"session_id":"T-1"}}"#
        )
    };
    let result = r#"{"type":"result","is_error":false,"session_id":"T-1"}"#;
    let (first, second) = (call("Bash"), call("Re\\u0061d"));
    let stream = [first.as_str(), "", "npm warn", &second, result, "not read"].join("\n");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    for most in [1, 7, 4096] {
        let mut out = Vec::new();
        let source = Slow { rest: stream.as_bytes(), most, wait: false };
        let calls = runtime.block_on(tokio_live::follow(source, &mut out, &mut [0; 200])).expect("no error");
        let want = format!("line 1: \"Bash\"\nline 3: noise at byte {}\nline 4: \"Read\"\n", first.len() + 2);
        assert_eq!((calls, String::from_utf8(out).expect("UTF-8")), (2, want), "{most} bytes a read");
    }
}
