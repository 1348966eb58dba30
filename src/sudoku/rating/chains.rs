//! [`ChainSearch`]: chains of candidates.
//!
//! Two candidates exclude each other if they are in one cell, or have the same value in cells that
//! see each other. One of two candidates holds if they are the two places of a value in a unit or
//! the two candidates of a cell. If these links alternate, the first and the last candidate of a
//! chain are such that one of them holds, and what excludes both is removed.
//!
//! Each candidate is assumed in turn, and its consequences are searched breadth first, until they
//! refute it. The shortest chain of all is taken.

use super::board::{CandidateBoard, values};
use super::inference::{Inference, value_of};
use super::step::{CellValue, Premise};
use super::technique::Technique;
use super::unit_table::UnitTable;
use crate::ids::{as_index, to_u32};
use crate::search::StopReason;
use crate::sudoku::stop_poll::StopPoll;

/// Which links a chain may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ChainKind {
    /// One value; each link inside the chain is a unit with two places.
    Colouring,
    /// One value.
    Value,
    /// Cells with two candidates.
    Cells,
    All,
}

/// A search for chains; its memory is reused.
#[derive(Default, Debug)]
pub(super) struct ChainSearch {
    /// The number of searches, which marks what was reached in the last one.
    searches: u32,
    reached: Vec<Reached>,
    followers: Vec<(u32, usize)>,
    /// Pairs of candidates: the first one is excluded by a candidate, and implies the second one.
    links: Vec<[u32; 2]>,
    /// For each candidate, the range of its pairs, once they have been needed.
    ranges: Vec<Option<(usize, usize)>>,
}

/// How a candidate follows from the assumed one.
#[derive(Clone, Copy, Default, Debug)]
struct Reached {
    /// The search in which it was reached.
    search: u32,
    /// The candidate whose absence implies it.
    excluded: u32,
    /// The candidate that excludes that one; itself for the assumed one.
    before: u32,
}

/// The candidates of a board, as numbers.
#[derive(Clone, Copy)]
pub(super) struct ChainGraph<'a> {
    pub(super) table: &'a UnitTable,
    pub(super) board: &'a CandidateBoard,
    pub(super) kind: ChainKind,
}

impl ChainGraph<'_> {
    /// The candidates of cells that are not placed, in ascending order.
    pub(super) fn candidates(&self) -> impl Iterator<Item = u32> {
        let open = (0..self.table.cells()).filter(|&cell| !self.board.is_placed(cell));
        open.flat_map(move |cell| {
            values(self.board.mask(cell)).map(move |value| self.node(cell, value))
        })
    }

    /// The candidates that each of these excludes.
    pub(super) fn excluded_by_all(&self, nodes: &[u32]) -> Vec<CellValue> {
        let is_excluded = |&other: &u32| nodes.iter().all(|&node| self.excludes(node, other));
        self.public_chain(&self.candidates().filter(is_excluded).collect::<Vec<_>>())
    }

    /// The cells and values of candidates.
    pub(super) fn public_chain(&self, nodes: &[u32]) -> Vec<CellValue> {
        let public = |&node: &u32| {
            let (cell, value) = self.cell_value(node);
            (cell, value_of(value))
        };
        nodes.iter().map(public).collect()
    }

    pub(super) fn node(&self, cell: usize, value: usize) -> u32 {
        to_u32(cell * self.table.size() + value)
    }

    fn cell_value(&self, node: u32) -> (usize, usize) {
        (as_index(node) / self.table.size(), as_index(node) % self.table.size())
    }

    /// Whether two candidates exclude each other.
    pub(super) fn excludes(&self, node: u32, other: u32) -> bool {
        let ((cell, value), (other_cell, other_value)) =
            (self.cell_value(node), self.cell_value(other));
        if cell == other_cell {
            value != other_value && self.kind == ChainKind::All
        } else {
            value == other_value && self.table.sees(cell, other_cell)
        }
    }

    /// Calls the visitor with the candidates that one excludes and that can be inside a chain.
    pub(super) fn visit_excluded(&self, node: u32, is_start: bool, visitor: &mut dyn FnMut(u32)) {
        let (cell, value) = self.cell_value(node);
        if self.kind == ChainKind::Colouring && !is_start {
            return self.visit_partners(node, visitor);
        }
        if self.kind == ChainKind::All {
            for other in values(self.board.mask(cell)).filter(|&other| other != value) {
                visitor(self.node(cell, other));
            }
        }
        for peer in self.table.peers(cell).iter().map(|&peer| as_index(peer)) {
            if self.board.has(peer, value) {
                visitor(self.node(peer, value));
            }
        }
    }

    /// Appends the pairs of a candidate that it excludes and one that this one implies.
    fn push_links(&self, node: u32, is_start: bool, links: &mut Vec<[u32; 2]>) {
        self.visit_excluded(node, is_start, &mut |excluded| {
            self.visit_implied(excluded, &mut |implied| links.push([excluded, implied]));
        });
    }

    /// Calls the visitor with the candidates that hold if one does not.
    fn visit_implied(&self, node: u32, visitor: &mut dyn FnMut(u32)) {
        let (cell, value) = self.cell_value(node);
        let mask = self.board.mask(cell);
        if matches!(self.kind, ChainKind::Cells | ChainKind::All) && mask.count_ones() == 2 {
            values(mask & !(1 << value)).for_each(|other| visitor(self.node(cell, other)));
        }
        if self.kind != ChainKind::Cells {
            self.visit_partners(node, visitor);
        }
    }

    /// Calls the visitor with the only other place of the value in each unit that has one.
    fn visit_partners(&self, node: u32, visitor: &mut dyn FnMut(u32)) {
        let (cell, value) = self.cell_value(node);
        for unit in self.table.complete_of(cell).iter().map(|&unit| as_index(unit)) {
            if self.board.count(self.table, unit, value) == 2 {
                visitor(self.node(self.board.sum(self.table, unit, value) - cell, value));
            }
        }
    }
}

