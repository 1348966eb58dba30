//! One search on many computers: `split` cuts it into units, `work` counts their solutions, and
//! `merge` adds the counts up.
//!
//! ```text
//! problem ── split ── units, one a line ── work ── results, one a line ── merge
//! ```
//!
//! The three communicate by lines of JSON alone, so that any scheduler that distributes lines can
//! distribute the work, in any order, and again if a computer is lost: results are identified by
//! the number of their unit.

pub(crate) mod totals;
pub(crate) mod unit;
