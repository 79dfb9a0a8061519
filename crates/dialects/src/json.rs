//! Writing an object again: the same members, each once.

use core::fmt::{self, Write};
use runlex_core::{Members, Object, RawStr};

/// An object as JSON text: its members in the order of the line, names and values as written, of repeated names the last.
/// No white space between members. So numbers keep their spelling, and reading what was written gives the same answers.
///
/// Shown by `Display`; allocates nothing. Objects of up to 256 members are walked twice, larger ones once more for each
/// further 256 members.
#[derive(Clone, Copy, Debug)]
pub struct Json<'a, 't>(Object<'a, 't>);

impl<'a, 't> Json<'a, 't> {
    /// The text of `object`.
    pub fn of(object: Object<'a, 't>) -> Json<'a, 't> {
        Json(object)
    }

    /// Writes the text to `out`.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write(&self, out: &mut (impl Write + ?Sized)) -> fmt::Result {
        out.write_char('{')?;
        let mut first = true;
        let mut rest = self.0.members();
        loop {
            let start = rest;
            let repeated = Repeated::find(&mut rest);
            if repeated.count == 0 {
                return out.write_char('}');
            }
            for ((name, value), repeated) in start.zip(&repeated.later[..repeated.count]) {
                if *repeated {
                    continue;
                }
                if !first {
                    out.write_char(',')?;
                }
                first = false;
                out.write_char('"')?;
                out.write_str(text(name.raw())?)?;
                out.write_str("\":")?;
                out.write_str(text(value.raw())?)?;
            }
        }
    }
}

impl fmt::Display for Json<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

/// Bytes that a scanner has passed are UTF-8, so this never fails; it is here so that no `str` is born unchecked.
fn text(raw: &[u8]) -> Result<&str, fmt::Error> {
    core::str::from_utf8(raw).map_err(|_| fmt::Error)
}

const WINDOW: usize = 256;
const SLOTS: usize = 2 * WINDOW;
const EMPTY: u16 = u16::MAX;

/// Which of the next members come again later: a table of the names of one window, which all later names are held against.
struct Repeated<'a> {
    names: [Option<RawStr<'a>>; WINDOW],
    hashes: [u32; WINDOW],
    /// By hash, the last member of the window with a name.
    slots: [u16; SLOTS],
    later: [bool; WINDOW],
    count: usize,
}

impl<'a> Repeated<'a> {
    /// Takes the next members off `rest`.
    fn find(rest: &mut Members<'a, '_>) -> Repeated<'a> {
        let mut window = Repeated {
            names: [None; WINDOW],
            hashes: [0; WINDOW],
            slots: [EMPTY; SLOTS],
            later: [false; WINDOW],
            count: 0,
        };
        for (name, _) in rest.by_ref().take(WINDOW) {
            let hash = hash(name);
            let slot = window.meet(name, hash);
            window.names[window.count] = Some(name);
            window.hashes[window.count] = hash;
            window.slots[slot] = window.count as u16;
            window.count += 1;
        }
        for (name, _) in *rest {
            window.meet(name, hash(name));
        }
        window
    }

    /// Marks the member of the window that has this name, if there is one; the name's slot.
    fn meet(&mut self, name: RawStr<'a>, hash: u32) -> usize {
        let mut slot = hash as usize % SLOTS;
        loop {
            let entry = usize::from(self.slots[slot]);
            let Some(Some(known)) = self.names.get(entry) else { return slot };
            if self.hashes[entry] == hash && same(*known, name) {
                self.later[entry] = true;
                return slot;
            }
            slot = (slot + 1) % SLOTS;
        }
    }
}

/// FNV-1a over the text, escapes resolved.
fn hash(name: RawStr<'_>) -> u32 {
    let step = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    if !name.is_escaped() {
        return name.raw().iter().fold(0x811C_9DC5, step);
    }
    name.chars().fold(0x811C_9DC5, |hash, c| c.encode_utf8(&mut [0; 4]).as_bytes().iter().fold(hash, step))
}

/// Whether two names say the same. A lone surrogate is like no other but one written alike.
fn same(a: RawStr<'_>, b: RawStr<'_>) -> bool {
    if a.raw() == b.raw() {
        return true;
    }
    (a.is_escaped() || b.is_escaped())
        && !a.has_lone_surrogate()
        && !b.has_lone_surrogate()
        && a.chars().eq(b.chars())
}
