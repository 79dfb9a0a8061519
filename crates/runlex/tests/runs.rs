//! Runs and what is said of them: how each ended, whose it was, and which figure is its usage.

mod common;

use common::read;
use runlex::report::{SumOf, TokenSums};
use runlex::{FileReport, IdKey, Reader, Report};

const INIT: &str = r#"{"type":"system","subtype":"init","session_id":"T-1","tools":[],"mcp_servers":[]}"#;
/// A fresh process that does not say whose.
const OPEN_INIT: &str = r#"{"type":"system","subtype":"init","session_id":"S-1"}"#;
/// Of a program there is no module for.
const FOREIGN_INIT: &str = r#"{"type":"system","subtype":"init","session_id":"S-1","thread_id":7}"#;
const OK: &str = r#"{"type":"result","subtype":"success","is_error":false,"session_id":"T-1"}"#;
const FAILED: &str = r#"{"type":"result","subtype":"error","is_error":true,"session_id":"T-1"}"#;
/// It states 7 tokens in, 9 out.
const STATED: &str = r#"{"type":"result","subtype":"success","session_id":"T-1","usage":{"input_tokens":7,"output_tokens":9}}"#;
/// 70 tokens in, 90 out.
const STATED_MORE: &str = r#"{"type":"result","subtype":"success","session_id":"T-1","usage":{"input_tokens":70,"output_tokens":90}}"#;
/// 1 token in, 2 out.
const MESSAGE: &str = r#"{"type":"assistant","message":{"content":[],"usage":{"input_tokens":1,"output_tokens":2}},"session_id":"T-1"}"#;
/// A line that every program could have printed.
const ANY: &str = r#"{"type":"user","message":{"content":"x"}}"#;
const FOREIGN: &str = r#"{"type":"user","thread_id":7,"message":{"content":[]}}"#;

fn report(lines: &[&str]) -> FileReport {
    read((lines.join("\n") + "\n").as_bytes()).finish()
}

/// ok, failed, unterminated, unknown
fn outcomes(lines: &[&str]) -> [u64; 4] {
    let runs = report(lines).runs;
    [runs.ok, runs.failed, runs.unterminated, runs.unknown]
}

#[test]
fn how_runs_end() {
    for (lines, want) in [
        (&[][..], [0, 0, 0, 0]),
        (&[INIT, OK], [1, 0, 0, 0]),
        (&[INIT, FAILED], [0, 1, 0, 0]),
        (&[INIT, MESSAGE], [0, 0, 1, 0]),
        // A result stands for the whole run, and the last one counts.
        (&[INIT, OK, MESSAGE], [1, 0, 0, 0]),
        (&[INIT, OK, FAILED], [0, 1, 0, 0]),
        // An init begins a run whether or not the one before has ended.
        (&[INIT, INIT, OK], [1, 0, 1, 0]),
        (&[INIT, OK, INIT, FAILED], [1, 1, 0, 0]),
        // The first line that tells decides for those before it, back to the init.
        (&[ANY, MESSAGE, OK], [1, 0, 0, 0]),
        (&[OPEN_INIT, ANY, OK], [1, 0, 0, 0]),
        (&[OPEN_INIT, ANY], [0, 0, 0, 1]),
        (&[ANY], [0, 0, 0, 1]),
        (&[ANY, INIT, OK], [1, 0, 0, 1]),
        // Another program's line begins a run of its own; what tells nothing belongs to the run before.
        (&[INIT, FOREIGN, ANY, OK], [1, 0, 1, 1]),
        (&[FOREIGN_INIT, FOREIGN, ANY], [0, 0, 0, 1]),
        // Broken and blank lines begin none.
        (&["{\"cut\":", "", "npm warn"], [0, 0, 0, 0]),
    ] {
        assert_eq!(outcomes(lines), want, "{lines:#?}");
    }
}

#[test]
fn whose_runs() {
    for (lines, want) in [
        (&[][..], &[][..]),
        (&[INIT, OK, INIT], &["amp"]),
        (&[FOREIGN_INIT, INIT], &["unknown", "amp"]),
        (&[INIT, FOREIGN], &["amp", "unknown"]),
        (&[INIT, FOREIGN, MESSAGE], &["amp", "unknown"]),
        (&[ANY, INIT], &["unknown", "amp"]),
    ] {
        assert_eq!(report(lines).dialects, want, "{lines:#?}");
    }
}

fn sums(input: u128, output: u128) -> TokenSums {
    TokenSums { input, output, ..TokenSums::default() }
}

