//! What all targets have in common: a law over the input, and changes that know what a stream is beside libFuzzer's own.

/// A target for a law of `runlex-laws`.
#[macro_export]
macro_rules! law {
    ($name:literal) => {
        libfuzzer_sys::fuzz_target!(|data: &[u8]| {
            const LAW: runlex_laws::Law = runlex_laws::law($name);
            (LAW.hold)(data);
        });

        libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            runlex_laws::mutate(&mut data[..max_size], size, seed)
                .unwrap_or_else(|| libfuzzer_sys::fuzzer_mutate(data, size, max_size))
        });
    };
}
