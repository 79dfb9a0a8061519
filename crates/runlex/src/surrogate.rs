//! Lone surrogates in raw JSON: half of a pair that no UTF-8 text can hold, so that other parsers refuse the whole value.

use memchr::memchr_iter;
use std::ops::Range;

/// The places of `\uXXXX` escapes that are a surrogate without its partner. `raw` is checked JSON. One pass by memchr.
pub(crate) fn lone(raw: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut behind = 0;
    memchr_iter(b'\\', raw).filter_map(move |at| {
        // The second half of an escape or a pair that was looked at.
        if at < behind {
            return None;
        }
        behind = at + 2;
        match (unit(raw, at)?, unit(raw, at + 6)) {
            (0xD800..0xDC00, Some(0xDC00..0xE000)) => {
                behind = at + 12;
                None
            }
            (0xD800..0xE000, _) => Some(at..at + 6),
            _ => None,
        }
    })
}

/// The code unit of a `\uXXXX` at `at`, if there is one.
fn unit(raw: &[u8], at: usize) -> Option<u16> {
    let [b'\\', b'u', digits @ ..] = raw.get(at..at + 6)? else { return None };
    let digits = std::str::from_utf8(digits).ok()?;
    u16::from_str_radix(digits, 16).ok()
}

/// Puts U+FFFD in their place, which is written with as many bytes.
pub(crate) fn replace(text: &mut [u8]) -> usize {
    let places: Vec<Range<usize>> = lone(text).collect();
    for place in &places {
        text[place.clone()].copy_from_slice(br"\ufffd");
    }
    places.len()
}

#[cfg(test)]
mod tests {
    use super::lone;

    #[test]
    fn places() {
        for (raw, want) in [
            (r#""plain""#, &[][..]),
            (r#""\n\\u\"""#, &[]),
            (r#""\ud83d\ude00""#, &[]),
            (r#""\ud83d""#, &[1]),
            (r#""\ude00\ud83d""#, &[1, 7]),
            (r#""\ud83d\ud83d\ude00""#, &[1]),
            (r#""\\ud83d\\\ud83d""#, &[10]),
            (r#"{"\uD800":["\uDFFF"]}"#, &[2, 12]),
            (r#""\u00e9""#, &[]),
        ] {
            assert_eq!(lone(raw.as_bytes()).map(|place| place.start).collect::<Vec<_>>(), want, "{raw}");
        }
    }
}
