//! What finding lines costs: the iterator, the decoder by chunks, and memchr's bare count as the floor.
#![allow(missing_docs, reason = "criterion's macros")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use runlex_benches::shapes;
use runlex_core::{At, Framed, LineDecoder, Lines};
use std::hint::black_box;
use std::time::Duration;

fn split(c: &mut Criterion) {
    let mut group = c.benchmark_group("split");
    for (name, size) in shapes::SIZES {
        let batch = shapes::batch(size, 100_000);
        let lines = batch.iter().filter(|byte| **byte == b'\n').count() as u64;
        group.throughput(Throughput::ElementsAndBytes { elements: lines, bytes: batch.len() as u64 });
        group.bench_with_input(BenchmarkId::new("memchr count", name), &batch, |b, batch| {
            b.iter(|| memchr::memchr_iter(b'\n', black_box(batch)).count());
        });
        group.bench_with_input(BenchmarkId::new("Lines", name), &batch, |b, batch| {
            b.iter(|| {
                Lines::new(black_box(batch), At::START).map(|line| line.content().len()).sum::<usize>()
            });
        });
        let mut carry = vec![0; 2_000_000];
        group.bench_with_input(BenchmarkId::new("LineDecoder, 64 KiB chunks", name), &batch, |b, batch| {
            b.iter(|| {
                let mut decoder = LineDecoder::new(&mut carry);
                let mut bytes = 0;
                for mut chunk in black_box(batch).chunks(64 << 10) {
                    while let Some(Framed::Line(line)) = decoder.next(&mut chunk) {
                        bytes += line.content().len();
                    }
                }
                bytes
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
    targets = split
}
criterion_main!(benches);
