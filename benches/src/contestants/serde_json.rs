//! serde_json, typed and borrowed. It checks the grammar of what it passes over, but not the UTF-8 of strings there;
//! one row adds that check, by simdutf8, so that it promises what runlex does.

use super::typed::Event;
use super::{Contestant, REFERENCE};
use crate::task::{Index, each_line};

/// With or without the whole line's UTF-8 check.
#[derive(Clone, Copy, Debug)]
pub struct SerdeJson {
    utf8: bool,
}

impl SerdeJson {
    /// `utf8`: check that of the whole line first.
    pub fn new(utf8: bool) -> SerdeJson {
        SerdeJson { utf8 }
    }
}

impl Contestant for SerdeJson {
    fn name(&self) -> String {
        if self.utf8 { format!("{REFERENCE}, UTF-8 checked") } else { REFERENCE.into() }
    }

    fn run(&mut self, data: &[u8], base: u64, out: &mut Index) {
        let utf8 = self.utf8;
        each_line(data, base, out, |offset, len, content, out| {
            let event = if utf8 {
                let text = simdutf8::basic::from_utf8(content).ok();
                text.and_then(|text| serde_json::from_str::<Event<'_>>(text).ok())
            } else {
                serde_json::from_slice::<Event<'_>>(content).ok()
            };
            match event {
                Some(event) => event.put(offset, len, out),
                None => out.refused(offset, len),
            }
        });
    }
}
