//! [`ProofSearch`]: the memoised search that records what it does as a proof.
//!
//! It differs from a count in what a proof needs. Every choice is a node, a forced one too.
//! Residues are looked up only where that pays; between two forced choices, it seldom does.
//! Residues without a solution keep their nodes. There is no reduction of the problem, because a
//! proof would have to justify it.
//!
//! A count undoes its choices. Here the next residue is made of the last one by operations on bit
//! sets, because the options that are live must be compared anyway: multiplicities can lead to two
//! residues that differ in nothing else.
//!
//! - [`option_matrix`]: the problem; [`state`]: a residue; [`coverings`]: how often items have been
//!   covered in it; [`parts`]: independent parts;
//! - [`frame`]: a node that is being built; [`stack`]: the residues of all frames; [`selection`]:
//!   which item is branched on; [`lookup`]: residues that were met before, also up to renaming;
//!   [`savings`]: where that pays.

mod coverings;
mod frame;
mod lookup;
mod option_matrix;
mod parts;
mod savings;
mod selection;
mod stack;
mod state;

use super::capacity::CapacityLeaves;
use super::isomorphism::{Isomorphism, LevelKind};
use super::order::{Order, Plan};
use super::search::Status;
use super::table::{EntryCost, Table};
use crate::ids::{OptionId, as_index, to_u32};
use crate::problem::Problem;
use crate::proof::{Built, Proof, ProofBuilder};
use frame::{FrameKind, ProofFrame};
use option_matrix::OptionMatrix;
use parts::PartFinder;
use savings::{LEAST, LEAST_FORCED, LookupSavings};
use selection::Branching;
use stack::ResidueStack;
use state::{MatrixResidue, OptionChoice, Starved, State};

/// The time of a choice, in visits of a labelling, and the part of it that does not depend on the
/// problem.
const NODE: u64 = 256;
const CHOICE: u64 = 32;

/// Solutions are rare if less than 1 / `RARE` of the nodes have one.
const RARE: usize = 64;

/// A search that builds a proof of the number of solutions.
#[derive(Debug)]
pub(crate) struct ProofSearch {
    matrix: OptionMatrix,
    builder: ProofBuilder,
    memo: Table,
    /// For residues between two forced choices, and for the others.
    forced_savings: LookupSavings,
    savings: LookupSavings,
    /// Whether the current residue is between two forced choices.
    is_between: bool,
    branching: Branching,
    capacity: CapacityLeaves,
    finder: PartFinder,
    isomorphism: Option<Isomorphism>,
    problem: Problem,
    frames: Vec<ProofFrame>,
    /// The forced choices of all frames: the items and their options.
    forced: Vec<[u32; 2]>,
    residues: ResidueStack,
    /// The item to branch on in the current residue; `None` if no item is open.
    item: Option<u32>,
    /// The finished root; `None` while the search runs.
    root: Option<Built>,
    /// The children that are finished, of all frames.
    children: Vec<Built>,
    /// The hashes of the residue that was looked up last, and of the labelled one, or 0 if it was
    /// not.
    hash: u64,
    labelled: u64,
    /// The level of that residue.
    level: (LevelKind, usize),
    /// Scratch: a value, an entry, and keys, as words.
    value: Vec<u64>,
    entry: Vec<u64>,
    key: Vec<u64>,
    entry_key: Vec<u64>,
    /// Options that were chosen or excluded, and the work of that.
    nodes: u64,
    work: u64,
}

impl ProofSearch {
    /// A search with a memo of at most `memory` bytes. With the order `Fewest`, items are selected
    /// by their failures if `weighs` is set, or if the problem has multiplicities, which make trees
    /// in which most time goes into few items. `None` if the problem alone takes more than
    /// `memory`.
    pub(crate) fn new(problem: &Problem, plan: &Plan, weighs: bool, memory: usize) -> Option<Self> {
        let matrix = OptionMatrix::new(problem, &plan.items, memory)?;
        let mut capacity = CapacityLeaves::new(&matrix.layout);
        let (state, failed) = match State::beginning(&matrix) {
            Ok(state) => {
                let failed = capacity.find(&MatrixResidue { matrix: &matrix, state: &state });
                (state, failed)
            }
            Err(Starved(item)) => (State::default(), Some(item)),
        };
        let root = failed.map(|item| Built::dead(matrix.items[as_index(item)]));
        let weighs = weighs || !matrix.multiple.is_empty();
        let branching = Branching::new(matrix.lists.len(), plan.order == Order::Frontier, weighs);
        Some(Self {
            builder: ProofBuilder::default(),
            memo: Table::new(&state.words, memory),
            forced_savings: LookupSavings::new(matrix.layout.names.len(), LEAST_FORCED),
            savings: LookupSavings::new(matrix.layout.names.len(), LEAST),
            is_between: false,
            item: state.next_item(branching.rule()),
            branching,
            capacity,
            finder: PartFinder::new(&matrix),
            isomorphism: Isomorphism::new(&matrix.layout, plan.canonical, None),
            problem: problem.clone(),
            frames: Vec::new(),
            forced: Vec::new(),
            residues: ResidueStack::new(state),
            root,
            children: Vec::new(),
            hash: 0,
            labelled: 0,
            level: (LevelKind::Items, 0),
            value: Vec::new(),
            entry: Vec::new(),
            key: Vec::new(),
            entry_key: Vec::new(),
            nodes: 0,
            work: 0,
            matrix,
        })
    }

