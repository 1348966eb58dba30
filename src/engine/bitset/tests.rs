//! One kind of processor against the other, step by step; and parts of every width against dancing
//! links.

use super::*;
use crate::engine::Engine;
use crate::tests::{Random, is_thorough, part_of};

/// Random options, each of a third of the primary items and of up to two secondary ones, those in
/// one of three colours or in none. A solution has three options.
fn thirds(third: usize, secondary: usize, options: usize, seed: u64) -> Problem {
    let mut numbers = Random(seed);
    let names = |letter: char, count: usize| -> String {
        (0..count).map(|number| format!(" {letter}{number}")).collect()
    };
    let mut text = format!("{} |{}\n", names('p', 3 * third), names('s', secondary));
    for _ in 0..options {
        let mut items: Vec<_> = (0..3 * third).collect();
        for _ in 0..third {
            let item = items.swap_remove(numbers.below(items.len()));
            text += &format!(" p{item}");
        }
        let first = numbers.below(secondary.max(1));
        for item in (first..secondary).take(numbers.below(3)) {
            text += &format!(" s{item}{}", ["", ":r", ":g", ":b"][numbers.below(4)]);
        }
        text.push('\n');
    }
    text.parse().unwrap()
}

/// Items in a ring, and an option for each two neighbours.
fn ring(length: usize) -> Problem {
    let names: Vec<_> = (0..length).map(|item| format!("p{item}")).collect();
    let options = (0..length).map(|item| format!("p{item} p{}\n", (item + 1) % length));
    format!("{}\n{}", names.join(" "), options.collect::<String>()).parse().unwrap()
}

/// What a machine does, driven by small budgets: its events, its solutions, and its work at the
/// end.
fn run(machine: &mut dyn SearchEngine, budget: u64) -> (Vec<Outcome>, Vec<Vec<OptionId>>, Work) {
    let (mut events, mut solutions) = (Vec::new(), Vec::new());
    loop {
        let event = machine.advance(budget);
        events.push(event);
        match event {
            Outcome::Solution => {
                let mut options = Vec::new();
                machine.solution(&mut options);
                solutions.push(options);
            }
            Outcome::Exhausted => return (events, solutions, machine.work()),
            Outcome::Paused => {}
        }
    }
}

fn sorted(mut solutions: Vec<Vec<OptionId>>) -> Vec<Vec<OptionId>> {
    solutions.iter_mut().for_each(|options| options.sort_unstable());
    solutions.sort_unstable();
    solutions
}

/// Problems that begin at every width, and in the whole matrix; with and without secondary items.
fn problems() -> impl Iterator<Item = Problem> {
    let table = [
        (2, 0, 30),
        (3, 4, 60),
        (3, 0, 100),
        (4, 6, 120),
        (4, 0, 220),
        (5, 8, 240),
        (5, 0, 450),
        (5, 9, 500),
        (6, 0, 900),
        (6, 9, 1000),
        (7, 0, 1500),
        (6, 9, 2100),
    ];
    let thirds = table
        .into_iter()
        .zip(1..)
        .map(|((third, secondary, options), seed)| thirds(third, secondary, options, seed));
    thirds.chain([ring(130), ring(1100), ring(1101)])
}

#[test]
fn parts_of_every_width_find_what_links_find() {
    let (mut found, mut updates) = (0, 0);
    for problem in problems() {
        let mut bits = Bits::new(&problem, None, Any);
        let mut links = Engine::Links.start(&problem, None);
        let (_, solutions, work) = run(&mut bits, u64::MAX);
        found += solutions.len();
        updates += work.updates;
        assert_eq!(sorted(solutions), sorted(run(links.as_mut(), u64::MAX).1));
        assert!(work.nodes > 0);
    }
    assert!(found > 1000 && updates > 100_000, "{found} solutions, {updates} updates");
}

