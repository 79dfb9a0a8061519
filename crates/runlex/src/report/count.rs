//! Counts that stop at the end of their range: a report that was loaded from bytes can have any.

/// Adds `more`.
pub(super) fn add(count: &mut u64, more: u64) {
    *count = count.saturating_add(more);
}

/// All together.
pub(super) fn sum(counts: impl IntoIterator<Item = u64>) -> u64 {
    counts.into_iter().fold(0, u64::saturating_add)
}
