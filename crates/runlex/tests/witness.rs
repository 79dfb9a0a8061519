//! What a witness is told adds up to what the finished report says.

mod common;

use common::corpus;
use runlex::dialects::{Count, Counters, Dialect, Hint, Outcome, TimeOrigin};
use runlex::report::{
    CallFacts, EventFacts, MessageFacts, ResultFacts, StatedFacts, Time, TokenSums, Told, ToolCounts,
    Witness, time_ms,
};
use runlex::{IdKey, RawStr, Reader, Report};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Everything that it is told, counted on its own.
#[derive(Default)]
struct Seen {
    events: u64,
    types: BTreeMap<String, u64>,
    sessions: BTreeSet<String>,
    last: u64,
    times: Vec<String>,
    agents: BTreeSet<String>,
    ends_by_error: u64,
    /// Of lines, each as it stands.
    sum: TokenSums,
    models: BTreeSet<String>,
    calls: BTreeSet<String>,
    loose_calls: u64,
    names: BTreeMap<String, String>,
    results: u64,
    errors: u64,
    pieces: usize,
}

/// RFC 3339 of milliseconds since 1970.
fn in_words(ms: i64) -> String {
    let (mut days, rest) = (ms.div_euclid(86_400_000), ms.rem_euclid(86_400_000));
    let (mut year, mut month) = (1970, 0);
    let leap = |year: i64| i64::from(year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
    while days >= 365 + leap(year) {
        days -= 365 + leap(year);
        year += 1;
    }
    let lengths = [31, 28 + leap(year), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    let [hours, minutes, seconds] = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60];
    let (month, day) = (month + 1, days + 1);
    format!("{year}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}.{:03}Z", rest % 1000)
}

fn text(string: RawStr<'_>) -> String {
    string.to_string()
}

fn sum(counters: Counters) -> TokenSums {
    let [input, cache_creation, cache_read, output] = counters.all().map(Count::or_zero).map(u128::from);
    TokenSums { input, cache_creation, cache_read, output, reasoning: 0 }
}

impl Witness for Seen {
    fn message(&mut self, message: &MessageFacts<'_>) {
        self.pieces += 1;
        if message.told != Told::Progress {
            self.sum += message.usage.map(sum).unwrap_or_default();
        }
        if !message.is_synthetic {
            self.models.extend(message.model.map(text));
        }
    }

    fn call(&mut self, call: &CallFacts<'_, '_>) {
        self.pieces += 1;
        let name = call.name.map_or("(none)".to_owned(), text);
        match call.id.map(text) {
            Some(id) => {
                self.names.entry(id.clone()).or_insert(name);
                self.calls.insert(id);
            }
            None => self.loose_calls += 1,
        }
    }

    fn result(&mut self, result: &ResultFacts<'_, '_>) {
        self.pieces += 1;
        self.results += 1;
        self.errors += u64::from(result.is_error);
    }

    fn event(&mut self, event: &EventFacts<'_>) {
        self.pieces = 0;
        assert!(event.number > self.last, "in order");
        self.last = event.number;
        self.events += 1;
        *self.types.entry(event.kind.map_or("(none)".to_owned(), text)).or_default() += 1;
        self.sessions.extend(event.session.map(text));
        self.times.extend(event.time.map(|time| match time {
            Time::Text(time) => text(time),
            Time::Number(lexeme) => lexeme.to_owned(),
            Time::Ms(ms) => in_words(ms),
        }));
        self.agents.extend(event.parent_tool_use_id.or(event.agent_id).map(text));
        self.ends_by_error += u64::from(event.is_error == Some(true));
    }
}

/// Whether reports know the lines of a dialect only as items.
fn is_heard(dialect: &str) -> bool {
    Dialect::named(dialect).is_some_and(|dialect| dialect.runs().is_some())
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => files.extend(self::files(&path)),
            false => files.push(path),
        }
    }
    files.sort();
    files
}

