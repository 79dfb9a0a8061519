//! What the text of a string costs: written to a buffer, compared, counted; serde_json's owned string beside it.
#![allow(missing_docs, reason = "criterion's macros")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use runlex_benches::shapes;
use runlex_core::{At, Field, Keys, Lines, Node, Options, Scanner, Value, What};
use std::hint::black_box;
use std::time::Duration;

const KEYS: Keys = Keys::new(&["a"]);

fn unescape(c: &mut Criterion) {
    let mut group = c.benchmark_group("unescape");
    let mut lines: Vec<(String, Vec<u8>)> = Vec::new();
    for (name, size) in shapes::SIZES {
        let text = shapes::escaped_text(size);
        lines.push((format!("tool output {name}"), [b"{\"a\":\"", &text[..], b"\"}\n"].concat()));
    }
    let worst = shapes::worst(10_000).into_iter().filter(|(_, line)| line.starts_with(b"{\"a\":\""));
    lines.extend(worst.map(|(name, line)| (format!("{name} 10KB"), line)));
    for (name, line) in &lines {
        let mut nodes = [Node::EMPTY; 16];
        let Some(cut) = Lines::new(line, At::START).next() else { continue };
        let What::Event(object) = Scanner::once(Options::new(&KEYS), cut, &mut nodes).what else { continue };
        let Some(string) = Field::of(object.get("a"), Value::string).ok() else { continue };
        let mut buffer = vec![0; string.raw().len()];
        let text = string.to_string();
        group.throughput(Throughput::Bytes(string.raw().len() as u64));
        group.bench_with_input(BenchmarkId::new("unescape_into", name), &string, |b, string| {
            b.iter(|| black_box(string).unescape_into(&mut buffer).map(str::len));
        });
        group.bench_with_input(BenchmarkId::new("compare", name), &string, |b, string| {
            b.iter(|| *black_box(string) == *text);
        });
        group.bench_with_input(BenchmarkId::new("unescaped_len", name), &string, |b, string| {
            b.iter(|| black_box(string).unescaped_len());
        });
        let quoted = &line[5..line.len() - 2];
        group.bench_with_input(BenchmarkId::new("serde_json String", name), quoted, |b, quoted| {
            b.iter(|| {
                serde_json::from_slice::<String>(black_box(quoted)).map(|text| text.len()).unwrap_or(0)
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = unescape
}
criterion_main!(benches);
