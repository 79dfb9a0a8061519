//! Objects and arrays: finding members and elements.

use crate::check::skip_blank;
use crate::keys::{NOWHERE, Pick};
use crate::node::{Node, Tag};
use crate::string::RawStr;
use crate::value::{Value, Walk, raw_str};
use core::fmt;

/// An object of a line: a handle of a few words, `Copy`.
#[derive(Clone, Copy)]
pub struct Object<'a, 't> {
    value: Value<'a, 't>,
}

impl<'a, 't> Object<'a, 't> {
    #[inline]
    pub(crate) fn of(value: Value<'a, 't>) -> Object<'a, 't> {
        Object { value }
    }

    /// The object as a value, for its raw bytes and its place.
    #[inline]
    pub fn as_value(&self) -> Value<'a, 't> {
        self.value
    }

    /// The bytes of the object as written, from `{` to `}`.
    pub fn raw(&self) -> &'a [u8] {
        self.value.raw()
    }

    /// The values of several members in one pass; where a name is repeated, the last one. Names are compared with their
    /// escapes resolved. Ask for a name only once.
    ///
    /// `names` is an array of names (`&["type", "id"]`), or for speed a [`Pick`] prepared in a constant. Names that the
    /// scanner's [`Keys`](crate::Keys) declare are found on the tape alone; for others the object's own bytes are read,
    /// containers inside stepped over. Allocates nothing.
    #[inline(always)]
    pub fn pick<const N: usize>(self, names: impl Names<N>) -> [Option<Value<'a, 't>>; N] {
        names.pick_from(self)
    }

    /// The value of one member: [`pick`](Self::pick) of a single name.
    #[inline]
    pub fn get(self, name: &str) -> Option<Value<'a, 't>> {
        let [value] = self.pick(&[name]);
        value
    }

    /// All members in the order of the line, repeats included.
    #[inline]
    pub fn members(self) -> Members<'a, 't> {
        Members { walk: Walk::into(self.value) }
    }

    fn pick_by_name<const N: usize>(self, names: &[&str; N]) -> [Option<Value<'a, 't>>; N] {
        let tape = self.value.tape;
        let Some(open) = tape.bracket(self.value.node as usize, self.value.at as usize) else {
            return self.pick_from_bytes(names);
        };
        let mut found = [0; N];
        // A name met without escapes on the tape is a declared one, so the tape has all its repeats.
        let mut declared = [false; N];
        let mut index = open + 1;
        while let Some(node) = tape.nodes.get(index) {
            match node.tag() {
                Tag::Open => index += node.distance() + 1,
                Tag::Key => {
                    let (name, _) = self.name(*node);
                    if let Some(which) = names.iter().position(|wanted| name == **wanted) {
                        found[which] = index;
                        declared[which] |= node.is_declared();
                    }
                    index += 1;
                }
                Tag::Close | Tag::Head => break,
            }
        }
        for (name, declared) in names.iter().zip(declared) {
            if !declared && !tape.keys.contains(name.as_bytes()) {
                return self.pick_from_bytes(names);
            }
        }
        found.map(|index| self.value_of(index))
    }

    /// For each place of the answer the index of the name's node, 0 for none; `None` when the tape cannot tell.
    #[inline(always)]
    fn find_prepared<const N: usize>(&self, pick: &Pick<N>) -> Option<[u32; NOWHERE as usize + 1]> {
        let tape = self.value.tape;
        if tape.keys.fingerprint() != pick.keys {
            return None;
        }
        let open = tape.bracket(self.value.node as usize, self.value.at as usize)?;
        // What is not wanted goes to a place that is not read: no branch depends on the name.
        let mut found = [0u32; NOWHERE as usize + 1];
        let mut index = open + 1;
        while let Some(node) = tape.nodes.get(index) {
            match node.tag() {
                Tag::Open => index += node.distance() + 1,
                Tag::Key => {
                    if node.is_declared() {
                        found[(pick.places[node.id()] & NOWHERE) as usize] = index as u32;
                    } else {
                        self.note_escaped(pick, *node, index, &mut found);
                    }
                    index += 1;
                }
                Tag::Close | Tag::Head => break,
            }
        }
        Some(found)
    }

    /// A name that is not written as it reads.
    #[cold]
    fn note_escaped<const N: usize>(&self, pick: &Pick<N>, node: Node, index: usize, found: &mut [u32]) {
        let (name, _) = self.name(node);
        if let Some(which) = pick.names.iter().position(|wanted| name == **wanted) {
            found[which] = index as u32;
        }
    }

    #[cold]
    fn pick_from_bytes<const N: usize>(self, names: &[&str; N]) -> [Option<Value<'a, 't>>; N] {
        let mut found = [None; N];
        for (name, value) in self.members() {
            if let Some(which) = names.iter().position(|wanted| name == **wanted) {
                found[which] = Some(value);
            }
        }
        found
    }

    /// The name that `node` notes, and the position behind its closing quote.
    fn name(&self, node: Node) -> (RawStr<'a>, usize) {
        let line = self.value.line;
        let start = node.at() + 1;
        match node.key_len().and_then(|len| line.get(start..start + len)) {
            Some(raw) if node.is_declared() => (RawStr::new(raw, false), start + raw.len() + 1),
            _ => raw_str(line, node.at()),
        }
    }

    /// The value of the member whose name has the node `index`; 0 stands for no member.
    #[inline(always)]
    fn value_of(&self, index: usize) -> Option<Value<'a, 't>> {
        if index == 0 {
            return None;
        }
        let line = self.value.line;
        let node = *self.value.tape.nodes.get(index)?;
        let at = node.at() + node.raw_len() as usize + 3;
        let at = match line.get(at - 1..at + 1) {
            Some([b':', first]) if *first > b' ' => at,
            _ => self.spaced_value_at(node)?,
        };
        Some(Value { at: at as u32, node: index as u32 + 1, ..self.value })
    }

    /// Where the value begins behind a name that is long or has white space behind it.
    #[cold]
    #[inline(never)]
    fn spaced_value_at(&self, node: Node) -> Option<usize> {
        let line = self.value.line;
        let at = skip_blank(line, skip_blank(line, self.name(node).1) + 1);
        (at < line.len()).then_some(at)
    }
}

