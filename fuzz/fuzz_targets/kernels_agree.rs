//! Every kernel gives the answers of the scalar one, record by record: verdict, place, notes, salvage, every member and
//! every pick; with a tape of any length, in both modes, over the batch and line by line. Skim takes what checked takes.
#![no_main]

#[path = "../../crates/core/tests/common/agree.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod agree;

use agree::{Ask, SETS, disagreement};
use libfuzzer_sys::fuzz_target;
use runlex_core::At;

fuzz_target!(|input: (u16, u8, u8, &[u8])| {
    let (nodes, set, form, data) = input;
    let (_, keys) = SETS[usize::from(set) % SETS.len()];
    // Short tapes and long ones, and those around the shortest one that vectors are used with.
    let nodes = match form & 3 {
        0 => 192 + usize::from(nodes % 4),
        1 => usize::from(nodes % 256),
        _ => usize::from(nodes),
    };
    let at = if form & 4 == 0 { At::START } else { At { offset: 999, line: 7 } };
    // Some kernels take long batches another way.
    let mut batch = Vec::new();
    if form & 8 == 0 {
        batch.resize(usize::from(form >> 4) + 1_024, b' ');
        batch.push(b'\n');
    }
    batch.extend_from_slice(data);
    if let Some(words) = disagreement(Ask { keys, nodes, at, once: form & 16 == 0 }, &batch) {
        panic!("{words}\nof \"{}\"", batch.escape_ascii());
    }
});
