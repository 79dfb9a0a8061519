//! P2: the order of a run.

use crate::{INIT, RESULT, USER, stream};
use runlex::dialects::Dialect;
use runlex::{At, Disorder, Options, Order, OrderCheck, Slice};

const OPEN: &str = r#"{"type":"user","message":{"role":"user","content":[]},"session_id":"S"}"#;
const FOREIGN: &str = r#"{"type":"session.opened","thread_id":"0"}"#;

fn check(text: &str, from: usize, to: usize) -> OrderCheck {
    let at = At { offset: from as u64, line: 1 };
    let options = Options::new(&runlex::dialects::KEYS);
    let mut slice = Slice::with_options(&text.as_bytes()[from..to], at, options);
    let mut check = OrderCheck::new();
    while let Some(record) = slice.next() {
        check.observe(&record);
    }
    check
}

/// Kinds with the numbers of their lines.
fn found(text: &str, order: &Order) -> Vec<(&'static str, usize)> {
    let line = |at: u64| text[..at as usize].matches('\n').count() + 1;
    Disorder::ALL
        .iter()
        .flat_map(|kind| order.places(*kind).iter().map(|at| (kind.as_str(), line(*at))))
        .collect()
}

type Case = (&'static [&'static str], u64, &'static [(&'static str, usize)]);

const CASES: &[Case] = &[
    (&[], 0, &[]),
    (&["", "noise"], 0, &[]),
    (&[INIT, USER, RESULT], 1, &[]),
    (&[INIT, USER, RESULT, INIT, "", RESULT], 2, &[]),
    (&[USER, RESULT], 1, &[("no-init", 1)]),
    (&[USER, INIT, RESULT], 1, &[("init-not-first", 2)]),
    (&["noise", INIT, RESULT], 1, &[]),
    (&[OPEN, INIT, RESULT], 1, &[("init-not-first", 2)]),
    (&[USER, RESULT, INIT, RESULT], 2, &[("no-init", 1)]),
    (&[INIT, USER, INIT, RESULT], 2, &[("second-init", 3), ("no-result", 1)]),
    (&[INIT, INIT], 2, &[("second-init", 2), ("no-result", 1), ("no-result", 2)]),
    (&[INIT, RESULT, USER, USER], 1, &[("after-result", 3), ("after-result", 4)]),
    (&[INIT, RESULT, RESULT, INIT, RESULT, USER], 2, &[("after-result", 3), ("after-result", 6)]),
    (&[INIT, USER], 1, &[("no-result", 1)]),
    (&[OPEN, USER], 1, &[("no-init", 1), ("no-result", 1)]),
    (&[OPEN, OPEN], 1, &[]),
    (&[FOREIGN, FOREIGN, INIT, RESULT], 2, &[]),
    (
        &[INIT, INIT, INIT, RESULT],
        3,
        &[("second-init", 2), ("second-init", 3), ("no-result", 1), ("no-result", 2)],
    ),
    (
        &[RESULT, USER, USER, RESULT, INIT],
        2,
        &[("no-init", 1), ("after-result", 2), ("after-result", 3), ("after-result", 4), ("no-result", 5)],
    ),
];

#[test]
fn p02_each_disorder() {
    for (lines, runs, want) in CASES {
        let text = stream(lines);
        let order = check(&text, 0, text.len()).finish();
        assert_eq!((order.runs, found(&text, &order).as_slice()), (*runs, *want), "{lines:#?}");
        assert_eq!(order.is_clean(), want.is_empty());
    }
}

