//! sonic-rs, typed and borrowed, UTF-8 checked. It uses the vector instructions it was compiled for, so its best needs
//! `-C target-cpu=native`.

use super::Contestant;
use super::typed::Event;
use crate::task::{Index, each_line};

/// sonic-rs has no memory to use again.
#[derive(Clone, Copy, Debug)]
pub struct SonicRs;

impl Contestant for SonicRs {
    fn name(&self) -> String {
        "sonic-rs typed".into()
    }

    fn run(&mut self, data: &[u8], base: u64, out: &mut Index) {
        each_line(data, base, out, |offset, len, content, out| {
            match sonic_rs::from_slice::<Event<'_>>(content) {
                Ok(event) => event.put(offset, len, out),
                Err(_) => out.refused(offset, len),
            }
        });
    }
}
