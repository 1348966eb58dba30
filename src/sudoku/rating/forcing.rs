//! Forcing chains: whichever candidate of a cell holds, or whichever place of a value in a unit,
//! some other candidate does not.

use super::board::{CandidateBoard, values};
use super::chains::{ChainGraph, ChainKind, ChainSearch};
use super::inference::Inference;
use super::step::Premise;
use super::subsets::places;
use super::unit_table::UnitTable;
use crate::ids::as_index;
use crate::search::StopReason;
use crate::sudoku::stop_poll::StopPoll;

/// Candidates one of which holds: all of a cell, or all places of a value in a unit.
struct CaseGroup {
    unit: Option<usize>,
    nodes: Vec<u32>,
}

/// For each candidate: how many cases remove it, and the sum of the lengths of their chains.
type RemovalCounts = Vec<(usize, usize)>;

/// The shortest forcing chains, all cases together; the first ones of those.
pub(super) fn forcing_chains(
    table: &UnitTable,
    board: &CandidateBoard,
    search: &mut ChainSearch,
    poll: &mut StopPoll,
) -> Result<Option<Inference>, StopReason> {
    let graph = ChainGraph { table, board, kind: ChainKind::All };
    search.clear(&graph);
    let mut shortest: Option<(usize, u32, CaseGroup)> = None;
    let mut counts = RemovalCounts::new();
    for group in groups(&graph) {
        counts.clear();
        counts.resize(table.cells() * table.size(), (0, 0));
        for (case, &node) in group.nodes.iter().enumerate() {
            poll.step()?;
            search.spread(&graph, node, usize::MAX, |_| false);
            count_case(&graph, search, case, &mut counts);
        }
        for removed in graph.candidates() {
            let (cases, length) = counts[as_index(removed)];
            let is_shorter = shortest.as_ref().is_none_or(|&(shortest, ..)| length < shortest);
            if cases == group.nodes.len() && is_shorter {
                let nodes = group.nodes.clone();
                shortest = Some((length, removed, CaseGroup { unit: group.unit, nodes }));
            }
        }
    }
    Ok(shortest.and_then(|(_, removed, group)| inference(&graph, search, removed, &group)))
}

/// The groups of three or more candidates; two are the link of a chain.
fn groups(graph: &ChainGraph<'_>) -> impl Iterator<Item = CaseGroup> {
    let &ChainGraph { table, board, .. } = graph;
    let cells = (0..table.cells()).filter(|&cell| board.mask(cell).count_ones() > 2).map(|cell| {
        let nodes = values(board.mask(cell)).map(|value| graph.node(cell, value));
        CaseGroup { unit: None, nodes: nodes.collect() }
    });
    let units = table.complete().iter().flat_map(move |&unit| {
        let values = (0..table.size()).filter(move |&value| board.count(table, unit, value) > 2);
        values.map(move |value| {
            let nodes = places(table, board, unit, value).map(|cell| graph.node(cell, value));
            CaseGroup { unit: Some(unit), nodes: nodes.collect() }
        })
    });
    cells.chain(units)
}

/// Counts what the case that was searched last removes, if all cases before remove it.
fn count_case(
    graph: &ChainGraph<'_>,
    search: &ChainSearch,
    case: usize,
    counts: &mut RemovalCounts,
) {
    // Followers come with ascending lengths, so the first one that removes a candidate counts.
    for &(node, length) in search.followers() {
        graph.visit_excluded(node, false, &mut |removed| {
            let (cases, sum) = &mut counts[as_index(removed)];
            if *cases == case {
                (*cases, *sum) = (case + 1, *sum + length);
            }
        });
    }
}

fn inference(
    graph: &ChainGraph<'_>,
    search: &mut ChainSearch,
    removed: u32,
    group: &CaseGroup,
) -> Option<Inference> {
    let (mut chains, mut ends) = (Vec::new(), Vec::new());
    for &node in &group.nodes {
        let last = search.spread(graph, node, usize::MAX, |last| graph.excludes(last, removed))?;
        chains.push(graph.public_chain(&search.chain_to(last)));
        ends.push(last);
    }
    let unit = group.unit;
    Inference::removing(graph.excluded_by_all(&ends), || Premise::Cases { unit, chains })
}
