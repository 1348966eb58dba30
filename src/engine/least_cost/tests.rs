//! The search is held against a list of all solutions after every step, and nothing may be left of
//! it when it has ended.

use super::*;
use crate::engine::naive::Naive;
use crate::engine::tests::queens;
use crate::ids::as_index;

/// All solutions, as sorted options, with what they cost.
pub(in crate::engine) fn all(problem: &Problem) -> Vec<(Vec<OptionId>, u128)> {
    let (mut naive, mut all) = (Naive::new(problem), Vec::new());
    loop {
        match naive.advance(u64::MAX) {
            Outcome::Exhausted => return all,
            Outcome::Paused => {}
            Outcome::Solution => {
                let mut options = Vec::new();
                naive.solution(&mut options);
                options.sort_unstable();
                let cost = problem.total_cost(&options);
                all.push((options, cost));
            }
        }
    }
}

impl LeastCost {
    /// Whether a solution keeps to all decisions.
    fn allows(&self, solution: &[OptionId]) -> bool {
        let chosen = |option: u32| solution.contains(&OptionId::new(as_index(option)));
        let decided = |(option, is_chosen): (u32, bool)| chosen(option) == is_chosen;
        self.sets.decided_from(0).all(decided)
    }

    /// No bound is above what the cheapest solution costs that it is about.
    fn check(&mut self, all: &[(Vec<OptionId>, u128)], found: &[Vec<OptionId>]) {
        let costs = |wanted: &dyn Fn(&[OptionId]) -> bool| {
            all.iter().filter(|(solution, _)| wanted(solution)).map(|(_, cost)| *cost).min()
        };
        if let (Some(bound), Some(least)) =
            (self.bound(), costs(&|s| !found.iter().any(|f| f == s)))
        {
            assert!(bound <= least, "{bound} is above {least}, which is still to be found");
        }
        if self.sets.failed() || self.phase == Phase::Exhausted {
            return;
        }
        self.costs.read(&self.sets);
        let undecided = self.costs.undecided();
        assert!(undecided.iter().all(|&option| self.sets.is_undecided(option)));
        self.multipliers.check(&self.with_cliques, undecided);
        let units = self.multipliers.bound(&self.sets, undecided);
        let bound = self.costs.spent() + self.multipliers.scale().least_cost(units);
        if let Some(least) = costs(&|solution| self.allows(solution)) {
            assert!(bound <= least, "{bound} is above {least}, which these decisions allow");
        }
    }
}

/// Runs to the end, one node at a time, with checks after each. Returns the costs that were found.
/// The limit is that of a search for the `k` cheapest solutions.
fn run_checked(search: &mut LeastCost, all: &[(Vec<OptionId>, u128)], k: usize) -> Vec<u128> {
    let (mut found, mut costs) = (Vec::new(), Vec::new());
    loop {
        search.check(all, &found);
        match search.advance(1) {
            Outcome::Exhausted => return costs,
            Outcome::Paused => {}
            Outcome::Solution => {
                let mut options: Vec<_> = search.sets.chosen().collect();
                options.sort_unstable();
                let known = all.iter().find(|(solution, _)| *solution == options);
                let &(_, cost) = known.expect("it is a solution");
                assert!(!found.contains(&options), "it was not found before");
                assert!(
                    search.limit.is_none_or(|limit| cost < limit),
                    "it costs less than the limit"
                );
                found.push(options);
                costs.push(cost);
                costs.sort_unstable();
                costs.truncate(k);
                if costs.len() == k {
                    search.set_limit(costs[k - 1]);
                }
            }
        }
    }
}

/// The costs of the cheapest solutions, for several `k`, are those of the list. Returns the number
/// of searches with cliques.
fn check(text: &str) -> usize {
    let problem: Problem = text.parse().unwrap();
    let all = all(&problem);
    let mut costs: Vec<_> = all.iter().map(|&(_, cost)| cost).collect();
    costs.sort_unstable();
    let mut search = LeastCost::new(&problem);
    let untouched = (search.sets.contents(), search.costs.undecided().to_vec());
    let mut with_cliques = 0;
    for k in [1, 2, 3, 10, costs.len() + 1] {
        let found = run_checked(&mut search, &all, k);
        assert_eq!(found, costs[..k.min(costs.len())], "{text}");
        let work = search.work();
        search.restart(&Subproblem::default());
        let contents = (search.sets.contents(), search.costs.undecided().to_vec());
        assert_eq!(contents, untouched, "{text}");
        assert_eq!(run_checked(&mut search, &all, k), found, "a second run finds the same");
        assert_eq!(search.work(), work, "and does the same work");
        for effort in Strengthening::ALL {
            let Some(&most) = found.last() else { break };
            let bound = search.strengthen(&Subproblem::default(), most, effort, &|| false);
            assert!(costs.first().is_some_and(|&least| bound <= least), "{bound}: {text}");
            assert_eq!(run_checked(&mut search, &all, k), found, "{text}, with strong multipliers");
            with_cliques += usize::from(search.entry_count() > problem.entry_count());
        }
        search.restart(&Subproblem::default());
    }
    with_cliques
}

