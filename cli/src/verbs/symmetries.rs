//! The verb `symmetries`: prints the group of symmetries of each exact cover.

use crate::args::{CommonArgs, InputArgs, NameArgs, form_parser};
use crate::exit::{Exit, ExitStyle, usage_error};
use crate::failure::Failure;
use crate::handler::{Handler, Unknown};
use crate::item_rules::ItemRules;
use crate::json::{Object, push_array, push_text};
use crate::output::Form;
use crate::run;
use crate::session::{Session, Style};
use crate::subject::{Cover, Subject};
use crate::tally::Verdict;
use clap::Args;
use quadrille::dlx::Parsed;
use quadrille::sudoku::text::Record;
use quadrille::symmetry::{Symmetries, SymmetryCycles};
use quadrille::{ItemId, OptionId, StopReason};
use std::fmt::Write as _;
use std::io;

#[derive(Args, Debug)]
pub(crate) struct SymmetriesArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    rules: ItemRules,
    #[command(flatten)]
    names: NameArgs,
    /// The format of the output
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = form_parser(&FORMS))]
    to: Form,
    /// The same as --to json
    #[arg(long, conflicts_with = "to")]
    json: bool,
    #[command(flatten)]
    common: CommonArgs,
}

const FORMS: [Form; 2] = [Form::Text, Form::Json];

pub(crate) fn run(args: &SymmetriesArgs) -> Exit {
    if let Err(error) = args.input.reading.sudoku.rules() {
        return usage_error(&error);
    }
    // A text has several lines, with an empty line between it and the next one.
    let form = if args.json || args.to == Form::Json { Form::Json } else { Form::Grid };
    let style = Style { names: args.names.is_wanted(&args.input.files), ..Style::default() };
    let session = run::session(&args.common, form).with_style(style);
    let handler = |_: &_| SymmetriesHandler { rules: &args.rules };
    run::handle(&args.common, session, ExitStyle::Usual, handler, run::files(&args.input))
}

struct SymmetriesHandler<'a> {
    rules: &'a ItemRules,
}

impl Handler for SymmetriesHandler<'_> {
    fn unknown(&self) -> Option<Unknown> {
        Some(Unknown::Group)
    }

    fn puzzle(&mut self, session: &mut Session, file: &str, record: &Record) -> io::Result<()> {
        session.fail(&Failure::of_record(file, record.line, crate::up_to::NO_COVER))
    }

    fn cover(&mut self, session: &mut Session, file: &str, parsed: &Parsed) -> io::Result<()> {
        let cover = Cover { file, problem: &parsed.problem, tiling: None };
        let symmetries = match self.rules.symmetries(&parsed.problem, &session.stop.token()) {
            Ok(Some(symmetries)) => symmetries,
            Ok(None) => return Unknown::Group.report(session, cover),
            Err(error) => return session.fail(&Failure::of_file(file, error)),
        };
        session.tally.add(Verdict::Converted);
        let text = match session.form {
            Form::Json => object(cover, &symmetries),
            _ => session.prefix(file) + &text(cover, &symmetries),
        };
        session.entry(&text)
    }
}

/// The number of symmetries, the generators as cycles, and the orbits.
fn text(cover: Cover<'_>, symmetries: &Symmetries) -> String {
    let number = |count: usize, one: &str, many: &str| match count {
        1 => format!("1 {one}\n"),
        _ => format!("{count} {many}\n"),
    };
    let order = symmetries.order();
    let generators = symmetries.generator_cycles();
    let noun = if generators.len() == 0 { "symmetry" } else { "symmetries" };
    let mut text = format!("{order} {noun}\n");
    text += &number(generators.len(), "generator", "generators");
    for symmetry in generators {
        // Writing to a `String` does not fail.
        let _ = writeln!(text, "  {}", cycles(cover, &symmetry));
    }
    let orbits = symmetries.item_orbits();
    text += &number(orbits.len(), "orbit of items", "orbits of items");
    for orbit in orbits {
        let _ = writeln!(text, "  {}", names(cover, &orbit).join(" "));
    }
    let orbits = symmetries.option_orbits();
    text += &number(orbits.len(), "orbit of options", "orbits of options");
    for orbit in orbits {
        let options: Vec<_> = orbit.iter().map(|&option| cover.option_text(option)).collect();
        let _ = writeln!(text, "  {}", options.join(" | "));
    }
    text
}

/// The names of items.
fn names<'a>(cover: Cover<'a>, items: &[ItemId]) -> Vec<&'a str> {
    items.iter().map(|&item| cover.problem.item_name(item)).collect()
}

/// A symmetry as the cycles of its items, or of its options if it moves no item.
fn cycles(cover: Cover<'_>, symmetry: &SymmetryCycles) -> String {
    let items = &symmetry.items;
    if items.is_empty() {
        let cycle = |cycle: &Vec<OptionId>| {
            let options: Vec<_> = cycle.iter().map(|&option| cover.option_text(option)).collect();
            format!("({})", options.join(" | "))
        };
        return symmetry.options.iter().map(cycle).collect();
    }
    items.iter().map(|cycle| format!("({})", names(cover, cycle).join(" "))).collect()
}

fn object(cover: Cover<'_>, symmetries: &Symmetries) -> String {
    let mut text = String::new();
    let mut object = Object::begin(&mut text);
    let subject = Subject::Cover(cover);
    subject.describe(&mut object);
    subject.describe_problem(&mut object);
    object.plain("symmetries", symmetries.order());
    push_array(object.key("generators"), symmetries.generator_cycles(), |out, symmetry| {
        let mut generator = Object::begin(out);
        push_items(cover, generator.key("items"), &symmetry.items);
        push_options(generator.key("options"), &symmetry.options);
        generator.end();
    });
    push_items(cover, object.key("item_orbits"), &symmetries.item_orbits());
    push_options(object.key("option_orbits"), &symmetries.option_orbits());
    object.plain("complete", true).text("stop", StopReason::Exhausted.name());
    object.end();
    text + "\n"
}

/// Appends lists of items as arrays of names.
fn push_items(cover: Cover<'_>, out: &mut String, lists: &[Vec<ItemId>]) {
    push_array(out, lists.iter(), |out, list| {
        push_array(out, names(cover, list).into_iter(), push_text);
    });
}

/// Appends lists of options as arrays of their numbers, from 1.
fn push_options(out: &mut String, lists: &[Vec<OptionId>]) {
    push_array(out, lists.iter(), |out, list| {
        push_array(out, list.iter(), |out, option| {
            let _ = write!(out, "{}", option.index() + 1);
        });
    });
}
