//! Which grids and puzzles are the same but for symmetries.

mod group_order;
mod region_group;
mod region_matching;
mod region_set;
mod stop_poll;
mod transformation;
mod transformation_text;

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod test_grids;

pub use group_order::group_order;
pub use transformation::{Transformation, TransformationError};
