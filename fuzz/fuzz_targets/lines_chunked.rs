//! The law `lines_chunked` of `runlex-laws`.
#![no_main]

runlex_fuzz::law!("lines_chunked");
