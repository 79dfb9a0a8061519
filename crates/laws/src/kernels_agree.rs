//! Every kernel gives the answers of the scalar one, record by record: verdict, place, notes, salvage, every member and
//! every pick; with a tape of any length, in both modes, over the batch and line by line. Skim takes what checked takes.

#[path = "../../core/tests/common/agree.rs"]
#[allow(dead_code, unreachable_pub, clippy::unwrap_used, reason = "the tests use more of it")]
mod agree;

use crate::Choices;
use agree::{Ask, SETS, disagreement};
use runlex_core::At;

pub(crate) fn hold(data: &[u8]) {
    let mut choices = Choices::of(data);
    let (_, keys) = SETS[choices.below(SETS.len())];
    let form = choices.byte();
    // Short tapes and long ones, and those around the shortest one that vectors are used with.
    let nodes = match form & 3 {
        0 => 192 + choices.below(4),
        1 => choices.below(256),
        _ => choices.below(65_536),
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
}
