//! Sniffing, events, views, items, extras and writing allocate nothing, on no kind of line: held against an allocator that
//! counts.

#[path = "common/allocations.rs"]
mod allocations;
#[path = "common/pages.rs"]
mod pages;

use runlex_core::{At, Node, Object, Options, Scanner, What};
use runlex_dialects::{
    Dialect, ItemKind, KEYS, afk, amp, amp_input, claude_stream, claude_transcript, codex_exec,
    codex_rollout, copilot, cursor, droid, gemini, gemini_chat, goose, items, opencode, pi, qwen_chat,
    qwen_stream, sniff,
};
use std::fmt::Write;
use std::hint::black_box;

/// A sink that keeps nothing but the number of bytes.
struct Sink(usize);

impl Write for Sink {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

/// What was met, so that an empty run is no pass.
#[derive(Debug, Default)]
struct Met {
    items: usize,
    usage: usize,
    extras: usize,
    written: usize,
}

fn look(object: Object<'_, '_>, met: &mut Met) {
    black_box(sniff(object));
    for dialect in Dialect::ALL {
        for item in items(*dialect, object) {
            met.items += 1;
            met.usage += usize::from(matches!(item.kind, ItemKind::Usage { .. }));
            black_box(item.value.raw());
        }
    }
    let mut sink = Sink(0);
    macro_rules! event {
        ($module:ident) => {{
            let event = $module::Event::read(object);
            met.extras += event.extras().map(|extra| black_box(extra).1.raw().len()).sum::<usize>();
            assert!(event.write_json(&mut sink).is_ok());
            black_box((event.name(), event.raw()));
        }};
    }
    event!(amp);
    event!(claude_stream);
    event!(claude_transcript);
    event!(afk);
    event!(amp_input);
    event!(codex_rollout);
    event!(codex_exec);
    event!(opencode);
    event!(pi);
    event!(copilot);
    event!(cursor);
    event!(qwen_stream);
    event!(qwen_chat);
    event!(gemini);
    event!(gemini_chat);
    event!(droid);
    event!(goose);
    if let claude_stream::Event::Result(result) = claude_stream::Event::read(object) {
        black_box((result.outcome(), result.denials().count()));
        if let Some(cost) = result.total_cost_usd().ok() {
            assert!(cost.to_millionths().is_ok());
        }
    }
    met.written += sink.0;
}

#[test]
fn nothing_on_any_line() {
    let mut text = String::new();
    for line in pages::all_examples() {
        text += &line;
        text.push('\n');
    }
    for stream in pages::all_streams() {
        text += std::str::from_utf8(&stream.bytes).expect("UTF-8");
        text.push('\n');
    }
    let many: Vec<_> = (0..1_000).map(|n| format!("\"k{}\":{n}", n % 700)).collect();
    text += &format!("{{\"type\":\"user\",\"uuid\":\"u\",{}}}\n", many.join(","));
    text += "{\"type\":\"assistant\",\"message\":{\"content\":[\"a\",null,{\"type\":\"text\",\"text\":\"\\ud800\\n\"}]}}\n";
    for room in [0, 8, 10_000] {
        let mut nodes = vec![Node::EMPTY; room];
        let mut met = Met::default();
        let count = allocations::of(|| {
            let mut scanner = Scanner::new(Options::new(&KEYS), text.as_bytes(), At::START, &mut nodes);
            while let Some(record) = scanner.next() {
                if let What::Event(object) = record.what {
                    look(object, &mut met);
                }
            }
        });
        assert_eq!(count, 0, "{met:?}");
        assert!(met.items > 250 && met.usage > 30 && met.extras > 1_000 && met.written > 50_000, "{met:?}");
    }
}
