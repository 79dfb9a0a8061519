//! What holds of any bytes whatsoever.
//!
//! Each law is a function that takes bytes and panics if they break it. A fuzz target is a law and nothing else; tests replay what
//! was found. The input of all is a plain stream: where a law needs choices (where to cut, how long a buffer is), it takes them from the
//! last bytes of that stream ([`Choices`]), so a seed is a file that anybody can read.
#![forbid(unsafe_code)]
#![allow(clippy::expect_used, clippy::panic, reason = "to panic is how a law tells")]

mod archive_stream;
mod check_vs_serde_json;
mod check_vs_simd_json;
mod choices;
mod cli_check;
mod decoder_cuts;
mod dialect_views;
mod fold_split;
mod index_open;
mod kernels_agree;
mod lines_chunked;
mod mutate;
mod navigate_vs_full;
mod number;
mod saved_state;
mod string_unescape;

pub use choices::Choices;
pub use mutate::mutate;

/// A law by its name.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    /// That of its fuzz target and of its folders in the corpus.
    pub name: &'static str,
    /// Panics if the bytes break it.
    pub hold: fn(&[u8]),
}

macro_rules! laws {
    ($($name:ident,)*) => {
        /// All there are, by name.
        pub const LAWS: &[Law] = &[$(Law { name: stringify!($name), hold: $name::hold }),*];
    };
}

laws! {
    archive_stream,
    check_vs_serde_json,
    check_vs_simd_json,
    cli_check,
    decoder_cuts,
    dialect_views,
    fold_split,
    index_open,
    kernels_agree,
    lines_chunked,
    navigate_vs_full,
    number,
    saved_state,
    string_unescape,
}

/// The law of that name. Asked for in a constant, it is all that a program holds of the laws: a fuzz target is slower by every branch
/// that is watched.
///
/// # Panics
///
/// If there is none; in a constant, that is an error of the compiler.
pub const fn law(name: &str) -> Law {
    let mut laws = LAWS;
    while let [law, others @ ..] = laws {
        if is_same(law.name.as_bytes(), name.as_bytes()) {
            return *law;
        }
        laws = others;
    }
    panic!("a law of this name")
}

/// `==` is not for constants.
const fn is_same(mut one: &[u8], mut other: &[u8]) -> bool {
    while let ([a, more @ ..], [b, others @ ..]) = (one, other) {
        if *a != *b {
            return false;
        }
        (one, other) = (more, others);
    }
    one.is_empty() && other.is_empty()
}

/// Every event of a stream.
fn events(data: &[u8], mut each: impl FnMut(runlex::Line<'_>, runlex::Object<'_, '_>)) {
    let mut nodes = [runlex::Node::EMPTY; 1024];
    let options = runlex::Options::new(&runlex::dialects::KEYS);
    let mut scanner = runlex::Scanner::new(options, data, runlex::At::START, &mut nodes);
    while let Some(record) = scanner.next() {
        if let runlex::What::Event(object) = record.what {
            each(record.line, object);
        }
    }
}
