//! No kernel reads outside the batch: batches end right before a page that must not be read, or begin right behind one. A
//! read that goes astray ends the process.
#![cfg(all(unix, not(miri)))]

mod common;

use common::agree::{Told, tell, told};
use common::ways;
use runlex_core::{At, Keys, Line, Lines, Memory, Node, Options, Scanner};
use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};
use std::ffi::c_void;
use std::ptr;

/// What the lent memory is rounded up to; pages of 64 KiB are the largest in common use.
const PAGE: usize = 64 << 10;

/// A page to write to between two that must not be touched.
struct Guarded {
    start: *mut c_void,
}

impl Guarded {
    fn new() -> Guarded {
        // SAFETY: a new mapping at a place of the system's choice touches no memory in use.
        let start = unsafe {
            mmap_anonymous(ptr::null_mut(), 3 * PAGE, ProtFlags::empty(), MapFlags::PRIVATE).expect("pages")
        };
        // SAFETY: the middle third of that mapping, to which nothing refers yet.
        unsafe {
            mprotect(start.byte_add(PAGE), PAGE, MprotectFlags::READ | MprotectFlags::WRITE).expect("a page");
        }
        Guarded { start }
    }

    /// The bytes that may be touched.
    fn page(&mut self) -> &mut [u8] {
        // SAFETY: these bytes are mapped, readable and writable for as long as `self` lives, zero at first, and lent out by
        // this method only.
        unsafe { std::slice::from_raw_parts_mut(self.start.byte_add(PAGE).cast(), PAGE) }
    }

    /// A copy of `bytes` that ends right before the second closed page.
    fn at_end(&mut self, bytes: &[u8]) -> &[u8] {
        let place = &mut self.page()[PAGE - bytes.len()..];
        place.copy_from_slice(bytes);
        place
    }

    /// A copy of `bytes` that begins right behind the first closed page.
    fn at_start(&mut self, bytes: &[u8]) -> &[u8] {
        let place = &mut self.page()[..bytes.len()];
        place.copy_from_slice(bytes);
        place
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: the whole mapping that `new` made, and no slice of it outlives `self`.
        unsafe { munmap(self.start, 3 * PAGE).expect("what was mapped") }
    }
}

const KEYS: Keys = Keys::new(&["type", "a", "parent_tool_use_id_of_the_session"]);

/// Reads all there is of the batch, with every kernel and in every mode.
fn read(batch: &[u8], nodes: &mut [Node]) -> Vec<Vec<Told>> {
    let mut all = Vec::new();
    for (kernel, mode) in ways() {
        for keys in [&Keys::ALL, &KEYS] {
            let options = Options { kernel, mode, ..Options::new(keys) };
            all.push(tell(options, batch, At { offset: 9, line: 2 }, nodes));
            let once = |line: Line<'_>| told(&Scanner::once(options, line, nodes));
            all.push(Lines::new(batch, At { offset: 9, line: 2 }).map(once).collect());
            // The second and third time the line is of a known shape.
            let mut memory = Memory::new();
            for _ in 0..3 {
                let once = |line: Line<'_>| told(&Scanner::once_with(options, line, nodes, &mut memory));
                all.push(Lines::new(batch, At { offset: 9, line: 2 }).map(once).collect());
            }
        }
    }
    all
}

/// Contents of `len` bytes: sound ones, and ones that end in the middle of everything that looks further.
fn contents(len: usize) -> Vec<Vec<u8>> {
    let filled = |front: &[u8], fill: &[u8], back: &[u8]| {
        let room = len.checked_sub(front.len() + back.len())?;
        let fill = fill.iter().copied().cycle().take(room);
        Some(front.iter().copied().chain(fill).chain(back.iter().copied()).collect::<Vec<u8>>())
    };
    let made = [
        filled(b"{\"type\":\"", b"x", b"\"}"),
        filled(b"{\"a\":1", b" ", b"}"),
        filled(b"{\"", b"name", b"\":0}"),
        filled(b"{\"type\":\"", b"\xC3\xA9", b"\"}\n"),
        filled(b"", b"{\"type\":1}\n", b""),
        filled(b"", b"{\"a\":[{\"type\":null}]}\r\n", b"\r"),
        filled(b"{\"parent_tool_use_id_of_the_session\":\"", b"\\n", b"\"}"),
        filled(b"{\"a\":\"", b"x", b"\\"),
        filled(b"{\"a\":\"", b"x", b"\\u12"),
        filled(b"{\"a\":\"", b"x", b"\\ud8"),
        filled(b"{\"a\":\"", b"\\\\", b""),
        filled(b"{\"a\":\"", b"x", b"\xF0\x9F\x98"),
        filled(b"{\"a\":\"", b"x", b"\xE2"),
        filled(b"{\"a\":", b" ", b"tru"),
        filled(b"{\"a\":", b" ", b"-"),
        filled(b"{\"a\":", b" ", b"fals"),
        filled(b"{\"a\":", b"1", b""),
        filled(b"{\"a\":1.", b"0", b"e"),
        filled(b"{\"", b"x", b"\":"),
        filled(b"{", b"\"\":0,", b"\""),
        filled(b"", b"[", b""),
        filled(b"", b"\"", b""),
        filled(b"", b"\0", b""),
        filled(b"", b" ", b""),
        filled(b"", b"\xFF", b""),
        filled(b"x", b" ", b"{}"),
        filled(b":", b"\":", b""),
    ];
    made.into_iter().flatten().collect()
}

#[test]
fn nothing_outside_is_read() {
    let mut guarded = Guarded::new();
    let mut nodes = vec![Node::EMPTY; 5_000];
    let lengths = (0..=320).chain(511..=514).chain(575..=577).chain(1_022..=1_026);
    for len in lengths.chain(1_535..=1_537).chain(4_094..=4_098) {
        for content in contents(len) {
            let want = read(&content, &mut nodes);
            let got = read(guarded.at_end(&content), &mut nodes);
            assert_eq!(got, want, "at the end: {}", content.escape_ascii());
            let got = read(guarded.at_start(&content), &mut nodes);
            assert_eq!(got, want, "at the start: {}", content.escape_ascii());
        }
    }
}
