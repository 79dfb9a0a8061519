//! The law `cli_check` of `runlex-laws`.
#![no_main]

runlex_fuzz::law!("cli_check");
