//! Checks that no solution covers a secondary item more than once, unless in one colour.

use super::rows::{Entries, Rows, strips};
use crate::diagram::{Diagram, DiagramError, Node};
use crate::ids::ItemId;
use crate::problem::Problem;
use std::ops::Range;

/// No option below the node has the item.
const FREE: u32 = 0;

/// Some option below the node has the item without a colour, or two give it different colours.
/// Other values are colours: all options below the node that have the item agree on one.
const CLOSED: u32 = u32::MAX;

/// Checks each option against those below it, and the parts of a conjunction against each other.
/// Every path below a node continues every path above it, so that the check is exact.
pub(super) fn verify(diagram: &Diagram, problem: &Problem) -> Result<(), DiagramError> {
    let primary = problem.primary_items().len();
    for strip in strips(problem.secondary_items().len(), &diagram.nodes, size_of::<u32>()) {
        let items = primary + strip.start..primary + strip.end;
        verify_strip(diagram, problem, &items).map_err(|column| {
            let item = problem.item_name(ItemId::new(items.start + column)).to_owned();
            DiagramError::Disagreement { item }
        })?;
    }
    Ok(())
}

/// Returns the column of a wrong item as the error.
fn verify_strip(diagram: &Diagram, problem: &Problem, strip: &Range<usize>) -> Result<(), usize> {
    let entries = Entries::new(problem, strip);
    let mut rows = Rows::<u32>::new(&diagram.nodes, strip.len());
    for (id, node) in diagram.nodes.iter() {
        let (below, row) = rows.split(id);
        match node {
            Node::Choice { option, without, with } => {
                row.copy_from_slice(below.row(with));
                for (column, color) in entries.of(option) {
                    let color = if color == 0 { CLOSED } else { color };
                    row[column] = together(row[column], color).ok_or(column)?;
                }
                for (one, &other) in row.iter_mut().zip(below.row(without)) {
                    *one = either(*one, other);
                }
            }
            Node::And(parts) => {
                for &part in parts {
                    for (column, &other) in below.row(part).iter().enumerate() {
                        row[column] = together(row[column], other).ok_or(column)?;
                    }
                }
            }
        }
    }
    Ok(())
}

/// The state for options in the same solutions; `None` if they disagree.
fn together(left: u32, right: u32) -> Option<u32> {
    match (left, right) {
        (FREE, other) | (other, FREE) => Some(other),
        (left, right) => (left == right && left != CLOSED).then_some(left),
    }
}

/// The state for options in different solutions.
fn either(left: u32, right: u32) -> u32 {
    match (left, right) {
        (FREE, other) | (other, FREE) => other,
        (left, right) if left == right => left,
        _ => CLOSED,
    }
}
