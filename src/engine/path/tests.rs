//! Whatever is cut off and searched by itself, no solution is lost, and none is found twice.

use super::*;
use crate::engine::tests::{COLORED, plain, queens};
use crate::engine::{Engine, Outcome, SearchEngine, splitmix};
use crate::problem::{Problem, Reduction, dlx};

/// Numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        splitmix::next(&mut self.0)
    }

    /// A number below another.
    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() >> 33).unwrap() % end
    }

    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// What a random problem has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    Colors,
    Multiplicities,
}

fn random(kind: Kind, numbers: &mut Numbers) -> String {
    let (primary, secondary) = (2 + numbers.below(6), numbers.below(4));
    let mut text = String::new();
    for item in 0..primary {
        let bounds = ["", "", "", "2|", "1:2|", "0:2|", "0:1|"][numbers.below(7)];
        let bounds = if kind == Kind::Multiplicities { bounds } else { "" };
        text += &format!("{bounds}p{item} ");
    }
    text += "|";
    (0..secondary).for_each(|item| text += &format!(" s{item}"));
    for _ in 0..primary + numbers.below(3 * primary + 4) {
        text += "\n";
        let first = numbers.below(primary);
        text += &format!("p{first}");
        for item in (0..primary).filter(|&item| item != first) {
            if numbers.one_in(primary + 1) {
                text += &format!(" p{item}");
            }
        }
        for item in (0..secondary).filter(|_| kind != Kind::Plain) {
            if numbers.one_in(4) {
                let color = ["", ":a", ":b", ":c"][numbers.below(4)];
                text += &format!(" s{item}{color}");
            }
        }
    }
    text + "\n"
}

/// A solution at which a machine stands, in ascending order.
fn solution(machine: &dyn SearchEngine) -> Vec<OptionId> {
    let mut options = Vec::new();
    machine.solution(&mut options);
    options.sort_unstable();
    options
}

/// All solutions with these options, by the oracle, in ascending order; none if they are too many.
fn oracle(problem: &Problem, given: &[OptionId]) -> Option<Vec<Vec<OptionId>>> {
    let mut naive = Engine::Naive.start(problem, None);
    naive.restart(given);
    let mut all = Vec::new();
    while naive.advance(u64::MAX) == Outcome::Solution {
        all.push(solution(naive.as_ref()));
        if all.len() > 2000 {
            return None;
        }
    }
    all.sort_unstable();
    Some(all)
}

/// So often a search is cut: each piece begins with a structure that is made anew.
const MOST_CUTS: usize = 60;

/// A search that is cut in pieces at random moments.
struct Cutter<'a> {
    machine: &'a mut dyn SearchEngine,
    numbers: &'a mut Numbers,
    path: Path,
    budget: u64,
    /// Pieces to be searched: what is given for each.
    pieces: Vec<Vec<OptionId>>,
    found: Vec<Vec<OptionId>>,
    cuts: usize,
}

