//! The law `archive_stream` of `runlex-laws`.
#![no_main]

runlex_fuzz::law!("archive_stream");
