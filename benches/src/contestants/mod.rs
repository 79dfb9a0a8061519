//! The parsers that do the [task](crate::task), each as well as its own documentation advises.

mod newlines;
mod ours;
mod serde_json;
mod simd_json;
mod sonic_rs;
mod typed;

pub use newlines::Newlines;
pub use ours::{Chunked, Ours, kernel_name};
pub use serde_json::SerdeJson;
pub use simd_json::SimdJson;
pub use sonic_rs::SonicRs;

use crate::task::Index;
use runlex_core::{Kernel, Mode};

/// A parser with the memory that it uses again from line to line.
pub trait Contestant: Send {
    /// What tables call it.
    fn name(&self) -> String;

    /// Does the task on `data`, whose first byte has the offset `base` in its file.
    fn run(&mut self, data: &[u8], base: u64, out: &mut Index);

    /// False for one that only sets a mark and leaves the index empty.
    fn does_the_task(&self) -> bool {
        true
    }
}

/// The contestant that all others must agree with, and are compared with.
pub const REFERENCE: &str = "serde_json typed";

/// The mark that no parser of lines passes.
pub const MARK: &str = "memchr newline count";

/// The kernels of this build that run here.
pub fn kernels() -> impl Iterator<Item = Kernel> {
    Kernel::ALL.iter().copied()
}

/// All of them, fresh; ours with every kernel that runs here.
pub fn all() -> Vec<Box<dyn Contestant>> {
    let mut all: Vec<Box<dyn Contestant>> = vec![Box::new(Newlines)];
    for kernel in kernels() {
        all.push(Box::new(Ours::new(kernel, Mode::Checked)));
        all.push(Box::new(Ours::new(kernel, Mode::Skim)));
    }
    all.push(Box::new(Chunked::new(Kernel::best(), Chunked::PIPE)));
    all.push(Box::new(SerdeJson::new(false)));
    all.push(Box::new(SerdeJson::new(true)));
    all.push(Box::new(SimdJson::new()));
    all.push(Box::new(SonicRs));
    all
}
