//! Objects and arrays: finding members and elements.

use crate::check::skip_blank;
use crate::keys::{Keys, NOWHERE, NOWHERE_OF_FEW, Pick};
use crate::node::{Node, Tag};
use crate::string::RawStr;
use crate::tape::Tape;
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

    /// Which of several members there are, and nothing of their values: cheaper than [`pick`](Self::pick), with the same
    /// answers.
    #[inline(always)]
    pub fn has<const N: usize>(self, names: &Pick<N>) -> [bool; N] {
        const { assert!(N <= 12, "more names can only be found") };
        match self.find_prepared(names, &mut [0; FEW]) {
            Some(seen) => core::array::from_fn(|which| seen >> which & 1 != 0),
            None => self.places_by_name(&names.names).map(|place| place.at() != 0),
        }
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

    /// The long way of [`pick`](Self::pick).
    #[inline(always)]
    fn places_by_name<const N: usize>(self, names: &[&str; N]) -> [Place; N] {
        let Value { line, tape, at, node } = self.value;
        places_by_name(line, tape.nodes, tape.keys, at, node, names)
    }

    fn places_on_tape<const N: usize>(self, names: &[&str; N]) -> [Place; N] {
        let tape = self.value.tape;
        let Some(open) = tape.bracket(self.value.node as usize, self.value.at as usize) else {
            return self.places_from_bytes(names);
        };
        let mut found = [0; N];
        // A name met without escapes on the tape is a declared one, so the tape has all its repeats.
        let mut declared = [false; N];
        let mut index = open + 1;
        while let Some(node) = tape.nodes.get(index) {
            match node.tag() {
                Tag::Open => index += node.distance() + 1,
                Tag::Key => {
                    let (name, _) = name_of(self.value.line, *node);
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
                return self.places_from_bytes(names);
            }
        }
        found.map(|index| self.place_of(index))
    }

    /// Notes for each place of the answer the index of the name's node in `found`, which holds zeros for none; gives a bit for
    /// each place that has one (and for the last, which nobody reads), and `None` when the tape cannot tell.
    #[inline(always)]
    fn find_prepared<const N: usize, const PLACES: usize>(
        &self,
        pick: &Pick<N>,
        found: &mut [u32; PLACES],
    ) -> Option<u32> {
        let tape = self.value.tape;
        if tape.keys.fingerprint() != pick.keys {
            return None;
        }
        let open = tape.bracket(self.value.node as usize, self.value.at as usize)?;
        // What is not wanted goes to a place that is not read: no branch depends on the name.
        let mut seen = 0;
        let mut index = open + 1;
        while let Some(node) = tape.nodes.get(index) {
            let tag = node.tag();
            if tag == Tag::Key {
                if node.is_declared() {
                    let place = pick.places[node.id()] as usize & (PLACES - 1);
                    found[place] = index as u32;
                    seen |= 1 << place;
                } else {
                    seen |= note_escaped(self.value.line, &pick.names, *node, index, found);
                }
                index += 1;
            } else if tag == Tag::Open {
                index += node.distance() + 1;
            } else {
                break;
            }
        }
        Some(seen)
    }

    fn places_from_bytes<const N: usize>(self, names: &[&str; N]) -> [Place; N] {
        let mut found = [Place::NONE; N];
        for (name, value) in self.members() {
            if let Some(which) = names.iter().position(|wanted| name == **wanted) {
                found[which] = Place::new(value.at, value.node);
            }
        }
        found
    }

    /// Where the value of the member lies whose name has the node `index`; 0 stands for no member.
    #[inline(always)]
    fn place_of(&self, index: usize) -> Place {
        let Some(node) = self.value.tape.nodes.get(index).filter(|_| index != 0) else {
            return Place::NONE;
        };
        let at = node.at() + node.raw_len() as usize + 3;
        let at = match self.value.line.get(at - 1..at + 1) {
            Some([b':', first]) if *first > b' ' => at,
            _ => spaced_value_at(self.value.line, *node),
        };
        Place::new(at as u32, index as u32 + 1)
    }

    #[inline(always)]
    fn value_at(&self, place: Place) -> Option<Value<'a, 't>> {
        // No member's value is the first byte of a line.
        (place.at() != 0).then_some(Value { at: place.at(), node: place.node(), ..self.value })
    }
}

/// Places for the names of a [`Object::pick`], and for those of a [`Found`].
const FEW: usize = NOWHERE_OF_FEW as usize + 1;
const MANY: usize = NOWHERE as usize + 1;
const ALL_SEEN: u32 = !(1 << NOWHERE);
/// In the last place of [`Found`]: the tape could not tell. No line has so many nodes.
const BY_NAME: u32 = u32::MAX;

/// Where members are: see [`look_up`](Found::look_up). Names go by their number in the [`Pick`].
#[derive(Clone, Copy)]
pub struct Found<'a, 't> {
    object: Object<'a, 't>,
    names: &'static [&'static str],
    nodes: [u32; MANY],
    seen: u32,
}

impl<'a, 't> Found<'a, 't> {
    /// Nothing of this object, before [`look_up`](Self::look_up).
    #[inline(always)]
    pub fn nothing(object: Object<'a, 't>) -> Found<'a, 't> {
        Found { object, names: &[], nodes: [0; MANY], seen: 0 }
    }

