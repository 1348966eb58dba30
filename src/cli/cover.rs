//! Exact-cover problems: how they and their solutions are written.

use super::answer::Subject;
use super::failure::Failure;
use super::json::{Object, push_array, push_text};
use super::output::Form;
use super::session::Session;
use quadrille::dlx::{self, Parsed};
use quadrille::sudoku::NotAGrid;
use quadrille::{Entry, OptionId, Problem};
use std::fmt;

/// How many lines a warning names.
const LINES_NAMED: usize = 3;

/// A problem that is being solved.
#[derive(Debug)]
pub(super) struct Cover<'a> {
    pub(super) file: &'a str,
    pub(super) problem: &'a Problem,
}

impl Subject for Cover<'_> {
    type Solution = [OptionId];

    fn failure(&self, message: impl fmt::Display) -> Failure {
        Failure::of_file(self.file, message)
    }

    fn describe(&self, object: &mut Object<'_>) {
        describe(self.file, object);
    }

    fn describe_question(&self, object: &mut Object<'_>) {
        object.plain("items", self.problem.items().len());
        object.plain("options", self.problem.options().len());
    }

    fn write(&self, options: &[OptionId], form: Form, out: &mut String) -> Result<(), NotAGrid> {
        let separator = match form {
            Form::Json => {
                push_array(out, options.iter(), |out, &option| {
                    let mut text = String::new();
                    dlx::write_option(self.problem, option, &mut text);
                    push_text(out, &text);
                });
                return Ok(());
            }
            Form::Grid => "\n",
            _ => " | ",
        };
        for (index, &option) in options.iter().enumerate() {
            if index > 0 {
                out.push_str(separator);
            }
            dlx::write_option(self.problem, option, out);
        }
        if options.is_empty() {
            out.push_str("()");
        }
        out.push('\n');
        Ok(())
    }
}

/// What every object of an exact cover begins with.
pub(super) fn describe(file: &str, object: &mut Object<'_>) {
    object.text("file", file).plain("line", 1).text("kind", "cover");
}

/// Names the options that are never chosen: whoever wrote them may not have meant that.
pub(super) fn warn(session: &Session, file: &str, parsed: &Parsed) {
    let lines = &parsed.never_chosen;
    if lines.is_empty() {
        return;
    }
    let named: Vec<_> = lines.iter().take(LINES_NAMED).map(|(_, line)| line.to_string()).collect();
    let more = match lines.len() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let (what, line) = match lines.len() {
        1 => ("an option has no primary item and is", "line"),
        _ => ("options have no primary item and are", "lines"),
    };
    session.warn(format_args!("{file}: {what} never chosen: {line} {}{more}", named.join(", ")));
}

/// Writes a problem as the keys `items` and `options`.
pub(super) fn write_problem(problem: &Problem, object: &mut Object<'_>) {
    push_array(object.key("items"), problem.items(), |out, item| {
        let (bounds, is_primary) = (problem.bounds(item), problem.is_primary(item));
        let mut object = Object::begin(out);
        object.text("name", problem.item_name(item)).plain("primary", is_primary);
        if is_primary {
            object.plain("low", bounds.low).plain("high", bounds.high);
        }
        object.end();
    });
    let has_costs = problem.features().costs;
    push_array(object.key("options"), problem.options(), |out, option| {
        let mut object = Object::begin(out);
        push_array(object.key("items"), problem.entries(option).iter(), |out, entry| {
            write_entry(problem, entry, out);
        });
        if has_costs {
            object.plain("cost", problem.cost(option));
        }
        object.end();
    });
}

fn write_entry(problem: &Problem, entry: &Entry, out: &mut String) {
    let mut object = Object::begin(out);
    object.text("name", problem.item_name(entry.item));
    object.maybe_text("color", entry.color.map(|color| problem.color_name(color)));
    object.end();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(options: &[usize], form: Form) -> String {
        let problem: Problem = "a b | x\na x:red\nb\n".parse().unwrap();
        let cover = Cover { file: "test", problem: &problem };
        let options: Vec<_> = options.iter().map(|&option| OptionId::new(option)).collect();
        let mut out = String::new();
        cover.write(&options, form, &mut out).unwrap();
        out
    }

    #[test]
    fn a_solution_is_written_in_the_words_of_the_problem() {
        assert_eq!(written(&[1, 0], Form::Line), "b | a x:red\n");
        assert_eq!(written(&[1, 0], Form::Grid), "b\na x:red\n");
        assert_eq!(written(&[1, 0], Form::Json), r#"["b","a x:red"]"#);
    }

    #[test]
    fn the_empty_solution_is_seen() {
        assert_eq!(written(&[], Form::Line), "()\n");
        assert_eq!(written(&[], Form::Grid), "()\n");
        assert_eq!(written(&[], Form::Json), "[]");
    }
}
