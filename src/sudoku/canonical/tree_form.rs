//! [`TreeForms`]: canonical forms by the search of a tree.

use super::form::CanonicalForm;
use super::transformation::Transformation;
use super::tree_search::{ImageTree, TreeSearch};
use crate::search::StopReason;
use crate::sudoku::grid::Grid;
use crate::sudoku::stop_poll::StopPoll;

/// A tree and its search. The memory is reused.
#[derive(Clone, Debug)]
pub(super) struct TreeForms<T: ImageTree> {
    tree: T,
    search: TreeSearch<T::Node>,
}

impl<T: ImageTree> TreeForms<T> {
    pub(super) fn new(tree: T) -> Self {
        Self { tree, search: TreeSearch::new() }
    }

    /// The least form of a grid, which has the size of the tree.
    pub(super) fn form(
        &mut self,
        grid: &Grid,
        stop: &mut StopPoll,
    ) -> Result<CanonicalForm, StopReason> {
        let Self { tree, search } = self;
        tree.load(grid);
        search.run(tree, grid.cells().len(), stop)?;
        let image = search.image();
        let map = |leaf: &T::Node| tree.transformation(leaf, image);
        let Some(leaf) = search.leaf() else { return Err(StopReason::Interrupted) };
        let of_levels = search.equivalent().enumerate().map(|(level, equivalent)| {
            let mut choice: Vec<_> = tree.left_out(level, leaf).iter().map(map).collect();
            for other in equivalent {
                choice.push(map(other));
                choice.extend(tree.left_out(level, other).iter().map(map));
            }
            choice
        });
        let open = tree.open_choices(leaf).map(|choice| choice.iter().map(map).collect());
        let best = map(leaf);
        let labels = image.iter().max().copied().unwrap_or(0);
        let choices = of_levels.chain(open).chain(unused_values(&best, labels));
        let form = Grid::from_checked(grid.size(), image.to_vec());
        Ok(CanonicalForm::new(form, best, choices))
    }
}

/// For each label that does not occur, the transformations that exchange it with a later one.
fn unused_values(map: &Transformation, labels: u8) -> impl Iterator<Item = Vec<Transformation>> {
    let last = u8::try_from(map.size()).unwrap_or(u8::MAX);
    (labels..last).map(move |label| {
        let others = (label + 1..last).map(|other| map.with_exchanged_values(label, other));
        others.collect()
    })
}
