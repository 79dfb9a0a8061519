//! The law `number` of `runlex-laws`.
#![no_main]

runlex_fuzz::law!("number");
