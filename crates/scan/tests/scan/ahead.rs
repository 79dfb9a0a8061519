//! A stream that another thread reads ahead of who takes its lines.

use crate::{List, Seen, capped, read};
use runlex::At;
use runlex_scan::{Aggregate, Scan};
use std::io::{self, Read};
use std::ops::ControlFlow;

/// What `ahead` hands out, and how it ended.
fn ahead(source: impl Read + Send, cap: u64, at: At) -> (Vec<Seen>, Result<(), String>) {
    let mut list = List::default();
    let each = |record: &runlex::Record<'_, '_>| {
        list.observe(record);
        ControlFlow::Continue(())
    };
    let ended = Scan::new(capped(cap)).ahead(source, at, |read| read(), each);
    (list.finish(None), ended.map_err(|error| error.to_string()))
}

/// Gives so many bytes at a time, and an error at the end of them.
struct Failing<'a>(&'a [u8], usize);

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = self.1.min(buffer.len()).min(self.0.len());
        let (now, rest) = self.0.split_at(most);
        buffer[..most].copy_from_slice(now);
        self.0 = rest;
        match most {
            0 => Err(io::Error::other("the disk is gone")),
            got => Ok(got),
        }
    }
}

/// Lines of all lengths, around those of a chunk and of the room before it; broken ones, and a last one without an end.
fn streams() -> Vec<Vec<u8>> {
    let line = |len: usize| [&b"{\"a\":\""[..], &b"x".repeat(len), b"\"}\r\n"].concat();
    let (head, chunk) = (64 << 10, 256 << 10);
    let mixed: Vec<u8> = (0..3000).flat_map(|at| line(at * 7 % 1000)).collect();
    let long = [head - 11, head - 10, head, chunk, chunk + head, 3 * chunk, 5, 900_000, 0]
        .into_iter()
        .flat_map(line)
        .collect();
    let broken = [&mixed[..], b"oops\n\n\n{\"a\":", &line(head)[..], b"{}"].concat();
    let utf16 = [b"\xFF\xFE".to_vec(), mixed.clone()].concat();
    vec![Vec::new(), b"\n".to_vec(), b"{}".to_vec(), mixed, long, broken, utf16]
}

#[test]
fn the_same_as_a_reader() {
    for stream in streams() {
        for cap in [u64::MAX, 100_000, 500] {
            let (seen, ended) = ahead(&stream[..], cap, At::START);
            assert_eq!(ended, Ok(()));
            assert_eq!(seen, read(&stream, cap), "{} bytes, cap {cap}", stream.len());
        }
    }
}

/// What was read before it is there.
#[test]
fn an_error_behind_what_was_read() {
    // Before two bytes nobody knows whether it is UTF-16, which is no lines.
    for stream in streams().into_iter().filter(|stream| stream.len() != 1 && !stream.starts_with(b"\xFF")) {
        for size in [700, 1 << 20] {
            let (seen, ended) = ahead(Failing(&stream, size), u64::MAX, At::START);
            let whole = stream.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
            assert_eq!(seen, read(&stream[..whole], u64::MAX));
            let line = seen.len() + 1;
            assert_eq!(ended, Err(format!("line {line}, byte {whole}: reading stopped: the disk is gone")));
        }
    }
}

/// From a place in a stream on, and no further than is wanted.
#[test]
fn parts_and_ends() {
    let stream = b"{\"a\":1}\n".repeat(200_000);
    let at = At { offset: 8000, line: 1001 };
    let (seen, ended) = ahead(&stream[8000..], u64::MAX, at);
    assert_eq!((ended, seen.len(), seen[0].line, seen[0].offset), (Ok(()), 199_000, 1001, 8000));
    for most in [1, 2, 100_000] {
        let mut count = 0;
        let each = |_: &runlex::Record<'_, '_>| {
            count += 1;
            if count == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let ended = Scan::new(capped(u64::MAX)).ahead(io::repeat(b'\n'), At::START, |read| read(), each);
        assert!(ended.is_ok());
        assert_eq!(count, most);
    }
}

/// Who waits can end it, and can break it off; then nothing more is handed out.
#[test]
fn the_wait_decides() {
    for (verdict, want) in
        [(Ok(0), Ok(())), (Err(()), Err("line 1, byte 0: reading stopped: enough".to_owned()))]
    {
        let mut count = 0;
        let each = |_: &runlex::Record<'_, '_>| {
            count += 1;
            ControlFlow::Continue(())
        };
        let wait =
            |_: &mut dyn FnMut() -> io::Result<usize>| verdict.map_err(|()| io::Error::other("enough"));
        let ended = Scan::new(capped(u64::MAX)).ahead(io::repeat(b'\n'), At::START, wait, each);
        assert_eq!((ended.map_err(|error| error.to_string()), count), (want, 0));
    }
}
