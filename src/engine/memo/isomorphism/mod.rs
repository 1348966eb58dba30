//! Subproblems that are the same up to renaming.
//!
//! If two subproblems are isomorphic as hypergraphs, they have the same number of solutions. It
//! does not matter whether a symmetry of the whole problem maps one to the other. So the memo also
//! holds entries whose hash is that of a labelled hypergraph ([`KeyGraph`]) and whose key is that
//! of the first subproblem with it. A look-up labels the subproblem; for an entry with the same
//! hash, it labels the entry's subproblem in the same way, unless it has done so a short time ago
//! ([`RecentForms`]), and compares the labelled hypergraphs in full. So a key takes no more memory
//! than without renaming.
//!
//! Options that an automorphism of the subproblem maps to each other have isomorphic subproblems.
//! They are found by a few labellings of their parent, without those of the subproblems.
//!
//! Where the whole problem has many symmetries that exchange two parts of it, the key of a
//! subproblem is first replaced by a [representative](representatives), which takes a thirtieth of
//! the time of a labelling. A value that is then found by labelling is also stored under the
//! representative.
//!
//! Labelling costs as much as some hundred choices. [`Levels`] decides where it pays, and
//! [`OrbitAccounts`] where automorphisms do.

mod forms;
mod graph;
mod involutions;
mod levels;
mod mode;
mod orbits;
mod representatives;

use super::layout::Layout;
use super::subproblem::{Key, MemoSubproblem};
use super::table::EntryCost;
use crate::canonical::{EdgeOrbits, Labelled, Labeller, edge_orbits};
use forms::RecentForms;
use graph::KeyGraph;
use representatives::Representatives;
use std::collections::HashMap;

pub(super) use levels::{LevelKind, Levels};
pub use mode::{CanonicalMode, UnknownCanonicalMode};
pub(super) use orbits::OrbitAccounts;
pub(super) use representatives::FEW;

/// The labelling of subproblems.
#[derive(Clone, Debug)]
pub(super) struct Isomorphism {
    builder: KeyGraph,
    labeller: Labeller,
    /// The subproblem that was labelled last, and whether by surroundings of its points too.
    own: Labelled,
    has_balls: bool,
    /// Scratch: the subproblem of an entry of the memo, and the form of the subproblem labelled
    /// last, if it was written.
    other: Labelled,
    form: Vec<u8>,
    forms: RecentForms,
    representatives: Representatives,
    pub(super) levels: Levels,
    /// Those of subproblems with an item in progress.
    decision_levels: Levels,
    pub(super) orbit_accounts: OrbitAccounts,
    /// The work of finding orbits, in visits of incidences.
    orbit_work: u64,
    /// Subproblems that were found by their representatives, those that were labelled, and those
    /// that were then found.
    pub(super) represented: u64,
    pub(super) labelled: u64,
    pub(super) renamed: u64,
}

/// The memory for forms of entries before a limit is set, in bytes.
const FORMS: usize = 1 << 24;

impl Isomorphism {
    /// For a problem; `None` if subproblems can't be labelled, or need not be. `root`: the key of
    /// the root; without it, there are no representatives.
    pub(super) fn new(
        layout: &Layout,
        canonical: CanonicalMode,
        root: Option<&[u64]>,
    ) -> Option<Self> {
        if canonical == CanonicalMode::Off || !KeyGraph::is_possible(layout) {
            return None;
        }
        Some(Self {
            builder: KeyGraph::new(layout),
            labeller: Labeller::default(),
            own: Labelled::default(),
            has_balls: true,
            other: Labelled::default(),
            form: Vec::new(),
            forms: RecentForms::new(FORMS),
            representatives: Representatives::new(canonical, root),
            levels: Levels::new(canonical),
            decision_levels: Levels::new(canonical),
            orbit_accounts: OrbitAccounts::new(),
            orbit_work: 0,
            represented: 0,
            labelled: 0,
            renamed: 0,
        })
    }

    /// Computes the representative of a key. Returns whether it is another key that seems worth
    /// looking up. `work`: what the search has done, without labelling, in visits of incidences.
    pub(super) fn represent(
        &mut self,
        layout: &Layout,
        key: &Key,
        work: u64,
        own: &mut Key,
    ) -> bool {
        let Self { representatives, labeller, labelled, renamed, .. } = self;
        if representatives.is_due(layout, labeller.work(), *labelled, *renamed) {
            self.find_involutions(layout, FEW);
        }
        !self.levels.is_stopped(work) && self.representatives.find(layout, key, work, own)
    }

    /// The accounts of a kind of levels.
    pub(super) fn levels_of(&mut self, kind: LevelKind) -> &mut Levels {
        match kind {
            LevelKind::Items => &mut self.levels,
            LevelKind::Decisions => &mut self.decision_levels,
        }
    }

    /// Enters the search of a subproblem, and its work.
    pub(super) fn record(&mut self, level: usize, work: u64) {
        self.levels.record(level, work);
        self.representatives.levels.record(level, work);
    }

    /// Enters that a representative was looked up, and the cost of what was found.
    pub(super) fn enter_representative(&mut self, level: usize, found: Option<EntryCost>) {
        self.represented += u64::from(found.is_some());
        self.representatives.enter(level, found.map_or(0, |worth| worth.cost));
    }

    /// Whether the automorphisms of the root were looked for, or need not be.
    pub(super) fn knows_involutions(&self) -> bool {
        self.representatives.knows_involutions()
    }