/// Other dialects promise other things, each as far as there is a module for it.
#[test]
fn p02_each_dialect_is_held_to_its_own_order() {
    let init = r#"{"type":"system","subtype":"init","session_id":"s","uuid":"u","model":"m","tools":[]}"#;
    let user = r#"{"type":"user","session_id":"s","uuid":"u"}"#;
    let result = r#"{"type":"result","is_error":false,"session_id":"s","uuid":"u","total_cost_usd":0.1}"#;
    let chunk = r#"{"type":"chunk","chunk":{"type":"content","content":"Hi"}}"#;
    let done = r#"{"type":"done"}"#;
    let kept = r#"{"type":"user","uuid":"u","parentUuid":null,"sessionId":"s","isSidechain":false}"#;
    let thread = r#"{"type":"thread.started","thread_id":"t"}"#;
    let turn = r#"{"type":"turn.started"}"#;
    let completed =
        r#"{"type":"turn.completed","usage":{"input_tokens":3,"cached_input_tokens":1,"output_tokens":2}}"#;
    let step =
        r#"{"type":"step_start","timestamp":1777629600000,"sessionID":"s","part":{"type":"step-start"}}"#;
    type Case<'a> = (Dialect, &'a [&'a str], u64, &'a [(&'a str, usize)]);
    let cases: &[Case<'_>] = &[
        (Dialect::ClaudeStream, &[init, user, result, user, init, result, user], 2, &[]),
        (Dialect::ClaudeStream, &[user, init, result], 1, &[("init-not-first", 2)]),
        (Dialect::ClaudeStream, &[init, init], 2, &[("no-result", 1), ("no-result", 2)]),
        (Dialect::Afk, &[chunk, done], 1, &[]),
        (Dialect::Afk, &[chunk, chunk], 1, &[("no-result", 1)]),
        (Dialect::Afk, &[chunk, done, chunk], 1, &[("after-result", 3)]),
        (Dialect::ClaudeTranscript, &[kept, kept], 1, &[]),
        (Dialect::CodexExec, &[thread, turn, completed], 1, &[]),
        (Dialect::CodexExec, &[thread, turn], 1, &[("no-result", 1)]),
        (Dialect::OpenCode, &[step, step], 1, &[]),
    ];
    for (dialect, lines, runs, want) in cases.iter().filter(|case| Dialect::ALL.contains(&case.0)) {
        let text = stream(lines);
        let order = check(&text, 0, text.len()).finish();
        assert_eq!((order.runs, found(&text, &order).as_slice()), (*runs, *want), "{dialect} {lines:#?}");
    }
}

/// The check is a monoid: however a stream is cut between lines, and however the parts are put together.
#[test]
fn p02_parts_merge_to_the_whole() {
    for (lines, ..) in CASES {
        let text = stream(lines);
        let cuts: Vec<usize> =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let whole = check(&text, 0, text.len()).finish();
        for a in &cuts {
            for b in cuts.iter().filter(|b| *b >= a) {
                let parts = || (check(&text, 0, *a), check(&text, *a, *b), check(&text, *b, text.len()));
                let (mut first, mut second, third) = parts();
                first.merge(second.clone());
                first.merge(third.clone());
                assert_eq!(first.finish(), whole, "{lines:#?} at {a}, {b}, left first");
                second.merge(third);
                let (mut first, ..) = parts();
                first.merge(second);
                assert_eq!(first.finish(), whole, "{lines:#?} at {a}, {b}, right first");
            }
        }
    }
}

/// Sizes are bounded; counts are not.
#[test]
fn p02_lists_are_bounded() {
    let text = stream(&[INIT, RESULT]) + &stream(&[USER; 250]);
    let half = text.len() - 100 * (USER.len() + 1);
    let mut parts = check(&text, 0, half);
    parts.merge(check(&text, half, text.len()));
    for order in [check(&text, 0, text.len()).finish(), parts.finish()] {
        assert_eq!(order.count(Disorder::AfterResult), 250);
        assert_eq!(order.places(Disorder::AfterResult).len(), OrderCheck::LISTED);
    }
}

/// Reading keeps the order of the input and never sorts.
#[test]
fn p02_order_is_that_of_the_input() {
    let text = stream(&[RESULT, USER, INIT]);
    let lines: Vec<u64> = Slice::new(text.as_bytes()).map(|record| record.line.at().line).collect();
    assert_eq!(lines, [1, 2, 3]);
}
