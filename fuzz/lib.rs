//! What all targets have in common: a law over the input, and changes that know what a stream is beside libFuzzer's own.

/// A target for a law of `runlex-laws`.
#[macro_export]
macro_rules! law {
    ($name:literal) => {
        libfuzzer_sys::fuzz_target!(|data: &[u8]| {
            const LAW: runlex_laws::Law = runlex_laws::law($name);
            // libFuzzer's hook ends the process at any panic. One that is caught is no finding (the decoder of Parquet has some on forged
            // files, which an index takes for damage); one that is not ends it all the same.
            static HOOK: std::sync::Once = std::sync::Once::new();
            HOOK.call_once(|| _ = std::panic::take_hook());
            (LAW.hold)(data);
        });

        libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            runlex_laws::mutate(&mut data[..max_size], size, seed)
                .unwrap_or_else(|| libfuzzer_sys::fuzzer_mutate(data, size, max_size))
        });
    };
}
