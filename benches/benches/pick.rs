//! What finding members costs on a line that is validated already: by the tape, by the bytes, and all of them.
#![allow(missing_docs, reason = "criterion's macros")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use runlex_benches::shapes;
use runlex_core::{At, Field, Keys, Lines, Node, Object, Options, Scanner, Value, What};
use std::hint::black_box;
use std::time::Duration;

const TASK: Keys = Keys::new(&["type", "session_id", "message", "usage", "input_tokens", "output_tokens"]);

fn members(object: Object<'_, '_>) -> usize {
    let [kind, session, message] = object.pick(&["type", "session_id", "message"]);
    let usage = Field::of(message, Value::object).ok().and_then(|message| message.get("usage"));
    let counts =
        Field::of(usage, Value::object).ok().map(|usage| usage.pick(&["input_tokens", "output_tokens"]));
    [kind, session]
        .into_iter()
        .chain(counts.into_iter().flatten())
        .flatten()
        .map(|value| value.raw().len())
        .sum()
}

fn pick(c: &mut Criterion) {
    let mut group = c.benchmark_group("pick");
    for (name, size) in shapes::SIZES {
        let line = shapes::of_size(size);
        // The line is passed over, not read: what counts is calls, not bytes.
        group.throughput(Throughput::ElementsAndBytes { elements: 1, bytes: line.len() as u64 });
        let Some(cut) = Lines::new(&line, At::START).next() else { continue };
        for (way, keys, nodes) in [
            ("declared", &TASK, 1 << 16),
            ("not declared", &Keys::NONE, 1 << 16),
            ("all declared", &Keys::ALL, 1 << 16),
            ("no tape", &TASK, 0),
        ] {
            let mut nodes = vec![Node::EMPTY; nodes];
            let record = Scanner::once(Options::new(keys), cut, &mut nodes);
            let What::Event(object) = record.what else { continue };
            group.bench_with_input(BenchmarkId::new(way, name), &object, |b, object| {
                b.iter(|| members(black_box(*object)));
            });
            if way == "declared" {
                group.bench_with_input(BenchmarkId::new("every member", name), &object, |b, object| {
                    b.iter(|| black_box(*object).members().filter(|(name, _)| !name.is_escaped()).count());
                });
            }
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = pick
}
criterion_main!(benches);
