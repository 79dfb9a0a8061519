//! The declaration of a dialect's events: which `type` and `subtype` make which view.

/// Declares `Event`. Each line is `Variant(View) = "type"`, or `= "type" / "subtype" | "subtype"`; the first that fits is
/// taken, so put the frequent ones first. What fits none is `Unknown`. Behind a semicolon stand those of lines without a `type`:
/// `Variant(View) = "member"`, by a member that they have.
macro_rules! events {
    (
        $(#[$doc:meta])* enum Event;
        $($(#[$vdoc:meta])* $variant:ident($view:ident) = $kind:literal $(/ $($subtype:literal)|+)?,)*
        $(; $($(#[$udoc:meta])* $untyped:ident($uview:ident) = $member:literal,)*)?
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        #[non_exhaustive]
        pub enum Event<'a, 't> {
            $($(#[$vdoc])* $variant($view<'a, 't>),)*
            $($($(#[$udoc])* $untyped($uview<'a, 't>),)*)?
            /// A type or subtype that this module does not know.
            Unknown(runlex_core::Object<'a, 't>),
        }

        impl<'a, 't> Event<'a, 't> {
            /// Reads the event from its line. Never fails; one look-up and some comparisons of short names.
            pub fn read(object: runlex_core::Object<'a, 't>) -> Event<'a, 't> {
                const EVENT: runlex_core::Pick<2> = $crate::KEYS.pick(["type", "subtype"]);
                let [kind, subtype] = object.pick(&EVENT).map($crate::ask::text);
                let Some(kind) = kind else {
                    $($(
                        if object.get($member).is_some() {
                            return Event::$untyped($uview(object));
                        }
                    )*)?
                    return Event::Unknown(object);
                };
                $(
                    if kind == $kind
                        $(&& subtype.is_some_and(|subtype| $(subtype == $subtype)||+))?
                    {
                        return Event::$variant($view(object));
                    }
                )*
                let _ = subtype;
                Event::Unknown(object)
            }

            /// The name of the variant; `Unknown` for what the module does not know.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Event::$variant(_) => stringify!($variant),)*
                    $($(Event::$untyped(_) => stringify!($untyped),)*)?
                    Event::Unknown(_) => "Unknown",
                }
            }

            /// The members that the event's view knows; of an unknown event none.
            pub fn fields(&self) -> &'static [$crate::Fields] {
                match self {
                    $(Event::$variant(_) => &[$view::FIELDS],)*
                    $($(Event::$untyped(_) => &[$uview::FIELDS],)*)?
                    Event::Unknown(_) => &[],
                }
            }

            $crate::view::face!(|event| match event {
                $(Event::$variant(view) => view.0,)*
                $($(Event::$untyped(view) => view.0,)*)?
                Event::Unknown(object) => *object,
            }, event.fields());
        }
    };
}

pub(crate) use events;
