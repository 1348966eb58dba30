//! The transformations that a leaf of a [`RowTree`] stands for.

use super::column_order::ColumnOrder;
use super::row_node::{RowNode, ValueLabel};
use super::row_tree::RowTree;
use super::transformation::Transformation;

impl<const N: usize> RowTree<N> {
    /// A transformation that maps the grid to its image.
    pub(super) fn map_of(&self, leaf: &RowNode<N>, image: &[u8]) -> Transformation {
        let mut next = leaf.labels;
        let label = |known| match known {
            ValueLabel::Known(label) => label - 1,
            ValueLabel::At { row, column } => {
                image[usize::from(row) * self.size + leaf.order.place(column)] - 1
            }
            ValueLabel::New => {
                next += 1;
                next - 1
            }
        };
        let values = leaf.values.map(label);
        let (rows, columns) = (&leaf.rows, leaf.order.columns());
        Transformation::from_checked(self.size, leaf.transposed, rows, columns, &values)
    }

    /// The leaves that were not visited because a row without clues that was chosen on a level, or
    /// its whole band, can be exchanged with another one.
    pub(super) fn exchanged_rows(&self, level: usize, leaf: &RowNode<N>) -> Vec<RowNode<N>> {
        let blank = self.sources[usize::from(leaf.transposed)].blank;
        let is_blank = |place: usize| blank >> leaf.rows[place] & 1 == 1;
        let height = self.box_rows;
        let band = level - level % height;
        let with_rows = |first: usize, second: usize, count: usize| {
            let mut other = *leaf;
            (0..count).for_each(|i| other.rows.swap(first + i, second + i));
            other
        };
        let is_blank_band = |band: usize| (band..band + height).all(is_blank);
        let mut exchanged = Vec::new();
        if !is_blank(level) {
            return exchanged;
        }
        let in_band = (level + 1..band + height).filter(|&place| is_blank(place));
        exchanged.extend(in_band.map(|place| with_rows(level, place, 1)));
        if level == band && is_blank_band(band) {
            let others = (band + height..self.size).step_by(height).filter(|&at| is_blank_band(at));
            for other in others.map(|other| with_rows(band, other, height)) {
                exchanged.push(other);
                exchanged.extend((level + 1..band + height).map(|place| {
                    let mut rows = other;
                    rows.rows.swap(level, place);
                    rows
                }));
            }
        }
        exchanged
    }

    /// The leaves that have another stack at a place where a stack begins, or another column at a
    /// place, and the same at all places before.
    pub(super) fn exchanged_columns(
        &self,
        place: usize,
        leaf: &RowNode<N>,
    ) -> [Vec<RowNode<N>>; 2] {
        let exchanged = |exchange: &dyn Fn(&mut ColumnOrder<N>)| {
            let mut other = *leaf;
            exchange(&mut other.order);
            other
        };
        let end = leaf.order.stack_end(place);
        let is_stack = place.checked_sub(1).is_none_or(|last| leaf.order.stack_end(last) == place);
        let stacks = if is_stack { end..leaf.order.stack_cell_end(place) } else { end..end };
        let stacks = stacks.step_by(end - place);
        // Linked cells are permuted together.
        let is_first = leaf.order.is_first_linked(place);
        let columns = place + 1..if is_first { leaf.order.cell_end(place) } else { 0 };
        [
            stacks.map(|stack| exchanged(&|order| order.swap_stacks(place, stack))).collect(),
            columns.map(|column| exchanged(&|order| order.swap(place, column))).collect(),
        ]
    }
}
