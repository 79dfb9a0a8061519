//! The output of a command as a source that does not wait longer than the deadlines allow.

use super::child::Shared;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

/// Bytes asked for in one read.
const CHUNK: usize = 64 * 1024;
/// Chunks that may wait to be taken.
pub(super) const WAITING: usize = 64;
/// How often it is looked whether the command has ended, while nothing comes.
const LOOK: Duration = Duration::from_millis(20);

pub(super) type Chunk = io::Result<Vec<u8>>;

/// What a command writes to its standard output.
///
/// A pipe ends when everybody has closed it, and a command can leave processes behind that hold it open for ever. So the
/// output also ends when the command has and nothing came for `Shared::settle` after that.
#[derive(Debug)]
pub(super) struct Pipe {
    chunks: Receiver<Chunk>,
    shared: Arc<Shared>,
    chunk: Vec<u8>,
    from: usize,
    ended: bool,
}

impl Pipe {
    pub(super) fn new(chunks: Receiver<Chunk>, shared: Arc<Shared>) -> Pipe {
        Pipe { chunks, shared, chunk: Vec::new(), from: 0, ended: false }
    }

    /// The next chunk; `None` at the end.
    fn wait(&self) -> io::Result<Option<Vec<u8>>> {
        let mut quiet_since: Option<Instant> = None;
        loop {
            let left = self.shared.left();
            match self.chunks.recv_timeout(left.map_or(LOOK, |left| left.min(LOOK))) {
                Ok(chunk) => return chunk.map(Some),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if left.is_some_and(|left| left.is_zero()) {
                return Err(io::ErrorKind::TimedOut.into());
            }
            if self.shared.exit().is_some() {
                let since = *quiet_since.get_or_insert_with(Instant::now);
                if since.elapsed() >= self.shared.settle() {
                    return Ok(None);
                }
            }
        }
    }
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.from == self.chunk.len() && !self.ended {
            match self.wait()? {
                Some(chunk) => (self.chunk, self.from) = (chunk, 0),
                None => self.ended = true,
            }
        }
        let got = self.chunk.get(self.from..).unwrap_or_default().read(buffer)?;
        self.from += got;
        Ok(got)
    }
}

/// Reads `source` to its end and hands out what it gives. When nobody takes it any more, reads on and lets it go, so that
/// the command is not stopped by a full pipe.
pub(super) fn pump(mut source: impl Read, chunks: &SyncSender<Chunk>) {
    let mut taken = true;
    let mut buffer = vec![0; CHUNK];
    loop {
        match source.read(&mut buffer) {
            Ok(0) => return,
            Ok(got) => taken = taken && chunks.send(Ok(buffer[..got].to_vec())).is_ok(),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                // Nobody listens: there is nobody to tell.
                let _ = chunks.send(Err(error));
                return;
            }
        }
    }
}
