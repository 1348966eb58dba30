//! A search beside another one, with which it shares the memo.

use super::MemoSearch;
use super::frames::{Aliases, Next};
use super::lookup::ANY_DEPTH;
use crate::engine::memo::isomorphism::Isomorphism;
use crate::engine::memo::table::{Memo, SharedTable};
use crate::engine::memo::values::Values;

impl<V: Values> MemoSearch<V> {
    /// Lets other searches of the same problem share the memo. Returns the table, which this search
    /// then needs to go on, and one of the others: it begins at the root, and knows what this one
    /// has learned about labelling.
    pub(crate) fn share_memo(&mut self) -> (SharedTable, Self) {
        let table = self.memo.share();
        let mut other = self.beside(self.is_backwards);
        other.isomorphism.iter_mut().for_each(Isomorphism::clear_forms);
        while let Some(frame) = other.pop() {
            // The others defer what this one is working on.
            let Some(Aliases { representative, labelled }) = frame.aliases() else { continue };
            for hash in [other.hash_of(&frame), representative] {
                table.begin(other.frames.len(), hash);
            }
            table.begin(ANY_DEPTH, labelled);
        }
        (table, other)
    }

    /// A copy that shares the memo and tries options in this direction. Its next step is to look up
    /// its current subproblem.
    pub(crate) fn beside(&self, is_backwards: bool) -> Self {
        Self {
            subproblem: self.subproblem.clone(),
            values: self.values.clone(),
            memo: Memo::Shared(Default::default()),
            order: self.order,
            capacity: self.capacity.clone(),
            finder: self.finder.clone(),
            isomorphism: self.isomorphism.clone(),
            decision_levels: self.decision_levels.clone(),
            measurement: None,
            aliases: Aliases::default(),
            representative: self.representative.clone(),
            frames: self.frames.clone(),
            next: Next::Enter,
            problem: self.problem,
            deferred: self.deferred.clone(),
            saved: self.saved.clone(),
            words: Vec::new(),
            is_backwards,
            lookups: self.lookups,
            hits: self.hits,
            lookups_in_progress: self.lookups_in_progress,
            restored_nodes: self.restored_nodes,
            expected: self.expected,
            uses_expected: true,
        }
    }
}

#[cfg(test)]
#[cfg(feature = "diagram")]
mod tests {
    use super::*;
    use crate::engine::memo::tests::symmetric;
    use crate::engine::memo::{CanonicalMode, Counts, Order, Orders, Plan, Status, machine};
    use crate::engine::subproblem::Subproblem;
    use crate::engine::tests::latin;
    use crate::problem::Problem;
    use std::sync::Arc;

    type Search = MemoSearch<Counts>;

    fn search(problem: &Problem, plan: &Plan) -> Search {
        machine(problem, None, &Subproblem::default(), plan, Counts, 1 << 22)
    }

    /// A search alone for so many nodes, if it takes longer, and the same with others beside it
    /// that take turns of so many nodes each. Returns the work of all beyond that of the first, and
    /// how many marks are left.
    fn count_beside(problem: &Problem, plan: &Plan, alone: u64, turns: &[u64]) -> (u64, usize) {
        let start = || {
            let mut search = search(problem, plan);
            search.always_find_representatives();
            search.always_look_up_in_progress();
            search
        };
        let (mut whole, mut first) = (start(), start());
        assert_eq!(whole.advance(u64::MAX), Status::Done);
        if first.advance(alone) == Status::Done {
            return (0, 0);
        }
        let begun = first.work();
        let (table, root) = first.share_memo();
        assert_eq!(root.work(), begun, "it has the counters of the first");
        assert_eq!((root.share(), root.size()), (f64::NEG_INFINITY, 0.0), "at the root");
        let table = Arc::new(table);
        let others = (1..turns.len()).map(|thread| root.beside(thread % 2 == 1));
        let mut searches: Vec<_> = std::iter::once(first).chain(others).collect();
        let mut is_over = false;
        while !is_over {
            is_over = true;
            for (search, &nodes) in searches.iter_mut().zip(turns) {
                search.memo.enter(&table);
                is_over &= search.advance(nodes) == Status::Done;
                search.memo.leave();
            }
        }
        assert!(searches.iter().all(|search| search.value() == whole.value()));
        let work = searches.iter().map(|search| search.work().since(begun));
        (work.map(|work| work.nodes).sum(), table.marks_left())
    }

