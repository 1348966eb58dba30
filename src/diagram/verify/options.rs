//! Checks that no option is below a choice of itself, and that no two parts of a conjunction share
//! one.

use super::rows::{Rows, strips};
use crate::diagram::node::NodeStore;
use crate::diagram::{DiagramError, Node, NodeId};
use crate::ids::{OptionId, as_index, to_u32};
use std::ops::Range;

/// Options in a word.
const BITS: usize = 64;

/// Checks all nodes, reachable or not. Returns the node of an error.
pub(in crate::diagram) fn verify_options(nodes: &NodeStore) -> Result<(), (NodeId, DiagramError)> {
    let columns = Columns::new(nodes);
    let words = columns.options.len().div_ceil(BITS);
    for strip in strips(words, nodes, size_of::<u64>()) {
        columns.verify_strip(nodes, &strip)?;
    }
    Ok(())
}

/// In place of the column of an option that has none.
const NO_COLUMN: u32 = u32::MAX;

/// The options to check. An option of a single choice can't be below itself: it needs no column
/// unless there are conjunctions.
struct Columns {
    /// Sorted by first node, so that those of a strip are near each other.
    options: Vec<Span>,
    /// The column of the option of each node that is a choice.
    of_node: Vec<u32>,
}

/// An option, and the range of nodes to check for it, not counting the terminals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Span {
    begin: usize,
    end: usize,
    option: OptionId,
}

impl Columns {
    fn new(nodes: &NodeStore) -> Self {
        let mut choices = Vec::with_capacity(nodes.len());
        let mut last_and = None;
        for (index, (_, node)) in nodes.iter().enumerate() {
            match node {
                Node::Choice { option, .. } => choices.push((option, to_u32(index))),
                Node::And(_) => last_and = Some(index),
            }
        }
        choices.sort_unstable();
        let groups = || choices.chunk_by(|left, right| left.0 == right.0);
        let mut options: Vec<_> = groups().filter_map(|group| Span::new(group, last_and)).collect();
        options.sort_unstable();
        let mut of_node = vec![NO_COLUMN; nodes.len()];
        for group in groups() {
            if let Some(span) = Span::new(group, last_and) {
                let column = to_u32(options.partition_point(|other| *other < span));
                group.iter().for_each(|&(_, index)| of_node[as_index(index)] = column);
            }
        }
        Self { options, of_node }
    }

    /// The range of nodes to check for a strip of words.
    fn span(&self, strip: &Range<usize>) -> Range<usize> {
        let columns = strip.start * BITS..self.options.len().min(strip.end * BITS);
        let spans = &self.options[columns];
        let begin = spans.iter().map(|span| span.begin).min();
        begin.unwrap_or(0)..spans.iter().map(|span| span.end).max().unwrap_or(0)
    }

    /// Collects the options below each node that are in a strip of words.
    fn verify_strip(
        &self,
        nodes: &NodeStore,
        strip: &Range<usize>,
    ) -> Result<(), (NodeId, DiagramError)> {
        let mut rows = Rows::<u64>::new(nodes, strip.len());
        let span = self.span(strip);
        for ((id, node), &column) in nodes.between(span.clone()).zip(&self.of_node[span]) {
            let (below, row) = rows.split(id);
            match node {
                Node::Choice { option, without, with } => {
                    let sets = below.row(without).iter().zip(below.row(with));
                    for (word, (without, with)) in row.iter_mut().zip(sets) {
                        *word = without | with;
                    }
                    let column = as_index(column);
                    if strip.contains(&(column / BITS)) {
                        let (word, bit) =
                            (&mut row[column / BITS - strip.start], 1 << (column % BITS));
                        if *word & bit != 0 {
                            return Err((id, DiagramError::RepeatedOption { option }));
                        }
                        *word |= bit;
                    }
                }
                Node::And(parts) => {
                    for &part in parts {
                        if let Some(shared) = united(row, below.row(part)) {
                            let option = self.options[strip.start * BITS + shared].option;
                            return Err((id, DiagramError::SharedOption { option }));
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

impl Span {
    /// The span of the choices of one option, or `None` for a single choice without a later
    /// conjunction, which can't be wrong.
    fn new(choices: &[(OptionId, u32)], last_and: Option<usize>) -> Option<Self> {
        let (&(option, first), &(_, last)) = choices.first().zip(choices.last())?;
        let end = last_and.unwrap_or(0).max(as_index(last));
        (end > as_index(first)).then(|| Self { option, begin: as_index(first), end: end + 1 })
    }
}

/// Adds a set to another one. Returns an element of both, if there is one.
fn united(all: &mut [u64], part: &[u64]) -> Option<usize> {
    let mut shared = None;
    for (index, (all, part)) in all.iter_mut().zip(part).enumerate() {
        let both = *all & part;
        if both != 0 {
            shared = Some(index * BITS + as_index(both.trailing_zeros()));
        }
        *all |= part;
    }
    shared
}
