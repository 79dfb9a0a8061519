//! A stream that one thread reads while another has its lines.

use crate::batch::{CHUNK, read};
use std::io::{self, Read};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Room before the bytes of a chunk, where the line is put that goes on in it: few have more bytes before a cut.
pub(crate) const HEAD: usize = 64 * 1024;
/// So many chunks are read, or on their way, while one is looked at.
const CHUNKS: usize = 4;

/// A buffer, and how many bytes there are behind its [`HEAD`].
type Chunk = (Vec<u8>, io::Result<usize>);

/// Does what has to be done before more of a stream is waited for, then waits by what it is given, and tells how many bytes came.
/// None is the end.
pub(crate) type Wait<'w> = dyn FnMut(&mut dyn FnMut() -> io::Result<usize>) -> io::Result<usize> + 'w;

/// The end of the one that looks at the bytes.
pub(crate) struct Ahead<'w> {
    chunks: Receiver<Chunk>,
    empty: Sender<Vec<u8>>,
    wait: &'w mut Wait<'w>,
}

/// The end of the one that reads. Buffers go round, so that there are never more of them.
pub(crate) struct Reading {
    chunks: Sender<Chunk>,
    empty: Receiver<Vec<u8>>,
}

impl<'w> Ahead<'w> {
    pub(crate) fn new(wait: &'w mut Wait<'w>) -> (Ahead<'w>, Reading) {
        let ((to_look, chunks), (empty, to_read)) = (channel(), channel());
        for _ in 0..CHUNKS {
            // Its other end is there.
            _ = empty.send(Vec::new());
        }
        (Ahead { chunks, empty, wait }, Reading { chunks: to_look, empty: to_read })
    }

    /// The next chunk, with no bytes at the end of the stream.
    pub(crate) fn next(&mut self) -> io::Result<(Vec<u8>, usize)> {
        let mut chunk = Vec::new();
        let got = (self.wait)(&mut || {
            let (buffer, got) = self.chunks.recv().unwrap_or((Vec::new(), Ok(0)));
            chunk = buffer;
            got
        })?;
        // None where the wait ended the stream.
        chunk.resize(chunk.len().max(HEAD), 0);
        Ok((chunk, got))
    }

    /// Gives a buffer back. One that grew for a long line goes, so that there is one such at a time.
    pub(crate) fn give_back(&mut self, buffer: Vec<u8>) {
        let buffer = if buffer.len() > HEAD + CHUNK { Vec::new() } else { buffer };
        // Nobody may read any more.
        _ = self.empty.send(buffer);
    }
}

impl Reading {
    /// Reads until the end, an error, or nobody looks any more.
    pub(crate) fn run(self, source: &mut dyn Read) {
        while let Ok(mut buffer) = self.empty.recv() {
            buffer.resize(HEAD + CHUNK, 0);
            let got = read(source, &mut buffer[HEAD..]);
            let is_last = !matches!(got, Ok(1..));
            if self.chunks.send((buffer, got)).is_err() || is_last {
                break;
            }
        }
    }
}