#[test]
fn cells_above_hand_down_what_they_leave() {
    let mut handed_down = 0;
    for problem in problems() {
        let links = &mut *Engine::Links.start(&problem, None);
        let expected = sorted(run(links, u64::MAX).1);
        for &most in if is_thorough() { &[1, 20, 300, MOST][..] } else { &[1, 300] } {
            let cells = dancing_cells::start(&problem, dancing_cells::Heuristic::Fewest, None);
            let mut bits = Bits::below(Some((cells, most)), &problem, None, Any);
            let is_wide = bits.parts.first() == Some(&Part::Cells);
            let (_, solutions, work) = run(&mut bits, u64::MAX);
            handed_down += usize::from(is_wide && bits.shared.matrix.entry_count() > 0);
            for budget in [1, 50] {
                bits.restart(&Subproblem::default());
                let (_, again, work_again) = run(&mut bits, budget);
                assert_eq!((&again, work_again), (&solutions, work));
            }
            assert_eq!(sorted(solutions), expected);
            let given: Vec<_> = problem.options().take(usize::from(is_wide)).collect();
            bits.restart(&Subproblem::from(&given));
            let with: Vec<_> =
                expected.iter().filter(|s| given.iter().all(|o| s.contains(o))).cloned().collect();
            assert_eq!(sorted(run(&mut bits, u64::MAX).1), with);
        }
    }
    assert!(handed_down > part_of(32) / 4, "{handed_down}");
}

#[test]
fn it_is_the_same_search_however_often_it_pauses() {
    let mut pauses = 0;
    for problem in problems() {
        let mut bits = Bits::new(&problem, None, Any);
        let (_, solutions, work) = run(&mut bits, u64::MAX);
        for budget in [1, 2, 7, 100] {
            bits.restart(&Subproblem::default());
            let (events, again, work_again) = run(&mut bits, budget);
            assert_eq!((&again, work_again), (&solutions, work));
            assert_eq!(bits.advance(budget), Outcome::Exhausted, "and stays so");
            pauses += events.iter().filter(|&&event| event == Outcome::Paused).count();
        }
    }
    assert!(pauses > 10_000, "{pauses}");
}

#[cfg(target_arch = "x86_64")]
#[test]
fn every_processor_takes_the_same_steps() {
    for problem in problems() {
        let any = run(&mut Bits::new(&problem, None, Any), 5);
        if let Some(modern) = cpu::Modern::detect() {
            assert_eq!(run(&mut Bits::new(&problem, None, modern), 5), any);
        }
        if let Some(recent) = cpu::Recent::detect() {
            assert_eq!(run(&mut Bits::new(&problem, None, recent), 5), any);
        }
    }
}

#[test]
fn an_option_that_leaves_an_item_without_options_is_struck_out() {
    // Each option of `b` leaves `a` without options. The others are there to fill two words.
    let rest = |call: &dyn Fn(usize) -> String| (0..24).map(call).collect::<String>();
    let names = rest(&|item| format!(" c{item}"));
    let others = rest(&|item| format!("c{item}\nc{item} s\nc{item} t\n"));
    let options = ["b x y", "b x y s", "b x y t", "a x", "a y"];
    let text = format!("a b{names} | x y s t\n{others}{}\n", options.join("\n"));
    let problem: Problem = text.parse().unwrap();
    let (events, _, work) = run(&mut Bits::new(&problem, None, Any), u64::MAX);
    assert_eq!((events.as_slice(), work.nodes), (&[Outcome::Exhausted][..], 1), "nothing is tried");
}

#[test]
fn parts_with_more_nodes_than_options_lose_nothing() {
    // Queens on a board of 12x12: options for four words, and more than a hundred nodes for each
    // option of a part of two.
    let names = |letter: char, count: usize| -> String {
        (0..count).map(|number| format!(" {letter}{number}")).collect()
    };
    let queen = |cell: usize| {
        let (row, column) = (cell / 12, cell % 12);
        format!("r{row} c{column} u{} d{}\n", row + column, row + 11 - column)
    };
    let options: String = (0..144).map(queen).collect();
    let items =
        format!("{}{} |{}{}", names('r', 12), names('c', 12), names('u', 23), names('d', 23));
    let problem: Problem = format!("{items}\n{options}").parse().unwrap();
    let (_, solutions, _) = run(&mut Bits::new(&problem, None, Any), u64::MAX);
    assert_eq!(solutions.len(), 14200, "OEIS A000170");
}