    #[test]
    fn searches_that_are_over_leave_no_marks() {
        let mut seed = 5;
        let mut random = |bound: u64| crate::splitmix::next(&mut seed) % bound;
        let mut shared = 0;
        for number in 0..300 {
            let problem: Problem = symmetric(&mut random).parse().unwrap();
            for order in [Order::Fewest, Order::Frontier] {
                let plan = Orders::new(&problem, None, CanonicalMode::Auto).plan(order);
                for (alone, turns) in
                    [(1, &[1, 1][..]), (2, &[2, 3]), (5, &[7, 1 << 20]), (3, &[1, 2, 3, 1])]
                {
                    let (nodes, marks) = count_beside(&problem, &plan, alone, turns);
                    assert_eq!(marks, 0, "{number} {order:?} {turns:?}");
                    shared += usize::from(nodes > 0);
                }
            }
        }
        assert!(shared > 500, "{shared}");
    }

    /// The path of the first search has no marks before others join it.
    #[test]
    fn a_search_defers_what_the_first_one_was_searching_before() {
        let problem: Problem = latin(7).parse().unwrap();
        let plan = Orders::new(&problem, None, CanonicalMode::Off).plan(Order::Frontier);
        let mut first = search(&problem, &plan);
        assert_eq!(first.advance(1000), Status::Paused);
        let (table, mut other) = first.share_memo();
        other.memo.enter(&Arc::new(table));
        assert_eq!(other.advance(100), Status::Paused);
        let chosen = |search: &Search| search.subproblem.path[0];
        assert_ne!(chosen(&other), chosen(&first));
    }

    /// One search drops the first option of an item first, and the other one chooses it: 6x6
    /// matrices of zeros and ones with the sum 3 in each row and column.
    #[test]
    fn two_searches_divide_the_decisions() {
        let items = (0..6).map(|number| format!("3|r{number} 3|c{number}"));
        let options = (0..36).map(|number| format!("r{} c{}\n", number / 6, number % 6));
        let text =
            format!("{}\n{}", items.collect::<Vec<_>>().join(" "), options.collect::<String>());
        let problem: Problem = text.parse().unwrap();
        for order in [Order::Fewest, Order::Frontier] {
            let plan = Orders::new(&problem, None, CanonicalMode::Off).plan(order);
            let (one, _) = count_beside(&problem, &plan, 10, &[1]);
            let (two, _) = count_beside(&problem, &plan, 10, &[1, 1]);
            assert!(one > 500 && two < one + one / 2, "{two} beside {one}");
        }
    }

    /// Both look for orbits before their first options.
    #[test]
    fn a_search_expects_what_the_first_one_did() {
        let problem: Problem = latin(11).parse().unwrap();
        let plan = Orders::new(&problem, None, CanonicalMode::On).plan(Order::Frontier);
        let mut first = search(&problem, &plan);
        first.expect(1e12);
        assert_eq!(first.advance(1000), Status::Paused);
        let (table, root) = first.share_memo();
        let mut other = root.beside(true);
        other.memo.enter(&Arc::new(table));
        assert_eq!(other.advance(5), Status::Paused);
        let products = [&first, &other].map(Search::orbit_product);
        assert!(products.iter().all(|&product| product > 10.0), "{products:?}");
    }

    #[test]
    fn measurements_leave_no_marks() {
        let problem: Problem = latin(7).parse().unwrap();
        let plan = Orders::new(&problem, None, CanonicalMode::Auto).plan(Order::Fewest);
        let (nodes, marks) = count_beside(&problem, &plan, 1000, &[1, 1]);
        assert!(nodes > 1000 && marks == 0, "{nodes} {marks}");
    }
}
