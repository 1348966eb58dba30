//! However a search is split, no solution is lost, and none is found twice.

use super::*;
use crate::engine::tests::{COLORED, Kind, plain, queens, random};
use crate::engine::{Engine, Outcome, SearchEngine, Subproblem};
use crate::ids::to_u64;
use crate::problem::{Problem, Reduction, dlx};
use crate::tests::{Random, is_thorough, part_of};

/// A solution at which a machine stands, in ascending order.
fn solution(machine: &dyn SearchEngine) -> Vec<OptionId> {
    let mut options = Vec::new();
    machine.solution(&mut options);
    options.sort_unstable();
    options
}

/// All solutions of a subproblem by the oracle, in ascending order; `None` if they are too many.
/// The oracle searches the whole problem: assumptions are applied to its solutions.
fn oracle(problem: &Problem, root: &Subproblem) -> Option<Vec<Vec<OptionId>>> {
    let mut naive = Engine::Naive.start(problem, None);
    let mut all = Vec::new();
    let most = if *root == Subproblem::default() { 2000 } else { 20_000 };
    for number in 0.. {
        match naive.advance(u64::MAX) {
            Outcome::Solution if number < most => all.push(solution(naive.as_ref())),
            Outcome::Solution => return None,
            _ => break,
        }
    }
    all.retain(|solution| {
        root.include.iter().all(|option| solution.contains(option))
            && !root.exclude.iter().any(|option| solution.contains(option))
    });
    if all.len() > 2000 {
        return None;
    }
    all.sort_unstable();
    Some(all)
}

/// How often a search is cut at most; a quarter as often unless tests are thorough. Each piece
/// begins with a structure that is made anew.
const MOST_CUTS: usize = 60;

/// A search that is cut in pieces at random moments.
struct Cutter<'a> {
    machine: &'a mut dyn SearchEngine,
    numbers: &'a mut Random,
    path: Path,
    budget: u64,
    /// What is left to be searched.
    pieces: Vec<Subproblem>,
    found: Vec<Vec<OptionId>>,
    cuts: usize,
}

impl Cutter<'_> {
    /// All solutions, in ascending order.
    fn run(mut self, root: &Subproblem) -> (Vec<Vec<OptionId>>, usize) {
        self.pieces.push(root.clone());
        while let Some(root) = self.pieces.pop() {
            self.machine.restart(&root);
            self.cut(&root);
            loop {
                match self.machine.advance(self.budget) {
                    Outcome::Exhausted => break,
                    Outcome::Paused => {}
                    Outcome::Solution => self.take(),
                }
                if self.numbers.one_in(3) {
                    self.cut(&root);
                }
            }
            assert_eq!(self.machine.advance(self.budget), Outcome::Exhausted, "and stays so");
        }
        self.found.sort_unstable();
        (self.found, self.cuts)
    }

    fn take(&mut self) {
        let solution = solution(self.machine);
        self.machine.path(&mut self.path);
        let is_on_path = |choice: &Choice| match choice {
            Choice::Include(option) => solution.contains(option),
            Choice::Exclude(option) => !solution.contains(option),
        };
        assert!(self.path.all_chosen().iter().all(is_on_path), "it is on the path");
        self.found.push(solution);
    }

    /// Cuts at the first level that has untried options.
    fn cut(&mut self, root: &Subproblem) {
        let path = &mut self.path;
        if self.cuts >= part_of(MOST_CUTS) || !self.machine.path(path) {
            return;
        }
        let Some(level) = (0..path.levels()).find(|&level| !path.untried(level).is_empty()) else {
            return;
        };
        self.cuts += 1;
        self.machine.keep_below(level + 1);
        let piece = |&last: &Choice| {
            let mut piece = root.clone();
            piece.extend(path.all_chosen()[..level].iter().copied().chain([last]));
            piece
        };
        self.pieces.extend(path.untried(level).iter().map(piece));
        let tried = path.alternatives(level) - 1;
        let (chosen, levels) = (path.chosen(level), path.levels());
        assert!(self.machine.path(path));
        assert_eq!(path.levels(), levels, "it stands where it stood");
        assert_eq!(path.chosen(level), chosen);
        assert!((0..=level).all(|level| path.untried(level).is_empty()));
        assert!(path.tried(level) <= tried, "what was given up is done with");
    }
}

/// Cuts the search of an engine at several paces; how often.
fn check_cuts(
    problem: &Problem,
    engine: Engine,
    known: Option<&Reduction>,
    root: &Subproblem,
    numbers: &mut Random,
) -> usize {
    let Some(all) = oracle(problem, root) else { return 0 };
    let mut cuts = 0;
    let mut machine = engine.start(problem, known);
    for &budget in if is_thorough() { &[1, 2, 3, 7, 100][..] } else { &[1, 3, 100] } {
        let cutter = Cutter {
            machine: machine.as_mut(),
            numbers,
            path: Path::default(),
            budget,
            pieces: Vec::new(),
            found: Vec::new(),
            cuts: 0,
        };
        let (found, times) = cutter.run(root);
        let text = || dlx::to_string(problem);
        assert_eq!(found, all, "{engine} {budget} {root:?} {:?}", text());
        cuts += times;
    }
    cuts
}

