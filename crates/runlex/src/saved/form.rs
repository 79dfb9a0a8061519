//! The form of each value in bytes, as postcard's specification has it: fields in their order, numbers in few bytes, lists
//! and maps with their length before them. Maps are in the order of their keys, so that equal reports give equal bytes.
//!
//! serde is not asked for the form of the reports themselves: it has them as JSON, with members that are left out. So the
//! fields are listed once more, each beside its type, and leaving one out does not compile.

use super::LoadError;
use postcard::de_flavors::Slice;
use postcard::ser_flavors::Flavor;
use postcard::{Deserializer, Serializer};
use serde::{Deserialize, Serialize, Serializer as _};
use std::collections::{BTreeMap, BTreeSet};

/// What has a form.
pub trait Form: Sized {
    /// Appends it.
    fn write(&self, out: &mut Out<'_>);

    /// Reads it. Never panics, and takes no more memory than a small multiple of the bytes that it reads.
    fn read(input: &mut In<'_>) -> Result<Self, LoadError>;
}

/// Bytes to be appended to.
pub struct Out<'o>(Serializer<Memory<'o>>);

struct Memory<'o>(&'o mut Vec<u8>);

impl Flavor for Memory<'_> {
    type Output = ();

    #[inline]
    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.push(byte);
        Ok(())
    }

    #[inline]
    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        match bytes {
            // Most numbers.
            [byte] => self.0.push(*byte),
            _ => self.0.extend_from_slice(bytes),
        }
        Ok(())
    }

    fn finalize(self) -> postcard::Result<()> {
        Ok(())
    }
}

impl<'o> Out<'o> {
    pub(super) fn new(bytes: &'o mut Vec<u8>) -> Out<'o> {
        Out(Serializer { output: Memory(bytes) })
    }

    /// A number, a text, an array of numbers.
    pub(crate) fn leaf<T: Serialize + ?Sized>(&mut self, value: &T) {
        // Memory takes all there is.
        _ = value.serialize(&mut self.0);
    }

    /// Bytes of a hash, which would be longer as a number.
    pub(crate) fn hash(&mut self, bytes: &[u8]) {
        _ = self.0.serialize_bytes(bytes);
    }

    /// What `write` appends, with its length before it: so that a reader can pass it over in one step.
    pub(crate) fn apart(&mut self, write: impl FnOnce(&mut Out<'_>)) {
        let mut bytes = Vec::new();
        write(&mut Out::new(&mut bytes));
        _ = self.0.serialize_bytes(&bytes);
    }

    pub(crate) fn list<T>(
        &mut self,
        items: impl ExactSizeIterator<Item = T>,
        mut write: impl FnMut(&mut Self, T),
    ) {
        self.leaf(&(items.len() as u64));
        items.for_each(|item| write(self, item));
    }
}

/// Bytes yet to be read.
pub struct In<'b> {
    rest: Deserializer<'b, Slice<'b>>,
    len: usize,
}

impl<'b> In<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> In<'b> {
        In { rest: Deserializer::from_bytes(bytes), len: bytes.len() }
    }

    /// Whether all is read.
    pub(crate) fn ends(self) -> bool {
        self.rest.finalize().is_ok_and(<[u8]>::is_empty)
    }

    /// A number, a text, an array of numbers.
    pub(crate) fn leaf<T: Deserialize<'b>>(&mut self) -> Result<T, LoadError> {
        T::deserialize(&mut self.rest).map_err(|_| LoadError::Damaged)
    }

    /// What was written [`apart`](Out::apart), and is passed over hereby.
    pub(crate) fn apart(&mut self) -> Result<In<'b>, LoadError> {
        self.leaf().map(In::new)
    }

    /// Bytes of a hash.
    pub(crate) fn hash<const N: usize>(&mut self) -> Result<[u8; N], LoadError> {
        self.leaf::<&[u8]>()?.try_into().map_err(|_| LoadError::Damaged)
    }

    /// A list. `make` gets how many items to make room for: a length is not believed further than the bytes go, whatever
    /// the size of an item; beyond that the list grows as the items come.
    pub(crate) fn list<T, C>(
        &mut self,
        make: impl FnOnce(usize) -> C,
        mut add: impl FnMut(&mut C, &mut Self) -> Result<(), LoadError>,
    ) -> Result<C, LoadError> {
        let stated: u64 = self.leaf()?;
        let room = (self.len / size_of::<T>().max(1)) as u64;
        let mut list = make(stated.min(room) as usize);
        for _ in 0..stated {
            add(&mut list, self)?;
        }
        Ok(list)
    }
}

