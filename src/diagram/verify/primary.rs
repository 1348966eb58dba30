//! Checks that every solution covers every primary item as often as its bounds require.

use super::rows::{Entries, Rows, strips};
use crate::diagram::{Diagram, DiagramError, Node, NodeId};
use crate::ids::ItemId;
use crate::problem::Problem;
use std::ops::Range;

/// Computes the least and the greatest number of times that the solutions below each node cover an
/// item. Some solution attains each, so that it is necessary and sufficient that both are within
/// the bounds at the root.
pub(super) fn verify(diagram: &Diagram, problem: &Problem) -> Result<(), DiagramError> {
    let greatest = problem.primary_items().map(|item| problem.bounds(item).high).max();
    // One byte an item takes a quarter of the time and of the memory, and suffices for most
    // problems.
    match greatest {
        Some(high) if high < u32::from(u8::MAX) => verify_in::<u8>(diagram, problem),
        _ => verify_in::<u32>(diagram, problem),
    }
}

/// A saturating number of times.
trait Times: Copy + Default + Ord + Into<u32> {
    fn plus(self, other: Self) -> Self;
    fn once() -> Self;
}

impl Times for u8 {
    fn plus(self, other: Self) -> Self {
        self.saturating_add(other)
    }
    fn once() -> Self {
        1
    }
}

impl Times for u32 {
    fn plus(self, other: Self) -> Self {
        self.saturating_add(other)
    }
    fn once() -> Self {
        1
    }
}

fn verify_in<T: Times>(diagram: &Diagram, problem: &Problem) -> Result<(), DiagramError> {
    let columns = problem.primary_items().len();
    for strip in strips(columns, &diagram.nodes, 2 * size_of::<T>()) {
        let rows = strip_rows::<T>(diagram, problem, &strip);
        let (least, most) = rows.row(diagram.root).split_at(strip.len());
        for (column, item) in strip.map(ItemId::new).enumerate() {
            let bounds = problem.bounds(item);
            let wrong = [least[column], most[column]].map(Into::into);
            let wrong = wrong.into_iter().find(|&times| times < bounds.low || times > bounds.high);
            if let Some(times) = wrong {
                let item = problem.item_name(item).to_owned();
                return Err(DiagramError::WrongTimes { item, times });
            }
        }
    }
    Ok(())
}

/// A row for each node: first the least numbers, then the greatest.
fn strip_rows<T: Times>(diagram: &Diagram, problem: &Problem, strip: &Range<usize>) -> Rows<T> {
    let entries = Entries::new(problem, strip);
    let width = strip.len();
    let mut rows = Rows::<T>::new(&diagram.nodes, 2 * width);
    for (id, node) in diagram.nodes.iter() {
        let (below, row) = rows.split(id);
        match node {
            Node::Choice { option, without, with } => {
                row.copy_from_slice(below.row(with));
                for (column, _) in entries.of(option) {
                    row[column] = row[column].plus(T::once());
                    row[width + column] = row[width + column].plus(T::once());
                }
                if without != NodeId::NONE {
                    let (least, most) = row.split_at_mut(width);
                    let (other_least, other_most) = below.row(without).split_at(width);
                    each(least, other_least, Ord::min);
                    each(most, other_most, Ord::max);
                }
            }
            Node::And(parts) => parts.iter().for_each(|&part| each(row, below.row(part), T::plus)),
        }
    }
    rows
}

fn each<T: Copy>(all: &mut [T], others: &[T], join: impl Fn(T, T) -> T) {
    for (one, &other) in all.iter_mut().zip(others) {
        *one = join(*one, other);
    }
}