#[test]
fn which_figure_is_the_usage() {
    let stated_only = [sums(7, 9)];
    for (lines, usage, stated) in [
        (&[INIT, MESSAGE, OK][..], Some((sums(1, 2), SumOf::Everything)), None),
        // What a result states is kept apart from the sum...
        (&[INIT, MESSAGE, STATED], Some((sums(1, 2), SumOf::Everything)), Some(sums(7, 9))),
        // ... and stands in where no message of the run has usage.
        (&[INIT, ANY, STATED], Some((stated_only[0], SumOf::Everything)), Some(sums(7, 9))),
        (&[INIT, MESSAGE, STATED, INIT, STATED], Some((sums(8, 11), SumOf::Everything)), Some(sums(14, 18))),
        // Of several results in one run the last that states something counts.
        (
            &[INIT, MESSAGE, STATED, STATED_MORE, OK],
            Some((sums(1, 2), SumOf::Everything)),
            Some(sums(70, 90)),
        ),
        // Something may be missing.
        (&[INIT, MESSAGE], Some((sums(1, 2), SumOf::AtLeast)), None),
        (&[INIT, MESSAGE, "{\"cut\":", OK], Some((sums(1, 2), SumOf::AtLeast)), None),
        // Of a program that is not known nothing is claimed.
        (&[FOREIGN_INIT, FOREIGN], None, None),
        (&[INIT, MESSAGE, OK, FOREIGN], None, None),
        (&[], None, None),
    ] {
        let report = report(lines);
        let got = report.usage.map(|usage| (usage.tokens, usage.bound));
        assert_eq!((got, report.tokens_stated), (usage, stated), "{lines:#?}");
    }
}

/// A source that failed may have held more, wherever its report was cut.
#[test]
fn cut_short() {
    let bound = |report: Report| report.finish().usage.map(|usage| usage.bound);
    let whole = (INIT.to_owned() + "\n" + MESSAGE + "\n" + OK + "\n").into_bytes();
    assert_eq!(bound(read(&whole[..])), Some(SumOf::Everything));
    let mut report = read(&whole[..]);
    report.cut_short();
    assert_eq!(bound(report), Some(SumOf::AtLeast));
    // Merging keeps it.
    let key = IdKey::random();
    for (first, second) in [(false, false), (true, false), (false, true)] {
        let mut parts = [
            common::scan(key, &whole, 0, INIT.len() + 1),
            common::scan(key, &whole, INIT.len() + 1, whole.len()),
        ];
        for (part, cut) in parts.iter_mut().zip([first, second]) {
            if cut {
                part.cut_short();
            }
        }
        let [mut report, later] = parts;
        report.merge(later);
        let want = if first || second { SumOf::AtLeast } else { SumOf::Everything };
        assert_eq!(bound(report), Some(want), "{first} {second}");
    }
}

/// A counter that is no count is told, taken as 0, and makes the usage a lower bound.
#[test]
fn odd_counters() {
    let odd = |count: &str| {
        let line = format!(
            r#"{{"type":"assistant","message":{{"usage":{{"input_tokens":{count},"output_tokens":3}}}},"session_id":"T-1"}}"#
        );
        let report = report(&[INIT, &line, OK]);
        let bound = report.usage.map(|usage| usage.bound);
        (report.tokens_odd, report.tokens.input, report.tokens.output, bound)
    };
    let exact = Some(SumOf::Everything);
    for count in ["-1", "1.5", "\"7\"", "true", "[]", "18446744073709551616", "1e400"] {
        assert_eq!(odd(count), (1, 0, 3, Some(SumOf::AtLeast)), "{count}");
    }
    for (count, want) in
        [("null", 0), ("5.0", 5), ("1e2", 100), ("-0", 0), ("18446744073709551615", u64::MAX)]
    {
        assert_eq!(odd(count), (0, want.into(), 3, exact), "{count}");
    }
}

