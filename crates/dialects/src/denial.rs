//! Refused calls, as results list them: names of tools (Amp) or objects (Claude Code).

use crate::ask::text;
use runlex_core::{Array, Elements, RawStr, Value};

/// One refused call.
#[derive(Clone, Copy, Debug)]
pub struct Denial<'a, 't> {
    /// The tool; `None` if the element names none.
    pub tool_name: Option<RawStr<'a>>,
    /// The call; only in objects.
    pub tool_use_id: Option<RawStr<'a>>,
    /// Its arguments; only in objects.
    pub tool_input: Option<Value<'a, 't>>,
    /// The element itself.
    pub value: Value<'a, 't>,
}

/// The refused calls of a result, in order; every element is one, whatever its form.
#[derive(Clone, Copy)]
pub struct Denials<'a, 't> {
    elements: Option<Elements<'a, 't>>,
}

impl<'a, 't> Denials<'a, 't> {
    /// Those of a `permission_denials` array.
    pub(crate) fn of(array: Option<Array<'a, 't>>) -> Denials<'a, 't> {
        Denials { elements: array.map(Array::elements) }
    }
}

impl<'a, 't> Iterator for Denials<'a, 't> {
    type Item = Denial<'a, 't>;

    fn next(&mut self) -> Option<Denial<'a, 't>> {
        let value = self.elements.as_mut()?.next()?;
        let denial = Denial { tool_name: text(Some(value)), tool_use_id: None, tool_input: None, value };
        let Some(object) = value.object().ok() else { return Some(denial) };
        let [name, id, tool_input] = object.pick(&["tool_name", "tool_use_id", "tool_input"]);
        Some(Denial { tool_name: text(name), tool_use_id: text(id), tool_input, ..denial })
    }
}
