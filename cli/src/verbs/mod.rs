//! The verbs of the program, a file or a directory each: arguments, the work, the report.

pub(crate) mod bench;
pub(crate) mod candidates;
pub(crate) mod canonical;
pub(crate) mod cheapest;
pub(crate) mod check;
pub(crate) mod compat;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod diagram;
pub(crate) mod estimate;
pub(crate) mod generate;
pub(crate) mod grid;
mod grid_count;
pub(crate) mod hunt;
pub(crate) mod manual;
pub(crate) mod merge;
pub(crate) mod minimise;
pub(crate) mod rate;
pub(crate) mod redundant;
pub(crate) mod resume;
pub(crate) mod sample;
pub(crate) mod solve;
pub(crate) mod split;
pub(crate) mod symmetries;
pub(crate) mod trace;
pub(crate) mod unavoidable;
pub(crate) mod work;
