//! [`ProofSearch`]: the memoised search that records what it does as a proof.
//!
//! It differs from a count in what a proof needs. Every choice is a node, a forced one too, and
//! every residue is looked up: so a proof has each residue once. Residues without a solution keep
//! their nodes. There is no reduction of the problem, because a proof would have to justify it.
//!
//! A count undoes its choices. Here the next residue is made of the last one by operations on bit
//! sets, because the options that are live must be compared anyway: multiplicities can lead to two
//! residues that differ in nothing else.
//!
//! - [`option_matrix`]: the problem; [`state`]: a residue; [`coverings`]: how often items have been
//!   covered in it; [`parts`]: independent parts;
//! - [`frame`]: a node that is being built; [`stack`]: the residues of all frames; [`selection`]:
//!   which item is branched on; [`lookup`]: residues that were met before, also up to renaming.

mod coverings;
mod frame;
mod lookup;
mod option_matrix;
mod parts;
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
use selection::ItemRule;
use stack::ResidueStack;
use state::{MatrixResidue, OptionChoice, Starved, State};

/// The time of a choice, in visits of a labelling, and the part of it that does not depend on the
/// problem.
const NODE: u64 = 256;
const CHOICE: u64 = 32;

/// The weight of an item that has not failed, as in the engine `multiple` with bit sets.
const UNFAILED: u32 = 256;

/// Solutions are rare if less than 1 / `RARE` of the nodes have one.
const RARE: usize = 64;

/// A search that builds a proof of the number of solutions.
#[derive(Debug)]
pub(crate) struct ProofSearch {
    matrix: OptionMatrix,
    builder: ProofBuilder,
    memo: Table,
    /// Whether to branch on the first open item.
    takes_first: bool,
    /// For each primary item, how many children had too few options of it, those included that need
    /// not be tried, and [`UNFAILED`] more.
    weights: Vec<u32>,
    /// Whether items are selected by `weights`.
    weighs: bool,
    capacity: CapacityLeaves,
    finder: PartFinder,
    isomorphism: Option<Isomorphism>,
    problem: Problem,
    frames: Vec<ProofFrame>,
    residues: ResidueStack,
    /// The finished root; `None` while the search runs.
    root: Option<Built>,
    /// The children that are finished, of all frames.
    children: Vec<Built>,
    /// The hashes of the residue that was looked up last, and of the labelled one, or 0.
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
    /// A search with a memo of at most `memory` bytes. With the order `Fewest`, items are selected by
    /// their failures if `weighs` is set, or if the problem has multiplicities, which make trees in
    /// which most time goes into few items. `None` if the problem alone takes more than `memory`.
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
        Some(Self {
            builder: ProofBuilder::default(),
            memo: Table::new(&state.words, memory),
            takes_first: plan.order == Order::Frontier,
            weights: vec![UNFAILED; matrix.lists.len()],
            weighs: weighs || !matrix.multiple.is_empty(),
            capacity,
            finder: PartFinder::new(&matrix),
            isomorphism: Isomorphism::new(&matrix.layout, plan.canonical, None),
            problem: problem.clone(),
            frames: Vec::new(),
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

    /// Whether few of the nodes built so far have a solution. Then a search that weighs failures may
    /// be shorter.
    pub(crate) fn should_weigh_failures(&self) -> bool {
        !self.weighs && self.builder.alive_count() < self.builder.len() / RARE
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
        let state = &self.residues.current;
        let Some(item) = state.next_item(self.item_rule()) else {
            return Some(Built::SOLVED);
        };
        if let Some(built) = self.look_up() {
            return Some(built);
        }
        let size = self.residues.current.size(&self.matrix, item);
        self.level = if self.matrix.is_once(item) {
            (LevelKind::Items, self.residues.current.open_items())
        } else {
            (LevelKind::Decisions, as_index(size))
        };
        if size > 1 {
            if let Some(built) = self.look_up_renamed() {
                return Some(built);
            }
            if let Some(parts) = self.finder.find(&self.matrix, &self.residues.current, self.work) {
                self.push(parts.count(), FrameKind::Parts(parts));
                return None;
            }
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
            if slack == 0 {
                // The option can't be excluded: the item would have too few.
                self.nodes += 1;
                self.work += CHOICE;
                let dead = self.fail(item);
                self.children.push(dead);
            }
        }
        None
    }

    /// The rule by which an item is selected.
    fn item_rule(&self) -> ItemRule<'_> {
        if self.takes_first {
            ItemRule::First
        } else if self.weighs {
            ItemRule::LeastWeighted(&self.weights)
        } else {
            ItemRule::LeastSlack
        }
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
                    return;
                }
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
            self.nodes += 1;
            if let OptionChoice::Choose(option) = choice {
                self.matrix.prepare(option);
            }
            let made = own.become_child(&self.matrix, above, choice);
            self.work += CHOICE + own.work;
            let dead = match made {
                Err(Starved(item)) => self.fail(item),
                Ok(()) => {
                    let residue = MatrixResidue { matrix: &self.matrix, state: own };
                    let Some(item) = self.capacity.find(&residue) else { return };
                    Built::dead(self.matrix.items[as_index(item)])
                }
            };
            self.children.push(dead);
        }
    }

    /// A child in which an item has fewer live options than it needs.
    fn fail(&mut self, item: u32) -> Built {
        let weight = &mut self.weights[as_index(item)];
        *weight = weight.saturating_add(1);
        Built::dead(self.matrix.items[as_index(item)])
    }

    /// Pops the last frame, builds its node and stores it.
    fn finish(&mut self) -> Built {
        let Some(frame) = self.frames.pop() else { return Built::SKIPPED };
        self.residues.pop();
        let first = as_index(frame.first);
        let built = match frame.kind {
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

    fn name(&self, option: u32) -> OptionId {
        self.matrix.layout.names[as_index(option)]
    }
}
