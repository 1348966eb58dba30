//! [`Selection`]: a map from the bits of a wide set to those of a narrower one.

use crate::engine::bits::WORD;
use crate::engine::bitset::cpu::Cpu;
use crate::ids::as_index;

/// The bits of a wide set that a narrower one selects.
#[derive(Clone, Debug, Default)]
pub(super) struct Selection {
    pub(super) masks: Vec<u64>,
    /// For each mask, the number of bits in the masks before it.
    offsets: Vec<u32>,
}

impl Selection {
    #[inline(always)]
    pub(super) fn clear(&mut self, width: usize) {
        self.masks.clear();
        self.masks.resize(width, 0);
    }

    #[inline(always)]
    pub(super) fn count(&mut self) {
        let mut before = 0;
        self.offsets.clear();
        for mask in &self.masks {
            self.offsets.push(before);
            before += mask.count_ones();
        }
    }

    /// The bits that are selected, contiguous.
    #[inline(always)]
    pub(super) fn of<C: Cpu, const W: usize>(&self, cpu: C, wide: &[u64]) -> [u64; W] {
        let mut narrow = [0; W];
        for (word, &bits) in wide.iter().enumerate() {
            let bits = cpu.gather(bits, self.masks[word]);
            let offset = as_index(self.offsets[word]);
            let (index, shift) = (offset / WORD, offset % WORD);
            if index < W {
                narrow[index] |= bits << shift;
            }
            if shift > 0 && index + 1 < W {
                narrow[index + 1] |= bits >> (WORD - shift);
            }
        }
        narrow
    }
}
