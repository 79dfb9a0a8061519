//! The declaration of views: typed faces of objects. This is the one table of a dialect's fields.

/// Declares a table of views. Each view is
///
/// ```text
/// /// What it is a view of.
/// Name["type", "subtype"] {
///     /// What the field says.
///     field: string,
///     /// A member whose name is no good name here.
///     other = "wire name": any,
/// }
/// ```
///
/// In brackets stand the members that tell what the object is and need no accessor. The type of a field is one of
/// `string`, `number`, `bool`, `object`, `array`, `any`; each field becomes an accessor that looks the member up when called.
macro_rules! views {
    (
        $(#[$tdoc:meta])* const $table:ident;
        $($(#[doc = $doc:literal])* $name:ident [$($tag:literal),*] {
            $($(#[doc = $fdoc:literal])* $field:ident $(= $wire:literal)? : $kind:ident,)*
        })*
    ) => {
        $(#[$tdoc])*
        pub const $table: &[$crate::Fields] = &[$($name::FIELDS),*];

        $(
            $(#[doc = $doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $name<'a, 't>(pub(crate) runlex_core::Object<'a, 't>);

            impl<'a, 't> $name<'a, 't> {
                /// The members that this view knows.
                pub const FIELDS: $crate::Fields = $crate::Fields {
                    view: stringify!($name),
                    about: concat!($($doc),*),
                    known: &[
                        $($crate::FieldInfo {
                            name: $tag,
                            kind: $crate::FieldKind::String,
                            about: " Tells what the object is.",
                        },)*
                        $($crate::FieldInfo {
                            name: $crate::view::wire!($field $(, $wire)?),
                            kind: $crate::view::kind!($kind),
                            about: concat!($($fdoc),*),
                        },)*
                    ],
                };

                /// Looks at any object as at one of these. Free.
                pub fn of(object: runlex_core::Object<'a, 't>) -> $name<'a, 't> {
                    $name(object)
                }

                $crate::view::face!(|view| view.0, &[$name::FIELDS]);

                $(
                    $(#[doc = $fdoc])*
                    pub fn $field(&self) -> $crate::view::answer!($kind) {
                        const NAME: &str = $crate::view::wire!($field $(, $wire)?);
                        const PREPARED: Option<runlex_core::Pick<1>> = $crate::prepared(NAME);
                        $crate::view::ask!($kind, $crate::ask::member(self.0, NAME, &PREPARED))
                    }
                )*
            }
        )*
    };
}

/// What views and events have in common: the object and all that is in it.
macro_rules! face {
    (|$view:ident| $object:expr, $fields:expr) => {
        /// The object behind the view: `get`, `pick` and `members` reach everything. Free.
        pub fn object(&self) -> runlex_core::Object<'a, 't> {
            let $view = self;
            $object
        }

        /// The object as written, byte for byte.
        pub fn raw(&self) -> &'a [u8] {
            self.object().raw()
        }

        /// The members that the view does not know, in the order of the line. Borrowed; one walk over the object.
        pub fn extras(&self) -> $crate::Extras<'a, 't> {
            let $view = self;
            $crate::Extras::of($object, $fields)
        }

        /// Writes the object as JSON, known members and others: in the order of the line, of repeated names the last,
        /// values as written. Reading that gives what reading the line gave. For the cost see [`Json`]($crate::Json).
        ///
        /// # Errors
        ///
        /// Those of `out`.
        pub fn write_json(&self, out: &mut (impl core::fmt::Write + ?Sized)) -> core::fmt::Result {
            $crate::Json::of(self.object()).write(out)
        }
    };
}

macro_rules! wire {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident, $wire:literal) => {
        $wire
    };
}

macro_rules! kind {
    (string) => {
        $crate::FieldKind::String
    };
    (number) => {
        $crate::FieldKind::Number
    };
    (bool) => {
        $crate::FieldKind::Bool
    };
    (object) => {
        $crate::FieldKind::Object
    };
    (array) => {
        $crate::FieldKind::Array
    };
    (any) => {
        $crate::FieldKind::Any
    };
}

macro_rules! answer {
    (string) => { runlex_core::Field<runlex_core::RawStr<'a>, runlex_core::Value<'a, 't>> };
    (number) => { runlex_core::Field<runlex_core::RawNumber<'a>, runlex_core::Value<'a, 't>> };
    (bool) => { runlex_core::Field<bool, runlex_core::Value<'a, 't>> };
    (object) => { runlex_core::Field<runlex_core::Object<'a, 't>, runlex_core::Value<'a, 't>> };
    (array) => { runlex_core::Field<runlex_core::Array<'a, 't>, runlex_core::Value<'a, 't>> };
    (any) => { Option<runlex_core::Value<'a, 't>> };
}

macro_rules! ask {
    (any, $value:expr) => {
        $value
    };
    ($kind:ident, $value:expr) => {
        runlex_core::Field::of($value, runlex_core::Value::$kind)
    };
}

pub(crate) use {answer, ask, face, kind, views, wire};