#[test]
fn the_cheapest_are_found_and_no_bound_is_too_high() {
    let huge = u64::MAX;
    for text in [
        "a b c d e f g\nc e f |1\na d g |2\nb c f |3\na d |4\nb g |5\nd e g |6\n",
        "a\n",
        "a\na |2\na\na |1\n",
        "a b c\na b |3\nb c |4\nc a |5\na |3\nb |2\nc |2\n",
        "0:2|a\na |3\na |1\na |2\n",
        "0:3|a 0:3|b\na\na b |5\nb |3\na |4\n",
        "1:2|a 0:1|b\na b |4\na |4\nb |1\na b |2\n",
        "2:3|a | x\na x:1 |5\na x:1 |7\na x:2 |1\na |9\n",
        "2:2|a 1:3|b c | x y\na b x |4\na b x |9\na c |3\nb x |1\nc b |2\na |1\n",
        "a b c | x\na x |1\nb x |1\nc x |1\na |9\nb |8\nc |7\n",
        "a b c | x\na x:1 |1\na x:2 |3\nb x:1 |9\nb x:2 |2\nc x:1 |1\nc x:3\nc x |2\n",
    ] {
        check(text);
    }
    check(&format!("a b\na |{huge}\nb |{huge}\na b |{huge}\na |1\nb |{}\n", huge - 1));
}

/// Queens on a board of `n x n` cells with costs.
pub(in crate::engine) fn board(n: usize, factor: u64) -> String {
    let costs = [3u64, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7];
    let mut lines = 0..;
    let priced = |line: &str| match lines.next() {
        Some(0) | None => format!("{line}\n"),
        Some(number) => format!("{line} |{}\n", factor * costs[number % costs.len()]),
    };
    queens(n).lines().map(priced).collect()
}

#[test]
fn boards_with_costs_are_ranked() {
    let mut with_cliques = 0;
    for (n, factor) in [(4, 1), (5, 7), (6, 1), (6, u64::MAX / 9)] {
        with_cliques += check(&board(n, factor));
    }
    assert!(with_cliques > 0);
}

#[test]
fn cliques_close_the_gap_of_halves() {
    // The linear relaxation chooses half of each of the first three options.
    let text = "a b c\na b |1\nb c |1\na c |1\na |20\nb |20\nc |20\n";
    let problem: Problem = text.parse().unwrap();
    let mut search = LeastCost::new(&problem);
    let [short, middle, _] = Strengthening::ALL;
    let without = Strengthening { separations: 0, ..short };
    let mut bound = |effort| search.strengthen(&Subproblem::default(), 30, effort, &|| false);
    assert_eq!([bound(without), bound(short), bound(middle)], [2, 21, 21]);
    assert_eq!(search.entry_count(), problem.entry_count() + 3);
    search.restart(&Subproblem::default());
    assert_eq!(search.entry_count(), problem.entry_count());
    check(text);
}

#[test]
fn a_limit_of_zero_leaves_nothing_to_be_found() {
    let problem = "a\na\n".parse().unwrap();
    let mut search = LeastCost::new(&problem);
    assert_eq!(search.bound(), Some(0));
    search.set_limit(0);
    assert_eq!((search.advance(u64::MAX), search.bound()), (Outcome::Exhausted, Some(0)));
    search.restart(&Subproblem::default());
    assert_eq!(search.advance(u64::MAX), Outcome::Solution);
    assert_eq!((search.advance(u64::MAX), search.bound()), (Outcome::Exhausted, None));
}

#[test]
fn solutions_below_a_limit_are_within_its_budget() {
    let mut with_cliques = 0;
    let texts = [
        "a b c d e f g\nc e f |1\na d g |2\nb c f |3\na d |4\nb g |5\nd e g |6\n",
        "a b c\na b |3\nb c |4\nc a |5\na |3\nb |2\nc |2\n",
        "a b c | x\na x:1 |1\na x:2 |3\nb x:1 |9\nb x:2 |2\nc x:1 |1\nc x:3\nc x |2\n",
        "a b c | x\na x |1\nb x |1\nc x |1\na |9\nb |8\nc |7\n",
    ];
    let boards = [(4, 1), (5, 7), (6, 1), (7, 1)].map(|(n, factor)| board(n, factor));
    for text in texts.map(str::to_owned).into_iter().chain(boards) {
        let problem: Problem = text.parse().unwrap();
        let all = all(&problem);
        let is_plain = problem.primary_items().len() == problem.items().len();
        let roots = all.iter().map(|(solution, _)| Subproblem::from(&solution[..1]));
        for root in roots.chain([Subproblem::default()]) {
            let holds = |s: &[OptionId]| root.include.iter().all(|option| s.contains(option));
            let mut search = LeastCost::new(&problem);
            let is_strong = root.include.len() % 2 == 1;
            if is_strong {
                let most = all.iter().filter(|(s, _)| holds(s)).map(|(_, cost)| *cost).max();
                search.strengthen(&root, most.unwrap(), Strengthening::ALL[1], &|| false);
                with_cliques += usize::from(search.entry_count() > problem.entry_count());
            }
            let is_plain = is_plain && search.entry_count() == problem.entry_count();
            let Some(net) = search.net_costs(&root) else {
                panic!("there are solutions below {root:?}");
            };
            let least = all.iter().filter(|(s, _)| holds(s)).map(|(_, cost)| *cost).min();
            assert!(Some(net.bound()) <= least);
            assert!(net.costs().iter().all(|&cost| cost >= 0), "{:?}", net.costs());
            for (solution, cost) in all.iter().filter(|(solution, _)| holds(solution)) {
                let sum: i64 = solution.iter().map(|option| net.costs()[option.index()]).sum();
                assert!(sum <= net.budget(cost + 1), "{sum}, {}", net.budget(cost + 1));
                let exceeds = sum > net.budget(*cost);
                assert!(exceeds || !is_plain, "the budget has no slack without secondary items");
            }
        }
    }
    assert!(with_cliques > 0);
}
