//! The law `kernels_agree` of `runlex-laws`.
#![no_main]

runlex_fuzz::law!("kernels_agree");
