//! What a view does not know of its object, kept.

use crate::fields::Fields;
use runlex_core::{Members, Object, RawStr, Value};

/// The members that a view does not know: names as written, values as handles whose `raw()` is the bytes of the line.
///
/// In the order of the line, repeats included; of equal names the last one counts. Borrowed, nothing is copied. One walk
/// over the object, each name compared with those of the view.
#[derive(Clone, Copy)]
pub struct Extras<'a, 't> {
    members: Members<'a, 't>,
    fields: &'static [Fields],
}

impl<'a, 't> Extras<'a, 't> {
    /// The members of `object` that none of `fields` knows.
    pub fn of(object: Object<'a, 't>, fields: &'static [Fields]) -> Extras<'a, 't> {
        Extras { members: object.members(), fields }
    }
}

impl<'a, 't> Iterator for Extras<'a, 't> {
    type Item = (RawStr<'a>, Value<'a, 't>);

    fn next(&mut self) -> Option<Self::Item> {
        let fields = self.fields;
        self.members.find(|(name, _)| !fields.iter().any(|fields| fields.knows(*name)))
    }
}
