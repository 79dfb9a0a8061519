//! The table of fields: which members each view knows. It feeds `extras`, the documents and the tests.

use core::fmt;
use runlex_core::RawStr;

/// The members that one view knows. Every view has such a table under `FIELDS`, and every dialect lists those of all its
/// views under `FIELDS` of its module.
#[derive(Clone, Copy, Debug)]
pub struct Fields {
    /// The name of the view.
    pub view: &'static str,
    /// What it is a view of.
    pub about: &'static str,
    /// The members, each name once.
    pub known: &'static [FieldInfo],
}

/// One member that a view knows.
#[derive(Clone, Copy, Debug)]
pub struct FieldInfo {
    /// The name as it stands in the line.
    pub name: &'static str,
    /// The type that its accessor asks for.
    pub kind: FieldKind,
    /// What it says.
    pub about: &'static str,
}

/// The type that an accessor asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldKind {
    /// A string.
    String,
    /// A number.
    Number,
    /// A truth value.
    Bool,
    /// An object.
    Object,
    /// An array.
    Array,
    /// Any value.
    Any,
}

impl Fields {
    /// Whether the view knows a member of this name, escapes resolved. Compares with each known name in turn.
    pub fn knows(&self, name: RawStr<'_>) -> bool {
        self.known.iter().any(|field| name == *field.name)
    }

    /// The names in the order of the table.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.known.iter().map(|field| field.name)
    }
}

impl fmt::Display for FieldKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            FieldKind::String => "string",
            FieldKind::Number => "number",
            FieldKind::Bool => "bool",
            FieldKind::Object => "object",
            FieldKind::Array => "array",
            FieldKind::Any => "any",
        })
    }
}