    /// Whether few of the nodes built so far have a solution. Then a search that weighs failures
    /// may be shorter.
    pub(crate) fn should_weigh_failures(&self) -> bool {
        !self.branching.weighs && self.builder.alive_count() < self.builder.len() / RARE
    }

    /// Continues the search for about `budget` choices. The memory of the nodes is limited, in
    /// bytes.
    pub(crate) fn advance(&mut self, budget: u64, memory: usize) -> Status {
        let last = self.nodes().saturating_add(budget.max(1));
        while self.root.is_none() {
            match self.enter() {
                Some(built) => self.give(built),
                None => self.resume(),
            }
            if self.nodes() >= last {
                let is_full = self.builder.is_full() || self.bytes() > memory;
                return if is_full { Status::Full } else { Status::Paused };
            }
        }
        Status::Done
    }

    /// The proof, once the search is done; `None` before, or if it has too many nodes.
    pub(crate) fn into_proof(self) -> Option<Proof> {
        let Self { root, builder, problem, memo, .. } = self;
        // Ordering the lines takes memory.
        drop(memo);
        let root = root.filter(|_| !builder.is_full())?;
        Some(builder.finish(root, problem))
    }

    /// Options that were chosen or excluded, and labellings as the choices that take the same time.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes + self.isomorphism.as_ref().map_or(0, Isomorphism::work) / NODE
    }

    /// About which share of the search is done: that of a tree in which all children of a node have
    /// trees of the same size, and all options of an item with multiplicities.
    pub(crate) fn share(&self) -> f64 {
        let (mut share, mut rest) = (0.0, 1.0);
        let ends = self.frames.iter().skip(1).map(|frame| frame.first);
        let ends = ends.chain([to_u32(self.children.len())]);
        for (frame, end) in self.frames.iter().zip(ends) {
            let [done, next] = frame.shares(end - frame.first);
            share += rest * done;
            rest *= next;
        }
        if self.root.is_some() { 1.0 } else { share }
    }

    /// Limits the memo to other memory, in bytes.
    pub(crate) fn limit_memo(&mut self, memory: usize) {
        self.memo.set_limit(memory);
    }

    /// The memory without the memo, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let isomorphism = self.isomorphism.as_ref().map_or(0, Isomorphism::bytes);
        let problem = self.matrix.bytes + self.capacity.bytes() + self.finder.bytes();
        self.builder.bytes() + problem + self.residues.bytes() + isomorphism
    }

    /// Looks up the current residue. If it is not known, pushes its frame.
    fn enter(&mut self) -> Option<Built> {
        let Some(item) = self.item else { return Some(Built::SOLVED) };
        if let Some(built) = self.look_up() {
            return Some(built);
        }
        let size = self.residues.current.size(&self.matrix, item);
        self.level = if self.matrix.is_once(item) {
            (LevelKind::Items, self.residues.current.open_items())
        } else {
            (LevelKind::Decisions, as_index(size))
        };
        if self.residues.current.needs_all(item) {
            self.push(1, FrameKind::Forced(self.forced.len()));
            return None;
        }
        if let Some(built) = self.look_up_renamed() {
            return Some(built);
        }
        if let Some(parts) = self.finder.find(&self.matrix, &self.residues.current, self.work) {
            self.push(parts.count(), FrameKind::Parts(Box::new(parts)));
            return None;
        }
        if self.matrix.is_once(item) {
            self.push(size, FrameKind::Branch { item, next: 0 });
        } else {
            let (state, layout) = (&self.residues.current, &self.matrix.layout);
            let last = match self.frames.last() {
                Some(ProofFrame { kind: FrameKind::Decision { place, .. }, .. }) => Some(*place),
                _ => None,
            };
            let place = layout.next_decision(item, last, |option| state.is_live(option));
            let slack = state.slack[as_index(item)];
            self.push(2, FrameKind::Decision { place, slack });
        }
        None
    }

    fn push(&mut self, all: u32, kind: FrameKind) {
        let frame = ProofFrame {
            kind,
            first: to_u32(self.children.len()),
            all,
            begun: self.effort(),
            hashes: [self.hash, std::mem::take(&mut self.labelled)],
            level: self.level,
        };
        self.frames.push(frame);
        self.residues.push();
    }

    /// Passes a node to the last frame, and continues with it.
    fn give(&mut self, built: Built) {
        self.labelled = 0;
        if self.frames.is_empty() {
            self.root = Some(built);
            return;
        }
        self.children.push(built);
        self.resume();
    }

    /// Makes the next child of the last frame the current residue; ends frames that have no other.
    fn resume(&mut self) {
        while let Some(frame) = self.frames.last_mut() {
            let tried = self.children.len() - as_index(frame.first);
            let is_over = matches!(frame.kind, FrameKind::Parts(_))
                && tried > 0
                && self.children.last().is_some_and(|&last| !self.builder.is_alive(last));
            if is_over || tried == as_index(frame.all) {
                let built = self.finish();
                if self.frames.is_empty() {
                    self.root = Some(built);
                    return;
                }
                self.children.push(built);
                continue;
            }
            let (above, own) = self.residues.last_two();
            let choice = match &mut frame.kind {
                FrameKind::Parts(parts) => {
                    let [options, items] = parts.part(tried);
                    own.become_part(&self.matrix, above, options, items);
                    self.item = own.next_item(self.branching.rule());
                    return;
                }
                FrameKind::Forced(_) => match self.follow() {
                    Some(leaf) => {
                        self.children.push(leaf);
                        continue;
                    }
                    None => return,
                },
                FrameKind::Branch { item, next } => {
                    let option = above.live_from(&self.matrix, *item, *next);
                    *next = option + 1;
                    OptionChoice::Choose(option)
                }
                FrameKind::Decision { place, .. } => {
                    let option = self.matrix.layout.decision(*place);
                    match tried {
                        0 => OptionChoice::Exclude(option),
                        _ => OptionChoice::Choose(option),
                    }
                }
            };
            let Some(leaf) = self.choose(choice, true) else { return };
            self.children.push(leaf);
        }
    }

    /// Chooses options that can't be excluded, one after another, from the last frame on. Returns
    /// the leaf to which that leads, unless the current residue is to be entered.
    fn follow(&mut self) -> Option<Built> {
        let mut is_first = true;
        loop {
            let Some(item) = self.item else { return Some(Built::SOLVED) };
            let state = if is_first { self.residues.above() } else { &self.residues.current };
            if !state.needs_all(item) {
                return None;
            }
            if !is_first && self.wants_look_up_between() {
                self.is_between = true;
                return None;
            }
            let option = if self.matrix.is_once(item) {
                state.live_from(&self.matrix, item, 0)
            } else {
                let layout = &self.matrix.layout;
                let place = layout.next_decision(item, None, |option| state.is_live(option));
                self.nodes += 1;
                self.work += CHOICE;
                self.branching.fail(item);
                layout.decision(place)
            };
            self.forced.push([item, option]);
            let leaf = self.choose(OptionChoice::Choose(option), is_first);
            if leaf.is_some() {
                return leaf;
            }
            is_first = false;
        }
    }

    /// Makes a choice in the residue of the last frame, or else in the current one. Returns the
    /// leaf to which that leads, unless the residue that it makes the current one is to be entered.
    fn choose(&mut self, choice: OptionChoice, is_first: bool) -> Option<Built> {
        self.nodes += 1;
        if let OptionChoice::Choose(option) = choice {
            self.matrix.prepare(option);
        }
        let (from, own) = if is_first { self.residues.last_two() } else { self.residues.step() };
        let made = own.become_child(&self.matrix, from, choice, self.branching.rule());
        self.work += CHOICE + own.work;
        let item = match made {
            Err(Starved(item)) => {
                self.branching.fail(item);
                item
            }
            Ok(next) => {
                self.item = next;
                self.capacity.find(&MatrixResidue { matrix: &self.matrix, state: own })?
            }
        };
        Some(Built::dead(self.matrix.items[as_index(item)]))
    }

    /// Pops the last frame, builds its node and stores it.
    fn finish(&mut self) -> Built {
        let Some(frame) = self.frames.pop() else { return Built::SKIPPED };
        self.residues.pop();
        let first = as_index(frame.first);
        let built = match frame.kind {
            FrameKind::Forced(begin) => self.build_forced(begin, self.children[first]),
            FrameKind::Branch { item, .. } => {
                self.builder.branch(self.matrix.items[as_index(item)], &self.children[first..])
            }
            FrameKind::Decision { place, .. } => {
                let own = [self.children[first], self.children[first + 1]];
                self.builder.decision(self.name(self.matrix.layout.decision(place)), own)
            }
            FrameKind::Parts(_) => {
                self.children.resize(first + as_index(frame.all), Built::SKIPPED);
                self.builder.parts(&self.children[first..])
            }
        };
        self.children.truncate(first);
        self.store(built, frame.begun, frame.hashes, frame.level);
        built
    }

    /// Builds the nodes of the forced choices from one on that lead to a node.
    fn build_forced(&mut self, begin: usize, last: Built) -> Built {
        let Self { builder, matrix, forced, .. } = self;
        forced.drain(begin..).rev().fold(last, |built, [item, option]| {
            let name = matrix.items[as_index(item)];
            if matrix.is_once(item) {
                builder.branch(name, &[built])
            } else {
                let option = matrix.layout.names[as_index(option)];
                builder.decision(option, [Built::dead(name), built])
            }
        })
    }

    fn name(&self, option: u32) -> OptionId {
        self.matrix.layout.names[as_index(option)]
    }
}
