//! Section 1: by which single line a run is recognised, and by which it never is.

use crate::common;
use runlex_dialects::{Dialect, Hint, sniff};

const EXEC: Hint = Hint::Is(Dialect::CodexExec);

#[test]
fn by_one_line() {
    for (rule, want, line) in [
        ("1: first line", EXEC, r#"{"type":"thread.started","thread_id":"t"}"#),
        ("1: a turn", EXEC, r#"{"type":"turn.started"}"#),
        ("1: its end", EXEC, r#"{"type":"turn.completed","usage":{}}"#),
        ("1: its failure", EXEC, r#"{"type":"turn.failed","error":{}}"#),
        ("1: a turn's event to come", EXEC, r#"{"type":"turn.rate_limited"}"#),
        ("1: an item", EXEC, r#"{"type":"item.updated","item":{}}"#),
        ("1: an item without one", Hint::Foreign, r#"{"type":"item.plan.delta","item_id":"i","delta":"x"}"#),
        ("1: a thread without its id", Hint::Foreign, r#"{"type":"thread.started"}"#),
        ("1: error alone", Hint::Open, r#"{"type":"error","message":"x"}"#),
        ("1: the older shape", Hint::Open, r#"{"id":"0","msg":{"type":"task_started"}}"#),
        ("Copilot", Hint::Is(Dialect::Copilot), r#"{"type":"session.start","data":{},"parentId":null}"#),
        ("only the line's own type", Hint::Open, r#"{"type":"x","item":{"type":"turn.started"}}"#),
        ("escapes", EXEC, r#"{"type":"turn\u002estarted"}"#),
    ] {
        assert_eq!(common::of(line, sniff), want, "{rule}: {line}");
    }
}
