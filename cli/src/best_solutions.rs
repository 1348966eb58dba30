//! The cheapest solutions of exact covers, and whether they are proved: for `cheapest`, and `solve`
//! with costs.

use super::json::{Object, push_array, push_text};
use super::output::Form;
use super::session::Session;
use super::stats::Statistics;
use super::subject::{Cover, Subject};
use super::tally::Verdict;
use num_bigint::BigUint;
use quadrille::solution::CostedSolution;
use quadrille::{BestSolutions, OptionId, Problem, Solver, StopReason};
use std::fmt::Write as _;
use std::io;

/// Prints the cheapest solutions, up to a limit: found by branch and bound, or from the diagram of
/// all solutions.
pub(super) fn print(
    session: &mut Session,
    cover: Cover<'_>,
    limit: Option<u64>,
    solver: Solver,
    by_diagram: bool,
) -> io::Result<()> {
    let mut solver = session.progress.solver(solver, true);
    let most = limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX);
    session.note(Statistics::built);
    let mut ranking = if by_diagram {
        let before = solver.setup_time();
        let ranking = from_diagram(cover.problem, &mut solver, most);
        session.note(|stats| stats.counted(&solver, before));
        ranking
    } else {
        let ranking = solver.best(most);
        session.note(|stats| stats.ranked(&solver));
        ranking
    };
    note(session, cover, &ranking);
    ranking.stop = session.ended(ranking.stop, &Subject::Cover(cover));
    if session.form == Form::Json {
        let text = object(session, cover, &ranking, most);
        return session.entry(&text);
    }
    if session.form == Form::Svg {
        draw(session, cover, &ranking);
        return Ok(());
    }
    let mut text = String::new();
    for priced in &ranking.solutions {
        text.clear();
        write(cover, priced, (session.form, session.style.color), &mut text);
        session.entry(&text)?;
    }
    match ranking.solutions.len() {
        0 if ranking.is_proved() => session.entry("none\n"),
        0 => session.entry("unknown\n"),
        _ => Ok(()),
    }
}

fn from_diagram(problem: &Problem, solver: &mut Solver, most: usize) -> BestSolutions {
    match solver.diagram() {
        Ok(diagram) => {
            let solutions = diagram.cheapest(|option| problem.cost(option), most);
            let are_all = diagram.count() == BigUint::from(solutions.len());
            let highest = solutions.last().map(|priced| priced.cost);
            let bound = highest.filter(|_| !are_all);
            BestSolutions { solutions, bound, stop: StopReason::Exhausted }
        }
        Err(stop) => BestSolutions { solutions: Vec::new(), bound: Some(0), stop },
    }
}

/// Adds the result to the totals, and warns if it is not proved.
fn note(session: &mut Session, cover: Cover<'_>, ranking: &BestSolutions) {
    let found = ranking.solutions.len();
    session.tally.add(match found {
        0 if ranking.is_proved() => Verdict::Unsolvable,
        0 => Verdict::Unknown,
        _ => Verdict::Solved,
    });
    if ranking.is_proved() {
        return;
    }
    let bound = ranking.bound.unwrap_or_default();
    session.warn(format_args!(
        "{}: {}; any other solution costs at least {bound}",
        cover.file,
        standing(ranking.proved(), found)
    ));
}

/// What is proved when the search was stopped.
fn standing(proved: usize, found: usize) -> String {
    match (proved, found) {
        (_, 0) => "none was found so far".to_owned(),
        (0, _) => "not proved to be the cheapest".to_owned(),
        _ if proved < found => format!("of {found} only the first {proved} proved to be cheapest"),
        _ => "these are the cheapest, but there may be more".to_owned(),
    }
}

fn object(session: &Session, cover: Cover<'_>, ranking: &BestSolutions, most: usize) -> String {
    let mut text = String::new();
    let mut object = Object::begin(&mut text);
    let subject = Subject::Cover(cover);
    subject.describe(&mut object);
    subject.describe_problem(&mut object);
    push_array(object.key("solutions"), ranking.solutions.iter(), |out, priced| {
        let mut solution = Object::begin(out);
        solution.plain("cost", priced.cost);
        push_array(solution.key("options"), priced.solution.options().iter(), |out, &option| {
            push_text(out, &option_text(cover, option));
        });
        solution.end();
    });
    // If the limit was reached, there can be more solutions.
    let count = ranking.solutions.len();
    let stop = match ranking.stop {
        StopReason::Exhausted if count == most => StopReason::SolutionLimit,
        stop => stop,
    };
    object.plain("count", count).plain("complete", stop == StopReason::Exhausted);
    object.text("stop", stop.name()).plain("optimal", ranking.is_proved());
    if let Some(bound) = ranking.bound {
        object.plain("bound", bound);
    }
    session.write_stats(&mut object);
    object.end();
    text + "\n"
}

/// A solution as lines: its cost, and its options with their costs.
fn write(cover: Cover<'_>, priced: &CostedSolution, (form, color): (Form, bool), out: &mut String) {
    if let (Form::Grid, Some(tiling)) = (form, cover.tiling) {
        // Writing to a `String` does not fail.
        let _ = writeln!(out, "{}:", priced.cost);
        return out.push_str(&tiling.text(priced.solution.options(), color));
    }
    let (after, separator) = if form == Form::Grid { ("\n", "\n") } else { (" ", " | ") };
    // Writing to a `String` does not fail.
    let _ = write!(out, "{}:{after}", priced.cost);
    let options = priced.solution.options().iter();
    let options: Vec<_> = options.map(|&option| option_text(cover, option)).collect();
    out.push_str(if options.is_empty() { "()" } else { "" });
    out.push_str(&options.join(separator));
    out.push('\n');
}

/// Draws the solutions with their costs, or the board if there is none.
fn draw(session: &mut Session, cover: Cover<'_>, ranking: &BestSolutions) {
    let subject = Subject::Cover(cover);
    let caption = subject.caption(&session.style.files);
    for CostedSolution { cost, solution } in &ranking.solutions {
        let picture = cover.tiling.map(|tiling| tiling.picture(solution.options()));
        session.draw(picture, &format!("{caption}, cost {cost}"));
        if session.stop.is_requested() {
            return;
        }
    }
    if ranking.solutions.is_empty() {
        let word = if ranking.is_proved() { "none" } else { "unknown" };
        session.draw(subject.picture(), &format!("{caption}: {word}"));
    }
}

/// An option as Knuth's format has it.
fn option_text(cover: Cover<'_>, option: OptionId) -> String {
    let text = cover.option_text(option);
    match cover.problem.cost(option) {
        0 => text,
        cost => format!("{text} |{cost}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_proved_is_said() {
        assert_eq!(standing(0, 0), "none was found so far");
        assert_eq!(standing(0, 2), "not proved to be the cheapest");
        assert_eq!(standing(1, 2), "of 2 only the first 1 proved to be cheapest");
        assert_eq!(standing(2, 2), "these are the cheapest, but there may be more");
    }
}