/// What [`Object::pick`] can be asked for: `&[&str; N]` or `&Pick<N>`.
pub trait Names<const N: usize>: sealed::Sealed {
    #[doc(hidden)]
    fn pick_from<'a, 't>(self, object: Object<'a, 't>) -> [Option<Value<'a, 't>>; N];
}

mod sealed {
    pub trait Sealed {}
    impl<const N: usize> Sealed for &[&str; N] {}
    impl<const N: usize> Sealed for &crate::Pick<N> {}
}

impl<const N: usize> Names<N> for &[&str; N] {
    #[inline]
    fn pick_from<'a, 't>(self, object: Object<'a, 't>) -> [Option<Value<'a, 't>>; N] {
        object.pick_by_name(self)
    }
}

/// Written out for each length: what is taken apart at once is then never put together in memory.
macro_rules! pick_prepared {
    ($($n:literal: $($which:literal)*;)*) => { $(
        impl Names<$n> for &Pick<$n> {
            #[inline(always)]
            fn pick_from<'a, 't>(self, object: Object<'a, 't>) -> [Option<Value<'a, 't>>; $n] {
                match object.find_prepared(self) {
                    Some(found) => [$(object.value_of(found[$which] as usize)),*],
                    None => object.pick_by_name(&self.names),
                }
            }
        }
    )* };
}
pick_prepared! {
    1: 0;
    2: 0 1;
    3: 0 1 2;
    4: 0 1 2 3;
    5: 0 1 2 3 4;
    6: 0 1 2 3 4 5;
    7: 0 1 2 3 4 5 6;
    8: 0 1 2 3 4 5 6 7;
    9: 0 1 2 3 4 5 6 7 8;
    10: 0 1 2 3 4 5 6 7 8 9;
    11: 0 1 2 3 4 5 6 7 8 9 10;
    12: 0 1 2 3 4 5 6 7 8 9 10 11;
}

/// The members of an object: names as written, values as handles. See [`Object::members`].
#[derive(Clone, Copy)]
pub struct Members<'a, 't> {
    walk: Walk<'a, 't>,
}

impl<'a, 't> Iterator for Members<'a, 't> {
    type Item = (RawStr<'a>, Value<'a, 't>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.walk.member()
    }
}

/// An array of a line: a handle of a few words, `Copy`.
#[derive(Clone, Copy)]
pub struct Array<'a, 't> {
    value: Value<'a, 't>,
}

impl<'a, 't> Array<'a, 't> {
    #[inline]
    pub(crate) fn of(value: Value<'a, 't>) -> Array<'a, 't> {
        Array { value }
    }

    /// The array as a value, for its raw bytes and its place.
    #[inline]
    pub fn as_value(&self) -> Value<'a, 't> {
        self.value
    }

    /// The elements in order. Each step reads to the end of a string or number; containers are stepped over.
    #[inline]
    pub fn elements(self) -> Elements<'a, 't> {
        Elements { walk: Walk::into(self.value) }
    }
}

/// The elements of an array. See [`Array::elements`].
#[derive(Clone, Copy)]
pub struct Elements<'a, 't> {
    walk: Walk<'a, 't>,
}

impl<'a, 't> Iterator for Elements<'a, 't> {
    type Item = Value<'a, 't>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.walk.element()
    }
}

macro_rules! debug_as_raw {
    ($($name:ident),*) => { $(
        impl fmt::Debug for $name<'_, '_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({:?})"), crate::string::Lossy(self.as_value().raw()))
            }
        }
    )* };
}
debug_as_raw!(Object, Array);

impl fmt::Debug for Value<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Value({:?})", crate::string::Lossy(self.raw()))
    }
}
