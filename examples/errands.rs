//! The cheapest way to assign errands: each is done once, each person does at most two, and one
//! person takes the bicycle.
//!
//! ```text
//! cargo run --release --example errands
//! ```

#![allow(clippy::print_stdout, reason = "an example is a program: it prints")]

use quadrille::{Bounds, BuildError, Entry, Problem, ProblemBuilder, Solver};

const PEOPLE: [&str; 3] = ["Ann", "Bob", "Cyd"];

/// An errand, and the minutes that each person takes for it: on foot, and by bicycle.
const ERRANDS: [(&str, [(u64, u64); 3]); 4] = [
    ("bread", [(20, 9), (25, 10), (15, 8)]),
    ("post", [(40, 18), (35, 15), (50, 21)]),
    ("library", [(30, 14), (45, 20), (35, 12)]),
    ("pharmacy", [(25, 13), (20, 11), (30, 12)]),
];

fn main() -> Result<(), BuildError> {
    let problem = errands()?;
    let ranking = Solver::new(&problem).best(3);
    for priced in &ranking.solutions {
        let options = priced.solution.options().iter();
        let labels: Vec<_> = options.filter_map(|&option| problem.label(option)).collect();
        println!("{} minutes: {}", priced.cost, labels.join(", "));
    }
    println!("proved to be the best: {}", ranking.is_proved());
    Ok(())
}

/// The problem. The label of each option names the person and the errand.
fn errands() -> Result<Problem, BuildError> {
    let mut builder = ProblemBuilder::new();
    for (errand, _) in ERRANDS {
        builder.primary(errand)?;
    }
    for person in PEOPLE {
        builder.primary_bounded(person, Bounds { low: 0, high: 2 })?;
    }
    // Any number of options may have the bicycle, if all give it the same colour: the person that
    // takes it.
    let bicycle = builder.secondary("bicycle")?;
    for (errand, minutes) in ERRANDS {
        for (person, (on_foot, riding)) in PEOPLE.into_iter().zip(minutes) {
            let rider = Entry::colored(bicycle, builder.color(person)?);
            let items = [errand, person].map(|name| builder.find_item(name).expect("it was added"));
            let walk = builder.option(items)?;
            builder.cost(walk, on_foot)?;
            let ride = builder.option(items.map(Entry::from).into_iter().chain([rider]))?;
            builder.cost(ride, riding)?;
            builder.label(walk, &format!("{person} {errand}"))?;
            builder.label(ride, &format!("{person} {errand} (bicycle)"))?;
        }
    }
    builder.build()
}
