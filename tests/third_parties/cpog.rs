//! Proofs of counts.

use super::checkers::{Files, proof, run};
use crate::common::families;
use crate::common::random::{self, Size};
use proptest::prelude::*;
use quadrille::proof::ClaimKind;
use quadrille::proof::export::{ExportError, write_cpog};
use quadrille::{Engine, Method, Problem, Solver};
use std::collections::{BTreeSet, HashMap, HashSet};

fn files(problem: &Problem, method: Method) -> Result<Files, ExportError> {
    let proof = proof(problem, method, ClaimKind::Count).unwrap();
    let (mut formula, mut derivation) = (Vec::new(), Vec::new());
    write_cpog(problem, &proof, &mut formula, &mut derivation)?;
    Ok((formula, derivation))
}

/// A checker of CPOG files: each clause that is added or removed follows from the other ones by its
/// hints; the factors of a product depend on different variables; the summands of a sum exclude
/// each other; in the end, the only clause besides definitions says that the root is true.
#[derive(Default)]
pub(crate) struct Checker {
    options: u32,
    /// The number of clauses of the problem.
    pub(crate) inputs: i64,
    /// All clauses, the defining ones, and those of the problem or added.
    pub(crate) clauses: HashMap<i64, Vec<i64>>,
    defining: HashSet<i64>,
    pub(crate) others: BTreeSet<i64>,
    /// For each operation, the options on which it depends, and how many sets of these make it
    /// true.
    pub(crate) operations: HashMap<i64, (HashSet<i64>, u128)>,
}

pub(crate) type Checked<T> = Result<T, String>;

impl Checker {
    /// With the clauses of a formula.
    pub(crate) fn new(formula: &[u8]) -> Self {
        let formula = String::from_utf8(formula.to_vec()).unwrap();
        let mut lines = formula.lines();
        let head: Vec<_> = lines.next().unwrap().split(' ').map(str::to_owned).collect();
        let mut checker = Self { options: head[2].parse().unwrap(), ..Self::default() };
        for (id, line) in (1..).zip(lines) {
            let literals = line.strip_suffix("0").unwrap().split_whitespace();
            checker.clauses.insert(id, literals.map(|word| word.parse().unwrap()).collect());
            checker.others.insert(id);
            checker.inputs = id;
        }
        checker
    }

    /// Checks all lines. Returns the root.
    pub(crate) fn lines(&mut self, derivation: &[u8]) -> Checked<i64> {
        let mut root = None;
        for line in String::from_utf8(derivation.to_vec()).unwrap().lines() {
            self.line(line, &mut root).map_err(|error| format!("{line}: {error}"))?;
        }
        root.ok_or("no root".to_owned())
    }

    /// How many sets of options make the root true.
    pub(crate) fn count(&self, root: i64) -> u128 {
        let (depends, count) = &self.operations[&root];
        count << (self.options - u32::try_from(depends.len()).unwrap())
    }

    fn check((formula, derivation): &Files) -> Checked<u128> {
        let mut checker = Self::new(formula);
        let root = checker.lines(derivation)?;
        let mut left = checker.others.iter().map(|id| &checker.clauses[id]);
        // A product of nothing is true by definition.
        if left.next().map_or(checker.operations[&root].1 != 1, |clause| *clause != [root]) {
            return Err("the root is not true".to_owned());
        }
        if left.next().is_some() {
            return Err("clauses are left".to_owned());
        }
        Ok(checker.count(root))
    }

    fn line(&mut self, line: &str, root: &mut Option<i64>) -> Checked<()> {
        let words: Vec<_> = line.split(' ').collect();
        let numbers = |words: &[&str]| -> Vec<i64> {
            words.iter().map(|word| word.parse().unwrap()).collect()
        };
        match words[..] {
            ["r", variable] => *root = variable.parse().ok(),
            ["d", id, ref hints @ ..] => {
                let id = id.parse().unwrap();
                if !self.others.remove(&id) {
                    return Err("no such clause".to_owned());
                }
                let clause = self.clauses.remove(&id).unwrap();
                self.follows(&clause, &numbers(hints), false)?;
            }
            ["D", ref ids @ ..] => {
                for id in numbers(ids).into_iter().filter(|&id| id != 0) {
                    let is_input = id <= self.inputs;
                    if is_input || !self.others.remove(&id) {
                        return Err("no such clause".to_owned());
                    }
                    self.clauses.remove(&id);
                }
            }
            [id, "a", ref rest @ ..] => {
                let all = numbers(rest);
                let mut lists = all.split(|&number| number == 0);
                let (clause, hints) = (lists.next().unwrap(), lists.next().unwrap());
                self.follows(clause, hints, false)?;
                self.add(id.parse().unwrap(), clause.to_vec(), false)?;
            }
            [id, "p", variable, ref rest @ ..] => {
                let (id, variable): (i64, i64) = (id.parse().unwrap(), variable.parse().unwrap());
                let mut literals = numbers(rest);
                literals.pop();
                let (mut depends, mut count) = (HashSet::new(), 1);
                for &literal in &literals {
                    let (own, factor) = self.operand(literal)?;
                    count *= factor;
                    for option in own {
                        if !depends.insert(option) {
                            return Err(format!("factors depend on {option}"));
                        }
                    }
                }
                self.define(variable, depends, count)?;
                let all = literals.iter().map(|literal| -literal).chain([variable]);
                self.add(id, all.collect(), true)?;
                for (next, literal) in (id + 1..).zip(literals) {
                    self.add(next, vec![-variable, literal], true)?;
                }
            }
            [id, "s", variable, a, b, ref hints @ ..] => {
                let (id, variable): (i64, i64) = (id.parse().unwrap(), variable.parse().unwrap());
                let literals = numbers(&[a, b]);
                let negations: Vec<_> = literals.iter().map(|literal| -literal).collect();
                self.follows(&negations, &numbers(hints), true)?;
                let operands = [self.operand(literals[0])?, self.operand(literals[1])?];
                let depends: HashSet<i64> = &operands[0].0 | &operands[1].0;
                let count =
                    operands.iter().map(|(own, count)| count << (depends.len() - own.len()));
                let count = count.sum();
                self.define(variable, depends, count)?;
                self.add(id, [vec![-variable], literals.clone()].concat(), true)?;
                for (next, literal) in (id + 1..).zip(literals) {
                    self.add(next, vec![variable, -literal], true)?;
                }
            }
            _ => return Err("not a line".to_owned()),
        }
        Ok(())
    }

