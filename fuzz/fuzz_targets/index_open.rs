//! The law `index_open` of `runlex-laws`.
#![no_main]

runlex_fuzz::law!("index_open");