/// A key that comes a second time is damage.
fn once<V>(former: Option<V>) -> Result<(), LoadError> {
    former.map_or(Ok(()), |_| Err(LoadError::Damaged))
}

macro_rules! leaves {
    ($($leaf:ty),*) => {
        $(impl Form for $leaf {
            fn write(&self, out: &mut Out<'_>) {
                out.leaf(self);
            }

            fn read(input: &mut In<'_>) -> Result<Self, LoadError> {
                input.leaf()
            }
        })*
    };
}

leaves!(bool, u8, u32, u64, u128, i32, i64, [u64; 2], [u64; 4], [u64; 5]);

/// A place in a list.
impl Form for usize {
    fn write(&self, out: &mut Out<'_>) {
        out.leaf(&(*self as u64));
    }

    fn read(input: &mut In<'_>) -> Result<Self, LoadError> {
        usize::try_from(input.leaf::<u64>()?).map_err(|_| LoadError::Damaged)
    }
}

impl Form for String {
    fn write(&self, out: &mut Out<'_>) {
        out.leaf(self.as_str());
    }

    fn read(input: &mut In<'_>) -> Result<Self, LoadError> {
        input.leaf::<&str>().map(str::to_owned)
    }
}

impl Form for Box<str> {
    fn write(&self, out: &mut Out<'_>) {
        out.leaf::<str>(self);
    }

    fn read(input: &mut In<'_>) -> Result<Self, LoadError> {
        input.leaf::<&str>().map(Box::from)
    }
}

/// One of the words that reports use of their own.
impl Form for &'static str {
    fn write(&self, out: &mut Out<'_>) {
        out.leaf::<str>(self);
    }

    fn read(input: &mut In<'_>) -> Result<Self, LoadError> {
        // Bytes have the form of a text, and nobody looks whether they are one.
        crate::report::word(input.leaf()?).ok_or(LoadError::Damaged)
    }
}

impl<T: Form> Form for Box<T> {
    fn write(&self, out: &mut Out<'_>) {
        T::write(self, out);
    }

    fn read(input: &mut In<'_>) -> Result<Self, LoadError> {
        T::read(input).map(Box::new)
    }
}

impl<T: Form> Form for Option<T> {
    fn write(&self, out: &mut Out<'_>) {
        self.is_some().write(out);
        if let Some(value) = self {
            value.write(out);
        }
    }

    fn read(input: &mut In<'_>) -> Result<Self, LoadError> {
        bool::read(input)?.then(|| T::read(input)).transpose()
    }
}

impl<A: Form, B: Form> Form for (A, B) {
    fn write(&self, out: &mut Out<'_>) {
        self.0.write(out);
        self.1.write(out);
    }

    fn read(input: &mut In<'_>) -> Result<Self, LoadError> {
        Ok((A::read(input)?, B::read(input)?))
    }
}

impl<T: Form> Form for Vec<T> {
    fn write(&self, out: &mut Out<'_>) {
        out.list(self.iter(), |out, item| item.write(out));
    }

    fn read(input: &mut In<'_>) -> Result<Self, LoadError> {
        input.list::<T, _>(Vec::with_capacity, |list, input| {
            list.push(T::read(input)?);
            Ok(())
        })
    }
}

impl<T: Form + Ord> Form for BTreeSet<T> {
    fn write(&self, out: &mut Out<'_>) {
        out.list(self.iter(), |out, item| item.write(out));
    }

    fn read(input: &mut In<'_>) -> Result<Self, LoadError> {
        input.list::<T, _>(
            |_| BTreeSet::new(),
            |set, input| match set.insert(T::read(input)?) {
                true => Ok(()),
                false => Err(LoadError::Damaged),
            },
        )
    }
}

impl<K: Form + Ord, V: Form> Form for BTreeMap<K, V> {
    fn write(&self, out: &mut Out<'_>) {
        out.list(self.iter(), |out, (key, value)| {
            key.write(out);
            value.write(out);
        });
    }

    fn read(input: &mut In<'_>) -> Result<Self, LoadError> {
        input.list::<(K, V), _>(
            |_| BTreeMap::new(),
            |map, input| {
                let key = K::read(input)?;
                once(map.insert(key, V::read(input)?))
            },
        )
    }
}

