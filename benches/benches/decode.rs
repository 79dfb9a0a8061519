//! What the live path costs: chunks of a pipe's sizes to records, `type` read from each.
#![allow(missing_docs, reason = "criterion's macros")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use runlex_benches::{data, shapes};
use runlex_core::{Field, Framed, Keys, LineDecoder, Node, Options, Scanner, Value, What};
use std::hint::black_box;
use std::time::Duration;

const KEYS: Keys = Keys::new(&["type"]);

fn read(bytes: &[u8], chunk: usize, carry: &mut [u8], nodes: &mut [Node]) -> usize {
    let mut decoder = LineDecoder::new(carry);
    let mut results = 0;
    for mut chunk in bytes.chunks(chunk) {
        while let Some(Framed::Line(line)) = decoder.next(&mut chunk) {
            let What::Event(object) = Scanner::once(Options::new(&KEYS), line, nodes).what else { continue };
            results +=
                usize::from(Field::of(object.get("type"), Value::string).ok().is_some_and(|k| k == "result"));
        }
    }
    results
}

fn decode(c: &mut Criterion) {
    let mut group = c.benchmark_group("decode");
    let mut carry = vec![0; 4 << 20];
    let mut nodes = vec![Node::EMPTY; 1 << 16];
    let mut batches: Vec<(String, Vec<u8>)> = Vec::new();
    for (name, size) in shapes::SIZES {
        batches.push((name.into(), shapes::batch(size, 100_000)));
    }
    for set in data::GENERATED {
        if let Ok(data) = data::load(set, 200_000) {
            batches.push((format!("set {set}"), data.bytes));
        }
    }
    for (name, batch) in &batches {
        group.throughput(Throughput::Bytes(batch.len() as u64));
        for chunk in [1, 64, 4 << 10, 64 << 10] {
            group.bench_with_input(
                BenchmarkId::new(format!("chunks of {chunk}"), name),
                batch,
                |b, batch| {
                    b.iter(|| read(black_box(batch), chunk, &mut carry, &mut nodes));
                },
            );
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
    targets = decode
}
criterion_main!(benches);
