//! What validating costs: by size of line, and the worst lines; every kernel, checked and skim; no member is asked for.
#![allow(missing_docs, reason = "criterion's macros")]

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use runlex_benches::contestants::{self, kernel_name};
use runlex_benches::shapes;
use runlex_core::{At, Keys, Mode, Node, Options, Scanner, What};
use std::hint::black_box;
use std::time::Duration;

const KEYS: Keys = Keys::new(&["type", "session_id", "message", "usage"]);

/// Every kernel and mode over a batch whose lines are all events.
fn scan(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, batch: &[u8]) {
    let mut nodes = vec![Node::EMPTY; 1 << 18];
    group.throughput(Throughput::Bytes(batch.len() as u64));
    for kernel in contestants::kernels() {
        for mode in [Mode::Checked, Mode::Skim] {
            let options = Options { kernel, mode, ..Options::new(&KEYS) };
            let id = BenchmarkId::new(format!("{mode:?}, {}", kernel_name(kernel)), name);
            group.bench_with_input(id, batch, |b, batch| {
                b.iter(|| {
                    let mut scanner = Scanner::new(options, black_box(batch), At::START, &mut nodes);
                    let mut events = 0_u64;
                    while let Some(record) = scanner.next() {
                        events += u64::from(matches!(record.what, What::Event(_)));
                    }
                    assert!(events > 0);
                    events
                });
            });
        }
    }
}

fn sizes(c: &mut Criterion) {
    let mut group = c.benchmark_group("check");
    for (name, size) in shapes::SIZES {
        scan(&mut group, name, &shapes::batch(size, 100_000));
    }
    group.finish();
}

fn worst(c: &mut Criterion) {
    let mut group = c.benchmark_group("check worst");
    for (name, line) in shapes::worst(10_000) {
        scan(&mut group, name, &line);
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = sizes, worst
}
criterion_main!(benches);
