//! Map colouring: each region of a map gets a colour, and no two regions that share a border get
//! the same. The map is that of Australia, with six states and the Northern Territory; Tasmania is
//! an island.
//!
//! Each region is a *secondary* item: any number of options may have it, if all of them give it the
//! same colour. Each border must be drawn once: it is a *primary* item, and its options are the
//! ways to colour its two sides differently. All borders of a region agree on its colour, for
//! options that don't are never chosen together.
//!
//! Tasmania has no border. So that every region gets a colour, each must be painted once: it is a
//! primary item as well, and an option of it gives the region one of the colours.
//!
//! ```text
//! cargo run --release --example map_colouring -- 3
//! ```
//!
//! The argument is the number of colours, from 1 to 6, and 3 without it.

#![allow(clippy::print_stdout, reason = "an example is a program: it prints")]

use quadrille::{BuildError, Entry, Problem, ProblemBuilder, Solution, Solver};
use std::collections::HashMap;
use std::env;
use std::error::Error;

const DEFAULT: usize = 3;

const COLORS: [&str; 6] = ["red", "green", "blue", "yellow", "white", "black"];

const REGIONS: [(&str, &str); 7] = [
    ("WA", "Western Australia"),
    ("NT", "Northern Territory"),
    ("SA", "South Australia"),
    ("QLD", "Queensland"),
    ("NSW", "New South Wales"),
    ("VIC", "Victoria"),
    ("TAS", "Tasmania"),
];

const BORDERS: [(&str, &str); 9] = [
    ("WA", "NT"),
    ("WA", "SA"),
    ("NT", "SA"),
    ("NT", "QLD"),
    ("SA", "QLD"),
    ("SA", "NSW"),
    ("SA", "VIC"),
    ("QLD", "NSW"),
    ("NSW", "VIC"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let colors = colors()?;
    let problem = coloring(colors)?;
    let mut solver = Solver::new(&problem);
    if let Some(solution) = solver.first()? {
        solution.verify(&problem)?;
        print!("{}", legend(&problem, &solution));
    }
    println!("colours: {}, ways to colour the map: {}", colors.len(), solver.count());
    Ok(())
}

/// As many colours as the command line asks for.
fn colors() -> Result<&'static [&'static str], String> {
    let Some(argument) = env::args().nth(1) else { return Ok(&COLORS[..DEFAULT]) };
    let colors = argument.parse().ok().filter(|&count| count > 0);
    colors.and_then(|count: usize| COLORS.get(..count)).ok_or(format!(
        "expected a number of colours from 1 to {}, found `{argument}`",
        COLORS.len()
    ))
}

/// The problem, in whose words its solutions are read.
fn coloring(colors: &[&str]) -> Result<Problem, BuildError> {
    let mut builder = ProblemBuilder::new();
    let (mut painted, mut borders) = (Vec::new(), Vec::new());
    for (region, _) in REGIONS {
        painted.push((region, builder.primary(&format!("paint-{region}"))?));
    }
    for (a, b) in BORDERS {
        borders.push((a, b, builder.primary(&format!("{a}-{b}"))?));
    }
    let mut regions = HashMap::new();
    for (region, _) in REGIONS {
        regions.insert(region, builder.secondary(region)?);
    }
    let colors = colors.iter().map(|color| builder.color(color)).collect::<Result<Vec<_>, _>>()?;
    for (region, item) in painted {
        for &color in &colors {
            builder.option([item.into(), Entry::colored(regions[region], color)])?;
        }
    }
    for (a, b, item) in borders {
        for &of_a in &colors {
            for &of_b in colors.iter().filter(|&&color| color != of_a) {
                let sides = [(a, of_a), (b, of_b)];
                let [a, b] = sides.map(|(region, color)| Entry::colored(regions[region], color));
                builder.option([item.into(), a, b])?;
            }
        }
    }
    builder.build()
}

/// The colour of each region, a line each.
fn legend(problem: &Problem, solution: &Solution) -> String {
    let entries = || solution.options().iter().flat_map(|&option| problem.entries(option));
    let color = |region| {
        let entry = entries().find(|entry| problem.item_name(entry.item) == region)?;
        entry.color.map(|color| problem.color_name(color))
    };
    let line = |(region, name)| format!("{name:<20}{}\n", color(region).unwrap_or("no colour"));
    REGIONS.map(line).concat()
}
