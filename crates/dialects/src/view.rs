//! The declaration of a view: a typed face of one object.

/// Declares a view with its fields: `name: type`, or `name = "wire name": type`, where the type is one of `string`,
/// `number`, `bool`, `object`, `array`, `any`. Each field becomes an accessor that looks the member up when called.
macro_rules! view {
    ($(#[$doc:meta])* $name:ident { $($(#[$fdoc:meta])* $field:ident $(= $wire:literal)? : $kind:ident,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<'a, 't>(pub(crate) runlex_core::Object<'a, 't>);

        impl<'a, 't> $name<'a, 't> {
            /// The members that this view knows; all others are still there in [`object`](Self::object).
            pub const FIELDS: &'static [&'static str] = &[$($crate::view::wire!($field $(, $wire)?)),*];

            /// The object behind the view.
            pub fn object(&self) -> runlex_core::Object<'a, 't> {
                self.0
            }

            $(
                $(#[$fdoc])*
                pub fn $field(&self) -> $crate::view::answer!($kind) {
                    $crate::view::ask!($kind, self.0.get($crate::view::wire!($field $(, $wire)?)))
                }
            )*
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

pub(crate) use {answer, ask, view, wire};