#[test]
fn given_options_are_in_every_solution() {
    for problem in problems() {
        let all = sorted(run(&mut Bits::new(&problem, None, Any), u64::MAX).1);
        let mut bits = Bits::new(&problem, None, Any);
        for option in all.iter().step_by(all.len() / 3 + 1).map(|options| options[0]) {
            bits.restart(&Subproblem::from(&[option]));
            let with = all.iter().filter(|options| options.contains(&option)).cloned();
            assert_eq!(sorted(run(&mut bits, 10).1), with.collect::<Vec<_>>());
        }
        bits.restart(&Subproblem::default());
        assert_eq!(sorted(run(&mut bits, 10).1), all, "nothing is left of what was given");
    }
}

#[test]
fn colours_belong_to_their_items() {
    let text =
        "a b c | x y\na x:red\na y:red\nb x:red\nb x:green\nb y:red\nc x y\nc x:red\nc y:green\n";
    let problem: Problem = text.parse().unwrap();
    let mut links = Engine::Links.start(&problem, None);
    let expected = sorted(run(links.as_mut(), u64::MAX).1);
    assert!(!expected.is_empty());
    assert_eq!(sorted(run(&mut Bits::new(&problem, None, Any), u64::MAX).1), expected);
    assert_eq!(matrix::most_rows(&problem), 5 + 2 * 2, "x is red or green, and so is y");
}

/// Random costs below 100, one for each option.
fn costs(problem: &Problem) -> Vec<i64> {
    let mut numbers = Random(5);
    problem.options().map(|_| i64::try_from(numbers.below(100)).unwrap()).collect()
}

#[test]
fn no_solution_within_the_budget_is_lost() {
    let (mut within, mut nodes, mut nodes_of_all) = (0, 0, 0);
    for problem in problems() {
        let costs = costs(&problem);
        let cost = |s: &[OptionId]| s.iter().map(|option| costs[option.index()]).sum::<i64>();
        let mut bits = Bits::new(&problem, None, Any);
        let (_, solutions, work) = run(&mut bits, u64::MAX);
        let all = sorted(solutions);
        let mut sums: Vec<_> = all.iter().map(|s| cost(s)).collect();
        sums.sort_unstable();
        for most in [0, 1, 2].map(|half| sums.get(half * sums.len() / 3).copied().unwrap_or(50)) {
            bits.restart_with_costs(&Subproblem::default(), costs.clone());
            bits.set_budget(most);
            let (_, found, with_budget) = run(&mut bits, 50);
            let found = sorted(found);
            assert!(found.windows(2).all(|two| two[0] < two[1]), "each once");
            let keeps = |s: &&Vec<OptionId>| cost(s) <= most;
            let expected: Vec<_> = all.iter().filter(keeps).collect();
            assert_eq!(found.iter().filter(keeps).collect::<Vec<_>>(), expected);
            assert!(found.iter().all(|s| all.binary_search(s).is_ok()));
            within += expected.len();
            nodes += with_budget.nodes;
            nodes_of_all += work.nodes;
        }
        bits.restart_with_costs(&Subproblem::default(), costs.clone());
        assert_eq!(sorted(run(&mut bits, 50).1), all, "the budget is unlimited again");
    }
    assert!(within > 500 && nodes < nodes_of_all, "{within} in {nodes} of {nodes_of_all} nodes");
}

#[test]
fn a_budget_can_become_smaller_during_the_search() {
    for problem in problems() {
        let costs = costs(&problem);
        let mut bits = Bits::new(&problem, None, Any);
        let all = run(&mut bits, u64::MAX).1;
        let cost = |s: &[OptionId]| s.iter().map(|option| costs[option.index()]).sum::<i64>();
        bits.restart_with_costs(&Subproblem::default(), costs.clone());
        let mut least = None;
        loop {
            match bits.advance(10) {
                Outcome::Exhausted => break,
                Outcome::Paused => {}
                Outcome::Solution => {
                    let mut options = Vec::new();
                    bits.solution(&mut options);
                    least = least.into_iter().chain([cost(&options)]).min();
                    bits.set_budget(least.unwrap() - 1);
                }
            }
        }
        assert_eq!(least, all.iter().map(|s| cost(s)).min());
    }
}
