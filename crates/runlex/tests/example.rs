//! The example does what it says.

#[path = "../examples/tool_names.rs"]
#[allow(dead_code)]
mod tool_names;

mod common;

use common::Short;

#[test]
fn tool_names() {
    let call = |name: &str| {
        format!(
            r#"{{"type":"assistant","message":{{"content":[{{"type":"tool_use","id":"t","name":"{name}"}}]}}}}"#
        )
    };
    let stream = [&call("Bash"), "", "npm warn", &call(&"x".repeat(100)), &call(r"a\u001b")].join("\n");
    for most in [1, 7, 4096] {
        let mut out = Vec::new();
        let source = Short { rest: stream.as_bytes(), most };
        tool_names::tool_names(source, &mut out, &mut [0; 120]).expect("no error");
        let want = "line 1: \"Bash\"\nline 4 is too long: 183 bytes\nline 5: \"a\\u{1b}\"\n";
        assert_eq!(String::from_utf8(out).expect("UTF-8"), want, "{most} bytes a read");
    }
}
