//! The same as `tool_names`, without a thread of its own: an agent's output over tokio's `AsyncRead`.
//!
//! `agent --stream-json | cargo run -p runlex --example tokio_live`
//!
//! The library knows no runtime: a `LineDecoder` takes the chunks that the runtime reads, and lines that lie whole in a chunk
//! are not copied. Dropping the future cancels it, at any await; put `tokio::time::timeout` around a read for a deadline.

use runlex::dialects::{ItemKind, KEYS, items};
use runlex::{DialectTracker, Framed, LineDecoder, Memory, Node, Options, Record, Scanner, What};
use std::io::{self, Write};
use tokio::io::{AsyncRead, AsyncReadExt};

fn main() -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let calls = runtime.block_on(follow(tokio::io::stdin(), &mut io::stdout(), &mut vec![0; 16 << 20]));
    // A read of standard input cannot be cancelled; without this the end would wait for it.
    runtime.shutdown_background();
    writeln!(io::stdout(), "{} calls", calls?)
}

/// Prints each tool call as it comes, and returns how many there were up to the result. The carry buffer is as long as the
/// longest line that is read across chunks.
pub(crate) async fn follow(
    mut input: impl AsyncRead + Unpin,
    out: &mut impl Write,
    carry: &mut [u8],
) -> io::Result<u64> {
    let mut decoder = LineDecoder::new(carry);
    let mut agent = Agent::new();
    let mut chunk = vec![0; 64 << 10];
    loop {
        // The only place where this waits. Nothing of a line is lost when it is cancelled here.
        let got = input.read(&mut chunk).await?;
        let mut rest = &chunk[..got];
        while let Some(framed) = decoder.next(&mut rest) {
            if agent.says(framed, out)? {
                return Ok(agent.calls);
            }
        }
        if got == 0 {
            // The last line may have no newline.
            if let Some(framed) = decoder.finish() {
                agent.says(framed, out)?;
            }
            return Ok(agent.calls);
        }
    }
}

/// What is kept from line to line.
struct Agent {
    nodes: Vec<Node>,
    memory: Box<Memory>,
    tracker: DialectTracker,
    calls: u64,
}

impl Agent {
    fn new() -> Agent {
        Agent {
            nodes: vec![Node::EMPTY; 4096],
            memory: Box::default(),
            tracker: DialectTracker::default(),
            calls: 0,
        }
    }

    /// Takes in a line; true at the result.
    fn says(&mut self, framed: Framed<'_>, out: &mut impl Write) -> io::Result<bool> {
        let record = match framed {
            Framed::Line(line) => {
                Scanner::once_with(Options::new(&KEYS), line, &mut self.nodes, &mut self.memory)
            }
            Framed::TooLong(long) => Record::from(long),
        };
        let object = match record.what {
            What::Event(object) => object,
            What::Blank => return Ok(false),
            What::Fault(fault) => {
                writeln!(out, "line {}: {fault}", record.line.at().line)?;
                return Ok(false);
            }
        };
        let Some(dialect) = self.tracker.observe(object) else { return Ok(false) };
        let mut over = false;
        for item in items(dialect, object) {
            match item.kind {
                ItemKind::ToolCall { name: Some(name), .. } => {
                    self.calls += 1;
                    // A name can hold anything: `{:?}` keeps control characters from a terminal.
                    writeln!(out, "line {}: {:?}", record.line.at().line, name.to_string())?;
                }
                ItemKind::Result { .. } => over = true,
                _ => {}
            }
        }
        Ok(over)
    }
}