    fn add(&mut self, id: i64, clause: Vec<i64>, is_defining: bool) -> Checked<()> {
        if is_defining {
            self.defining.insert(id);
        } else {
            self.others.insert(id);
        }
        match self.clauses.insert(id, clause) {
            None => Ok(()),
            Some(_) => Err(format!("clause {id} is defined twice")),
        }
    }

    fn define(&mut self, variable: i64, depends: HashSet<i64>, count: u128) -> Checked<()> {
        let is_new = variable > self.options.into();
        match self.operations.insert(variable, (depends, count)) {
            None if is_new => Ok(()),
            _ => Err("the variable is not new".to_owned()),
        }
    }

    /// The options on which a literal depends, and how many sets of them make it true.
    fn operand(&self, literal: i64) -> Checked<(HashSet<i64>, u128)> {
        if literal.abs() <= self.options.into() {
            return Ok((HashSet::from([literal.abs()]), 1));
        }
        self.operations.get(&literal).cloned().ok_or_else(|| format!("no operation {literal}"))
    }

    fn follows(&self, clause: &[i64], hints: &[i64], is_sum: bool) -> Checked<()> {
        let mut is_false: HashSet<i64> = clause.iter().copied().collect();
        let hints = hints.strip_suffix(&[0]).unwrap_or(hints);
        for (index, hint) in hints.iter().enumerate() {
            if is_sum && !self.defining.contains(hint) {
                return Err("not a definition".to_owned());
            }
            let clause = self.clauses.get(hint).ok_or_else(|| format!("no clause {hint}"))?;
            let mut open = clause.iter().filter(|literal| !is_false.contains(literal));
            match (open.next(), open.next()) {
                (None, _) if index + 1 == hints.len() => return Ok(()),
                (Some(&unit), None) if !is_false.contains(&-unit) => {
                    is_false.insert(-unit);
                }
                _ => return Err(format!("hint {hint}")),
            }
        }
        Err("no contradiction".to_owned())
    }
}

pub(crate) fn count(problem: &Problem) -> u128 {
    let solver = Solver::with_engine(problem, Engine::Naive);
    u128::try_from(solver.unwrap().solutions().count()).unwrap()
}

fn check_all(problem: &Problem) {
    for method in [Method::Fewest, Method::Frontier] {
        match (files(problem, method), count(problem)) {
            (Ok(files), expected) => {
                let text = String::from_utf8_lossy(&files.1);
                let found =
                    Checker::check(&files).unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(found, expected);
            }
            (Err(error), 0) => assert!(matches!(error, ExportError::NoSolution)),
            (Err(error), _) => panic!("{error}"),
        }
    }
}

/// Problems with solutions.
pub(crate) fn solvable() -> Vec<Problem> {
    let texts = ["a\na\n", "a | x\nx\na\na x\n", "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n"];
    let texts = texts.iter().map(|text| text.parse().unwrap());
    let known = [families::queens(6), families::dominoes(4, 5), families::latin_squares(3)];
    let mut empty = quadrille::ProblemBuilder::new();
    empty.secondary("x").unwrap();
    texts.chain(known).chain([families::langford(4), empty.build().unwrap()]).collect()
}

#[test]
fn known_counts_are_correct() {
    solvable().iter().for_each(check_all);
}

/// Where the environment names `cpog-check`: no package registry has it.
#[test]
#[ignore = "needs a checker of CPOG files"]
fn a_checker_accepts_counts() {
    if std::env::var_os("CPOG_CHECK").is_none() {
        return;
    }
    for problem in solvable() {
        let files = files(&problem, Method::Fewest).unwrap();
        let (accepted, said) = run("CPOG_CHECK", ["cnf", "cpog"], &files);
        let count = format!("model count = {}", count(&problem));
        assert!(accepted && said.contains("FULL-PROOF SUCCESS") && said.contains(&count), "{said}");
    }
}

pub(crate) const SMALL: Size =
    Size { primary: 1..=6, secondary: 0..=3, options: 0..=12, entries: 3 };

proptest! {
    #![proptest_config(random::config(1000))]

    #[test]
    fn random_counts_are_correct(draft in random::drafts(SMALL)) {
        check_all(&draft.problem());
    }

    #[test]
    fn random_counts_with_solutions_are_correct(planted in random::planted(SMALL)) {
        check_all(&planted.draft.problem());
    }
}

#[test]
fn wrong_counts_are_refused() {
    let (formula, derivation) = files(&families::queens(4), Method::Fewest).unwrap();
    let text = String::from_utf8(derivation).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(Checker::check(&(formula.clone(), text.clone().into_bytes())), Ok(2));
    for index in 0..lines.len() {
        let mut fewer = lines.clone();
        fewer.remove(index);
        let files = (formula.clone(), fewer.join("\n").into_bytes());
        assert!(Checker::check(&files).is_err(), "without {}", lines[index]);
    }
}
