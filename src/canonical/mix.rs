//! [`mix`]: a function whose sums differ where its arguments do.

/// Mixes the bits of a sum, so that sums of mixed sums differ.
#[inline(always)]
pub(crate) fn mix(sum: u64) -> u64 {
    let product = (sum ^ sum >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 29
}
