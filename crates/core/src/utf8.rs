//! One UTF-8 sequence (RFC 3629): no overlong forms, no surrogates, nothing above U+10FFFF.

/// What lies at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A well-formed sequence of this many bytes.
    Whole(usize),
    /// A sequence that is well-formed so far, but the bytes end.
    Cut,
    /// No sequence begins so.
    Bad,
}

/// Looks at the sequence that begins at `at`, which must lie within `bytes`.
pub(crate) fn step(bytes: &[u8], at: usize) -> Step {
    let (len, second) = match bytes[at] {
        0x00..=0x7F => return Step::Whole(1),
        0xC2..=0xDF => (2, 0x80..=0xBF),
        0xE0 => (3, 0xA0..=0xBF),
        0xED => (3, 0x80..=0x9F),
        0xE1..=0xEF => (3, 0x80..=0xBF),
        0xF0 => (4, 0x90..=0xBF),
        0xF1..=0xF3 => (4, 0x80..=0xBF),
        0xF4 => (4, 0x80..=0x8F),
        _ => return Step::Bad,
    };
    match bytes.get(at + 1) {
        None => return Step::Cut,
        Some(byte) if second.contains(byte) => {}
        Some(_) => return Step::Bad,
    }
    for place in at + 2..at + len {
        match bytes.get(place) {
            None => return Step::Cut,
            Some(0x80..=0xBF) => {}
            Some(_) => return Step::Bad,
        }
    }
    Step::Whole(len)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every sequence of up to four bytes whose tail bytes come from the borders of the ranges, against the standard
    /// library.
    #[test]
    fn agrees_with_std() {
        let tails = [0x00, 0x22, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xE0, 0xFF];
        let mut seen = [0; 3];
        for lead in 0..=255u8 {
            for a in tails {
                for b in tails {
                    for c in tails {
                        let bytes = [lead, a, b, c];
                        for len in 1..=4 {
                            let bytes = &bytes[..len];
                            let want = match core::str::from_utf8(bytes) {
                                Ok(text) => Step::Whole(text.chars().next().expect("not empty").len_utf8()),
                                Err(e) if e.valid_up_to() > 0 => {
                                    let text =
                                        core::str::from_utf8(&bytes[..e.valid_up_to()]).expect("valid");
                                    Step::Whole(text.chars().next().expect("not empty").len_utf8())
                                }
                                Err(e) if e.error_len().is_none() => Step::Cut,
                                Err(_) => Step::Bad,
                            };
                            assert_eq!(step(bytes, 0), want, "{bytes:x?}");
                            seen[match want {
                                Step::Whole(_) => 0,
                                Step::Cut => 1,
                                Step::Bad => 2,
                            }] += 1;
                        }
                    }
                }
            }
        }
        assert!(seen.iter().all(|n| *n > 0));
    }
}