impl ChainSearch {
    /// The shortest chain of a technique, the first one in the order of cells of those.
    pub(super) fn shortest(
        &mut self,
        table: &UnitTable,
        board: &CandidateBoard,
        technique: Technique,
        poll: &mut StopPoll,
    ) -> Result<Option<Inference>, StopReason> {
        let kind = match technique {
            Technique::SimpleColouring => ChainKind::Colouring,
            Technique::XChain => ChainKind::Value,
            Technique::XyChain => ChainKind::Cells,
            _ => ChainKind::All,
        };
        let graph = ChainGraph { table, board, kind };
        self.clear(&graph);
        let mut shortest: Option<Vec<u32>> = None;
        for start in graph.candidates() {
            poll.step()?;
            // Beside the assumed candidate, the chain has an even number of them.
            let longest = shortest.as_ref().map_or(usize::MAX, |chain| chain.len() - 1);
            if let Some(last) =
                self.spread(&graph, start, longest, |node| graph.excludes(node, start))
            {
                shortest = Some(self.chain_to(last));
            }
        }
        Ok(shortest.and_then(|chain| inference(&graph, &chain[1..])))
    }

    /// Forgets the links of another board or another kind of chains.
    pub(super) fn clear(&mut self, graph: &ChainGraph<'_>) {
        let nodes = graph.table.cells() * graph.table.size();
        self.links.clear();
        self.ranges.clear();
        self.ranges.resize(nodes, None);
        if self.reached.len() != nodes || self.searches > u32::MAX / 2 {
            self.reached.clear();
            self.reached.resize(nodes, Reached::default());
            self.searches = 0;
        }
    }

    /// Searches what follows from a candidate, in chains with at most `longest` candidates, until
    /// it is the last one.
    pub(super) fn spread(
        &mut self,
        graph: &ChainGraph<'_>,
        start: u32,
        longest: usize,
        mut is_last: impl FnMut(u32) -> bool,
    ) -> Option<u32> {
        let Self { searches, reached, followers, links, ranges } = self;
        *searches += 1;
        let search = *searches;
        followers.clear();
        followers.push((start, 1));
        reached[as_index(start)] = Reached { search, excluded: start, before: start };
        if is_last(start) {
            return Some(start);
        }
        let mut next = 0;
        while let Some(&(node, length)) = followers.get(next).filter(|(_, l)| l + 2 <= longest) {
            next += 1;
            let known = ranges[as_index(node)].filter(|_| node != start);
            let (from, to) = known.unwrap_or_else(|| {
                let from = links.len();
                graph.push_links(node, node == start, links);
                (from, links.len())
            });
            for &[excluded, implied] in &links[from..to] {
                let reached = &mut reached[as_index(implied)];
                if reached.search != search {
                    *reached = Reached { search, excluded, before: node };
                    followers.push((implied, length + 2));
                    if is_last(implied) {
                        return Some(implied);
                    }
                }
            }
            if node == start {
                links.truncate(from);
            } else {
                ranges[as_index(node)] = Some((from, to));
            }
        }
        None
    }

    /// What follows from the candidate of the last search, itself first, each with the length of
    /// its chain.
    pub(super) fn followers(&self) -> &[(u32, usize)] {
        &self.followers
    }

    /// The chain from the candidate of the last search to one that follows from it.
    pub(super) fn chain_to(&self, last: u32) -> Vec<u32> {
        let mut chain = vec![last];
        let mut node = last;
        loop {
            let Reached { excluded, before, .. } = self.reached[as_index(node)];
            if before == node {
                break;
            }
            chain.extend([excluded, before]);
            node = before;
        }
        chain.reverse();
        chain
    }
}

/// What a chain removes.
fn inference(graph: &ChainGraph<'_>, chain: &[u32]) -> Option<Inference> {
    let ends = [*chain.first()?, *chain.last()?];
    Inference::removing(graph.excluded_by_all(&ends), || Premise::Chain {
        nodes: graph.public_chain(chain),
    })
}
