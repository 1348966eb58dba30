//! [`Clauses`]: the clauses of the problem and the learned ones, with the literals that they watch.
//!
//! A clause watches its first two literals. While neither is false, nothing follows from it; if one
//! becomes false, the clause looks for another that is not (Moskewicz et al., "Chaff", 2001). A
//! watch also has a *blocker*: a literal that satisfies the clause if it is true.

use super::literal::Lit;
use crate::ids::{as_index, to_u32};

/// The index of a clause in the array of clauses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ClauseId(u32);

/// The numbers before the literals of a clause: how many literals it has, where the last search for
/// a literal to watch ended, its rank, and how recently it was used.
const HEADER: usize = 4;
const LENGTH: usize = 0;
const POSITION: usize = 1;
const RANK: usize = 2;
const USED: usize = 3;

/// A clause that watches a literal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watcher {
    pub(super) clause: ClauseId,
    pub(super) blocker: Lit,
}

/// The clauses. See the module documentation.
#[derive(Debug)]
pub(super) struct Clauses {
    /// For each clause its header and its literals.
    numbers: Vec<u32>,
    /// Learned clauses begin here.
    learned: usize,
    /// For each literal, the clauses that watch it.
    watches: Vec<Vec<Watcher>>,
    /// Scratch: for clauses that move, where they were and where they are.
    moved: Vec<(ClauseId, ClauseId)>,
}

/// What a clause that watches a literal that has become false requires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Watched {
    /// Nothing: this literal of the clause is true.
    Satisfied(Lit),
    /// It watches another literal instead.
    Moved,
    /// The other literals are false: this one has to be true.
    Unit(Lit),
}

impl Clauses {
    /// No clauses, on this number of variables.
    pub(super) fn new(variables: usize) -> Self {
        Self {
            numbers: Vec::new(),
            learned: 0,
            watches: vec![Vec::new(); 2 * variables],
            moved: Vec::new(),
        }
    }

    /// Adds a clause of at least two literals, which watches the first two.
    pub(super) fn add(&mut self, literals: &[Lit], rank: u32) -> ClauseId {
        let clause = ClauseId(to_u32(self.numbers.len()));
        self.numbers.extend([to_u32(literals.len()), 2, rank, 1]);
        self.numbers.extend(literals.iter().map(|literal| literal.code()));
        self.watch(clause);
        clause
    }

    /// Counts the clauses that have been added as the problem's: they are never deleted.
    pub(super) fn end_of_problem(&mut self) {
        self.learned = self.numbers.len();
    }

    /// Removes all clauses.
    pub(super) fn clear(&mut self) {
        self.numbers.clear();
        self.learned = 0;
        self.watch_all();
    }

    /// The literals of a clause.
    #[inline(always)]
    pub(super) fn literals(&self, clause: ClauseId) -> impl ExactSizeIterator<Item = Lit> {
        let start = as_index(clause.0);
        let length = as_index(self.numbers[start + LENGTH]);
        let codes = &self.numbers[start + HEADER..start + HEADER + length];
        codes.iter().map(|&code| Lit::from_code(code))
    }

    /// Whether any clause watches a literal.
    #[inline(always)]
    pub(super) fn is_watched(&self, literal: Lit) -> bool {
        !self.watches[literal.index()].is_empty()
    }

    /// The clauses that watch a literal, to be put back later.
    #[inline(always)]
    pub(super) fn take_watches(&mut self, literal: Lit) -> Vec<Watcher> {
        std::mem::take(&mut self.watches[literal.index()])
    }

    #[inline(always)]
    pub(super) fn put_watches(&mut self, literal: Lit, watches: Vec<Watcher>) {
        self.watches[literal.index()] = watches;
    }

