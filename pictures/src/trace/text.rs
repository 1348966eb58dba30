//! A trace as text: what each step does, and the matrix that is left after each option that is
//! tried.

use super::run::{TraceEnd, TraceLimit, plural, run};
use super::subject::TracedProblem;
use quadrille::trace::{Action, LinkedMatrix, Step};
use quadrille::{ItemId, OptionId};
use std::io::{self, Write};

/// The number of options up to which hidden ones are drawn, as rows of dots.
const SMALL: usize = 12;

/// The length of a name above which no matrix is drawn, since names are written from top to bottom.
const LONGEST_NAME: usize = 20;

/// The width of a page, in characters.
const WIDTH: usize = 100;

/// Writes the steps as text.
///
/// A line has the number of its first step and the depth. Options that are hidden while an item is
/// covered are in its line. After each option that is tried, once its items are covered, the matrix
/// is drawn: a row for each option, a column for each item, dots for what is covered or hidden, and
/// `>` before the rows that are tried. With more than 12 options, hidden ones are left out. A
/// matrix wider than 100 characters, or with a name of more than 20, is not drawn. Of a Sudoku the
/// grid is drawn, too.
///
/// # Errors
/// If the writer fails.
pub fn write_text(
    traced: &TracedProblem,
    limit: &TraceLimit,
    out: &mut dyn Write,
) -> io::Result<TraceEnd> {
    let problem = traced.problem();
    let (items, options) = (problem.items().len(), problem.options().len());
    let count = |number, noun| plural(u64::try_from(number).unwrap_or(u64::MAX), noun);
    writeln!(out, "{}", traced.title())?;
    writeln!(out, "{}, {}", count(items, "item"), count(options, "option"))?;
    writeln!(out, "1: an option has the item, 0: it has not, .: covered or hidden, >: tried")?;
    writeln!(out, "\n  step depth")?;
    let names = problem.items().map(|item| problem.item_name(item).chars().collect());
    let mut text = TextTrace { traced, names: names.collect(), group: None };
    let end = run(traced, limit, |number, matrix, step| text.step(number, matrix, step, out))?;
    text.flush(out)?;
    writeln!(out, "\n{}", end.sentence())?;
    Ok(end)
}

/// Steps that share a line: an item is covered, and options are hidden.
#[derive(Debug)]
struct Group {
    number: u64,
    depth: usize,
    /// The line, which begins with what happens to the item.
    text: String,
    /// What happens to these options.
    verb: &'static str,
    options: Vec<OptionId>,
}

#[derive(Debug)]
struct TextTrace<'a> {
    traced: &'a TracedProblem,
    /// The names of the items.
    names: Vec<Vec<char>>,
    group: Option<Group>,
}

impl TextTrace<'_> {
    fn step(
        &mut self,
        number: u64,
        matrix: &LinkedMatrix,
        step: Step,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let Step { depth, action } = step;
        match (action, &mut self.group) {
            // These belong to the item that has just been covered,
            (Action::Hide { option, .. }, Some(group)) => {
                group.options.push(option);
                return Ok(());
            }
            // these to the item that will be uncovered,
            (Action::Unhide { option, .. }, Some(group)) if group.text.is_empty() => {
                group.options.push(option);
                return Ok(());
            }
            // and that is the item.
            (Action::Uncover { .. } | Action::Unpurify { .. }, Some(group))
                if group.text.is_empty() =>
            {
                group.text = self.traced.caption(matrix, action);
                return Ok(());
            }
            _ => self.flush(out)?,
        }
        if matches!(action, Action::Choose { .. } | Action::Solution) {
            self.draw(matrix, out)?;
        }
        let mut group =
            Group { number, depth, text: String::new(), verb: "hide", options: Vec::new() };
        match action {
            Action::Unhide { option, .. } => {
                group.verb = "unhide";
                group.options.push(option);
            }
            _ => group.text = self.traced.caption(matrix, action),
        }
        self.group = Some(group);
        Ok(())
    }

    /// Ends the line.
    fn flush(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Some(Group { number, depth, mut text, verb, options }) = self.group.take() else {
            return Ok(());
        };
        if !options.is_empty() {
            let numbers: Vec<_> = options.iter().map(|o| (o.index() + 1).to_string()).collect();
            if !text.is_empty() {
                text.push_str("; ");
            }
            text = format!("{text}{verb} {}", numbers.join(", "));
        }
        writeln!(out, "{number:>6} {depth:>5}  {text}")
    }

    /// Draws what is left: the grid, and the matrix if it is not too wide.
    fn draw(&self, matrix: &LinkedMatrix, out: &mut dyn Write) -> io::Result<()> {
        if let Some(puzzle) = &self.traced.puzzle {
            writeln!(out)?;
            for line in puzzle.drawing(matrix.tried()).lines() {
                writeln!(out, "{:INDENT$}{line}", "")?;
            }
        }
        let problem = self.traced.problem();
        // A bar is between primary and secondary items.
        let columns = problem.items().len() + usize::from(problem.secondary_items().len() > 0);
        if INDENT + columns >= WIDTH || self.names.iter().any(|name| name.len() > LONGEST_NAME) {
            return Ok(());
        }
        let gap = if INDENT + 2 * columns < WIDTH { " " } else { "" };
        writeln!(out)?;
        self.draw_names(gap, out)?;
        let is_small = problem.options().len() <= SMALL;
        let is_drawn = |&option: &OptionId| {
            is_small || matrix.is_left(option) || matrix.tried().contains(&option)
        };
        for option in problem.options().filter(is_drawn) {
            let mark = if matrix.tried().contains(&option) { '>' } else { ' ' };
            let row = self.row(gap, |item| cell(matrix, option, item));
            writeln!(out, "{mark:>8} {:>4}  {row}", option.index() + 1)?;
        }
        Ok(())
    }

    /// A line of signs, one for each item.
    fn row(&self, gap: &str, sign: impl Fn(ItemId) -> char) -> String {
        let problem = self.traced.problem();
        let primary = problem.primary_items().map(|item| sign(item).to_string());
        let bar = problem.secondary_items().len() > 0;
        let bar = bar.then(|| "|".to_owned()).into_iter();
        let secondary = problem.secondary_items().map(|item| sign(item).to_string());
        primary.chain(bar).chain(secondary).collect::<Vec<_>>().join(gap)
    }

    /// The names of the items, each from top to bottom.
    fn draw_names(&self, gap: &str, out: &mut dyn Write) -> io::Result<()> {
        let height = self.names.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..height {
            let sign = |item: ItemId| {
                let name = &self.names[item.index()];
                let place = (line + name.len()).checked_sub(height);
                place.map_or(' ', |place| name[place])
            };
            writeln!(out, "{:INDENT$}{}", "", self.row(gap, sign).trim_end())?;
        }
        Ok(())
    }
}

/// Where the columns of a matrix begin.
const INDENT: usize = 15;

/// The sign for an option and an item: 1, or a colour of one letter, if the option contains it.
fn cell(matrix: &LinkedMatrix, option: OptionId, item: ItemId) -> char {
    let problem = matrix.problem();
    let entry = problem.entries(option).iter().find(|entry| entry.item == item);
    let is_tried = matrix.tried().contains(&option);
    let is_shown = is_tried || matrix.is_left(option) && !matrix.is_covered(item);
    match entry {
        Some(entry) if is_shown => {
            let color = entry.color.map_or("", |color| problem.color_name(color));
            let mut letters = color.chars();
            letters.next().filter(|_| letters.next().is_none()).unwrap_or('1')
        }
        None if is_shown && !is_tried => '0',
        _ => '.',
    }
}