    /// Looks members up to be asked for later, one by one: one pass now, a few steps for each value that is then taken. The
    /// answers are those of [`Object::pick`]. For lines of which it depends on some members which others are needed.
    ///
    /// Where it lies, because it is large: to hand it out costs a copy of 200 bytes.
    #[inline(always)]
    pub fn look_up<const N: usize>(&mut self, names: &'static Pick<N>) {
        let object = self.object;
        self.names = &names.names;
        self.nodes[MANY - 1] = 0;
        self.seen = match object.find_prepared(names, &mut self.nodes) {
            Some(seen) => seen & ALL_SEEN,
            None => {
                // Marked by the last place, which no name has.
                self.nodes[MANY - 1] = BY_NAME;
                let places = object.places_by_name(&names.names);
                let seen = (0..).zip(places).map(|(which, place)| u32::from(place.at() != 0) << which);
                seen.fold(0, |all, one| all | one)
            }
        };
    }

    /// The object.
    #[inline(always)]
    pub fn object(&self) -> Object<'a, 't> {
        self.object
    }

    /// Which members there are, a bit for each, the first lowest.
    #[inline(always)]
    pub fn seen(&self) -> u32 {
        self.seen
    }

    /// The value of one of them. Nothing for a number beyond the names.
    #[inline(always)]
    pub fn get(&self, which: usize) -> Option<Value<'a, 't>> {
        if which >= MANY || self.seen >> which & 1 == 0 {
            return None;
        }
        if self.nodes[MANY - 1] == BY_NAME {
            return self.by_name(which);
        }
        let place = self.object.place_of(self.nodes[which] as usize);
        self.object.value_at(place)
    }

    #[cold]
    #[inline(never)]
    fn by_name(&self, which: usize) -> Option<Value<'a, 't>> {
        self.object.get(self.names.get(which)?)
    }
}

/// A value's place in the line, and a node at or before its own. What all ways of looking members up find, so that they meet
/// in one word a member and not in whole handles, which would go through memory.
#[derive(Clone, Copy)]
struct Place(u64);

impl Place {
    const NONE: Place = Place(0);

    #[inline(always)]
    fn new(at: u32, node: u32) -> Place {
        Place(u64::from(at) | u64::from(node) << 32)
    }

    #[inline(always)]
    fn at(self) -> u32 {
        self.0 as u32
    }

    #[inline(always)]
    fn node(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

// What a pick rarely needs stands apart, and takes a handle in parts: a handle whose address is given away would have to be
// kept in memory by the part that is always needed.

#[cold]
#[inline(never)]
fn places_by_name<const N: usize>(
    line: &[u8],
    nodes: &[Node],
    keys: &Keys,
    at: u32,
    node: u32,
    names: &[&str; N],
) -> [Place; N] {
    Object { value: Value { line, tape: Tape { nodes, keys }, at, node } }.places_on_tape(names)
}

/// A name that is not written as it reads. Gives the bit of its place.
#[cold]
#[inline(never)]
fn note_escaped(line: &[u8], names: &[&str], node: Node, index: usize, found: &mut [u32]) -> u32 {
    let (name, _) = name_of(line, node);
    let Some(which) = names.iter().position(|wanted| name == **wanted) else { return 0 };
    found[which] = index as u32;
    1 << which
}

/// Where the value begins behind a name that is long or has white space behind it; 0 where there is none.
#[cold]
#[inline(never)]
fn spaced_value_at(line: &[u8], node: Node) -> usize {
    let at = skip_blank(line, skip_blank(line, name_of(line, node).1) + 1);
    // No sound line ends here.
    if at < line.len() { at } else { 0 }
}

/// The name that `node` notes, and the position behind its closing quote.
fn name_of(line: &[u8], node: Node) -> (RawStr<'_>, usize) {
    let start = node.at() + 1;
    match node.key_len().and_then(|len| line.get(start..start + len)) {
        Some(raw) if node.is_declared() => (RawStr::new(raw, false), start + raw.len() + 1),
        _ => raw_str(line, node.at()),
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
        object.places_by_name(self).map(|place| object.value_at(place))
    }
}

/// Written out for each length: what is taken apart at once is then never put together in memory.
macro_rules! pick_prepared {
    ($($n:literal: $($which:literal)*;)*) => { $(
        impl Names<$n> for &Pick<$n> {
            #[inline(always)]
            fn pick_from<'a, 't>(self, object: Object<'a, 't>) -> [Option<Value<'a, 't>>; $n] {
                let mut found = [0; FEW];
                let places = match object.find_prepared(self, &mut found) {
                    Some(_) => [$(object.place_of(found[$which] as usize)),*],
                    None => object.places_by_name(&self.names),
                };
                [$(object.value_at(places[$which])),*]
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

impl fmt::Debug for Found<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = (0..).zip(self.names).filter_map(|(which, name)| Some((name, self.get(which)?)));
        f.debug_map().entries(found).finish()
    }
}

impl fmt::Debug for Value<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Value({:?})", crate::string::Lossy(self.raw()))
    }
}

#[cfg(test)]
mod tests;
