//! `serde`: a value into any type that implements [`Deserialize`].

use crate::surrogate;
use runlex_core::Value;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::{error, fmt};

/// Reads `value` into a type of yours by serde_json, over the raw bytes: a second look at them, and the allocations of the
/// type. Types that borrow (`&str`) borrow from the line; they cannot hold a string with escapes, `Cow<str>` can.
/// Feature `serde`.
///
/// ```
/// use runlex::{from_value, slice};
/// #[derive(serde::Deserialize)]
/// struct Bash<'a> {
///     cmd: &'a str,
/// }
/// let line = br#"{"name":"Bash","input":{"cmd":"ls","cwd":null}}"#;
/// let (_, object) = slice::events(line).next().unwrap();
/// let bash: Bash<'_> = from_value(object.get("input").unwrap())?;
/// assert_eq!(bash.cmd, "ls");
/// # Ok::<(), runlex::FromValueError>(())
/// ```
///
/// # Errors
///
/// The type does not fit; a lone surrogate, which serde_json refuses ([`from_value_lossy`] takes it); nesting beyond 128; a
/// number beyond `f64`.
pub fn from_value<'a, T: Deserialize<'a>>(value: Value<'a, '_>) -> Result<T, FromValueError> {
    read(value.raw())
}

/// As [`from_value`], with U+FFFD for lone surrogates: reads from a copy in `scratch`, so the type owns all it holds. The
/// scratch is reused; the copy is all it costs more.
///
/// # Errors
///
/// As there, but for lone surrogates.
pub fn from_value_lossy<T: DeserializeOwned>(
    value: Value<'_, '_>,
    scratch: &mut Vec<u8>,
) -> Result<T, FromValueError> {
    scratch.clear();
    scratch.extend_from_slice(value.raw());
    surrogate::replace(scratch);
    read(scratch)
}

fn read<'a, T: Deserialize<'a>>(raw: &'a [u8]) -> Result<T, FromValueError> {
    serde_json::from_slice(raw).map_err(|error| FromValueError {
        surrogate: surrogate::lone(raw).next().map(|place| place.start).filter(|_| error.is_syntax()),
        error,
    })
}

/// A value does not fit a type.
#[derive(Debug)]
pub struct FromValueError {
    error: serde_json::Error,
    /// Place of a lone surrogate, where one is the likely reason.
    surrogate: Option<usize>,
}

impl FromValueError {
    /// Where in the value's raw bytes a lone surrogate stands, if that is why it was refused.
    pub fn lone_surrogate(&self) -> Option<usize> {
        self.surrogate
    }
}

impl fmt::Display for FromValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.surrogate {
            Some(at) => write!(
                f,
                "a lone surrogate at byte {at} of the value, which serde_json refuses: use from_value_lossy"
            ),
            None => write!(f, "the value does not fit the type: {}", self.error),
        }
    }
}

impl error::Error for FromValueError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        Some(&self.error)
    }
}
