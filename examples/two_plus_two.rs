//! TWO + TWO = FOUR: each letter is a digit, so that the sum is right. No two letters are the same
//! digit, and no number begins with a zero.
//!
//! The sum is added up as on paper, column by column from the right, with what is carried to the
//! next. Each column must be added up once: it is a *primary* item. Its options are all digits that
//! its letters can be, with the carries in and out, so that the column is right.
//!
//! Columns share letters and carries, and must agree on them: these are *secondary* items, and
//! their digit is their *colour*. Where two columns have the letter O, they must give it the same
//! colour.
//!
//! That letters differ is the same the other way round. Each digit is a secondary item, too, and
//! its colour is the letter that it stands for: an option that gives O the colour 4 gives 4 the
//! colour O, and does not go with one that gives 4 the colour T.
//!
//! ```text
//! cargo run --release --example two_plus_two -- SEND MORE MONEY
//! ```
//!
//! The arguments are two words and their sum, and TWO TWO FOUR without them.

#![allow(clippy::print_stdout, reason = "an example is a program: it prints")]

use quadrille::{BuildError, Entry, Problem, ProblemBuilder, Solution, Solver};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::env;
use std::error::Error;

const DEFAULT: [&str; 3] = ["TWO", "TWO", "FOUR"];

/// A way to add up a column.
struct Addition {
    /// What comes from the column on the right.
    carry_in: u8,
    /// The digits of the letters of the column.
    digits: BTreeMap<char, u8>,
    /// What goes to the column on the left.
    carry_out: u8,
}

fn main() -> Result<(), Box<dyn Error>> {
    let words = words()?;
    let problem = puzzle(&words)?;
    let mut sums = Vec::new();
    for solution in Solver::new(&problem).solutions() {
        solution.verify(&problem)?;
        sums.push(sum(&words, &problem, &solution));
    }
    sums.sort_unstable();
    for sum in &sums {
        println!("{sum}");
    }
    println!("solutions of {}: {}", equation(&words), sums.len());
    Ok(())
}

/// The words that the command line asks for.
fn words() -> Result<[String; 3], String> {
    let words: Vec<_> = env::args().skip(1).collect();
    if words.is_empty() {
        return Ok(DEFAULT.map(str::to_owned));
    }
    let found = words.join(" ");
    let is_word = |word: &String| !word.is_empty() && word.chars().all(|c| c.is_ascii_uppercase());
    let words = <[String; 3]>::try_from(words).ok().filter(|words| words.iter().all(is_word));
    words.ok_or(format!("expected three words of capital letters, found `{found}`"))
}

/// The problem, in whose words its solutions are read.
fn puzzle(words: &[String; 3]) -> Result<Problem, BuildError> {
    let mut builder = ProblemBuilder::new();
    let width = words.iter().map(String::len).max().unwrap_or(0);
    let mut columns = Vec::new();
    for column in 0..width {
        columns.push(builder.primary(&format!("column{column}"))?);
    }
    let letters = words.concat().chars().collect::<BTreeSet<_>>().into_iter().map(String::from);
    let digits = (0..10).map(|digit| digit.to_string());
    let carries = (0..=width).map(|column| format!("carry{column}"));
    let mut items = HashMap::new();
    for name in letters.chain(digits).chain(carries) {
        items.insert(name.clone(), builder.secondary(&name)?);
    }
    for (column, &item) in columns.iter().enumerate() {
        for addition in additions(words, column, width) {
            let mut entries = vec![Entry::from(item)];
            for (name, color) in colors(&addition, column) {
                entries.push(Entry::colored(items[&name], builder.color(&color)?));
            }
            builder.option(entries)?;
        }
    }
    builder.build()
}

/// All ways to add up a column, counted from 0 on the right.
fn additions(words: &[String; 3], column: usize, width: usize) -> Vec<Addition> {
    let letters = words.each_ref().map(|word| word.chars().rev().nth(column));
    let mut additions = Vec::new();
    for carry_in in 0..=u8::from(column > 0) {
        for (a, b) in (0..10).flat_map(|a| (0..10).map(move |b| (a, b))) {
            let total = a + b + carry_in;
            let carry_out = total / 10;
            if let Some(digits) = assign(letters, [a, b, total % 10])
                && !words.iter().any(|word| begins_with_zero(word, &digits))
                && (carry_out == 0 || column + 1 < width)
            {
                additions.push(Addition { carry_in, digits, carry_out });
            }
        }
    }
    additions
}

/// The digits of the letters, if equal letters have equal digits, different ones different digits,
/// and a place without a letter has a zero.
fn assign(letters: [Option<char>; 3], digits: [u8; 3]) -> Option<BTreeMap<char, u8>> {
    let mut assigned = BTreeMap::new();
    for (letter, digit) in letters.into_iter().zip(digits) {
        let expected = letter.map_or(0, |letter| *assigned.entry(letter).or_insert(digit));
        if digit != expected {
            return None;
        }
    }
    let different: BTreeSet<_> = assigned.values().collect();
    (different.len() == assigned.len()).then_some(assigned)
}

fn begins_with_zero(word: &str, digits: &BTreeMap<char, u8>) -> bool {
    word.chars().next().is_some_and(|first| digits.get(&first) == Some(&0))
}

/// The secondary items of an addition, and their colours.
fn colors(addition: &Addition, column: usize) -> Vec<(String, String)> {
    let mut colors = vec![
        (format!("carry{column}"), addition.carry_in.to_string()),
        (format!("carry{}", column + 1), addition.carry_out.to_string()),
    ];
    for (letter, digit) in &addition.digits {
        colors.push((letter.to_string(), digit.to_string()));
        colors.push((digit.to_string(), letter.to_string()));
    }
    colors
}

/// The equation with digits for letters: each letter is an item, and its colour is its digit.
fn sum(words: &[String; 3], problem: &Problem, solution: &Solution) -> String {
    let mut colors = HashMap::new();
    for entry in solution.options().iter().flat_map(|&option| problem.entries(option)) {
        let color = entry.color.map_or("", |color| problem.color_name(color));
        colors.insert(problem.item_name(entry.item), color);
    }
    let digit = |letter: char| colors.get(letter.to_string().as_str()).copied().unwrap_or("?");
    equation(&words.each_ref().map(|word| word.chars().map(digit).collect()))
}

fn equation([a, b, sum]: &[String; 3]) -> String {
    format!("{a} + {b} = {sum}")
}