#[test]
fn adds_up() {
    let mut checked = 0;
    for path in files(&corpus()).into_iter().filter(|path| path.extension().is_some_and(|end| end == "jsonl"))
    {
        let bytes = fs::read(&path).expect("a file");
        let key = IdKey::random();
        let (mut with, mut without, mut seen) = (Report::new(key), Report::new(key), Seen::default());
        let mut reader = Reader::new(&bytes[..]);
        while let Some(record) = reader.next().expect("a source without errors") {
            with.observe_with(&record, &mut seen);
            without.observe(&record);
        }
        let report = with.finish();
        let name = path.display();
        assert_eq!(report, without.finish(), "{name}");
        holds(&seen, &report, &name.to_string());
        checked += 1;
    }
    assert!(checked > 50, "the corpus is missing: {checked}");
}

fn holds(seen: &Seen, report: &runlex::FileReport, name: &str) {
    assert_eq!(seen.pieces, 0, "{name}: the event comes last");
    assert_eq!((seen.events, &seen.types), (report.events, &report.types), "{name}");
    let runs = &report.run_list;
    // A line can have several ids; the witness is told the first.
    assert!(seen.sessions.iter().all(|id| report.sessions.contains(id)), "{name}");
    assert!(seen.sessions.len() == report.sessions.len() || !report.sessions.is_empty(), "{name}");
    // Milliseconds are shown as a time.
    let as_told = |seen: Option<&String>, run: Option<&String>| {
        let ms = run.and_then(|time| time_ms(time)).map(|ms| ms.to_string());
        assert!(seen == run || seen == ms.as_ref(), "{name}: {seen:?} {run:?}");
    };
    as_told(seen.times.first(), runs.iter().find_map(|run| run.started.as_ref()));
    as_told(seen.times.last(), runs.iter().rev().find_map(|run| run.ended.as_ref()));
    let agents: BTreeSet<String> = runs.iter().flat_map(|run| run.agents.keys().cloned()).collect();
    assert_eq!(seen.agents, agents, "{name}");
    // These have usage beside that of messages, or messages that the plain sum does not know.
    let has_others = ["done", "turn.completed"].iter().any(|kind| report.types.contains_key(*kind));
    if !has_others && !runs.iter().any(|run| is_heard(run.dialect)) {
        assert_eq!(seen.sum, report.tokens_plain_sum, "{name}");
    }
    let named: BTreeSet<String> = runs.iter().flat_map(|run| run.models.iter().cloned()).collect();
    assert!(seen.models.is_subset(&named), "{name}: {:?} of {named:?}", seen.models);
    // Calls that are events of their own are in the runs only.
    let is_apart = |dialect: &str| dialect == "afk" || is_heard(dialect);
    let is_told_again = runs.iter().any(|run| Dialect::named(run.dialect).is_some_and(Dialect::writes_again));
    let apart: ToolCounts =
        sum_of(runs.iter().filter(|run| is_apart(run.dialect)).flat_map(|run| run.tools.values()));
    let other = sum_of(report.tools.values());
    if !is_told_again && (runs.len() == 1 || apart == ToolCounts::default()) {
        let calls = seen.calls.len() as u64 + seen.loose_calls;
        assert_eq!(calls, apart.calls + other.calls, "{name}: calls");
        assert_eq!(
            (seen.results, seen.errors),
            (apart.results + other.results, apart.errors + other.errors),
            "{name}: results"
        );
        for tool in seen.names.values() {
            let known =
                report.tools.contains_key(tool) || runs.iter().any(|run| run.tools.contains_key(tool));
            assert!(known, "{name}: {tool}");
        }
    }
    // An error of Goose alone is anyone's: only the run tells whose it is.
    if let [run] = &runs[..]
        && run.results == 1
        && run.dialect != "goose"
    {
        assert_eq!(seen.ends_by_error, u64::from(run.outcome.as_str() == "failed"), "{name}: the end");
    }
}