/// The form of a struct: its fields, in this order; those behind `apart` with their length before them, so that a reader can pass them
/// over in one step. `else` has those that are not saved; `then` names a function that
/// completes what was read, or finds it damaged (`fn(Self) -> Option<Self>`).
macro_rules! fields {
    ($name:ty { $($field:ident),* $(,)? } apart { $($detail:ident),* $(,)? }) => {
        impl crate::saved::form::Form for $name {
            fn write(&self, out: &mut crate::saved::form::Out<'_>) {
                let Self { $($field,)* $($detail,)* } = self;
                $(crate::saved::form::Form::write($field, out);)*
                out.apart(|out| {
                    $(crate::saved::form::Form::write($detail, out);)*
                });
            }

            fn read(
                input: &mut crate::saved::form::In<'_>,
            ) -> Result<Self, crate::saved::LoadError> {
                $(let $field = crate::saved::form::Form::read(input)?;)*
                let mut apart = input.apart()?;
                $(let $detail = crate::saved::form::Form::read(&mut apart)?;)*
                if !apart.ends() {
                    return Err(crate::saved::LoadError::Damaged);
                }
                Ok(Self { $($field,)* $($detail,)* })
            }
        }
    };
    ($name:ty { $($field:ident),* $(,)? } $(else { $($left_out:ident: $value:expr),* $(,)? })? $(then $complete:path)?) => {
        impl crate::saved::form::Form for $name {
            fn write(&self, out: &mut crate::saved::form::Out<'_>) {
                let Self { $($field,)* $($($left_out: _,)*)? } = self;
                $(crate::saved::form::Form::write($field, out);)*
            }

            fn read(
                input: &mut crate::saved::form::In<'_>,
            ) -> Result<Self, crate::saved::LoadError> {
                let read = Self {
                    $($field: crate::saved::form::Form::read(input)?,)*
                    $($($left_out: $value,)*)?
                };
                $(let read = $complete(read).ok_or(crate::saved::LoadError::Damaged)?;)?
                Ok(read)
            }
        }
    };
}

/// The form of an enum: its name, to be found among all.
macro_rules! words {
    ($name:ty: $all:expr) => {
        impl crate::saved::form::Form for $name {
            fn write(&self, out: &mut crate::saved::form::Out<'_>) {
                out.leaf(self.as_str());
            }

            fn read(input: &mut crate::saved::form::In<'_>) -> Result<Self, crate::saved::LoadError> {
                let word: &[u8] = input.leaf()?;
                let known = $all.iter().copied().find(|known| known.as_str().as_bytes() == word);
                known.ok_or(crate::saved::LoadError::Damaged)
            }
        }
    };
}

/// The form of an enum that occurs often: its place among these.
macro_rules! places {
    ($name:ty: [$($variant:ident),*]) => {
        impl crate::saved::form::Form for $name {
            fn write(&self, out: &mut crate::saved::form::Out<'_>) {
                // The compiler minds that none is missing.
                match self { $(Self::$variant => {})* }
                let place = [$(Self::$variant),*].iter().position(|one| one == self);
                out.leaf(&(place.unwrap_or_default() as u8));
            }

            fn read(
                input: &mut crate::saved::form::In<'_>,
            ) -> Result<Self, crate::saved::LoadError> {
                let place: u8 = input.leaf()?;
                let known = [$(Self::$variant),*].get(usize::from(place)).copied();
                known.ok_or(crate::saved::LoadError::Damaged)
            }
        }
    };
}

/// The form of a hash.
macro_rules! hashes {
    ($($name:ident($number:ty)),*) => {
        $(impl crate::saved::form::Form for $name {
            fn write(&self, out: &mut crate::saved::form::Out<'_>) {
                out.hash(&self.0.to_le_bytes());
            }

            fn read(
                input: &mut crate::saved::form::In<'_>,
            ) -> Result<Self, crate::saved::LoadError> {
                input.hash().map(|bytes| $name(<$number>::from_le_bytes(bytes)))
            }
        })*
    };
}

pub(crate) use {fields, hashes, places, words};

words!(runlex_core::FaultKind: runlex_core::FaultKind::ALL);
words!(runlex_core::NoteKind: runlex_core::NoteKind::ALL);
words!(runlex_dialects::Dialect: runlex_dialects::Dialect::ALL);
