//! The end of what a command writes to its standard error, kept within a bound.

use crate::failure::StderrTail;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Filled by one thread, looked at by another.
#[derive(Debug, Default)]
pub(super) struct Tail {
    kept: Mutex<Kept>,
    ended: Condvar,
}

#[derive(Debug, Default)]
struct Kept {
    bytes: VecDeque<u8>,
    truncated: bool,
    ended: bool,
}

impl Tail {
    /// Reads `source` to its end and keeps the last `most` bytes.
    pub(super) fn fill(&self, mut source: impl Read, most: usize) {
        let mut chunk = [0; 8192];
        loop {
            match source.read(&mut chunk) {
                Ok(0) => break,
                Ok(got) => self.push(&chunk[..got], most),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        self.lock().ended = true;
        self.ended.notify_all();
    }

    fn push(&self, bytes: &[u8], most: usize) {
        let mut kept = self.lock();
        kept.bytes.extend(bytes);
        let excess = kept.bytes.len().saturating_sub(most);
        kept.truncated |= excess > 0;
        kept.bytes.drain(..excess);
    }

    /// What is there so far.
    pub(super) fn get(&self) -> StderrTail {
        let kept = self.lock();
        StderrTail { bytes: kept.bytes.iter().copied().collect(), truncated: kept.truncated }
    }

    /// Waits until it is all there, but not for longer than `most`: a process that was left behind may hold it open.
    pub(super) fn wait(&self, most: Duration) {
        let kept = self.lock();
        drop(self.ended.wait_timeout_while(kept, most, |kept| !kept.ended));
    }

    /// No thread panics while it holds the lock; if one did, what is kept is still what was read.
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::Tail;

    #[test]
    fn keeps_the_end() {
        for (written, most, want, truncated) in
            [("", 4, "", false), ("abcd", 4, "abcd", false), ("abcde", 4, "bcde", true), ("abc", 0, "", true)]
        {
            let tail = Tail::default();
            tail.fill(written.as_bytes(), most);
            let got = tail.get();
            assert_eq!((&*got.text(), got.truncated), (want, truncated), "{written} {most}");
        }
    }
}
