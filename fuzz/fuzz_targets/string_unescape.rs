//! The law `string_unescape` of `runlex-laws`.
#![no_main]

runlex_fuzz::law!("string_unescape");
