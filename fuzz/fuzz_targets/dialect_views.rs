//! The law `dialect_views` of `runlex-laws`.
#![no_main]

runlex_fuzz::law!("dialect_views");