impl Cutter<'_> {
    /// All solutions, in ascending order.
    fn run(mut self, given: &[OptionId]) -> (Vec<Vec<OptionId>>, usize) {
        self.pieces.push(given.to_vec());
        while let Some(given) = self.pieces.pop() {
            self.machine.restart(&given);
            self.cut(&given);
            loop {
                match self.machine.advance(self.budget) {
                    Outcome::Exhausted => break,
                    Outcome::Paused => {}
                    Outcome::Solution => self.take(),
                }
                if self.numbers.one_in(3) {
                    self.cut(&given);
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
        let chosen = (0..self.path.levels()).map(|level| self.path.chosen(level));
        assert!(chosen.into_iter().all(|option| solution.contains(&option)), "it is on the path");
        self.found.push(solution);
    }

    /// Cuts at the first level that has untried options.
    fn cut(&mut self, given: &[OptionId]) {
        let path = &mut self.path;
        if self.cuts >= MOST_CUTS || !self.machine.path(path) {
            return;
        }
        let Some(level) = (0..path.levels()).find(|&level| !path.untried(level).is_empty()) else {
            return;
        };
        self.cuts += 1;
        self.machine.keep_below(level + 1);
        let above = given.iter().copied().chain((0..level).map(|level| path.chosen(level)));
        let above: Vec<_> = above.collect();
        let piece = |&last: &OptionId| above.iter().copied().chain([last]).collect();
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
    given: &[OptionId],
    numbers: &mut Numbers,
) -> usize {
    let Some(all) = oracle(problem, given) else { return 0 };
    let mut cuts = 0;
    let mut machine = engine.start(problem, known);
    for budget in [1, 2, 3, 7, 100] {
        let cutter = Cutter {
            machine: machine.as_mut(),
            numbers,
            path: Path::default(),
            budget,
            pieces: Vec::new(),
            found: Vec::new(),
            cuts: 0,
        };
        let (found, times) = cutter.run(given);
        let text = || dlx::to_string(problem);
        assert_eq!(found, all, "{engine} {budget} {given:?} {:?}", text());
        cuts += times;
    }
    cuts
}

fn engines(problem: &Problem) -> impl Iterator<Item = Engine> {
    Engine::ALL.into_iter().filter(|engine| engine.check(problem).is_ok())
}

/// Problems whose searches see every part of every engine.
fn table() -> Vec<String> {
    let colored = COLORED.iter().map(|&(text, _)| text.to_owned());
    let small = plain().into_iter().map(|(text, _)| text).chain(colored);
    small.chain([queens(7), queens(8), wide()]).collect()
}

/// More options than the widest part of bits has room for: 300 in one of as many colours for each of four items.
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
    let mut numbers = Numbers(1);
    for text in table() {
        let problem: Problem = text.parse().unwrap();
        for engine in engines(&problem) {
            let cuts = check_cuts(&problem, engine, None, &[], &mut numbers);
            assert!(cuts > 0 || problem.options().len() < 50, "{engine} {text}");
        }
    }
}

#[test]
fn pieces_of_random_problems_have_all_solutions_once() {
    let mut cuts = [0; Engine::ALL.len()];
    for seed in 0..400 {
        let mut numbers = Numbers(seed);
        let kind = [Kind::Plain, Kind::Colors, Kind::Multiplicities][numbers.below(3)];
        let problem: Problem = random(kind, &mut numbers).parse().unwrap();
        let given: Vec<_> = problem.options().filter(|_| numbers.one_in(6)).take(1).collect();
        let given = if numbers.one_in(2) { given } else { Vec::new() };
        let reduced = Reduction::new(&problem, &given, u64::MAX);
        for (engine, known) in engines(&problem).flat_map(|e| [(e, None), (e, Some(&reduced))]) {
            let place = Engine::ALL.iter().position(|&other| other == engine).unwrap();
            cuts[place] += check_cuts(&problem, engine, known, &given, &mut numbers);
        }
    }
    assert!(cuts.iter().all(|&cuts| cuts > 500), "{cuts:?}");
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
    let mut numbers = Numbers(3);
    let random = (0..200).map(|seed| random([Kind::Plain, Kind::Colors][seed % 2], &mut numbers));
    let random: Vec<_> = random.collect();
    for text in table().into_iter().chain(random) {
        let problem: Problem = text.parse().unwrap();
        for engine in engines(&problem) {
            let mut machine = engine.start(&problem, None);
            for budget in [1, 5] {
                machine.restart(&[]);
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
    assert_eq!(path.untried(0), [option(5), option(9)]);
    assert!(path.untried(1).is_empty());
    assert_eq!(path.share().to_bits(), 0.375_f64.to_bits(), "a quarter, and half of a quarter");
    path.clear();
    assert_eq!((path.levels(), path.share().to_bits()), (0, 0));
}

/// Appends all solutions of a part; at some stop all that is untried becomes parts, which come next.
fn in_parts(
    machine: &mut dyn SearchEngine,
    part: &Part,
    numbers: &mut Numbers,
    budget: u64,
    found: &mut Vec<Vec<OptionId>>,
) -> usize {
    machine.restart_without(&part.options, &part.without);
    let mut parts = None;
    loop {
        match machine.advance(budget) {
            Outcome::Exhausted => break,
            Outcome::Paused => {}
            Outcome::Solution => found.push(solution(machine)),
        }
        if parts.is_none() && numbers.one_in(4) {
            parts = machine.parts();
            if parts.is_some() {
                machine.give_up();
                assert_eq!(machine.parts().map_or(0, |parts| parts.len()), 0, "all is given up");
            }
        }
    }
    let mut cuts = 0;
    for below in parts.unwrap_or_default() {
        let part = Part {
            options: [&part.options[..], &below.options].concat(),
            without: [&part.without[..], &below.without].concat(),
            weight: part.weight * below.weight,
        };
        cuts += 1 + in_parts(machine, &part, numbers, budget, found);
    }
    cuts
}

#[test]
fn parts_have_all_solutions_once() {
    let mut cuts = [0; Engine::ALL.len()];
    for seed in 1000..1400 {
        let mut numbers = Numbers(seed);
        let kind = [Kind::Plain, Kind::Colors, Kind::Multiplicities][numbers.below(3)];
        let problem: Problem = random(kind, &mut numbers).parse().unwrap();
        let given: Vec<_> = problem.options().filter(|_| numbers.one_in(6)).take(1).collect();
        let given = if numbers.one_in(2) { given } else { Vec::new() };
        let Some(all) = oracle(&problem, &given).filter(|all| all.len() < 300) else { continue };
        for engine in engines(&problem) {
            let mut machine = engine.start(&problem, None);
            for budget in [1, 3, 20] {
                let part = Part { options: given.clone(), without: Vec::new(), weight: 1.0 };
                let mut found = Vec::new();
                let place = Engine::ALL.iter().position(|&other| other == engine).unwrap();
                cuts[place] += in_parts(machine.as_mut(), &part, &mut numbers, budget, &mut found);
                found.sort_unstable();
                assert_eq!(found, all, "{engine} {budget} {:?}", dlx::to_string(&problem));
            }
        }
    }
    assert!(cuts.iter().all(|&cuts| cuts > 500), "{cuts:?}");
}