    /// Looks at a clause after a literal that it watches has become false.
    #[inline(always)]
    pub(super) fn visit(
        &mut self,
        clause: ClauseId,
        falsified: Lit,
        is_true: impl Fn(Lit) -> bool,
        is_false: impl Fn(Lit) -> bool,
    ) -> Watched {
        let start = as_index(clause.0);
        let length = as_index(self.numbers[start + LENGTH]);
        let clause_numbers = &mut self.numbers[start..start + HEADER + length];
        let (header, codes) = clause_numbers.split_at_mut(HEADER);
        let other = Lit::from_code(codes[0] ^ codes[1] ^ falsified.code());
        if is_true(other) {
            return Watched::Satisfied(other);
        }
        // The search goes on where the last one ended (Gent, "Optimal implementation of watched
        // literals and more general techniques", 2013).
        let first = as_index(header[POSITION]);
        let found = |&position: &usize| !is_false(Lit::from_code(codes[position]));
        let Some(position) = (first..length).find(found).or_else(|| (2..first).find(found)) else {
            return Watched::Unit(other);
        };
        let replacement = Lit::from_code(codes[position]);
        header[POSITION] = to_u32(position);
        if is_true(replacement) {
            return Watched::Satisfied(replacement);
        }
        codes[0] = other.code();
        codes[1] = replacement.code();
        codes[position] = falsified.code();
        self.watches[replacement.index()].push(Watcher { clause, blocker: other });
        Watched::Moved
    }

    /// Marks a clause as used.
    #[inline(always)]
    pub(super) fn mark_used(&mut self, clause: ClauseId) {
        self.numbers[as_index(clause.0) + USED] = 1;
    }

    /// The learned clauses.
    pub(super) fn learned(&self) -> impl Iterator<Item = LearnedClause> {
        let number = |clause: ClauseId, offset| self.numbers[as_index(clause.0) + offset];
        let learned = ids(&self.numbers, self.learned);
        learned.map(move |clause| LearnedClause {
            id: clause,
            length: number(clause, LENGTH),
            rank: number(clause, RANK),
            is_used: number(clause, USED) > 0,
        })
    }

    /// The clauses of the problem, in the order in which they were added.
    #[cfg(feature = "proof")]
    pub(super) fn of_problem(&self) -> impl Iterator<Item = ClauseId> {
        ids(&self.numbers[..self.learned], 0)
    }

    /// Deletes some learned clauses, and marks the others as not used. The clauses that are left
    /// get new numbers.
    pub(super) fn delete(&mut self, is_deleted: impl Fn(ClauseId) -> bool) {
        self.moved.clear();
        let (mut from, mut to) = (self.learned, self.learned);
        while from < self.numbers.len() {
            let end = from + HEADER + as_index(self.numbers[from + LENGTH]);
            if !is_deleted(ClauseId(to_u32(from))) {
                self.moved.push((ClauseId(to_u32(from)), ClauseId(to_u32(to))));
                self.numbers.copy_within(from..end, to);
                self.numbers[to + USED] = 0;
                to += end - from;
            }
            from = end;
        }
        self.numbers.truncate(to);
        self.watch_all();
    }

    /// The number that a clause has got by the last deletion; `None` if it was deleted.
    pub(super) fn renumbered(&self, clause: ClauseId) -> Option<ClauseId> {
        if as_index(clause.0) < self.learned {
            return Some(clause);
        }
        let index = self.moved.binary_search_by_key(&clause, |&(from, _)| from).ok()?;
        Some(self.moved[index].1)
    }

    fn watch(&mut self, clause: ClauseId) {
        let start = as_index(clause.0) + HEADER;
        let [first, second] = [0, 1].map(|index| Lit::from_code(self.numbers[start + index]));
        self.watches[first.index()].push(Watcher { clause, blocker: second });
        self.watches[second.index()].push(Watcher { clause, blocker: first });
    }

    /// Rebuilds the watches of all clauses.
    fn watch_all(&mut self) {
        self.watches.iter_mut().for_each(Vec::clear);
        let all: Vec<_> = ids(&self.numbers, 0).collect();
        all.into_iter().for_each(|clause| self.watch(clause));
    }
}

/// The clauses in an array from a position on.
fn ids(numbers: &[u32], mut start: usize) -> impl Iterator<Item = ClauseId> {
    std::iter::from_fn(move || {
        let length = *numbers.get(start + LENGTH)?;
        let clause = ClauseId(to_u32(start));
        start += HEADER + as_index(length);
        Some(clause)
    })
}

/// A learned clause, as the rules of deletion see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct LearnedClause {
    pub(super) id: ClauseId,
    pub(super) length: u32,
    /// The number of levels that its literals had: *glue* or LBD (Audemard and Simon, 2009).
    pub(super) rank: u32,
    /// Whether a conflict was derived from it after the last deletion.
    pub(super) is_used: bool,
}
