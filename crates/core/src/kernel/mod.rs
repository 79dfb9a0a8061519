//! Kernels: what turns bytes into verdicts and notes.
//!
//! [`definition`] goes byte by byte and is what the others are held against. [`algebra`] gives the same answers from masks of
//! 64 bytes, written once over the small [`Block`] trait; an instruction set is a leaf that supplies the masks. [`wide`] does
//! the same algebra for eight blocks at once, for machines with registers of 512 bits. [`walk`] is what both do with their
//! masks. [`ends`] finds the end of a string that is asked for, [`unescape`] what it says.
//!
//! The choice is made once, outside every loop: functions compiled for an instruction set do not inline into callers without
//! it, so a whole pass is compiled inside it. `unsafe` is in the leaves only, each block with its reason.

mod algebra;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[allow(unsafe_code)]
mod avx2;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[allow(unsafe_code)]
mod avx512;
mod cursor;
pub(crate) mod definition;
mod ends;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
#[allow(unsafe_code)]
mod neon;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod sse2;
mod unescape;
#[cfg(any(
    all(feature = "std", target_arch = "x86_64"),
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little")
))]
mod utf8;
mod walk;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod wide;

pub use cursor::Memory;
#[cfg(target_arch = "x86_64")]
pub(crate) use sse2::quote_or_backslash;

use crate::keys::Keys;
use crate::mode::Mode;
use crate::node::Node;
use core::fmt;

/// The code that validates: all kernels give the same answers. Holding one is the proof that this machine has its
/// instructions, since only the functions here make one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Kernel(Isa);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Isa {
    Scalar,
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Avx2,
    /// With the number of bytes from which on eight blocks at once pay.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Avx512 {
        wide: usize,
    },
    #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
    Neon,
}

/// From so many bytes on eight blocks at once pay; fewer are over before their set-up is earned back.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
const WIDE: usize = 8192;

impl Kernel {
    /// Byte by byte, on any machine: the definition.
    pub const SCALAR: Kernel = Kernel(Isa::Scalar);

    /// For x86-64 with AVX2, BMI and CLMUL; `None` where the machine lacks them, and without the feature `std`.
    pub fn avx2() -> Option<Kernel> {
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        if avx2::present() {
            return Some(Kernel(Isa::Avx2));
        }
        None
    }

    /// For x86-64 with AVX-512 (BW, DQ, VL, VBMI, VBMI2); `None` where the machine lacks it, and without the feature `std`.
    pub fn avx512() -> Option<Kernel> {
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        if avx512::present() {
            return Some(Kernel(Isa::Avx512 { wide: WIDE }));
        }
        None
    }

    /// For little-endian aarch64 whose target has NEON, as all but those without floating point do; needs neither a question to
    /// the processor nor the feature `std`. `None` elsewhere.
    pub fn neon() -> Option<Kernel> {
        #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
        return Some(Kernel(Isa::Neon));
        #[cfg(not(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little")))]
        None
    }

    /// The fastest kernel that runs here. Asks the processor, which is remembered after the first time.
    pub fn best() -> Kernel {
        Kernel::avx512().or_else(Kernel::avx2).or_else(Kernel::neon).unwrap_or(Kernel::SCALAR)
    }

    /// Every kernel that runs here, the slowest first.
    pub fn all() -> impl Iterator<Item = Kernel> {
        [Some(Kernel::SCALAR), Kernel::neon(), Kernel::avx2(), Kernel::avx512()].into_iter().flatten()
    }

    /// Every kernel, and those of two passes also with either alone whatever the length of the input: for tests, since a pass
    /// that only long inputs reach would else not see the short ones.
    #[doc(hidden)]
    pub fn every() -> impl Iterator<Item = Kernel> {
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        let alone = Kernel::avx512()
            .into_iter()
            .flat_map(|_| [0, usize::MAX].map(|wide| Kernel(Isa::Avx512 { wide })));
        #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
        let alone = core::iter::empty();
        Kernel::all().chain(alone)
    }

    /// The kernel of this [name](Self::name), if it runs here.
    pub fn named(name: &str) -> Option<Kernel> {
        Kernel::all().find(|kernel| kernel.name() == name)
    }