    /// Looks for the automorphisms of the root that make representatives: at least so many, or
    /// none.
    pub(super) fn find_involutions(&mut self, layout: &Layout, least: usize) {
        let Self { representatives, builder, own, .. } = self;
        representatives.find_involutions(layout, least, builder, &mut own.graph);
    }

    /// Labels the current subproblem, or the current part of it. Returns the hash.
    pub(super) fn label(&mut self, subproblem: &MemoSubproblem) -> u64 {
        let MemoSubproblem { layout, key, .. } = subproblem;
        self.label_key(layout, &key.words, |option| subproblem.is_left(option))
    }

    /// Labels the subproblem of a key. `may_be_left`: whether an option can be left, as far as that
    /// is known. Returns the hash.
    pub(super) fn label_key(
        &mut self,
        layout: &Layout,
        key: &[u64],
        may_be_left: impl Fn(u32) -> bool,
    ) -> u64 {
        self.labelled += 1;
        self.builder.build(layout, key, may_be_left, &mut self.own.graph);
        self.has_balls = self.labeller.wants_balls();
        self.form.clear();
        self.labeller.label(&mut self.own, self.has_balls)
    }

    /// Whether the subproblem of a key is isomorphic to the one labelled last.
    pub(super) fn is_isomorphic(&mut self, layout: &Layout, key: &[u64], hash: u64) -> bool {
        self.is_isomorphic_to(layout, key, (key, |_| true), hash)
    }

    /// The same for an entry whose words determine a key and which options can be left.
    pub(super) fn is_isomorphic_to(
        &mut self,
        layout: &Layout,
        entry: &[u64],
        (key, may_be_left): (&[u64], impl Fn(u32) -> bool),
        hash: u64,
    ) -> bool {
        let Self { builder, labeller, other, has_balls, .. } = self;
        let entry = self.forms.get(hash, entry, *has_balls, || {
            builder.build(layout, key, may_be_left, &mut other.graph);
            let (hash, mut form) = (labeller.label(other, *has_balls), Vec::new());
            labeller.write(other, &mut form);
            (hash, form.into())
        });
        if self.form.is_empty() {
            labeller.write(&self.own, &mut self.form);
        }
        entry.hash == hash && *entry.bytes == *self.form
    }

    /// For two isomorphic subproblems, given as keys and the options that can be left: each option
    /// left of the first one, in ascending order, with the option that it is mapped to.
    #[cfg(feature = "proof")]
    pub(super) fn images(
        &mut self,
        layout: &Layout,
        first: (&[u64], impl Fn(u32) -> bool),
        second: (&[u64], impl Fn(u32) -> bool),
    ) -> Vec<(u32, u32)> {
        let options = self.ordered_options(layout, first);
        let images = self.ordered_options(layout, second);
        let mut pairs: Vec<_> = options.into_iter().zip(images).collect();
        pairs.sort_unstable();
        pairs
    }

    /// The options left of a subproblem in the order of its labelled hypergraph.
    #[cfg(feature = "proof")]
    fn ordered_options(
        &mut self,
        layout: &Layout,
        (key, may_be_left): (&[u64], impl Fn(u32) -> bool),
    ) -> Vec<u32> {
        let Self { builder, labeller, other, has_balls, .. } = self;
        builder.build(layout, key, may_be_left, &mut other.graph);
        labeller.label(other, *has_balls);
        let edges = labeller.ordered_edges(other);
        edges.filter_map(|edge| builder.option_of(&other.graph, edge)).collect()
    }

    /// Finds which of some options of the current subproblem automorphisms map to each other.
    /// Returns for each of them the index of the first one in its orbit. `price`: the work that an
    /// option takes.
    pub(super) fn option_orbits(
        &mut self,
        subproblem: &MemoSubproblem,
        options: &[u32],
        price: u64,
    ) -> Vec<usize> {
        let MemoSubproblem { layout, key, .. } = subproblem;
        let is_left = |option| subproblem.is_left(option);
        let graph = &mut self.own.graph;
        self.builder.build(layout, &key.words, is_left, graph);
        let edges: HashMap<_, _> = self.builder.option_edges(graph).collect();
        let own: Vec<_> = options.iter().filter_map(|option| edges.get(option).copied()).collect();
        let EdgeOrbits { mut orbits, work } = edge_orbits(graph, &own, price);
        let (mut first, mut equivalent) = (HashMap::new(), 0_u64);
        let kept = options.iter().enumerate().map(|(index, option)| {
            let Some(&edge) = edges.get(option) else { return index };
            let kept = *first.entry(orbits.root(edge)).or_insert(index);
            equivalent += u64::from(kept != index);
            kept
        });
        let kept = kept.collect();
        self.orbit_work += work;
        let saved = equivalent.saturating_mul(price);
        self.orbit_accounts.enter(Levels::of_key(&key.words), work, saved);
        kept
    }

    /// Limits the memory for forms of entries, in bytes. Returns what they take now.
    pub(super) fn limit_forms(&mut self, limit: usize) -> usize {
        self.forms.set_limit(limit);
        self.forms.bytes()
    }

    /// Drops all labelled subproblems that are kept.
    pub(super) fn clear_forms(&mut self) {
        self.forms.clear();
    }

    /// The work so far, in visits of incidences.
    pub(super) fn work(&self) -> u64 {
        self.labeller.work() + self.orbit_work + self.representatives.work
    }

    /// The memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let labelled = self.own.bytes() + self.other.bytes() + self.forms.bytes();
        self.builder.bytes() + labelled + self.representatives.bytes()
    }
}