/// Assumptions: at most one option is included, and some of the others may be excluded.
fn random_root(problem: &Problem, numbers: &mut Random) -> Subproblem {
    let mut root = Subproblem::default();
    if numbers.one_in(2) {
        root.include.extend(problem.options().filter(|_| numbers.one_in(6)).take(1));
    }
    if numbers.one_in(2) {
        let others = problem.options().filter(|option| !root.include.contains(option));
        root.exclude.extend(others.filter(|_| numbers.one_in(5)));
    }
    root
}

/// Whether an engine can be cut: the others search a subproblem as a whole.
fn has_paths(engine: Engine) -> bool {
    engine != Engine::Learning
}

fn engines(problem: &Problem) -> impl Iterator<Item = Engine> {
    Engine::ALL.into_iter().filter(|engine| engine.check(problem).is_ok())
}

/// Problems whose searches see every part of every engine.
fn table() -> Vec<String> {
    let colored = COLORED.iter().map(|&(text, _)| text.to_owned());
    let small = plain().into_iter().map(|(text, _)| text).chain(colored);
    small.chain([queens(7), wide()]).collect()
}

/// More options than the widest rows of bits hold: 300 in one of as many colours for each of four
/// items.
fn wide() -> String {
    let mut text = "p q r s | x y\n".to_owned();
    for color in 0..300 {
        text += &format!("p x:{color}\nq x:{color}\nr y:{color}\ns y:{}\n", color + 1000);
    }
    text += "r s\nr s y\nr y:1000\n";
    text
}

#[test]
fn pieces_have_all_solutions_once() {
    let mut numbers = Random(1);
    for text in table() {
        let problem: Problem = text.parse().unwrap();
        // The oracle takes long for thousands of options.
        let is_quick = |engine: &Engine| *engine != Engine::Naive || problem.options().len() < 500;
        for engine in engines(&problem).filter(is_quick) {
            let cuts = check_cuts(&problem, engine, None, &Subproblem::default(), &mut numbers);
            let may_be_whole = problem.options().len() < 50 || !has_paths(engine);
            assert!(cuts > 0 || may_be_whole, "{engine} {text}");
        }
    }
}

#[test]
fn pieces_of_random_problems_have_all_solutions_once() {
    let mut cuts = [0; Engine::ALL.len()];
    let seeds = part_of(400);
    for seed in 0..to_u64(seeds) {
        let mut numbers = Random(seed);
        let kind = [Kind::Plain, Kind::Colors, Kind::Multiplicities][numbers.below(3)];
        let problem: Problem = random(kind, &mut numbers).parse().unwrap();
        let root = random_root(&problem, &mut numbers);
        let reduced = Reduction::new(&problem, &root.include, u64::MAX);
        for (engine, known) in engines(&problem).flat_map(|e| [(e, None), (e, Some(&reduced))]) {
            let place = Engine::ALL.iter().position(|&other| other == engine).unwrap();
            cuts[place] += check_cuts(&problem, engine, known, &root, &mut numbers);
        }
    }
    for (engine, cuts) in Engine::ALL.into_iter().zip(cuts) {
        assert!(cuts > seeds / 2 || !has_paths(engine), "{engine} {cuts}");
    }
}

/// Runs to the end; the share at each stop.
fn shares(machine: &mut dyn SearchEngine, budget: u64) -> Vec<f64> {
    let mut path = Path::default();
    assert!(machine.path(&mut path));
    assert_eq!((path.levels(), path.share().to_bits()), (0, 0), "at the root nothing is done");
    let mut shares = vec![0.0];
    while machine.advance(budget) != Outcome::Exhausted {
        if machine.path(&mut path) {
            shares.push(path.share());
        }
    }
    shares
}

#[test]
fn the_share_grows() {
    // Sums of shares are rounded.
    let falls = |two: &[f64]| two[1] < two[0] - 1e-12;
    let mut numbers = Random(3);
    let random =
        (0..part_of(200)).map(|seed| random([Kind::Plain, Kind::Colors][seed % 2], &mut numbers));
    let random: Vec<_> = random.collect();
    for text in table().into_iter().chain(random) {
        let problem: Problem = text.parse().unwrap();
        for engine in engines(&problem).filter(|&engine| has_paths(engine)) {
            let mut machine = engine.start(&problem, None);
            for budget in [1, 5] {
                machine.restart(&Subproblem::default());
                let shares = shares(machine.as_mut(), budget);
                assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)), "{engine} {text}");
                // Where an option is put out, a search may know less than before.
                if engine != Engine::Multiple {
                    assert!(!shares.windows(2).any(falls), "{engine} {text} {shares:?}");
                }
            }
        }
    }
}