    /// `scalar`, `avx2`, `avx512` or `neon`.
    pub fn name(self) -> &'static str {
        match self.0 {
            Isa::Scalar => "scalar",
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Isa::Avx2 => "avx2",
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Isa::Avx512 { .. } => "avx512",
            #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
            Isa::Neon => "neon",
        }
    }

    /// Notes lines from `from` (a line start before the end of the batch) until `window` bytes are passed or the tape is
    /// nearly full. At least one line is noted, if there is a node at all. Returns how many nodes were written.
    #[inline]
    pub(crate) fn fill(
        self,
        batch: &[u8],
        from: usize,
        window: usize,
        options: (&Keys, Mode),
        nodes: &mut [Node],
        memory: Option<&mut Memory>,
    ) -> usize {
        let (keys, mode) = options;
        let mut window = window;
        if self != Kernel::SCALAR
            && let Some(memory) = memory
            && let Some(shapes) = memory.due(batch, from, keys, nodes)
        {
            let filled = match self.0 {
                #[cfg(all(feature = "std", target_arch = "x86_64"))]
                Isa::Avx2 => avx2::short(batch, from, window, keys, mode, nodes, shapes),
                #[cfg(all(feature = "std", target_arch = "x86_64"))]
                Isa::Avx512 { .. } => avx512::short(batch, from, window, keys, mode, nodes, shapes),
                #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
                Isa::Neon => neon::short(batch, from, window, keys, mode, nodes, shapes),
                // The definition knows no shapes.
                Isa::Scalar => (from, 0, false),
            };
            match memory.done(filled) {
                (_, Some(used)) => return used,
                // One long line for the pass.
                (true, None) => window = 1,
                (false, None) => {}
            }
        }
        match self.0 {
            Isa::Scalar => walk::fill_by_definition(batch, from, window, keys, mode, nodes).1,
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Isa::Avx2 => avx2::fill(batch, from, window, keys, mode, nodes).1,
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Isa::Avx512 { wide } if batch.len() - from < wide || window == 1 && wide != 0 => {
                avx512::fill_narrow(batch, from, window, keys, mode, nodes).1
            }
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Isa::Avx512 { .. } => avx512::fill(batch, from, window, keys, mode, nodes).1,
            #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
            Isa::Neon => neon::fill(batch, from, window, keys, mode, nodes).1,
        }
    }

    /// The place of the quote that closes the string in which `from` lies (not on an escaped byte), and whether there is a
    /// backslash before it. Where nothing closes it, which no scanner passes, the length of `line`.
    #[inline]
    pub(crate) fn string_end(self, line: &[u8], from: usize) -> (usize, bool) {
        match self.0 {
            Isa::Scalar => ends::by_steps(line, from),
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Isa::Avx2 => avx2::string_end(line, from),
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Isa::Avx512 { .. } => avx512::string_end(line, from),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
            Isa::Neon => neon::string_end(line, from),
        }
    }

    /// Writes what a string says to the front of `out`, and perhaps more behind it. `None` where `out` is too small.
    #[inline]
    pub(crate) fn unescape(self, raw: &[u8], out: &mut [u8], wtf8: bool) -> Option<usize> {
        match self.0 {
            Isa::Scalar => unescape::by_steps(raw, out, wtf8),
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Isa::Avx2 => avx2::unescape(raw, out, wtf8),
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Isa::Avx512 { .. } => avx512::unescape(raw, out, wtf8),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
            Isa::Neon => neon::unescape(raw, out, wtf8),
        }
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kernel({})", self.name())
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Sixty-four bytes in registers and the masks an instruction set can make of them. Bit `i` speaks of byte `i`.
///
/// Every method must be `#[inline(always)]`: only so are the leaves compiled with the features of the function they end in.
pub(crate) trait Block: Copy {
    fn load(bytes: &[u8; 64]) -> Self;
    /// Fewer bytes than that, and zeros behind them.
    #[inline(always)]
    fn load_part(bytes: &[u8]) -> Self {
        let mut copy = [0; 64];
        if let Some(to) = copy.get_mut(..bytes.len()) {
            to.copy_from_slice(bytes);
        }
        Self::load(&copy)
    }
    /// Bytes that are not the same in both.
    fn differs(self, other: Self) -> u64;
    /// Bytes equal to `byte`.
    fn eq(self, byte: u8) -> u64;
    /// Bytes below 20 (hex).
    fn control(self) -> u64;
    /// Bytes of 80 and up.
    fn high(self) -> u64;
    /// `{` and `[`, `}` and `]`, and (for bytes in either) whether it is a curly one.
    fn brackets(self) -> (u64, u64, u64);
    /// `0` to `9`.
    fn digits(self) -> u64;
    /// Of the bytes in `escaped`, those that are no one-letter escape (`u` is among them).
    fn odd_escapes(self, escaped: u64) -> u64;
    /// Bytes at which the text cannot be UTF-8, given the same text one, two and three bytes earlier.
    fn ill_formed(self, one: Self, two: Self, three: Self) -> u64;
    /// Whether [`Block::may_end`] says anything and is worth asking; if not, every key is visited.
    #[inline(always)]
    fn filters(_checked: bool) -> bool {
        false
    }
    /// Places of a colon behind what may be a declared key, by the three bytes before its closing quote. `text` is the block
    /// with the four bytes before it.
    #[inline(always)]
    fn may_end(_text: &[u8; 68], _keys: &Keys) -> u64 {
        !0
    }
    /// Bit `i` of the result is the parity of bits `0..=i`.
    fn parity(mask: u64) -> u64;
    /// Asks for a cache line ahead of use. The address need not be readable.
    fn prefetch(ahead: *const u8);
    /// Keeps the compiler from moving mask arithmetic back into vector lanes.
    fn keep(mask: u64) -> u64;
}

#[cfg(test)]
mod tests;