fn sum_of<'c>(counts: impl Iterator<Item = &'c ToolCounts>) -> ToolCounts {
    let mut sum = ToolCounts::default();
    counts.for_each(|counts| sum.add(*counts));
    sum
}

/// What the line itself says, for each kind of end and each way to say it.
#[test]
fn facts_of_a_line() {
    struct Last(Option<(Hint, Option<bool>)>, Vec<(usize, usize)>, Vec<TimeOrigin>, [Option<String>; 2]);
    impl Witness for Last {
        fn call(&mut self, call: &CallFacts<'_, '_>) {
            self.1.push((call.input().map_or(0, |input| input.raw().len()), 0));
        }
        fn result(&mut self, result: &ResultFacts<'_, '_>) {
            self.1.push((0, result.block().raw().len()));
        }
        fn event(&mut self, event: &EventFacts<'_>) {
            self.0 = Some((event.hint, event.is_error));
            self.2.extend(event.time.map(|_| event.time_origin));
            self.3 = [event.parent_tool_use_id, event.agent_id].map(|id| id.map(text));
        }
    }
    let look = |line: &str| {
        let (mut report, mut last) =
            (Report::new(IdKey::random()), Last(None, Vec::new(), Vec::new(), [None, None]));
        let mut reader = Reader::new(line.as_bytes());
        while let Some(record) = reader.next().expect("a source without errors") {
            report.observe_with(&record, &mut last);
        }
        last
    };
    let amp = |more: &str| format!(r#"{{"type":"result","session_id":"T-1"{more}}}"#);
    let claude = |more: &str| format!(r#"{{"type":"result","uuid":"u"{more}}}"#);
    for (line, want) in [
        (r#"{"type":"assistant"}"#.to_owned(), None),
        (amp(r#","subtype":"success","is_error":false"#), Some(false)),
        (amp(r#","subtype":"other","is_error":false"#), Some(false)),
        (amp(r#","subtype":"success""#), Some(false)),
        (amp(""), Some(true)),
        (claude(r#","subtype":"other","is_error":false"#), Some(true)),
        (claude(r#","subtype":"success","is_error":true"#), Some(true)),
        (claude(r#","is_error":false"#), Some(false)),
        (claude(""), Some(true)),
        (r#"{"type":"done"}"#.to_owned(), Some(false)),
        (r#"{"type":"done","metadata":{"isError":true}}"#.to_owned(), Some(true)),
        (r#"{"type":"error","error":{}}"#.to_owned(), Some(true)),
        (r#"{"type":"error","error":"x"}"#.to_owned(), None),
        (r#"{"type":"turn.failed"}"#.to_owned(), Some(true)),
        (r#"{"type":"turn.completed"}"#.to_owned(), Some(false)),
        (r#"{"type":"step_finish","sessionID":"s"}"#.to_owned(), None),
    ] {
        assert_eq!(look(&line).0.map(|(_, is_error)| is_error), Some(want), "{line}");
    }
    assert_eq!(look(&amp("")).0.map(|(hint, _)| hint), Some(Hint::Is(Dialect::Amp)));

    let call = r#"{"type":"assistant","parent_tool_use_id":"p","agentId":"a","message":{"content":[{"type":"tool_use","id":"c","input": {"a":1} },{"type":"tool_use"}]}}"#;
    let last = look(call);
    assert_eq!(last.1, [(7, 0), (0, 0)]);
    assert_eq!(last.3, [Some("p".to_owned()), Some("a".to_owned())]);
    let result = r#"{"type":"user","message":{"content":[{"type":"tool_result","content":"12\n"}]}}"#;
    assert_eq!(look(result).1, [(0, 39)]);
    // A pending chunk is no call.
    let chunks = [
        r#"{"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":"c","toolInputRaw":"{}","pending":true}}"#,
        r#"{"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":"c","toolInputRaw":"{}"}}"#,
        r#"{"type":"chunk","chunk":{"type":"tool_result","toolUseId":"c","content":"ok"}}"#,
    ];
    assert_eq!(look(&chunks.join("\n")).1, [(4, 0), (0, 53)]);
    let times = r#"{"type":"message","message":{"timestamp":"x"}}
{"type":"message","timestamp":5,"message":{"timestamp":"x"}}"#;
    assert_eq!(look(times).2, [TimeOrigin::Message, TimeOrigin::Line]);
}

/// What lines that come as items say of messages, usage and ends.
#[test]
fn facts_of_items() {
    #[derive(Default)]
    struct All(Vec<String>);
    impl Witness for All {
        fn message(&mut self, message: &MessageFacts<'_>) {
            let (id, model) = (message.id.map(text), message.model.map(text));
            self.0
                .push(format!("message {id:?} {model:?} {:?}", message.usage.map(|usage| sum(usage).output)));
        }
        fn stated(&mut self, stated: &StatedFacts<'_>) {
            self.0.push(format!("{} {}", stated.scope.as_str(), sum(stated.counters).output));
        }
        fn end(&mut self, outcome: Outcome) {
            self.0.push(format!("end {}", outcome.as_str()));
        }
    }
    let usage = |output| format!(r#"{{"input_tokens":9,"output_tokens":{output}}}"#);
    let event = |payload: &str| {
        format!(r#"{{"timestamp":"2026-03-02T08:00:00Z","type":"event_msg","payload":{payload}}}"#)
    };
    let totals = format!(
        r#"{{"type":"token_count","info":{{"total_token_usage":{},"last_token_usage":{}}}}}"#,
        usage(7),
        usage(4)
    );
    for (line, want) in [
        (event(&totals), vec!["thread 7", "call 4"]),
        (format!(r#"{{"type":"turn.completed","usage":{}}}"#, usage(3)), vec!["end ok", "thread 3"]),
        (r#"{"type":"turn.failed","error":{"message":"x"}}"#.to_owned(), vec!["end failed"]),
        (
            r#"{"type":"item.completed","item":{"id":"item_0","type":"agent_message","text":"x"}}"#
                .to_owned(),
            vec!["message None None None"],
        ),
        // Nobody's message.
        (event(r#"{"type":"user_message","message":"x"}"#), vec![]),
        // Said again, by its kind.
        (event(r#"{"type":"agent_message","message":"x"}"#), vec![]),
    ] {
        let (mut report, mut all) = (Report::new(IdKey::random()), All::default());
        let mut reader = Reader::new(line.as_bytes());
        while let Some(record) = reader.next().expect("a source without errors") {
            report.observe_with(&record, &mut all);
        }
        assert_eq!(all.0, want, "{line}");
    }
}

/// The first id of a line, and whether another one stands beside it.
#[test]
fn lines_of_several_sessions() {
    #[derive(Default)]
    struct Ids(Vec<(Option<String>, bool)>);
    impl Witness for Ids {
        fn event(&mut self, event: &EventFacts<'_>) {
            self.0.push((event.session.map(text), event.has_more_sessions));
        }
    }
    for (line, want) in [
        (r#"{"x":1}"#, (None, false)),
        (r#"{"session_id":"a"}"#, (Some("a"), false)),
        (r#"{"session_id":"a","sessionId":"a"}"#, (Some("a"), false)),
        (r#"{"session_id":"a","sessionId":"b"}"#, (Some("a"), true)),
        (r#"{"thread_id":"b","session_id":"a","sessionId":"b"}"#, (Some("b"), true)),
        (r#"{"session_id":"a","sessionId":"b","thread_id":"a"}"#, (Some("a"), true)),
        (r#"{"session_id":"a","sessionId":7}"#, (Some("a"), false)),
    ] {
        let (mut ids, mut report) = (Ids::default(), Report::new(IdKey::random()));
        let mut reader = Reader::new(line.as_bytes());
        while let Some(record) = reader.next().expect("bytes in memory") {
            report.observe_with(&record, &mut ids);
        }
        assert_eq!(ids.0, [(want.0.map(str::to_owned), want.1)], "{line}");
    }
}
