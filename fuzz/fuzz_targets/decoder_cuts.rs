//! The law `decoder_cuts` of `runlex-laws`.
#![no_main]

runlex_fuzz::law!("decoder_cuts");
