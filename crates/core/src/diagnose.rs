//! Which kind of fault, once a line has failed to be one whole object: the order of decision of `docs/faults.md`.
//!
//! A sound line never gets here, so none of this costs the fast path.

use crate::check::{self, Bad, Breach, skip_blank};
use crate::fault::FaultKind;
use crate::salvage;

/// The kind and its place within `line`; `None` for a line that is sound or blank after all.
pub(crate) fn diagnose(line: &[u8]) -> Option<(FaultKind, usize)> {
    let start = skip_blank(line, 0);
    let outcome = check::value(line, start, &mut ());
    if let Err(Breach::TooDeep { at }) = outcome {
        return Some((FaultKind::TooDeep, at));
    }
    if start == line.len() {
        return None;
    }
    if line.iter().all(|byte| *byte == 0) {
        return Some((FaultKind::NulRun, 0));
    }
    if is_utf16(line) {
        return Some((FaultKind::Encoding, 0));
    }
    if line[start] != b'{' {
        let kind = match outcome {
            Ok(end) if skip_blank(line, end) == line.len() => FaultKind::NotObject,
            _ if line[start..].starts_with(&[0; 4]) => FaultKind::NulRun,
            _ if salvage::ending(line).is_some() => FaultKind::Prefixed,
            _ => FaultKind::Noise,
        };
        return Some((kind, start));
    }
    match outcome {
        Ok(end) => {
            let at = skip_blank(line, end);
            match line.get(at) {
                None => None,
                Some(0) if begins_nul_run(&line[at..]) => Some((FaultKind::NulRun, at)),
                Some(b'{') => Some((FaultKind::Concatenated, at)),
                Some(_) => Some((FaultKind::TrailingBytes, at)),
            }
        }
        Err(Breach::End) => Some((FaultKind::Truncated, line.len())),
        Err(Breach::Bad { at, .. }) if begins_nul_run(&line[at..]) => Some((FaultKind::NulRun, at)),
        Err(Breach::Bad { how: Bad::Syntax, at }) if salvage::ending(line).is_some() => {
            Some((FaultKind::TornJoin, at))
        }
        Err(Breach::Bad { how, at }) => Some((how.kind(), at)),
        Err(Breach::TooDeep { at }) => Some((FaultKind::TooDeep, at)),
    }
}

/// Four NULs, or NULs up to the line end.
fn begins_nul_run(rest: &[u8]) -> bool {
    rest.starts_with(&[0; 4]) || (!rest.is_empty() && rest.iter().all(|byte| *byte == 0))
}

/// At least 8 bytes, at least 80 % NUL at one parity and under 20 % at the other: text of 16-bit units that are mostly
/// ASCII.
fn is_utf16(line: &[u8]) -> bool {
    if line.len() < 8 {
        return false;
    }
    let mut nuls = [0usize; 2];
    for (at, byte) in line.iter().enumerate() {
        nuls[at % 2] += usize::from(*byte == 0);
    }
    let places = [line.len().div_ceil(2), line.len() / 2];
    let many = |parity: usize| nuls[parity] * 5 >= places[parity] * 4;
    let few = |parity: usize| nuls[parity] * 5 < places[parity];
    (many(0) && few(1)) || (many(1) && few(0))
}