#[test]
fn a_path_tells_what_is_done() {
    let option = OptionId::new;
    let mut path = Path::default();
    path.push(option(3), 4, [option(5), option(9)]);
    path.push(option(7), 1, []);
    path.push(option(8), 2, []);
    assert_eq!((path.levels(), path.tried(0), path.tried(2)), (3, 1, 1));
    assert_eq!(path.untried(0), [5, 9].map(|number| Choice::Include(option(number))));
    assert!(path.untried(1).is_empty());
    assert_eq!(path.share().to_bits(), 0.375_f64.to_bits(), "a quarter, and half of a quarter");
    path.clear();
    assert_eq!((path.levels(), path.share().to_bits()), (0, 0));
}

/// An item of which any `k` options are a solution: all choices have their exact share.
#[test]
fn the_share_of_combinations_is_exact() {
    for (k, n, all) in [(1, 6, 6), (2, 5, 10), (3, 8, 56), (7, 9, 36)] {
        let problem: Problem = format!("{k}:{k}|a\n{}", "a\n".repeat(n)).parse().unwrap();
        let (mut machine, mut path) = (Engine::Multiple.start(&problem, None), Path::default());
        for number in 0..all {
            assert_eq!(machine.advance(u64::MAX), Outcome::Solution);
            assert!(machine.path(&mut path));
            let share = f64::from(number) / f64::from(all);
            assert!((path.share() - share).abs() < 1e-9, "{k} of {n}: {number}, {}", path.share());
        }
        assert_eq!(machine.advance(u64::MAX), Outcome::Exhausted);
    }
}

#[test]
fn the_other_choice_of_a_decision_has_the_rest() {
    let option = OptionId::new(4);
    let mut path = Path::default();
    path.push_decision(Choice::Include(option), Some(Choice::Exclude(option)), 0.25);
    assert_eq!((path.share().to_bits(), path.weights().collect::<Vec<_>>()), (0, vec![0.75]));
    assert!(path.backtrack());
    assert_eq!(path.chosen(0), Choice::Exclude(option));
    assert_eq!((path.share().to_bits(), path.backtrack()), (0.25_f64.to_bits(), false));
}

/// Appends all solutions of a subproblem. At some stop all that is untried is split off, and comes
/// next.
fn in_parts(
    machine: &mut dyn SearchEngine,
    root: &Subproblem,
    numbers: &mut Random,
    budget: u64,
    found: &mut Vec<Vec<OptionId>>,
) -> usize {
    machine.restart(root);
    let (mut parts, mut path): (Option<Vec<Subproblem>>, _) = (None, Path::default());
    loop {
        match machine.advance(budget) {
            Outcome::Exhausted => break,
            Outcome::Paused => {}
            Outcome::Solution => found.push(solution(machine)),
        }
        if parts.is_none() && numbers.one_in(4) && machine.path(&mut path) {
            let below = |level: usize, &last: &Choice| {
                let mut part = root.clone();
                part.extend(path.all_chosen()[..level].iter().copied().chain([last]));
                part
            };
            let levels = (0..path.levels()).rev();
            let all = levels
                .flat_map(|level| path.untried(level).iter().map(move |last| below(level, last)));
            parts = Some(all.collect());
            machine.keep_below(path.levels());
            machine.path(&mut path);
            assert_eq!(path.all_untried(), 0, "all is split off");
        }
    }
    let parts = parts.unwrap_or_default();
    let below = parts.iter().map(|part| 1 + in_parts(machine, part, numbers, budget, found));
    below.sum()
}

#[test]
fn parts_have_all_solutions_once() {
    let mut cuts = [0; Engine::ALL.len()];
    for seed in 1000..1400 {
        let mut numbers = Random(seed);
        let kind = [Kind::Plain, Kind::Colors, Kind::Multiplicities][numbers.below(3)];
        let problem: Problem = random(kind, &mut numbers).parse().unwrap();
        let root = random_root(&problem, &mut numbers);
        let Some(all) = oracle(&problem, &root).filter(|all| all.len() < 300) else { continue };
        for engine in engines(&problem) {
            let mut machine = engine.start(&problem, None);
            for budget in [1, 3, 20] {
                let mut found = Vec::new();
                let place = Engine::ALL.iter().position(|&other| other == engine).unwrap();
                cuts[place] += in_parts(machine.as_mut(), &root, &mut numbers, budget, &mut found);
                found.sort_unstable();
                assert_eq!(found, all, "{engine} {budget} {:?}", dlx::to_string(&problem));
            }
        }
    }
    for (engine, cuts) in Engine::ALL.into_iter().zip(cuts) {
        assert!(cuts > 400 || !has_paths(engine), "{engine} {cuts}");
    }
}