/// The same in what a result states, whether or not that is the usage; and in a result that is not the last.
#[test]
fn odd_counters_of_results() {
    const ODD: &str = r#"{"type":"result","subtype":"success","session_id":"T-1","usage":{"input_tokens":-7,"output_tokens":"9"}}"#;
    for (lines, stated) in [
        (&[INIT, ODD][..], sums(0, 0)),
        (&[INIT, MESSAGE, ODD], sums(0, 0)),
        (&[INIT, ODD, STATED], sums(7, 9)),
        (&[ANY, ODD], sums(0, 0)),
        (&[INIT, ODD, INIT, OK], sums(0, 0)),
    ] {
        let report = report(lines);
        assert_eq!((report.tokens_odd, report.tokens_stated), (2, Some(stated)), "{lines:#?}");
        assert_eq!(report.usage.map(|usage| usage.bound), Some(SumOf::AtLeast), "{lines:#?}");
    }
    // Of a program that is not known nothing is read, so nothing is odd.
    assert_eq!(
        report(&[FOREIGN_INIT, FOREIGN, &ODD.replace(r#""session_id":"T-1""#, r#""thread_id":7"#)])
            .tokens_odd,
        0
    );
}

/// Sums are wider than counters: three of 2^63 do not wrap.
#[test]
fn sums_do_not_wrap() {
    let line =
        r#"{"type":"assistant","message":{"usage":{"input_tokens":9223372036854775808}},"session_id":"T-1"}"#;
    let report = report(&[INIT, line, line, line, OK]);
    assert_eq!((report.tokens.input, report.tokens_odd), (3 << 63, 0));
    assert!(common::json(&report).contains(r#""tokens":{"input":27670116110564327424,"#));
}

/// What is passed over counts for line numbers only, parts runs, and may stand anywhere: also where another report is merged in.
#[test]
fn lines_that_are_passed_over() {
    let whole = report(&[MESSAGE, "no", ANY, FAILED, INIT, FOREIGN, ANY, "cut", MESSAGE, STATED]);
    assert_eq!(whole.run_list.len(), 4);
    // Without the second and the third run; the fourth would go on with the first.
    let key = IdKey::from_u64(1);
    let part = |lines: &[&str]| {
        let text = lines.join("\n") + "\n";
        let (mut reader, mut report) = (Reader::new(text.as_bytes()), Report::new(key));
        while let Some(record) = reader.next().expect("bytes in memory") {
            report.observe(&record);
        }
        report
    };
    let mut passed = part(&[MESSAGE, "no", ANY, FAILED]);
    passed.pass_over(4);
    let first = passed.clone().finish();
    assert_eq!((first.lines, first.run_list.len()), (4, 1));
    passed.merge(part(&[MESSAGE]));
    passed.merge(part(&[STATED]));
    let passed = passed.finish();
    assert_eq!((passed.lines, passed.events, passed.runs.ok, passed.runs.failed), (6, 5, 1, 1));
    let lines = |report: &FileReport| {
        let runs = report.run_list.iter().map(|run| (run.line, run.events)).collect::<Vec<_>>();
        (runs, report.end_events.iter().map(|end| end.line).collect::<Vec<_>>())
    };
    assert_eq!(lines(&passed), (vec![(1, 3), (9, 2)], vec![4, 10]));
    assert_eq!(passed.faults, whole.faults[..1]);
    // Of nothing so far no run can be parted.
    let mut later = Report::new(key);
    later.pass_over(3);
    assert!(later.is_empty() && later.finish().run_list.is_empty());
}

/// A line that does not say whose it is counts in the dialect of its run, wherever the line stands that tells it, and wherever the stream is
/// cut.
#[test]
fn lines_that_several_programs_print() {
    const CURSOR: &str = r#"{"type":"thinking","subtype":"delta","text":"x","timestamp_ms":1}"#;
    const CURSOR_INIT: &str = r#"{"type":"system","subtype":"init","apiKeySource":"login","session_id":"C"}"#;
    const CURSOR_OK: &str = r#"{"type":"result","subtype":"success","is_error":false,"usage":{"inputTokens":3,"outputTokens":4}}"#;
    const CODEX: &str = r#"{"type":"thread.started","thread_id":"t"}"#;
    const WARNING: &str = r#"{"type":"error","message":"x"}"#;
    let (ok, cut, unknown) = ("ok 7", "unterminated 0", "unknown -");
    for (lines, want) in [
        (&[CURSOR_INIT, ANY, CURSOR_OK][..], &["cursor ok 7"][..]),
        // The verdict comes behind the result.
        (&[OPEN_INIT, CURSOR_OK, CURSOR], &["cursor ok 7"]),
        (&[CURSOR_OK, CURSOR], &["cursor ok 7"]),
        // Or it is another one, or none comes.
        (&[CURSOR_OK, MESSAGE], &["amp ok 3"]),
        (&[CURSOR_OK, FOREIGN], &[&format!("unknown {unknown}")]),
        (&[CURSOR_OK, ANY], &[&format!("unknown {unknown}")]),
        // What stands before an init is another run, where someone speaks in it.
        (&[ANY, CURSOR_INIT, CURSOR_OK], &[&format!("unknown {unknown}"), &format!("cursor {ok}")]),
        (&[CURSOR_OK, CURSOR_INIT, ANY], &[&format!("unknown {unknown}"), &format!("cursor {cut}")]),
        (&[WARNING, CURSOR_INIT, CURSOR_OK], &["cursor ok 7"]),
        (&[WARNING, CODEX], &["codex-exec unterminated 0"]),
        // The last result counts.
        (&[CURSOR_INIT, CURSOR_OK, FAILED.replace("T-1", "C").leak()], &["cursor failed 7"]),
    ] {
        let told = |report: FileReport| -> Vec<String> {
            let runs = report.run_list.iter().map(|run| {
                let used = run.usage.map(|usage| (usage.tokens.input + usage.tokens.output).to_string());
                let used = used.unwrap_or("-".to_owned());
                format!("{} {} {used}", run.dialect, run.outcome.as_str())
            });
            runs.collect()
        };
        assert_eq!(told(report(lines)), want, "{lines:#?}");
        for cut in 0..=lines.len() {
            let key = IdKey::random();
            let part = |lines: &[&str]| {
                let bytes = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
                let mut part = Report::new(key);
                let mut reader = Reader::new(bytes.as_bytes());
                while let Some(record) = reader.next().expect("bytes in memory") {
                    part.observe(&record);
                }
                part
            };
            let mut whole = part(&lines[..cut]);
            whole.merge(part(&lines[cut..]));
            assert_eq!(told(whole.finish()), want, "cut at {cut}: {lines:#?}");
        }
    }
}
