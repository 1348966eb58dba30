//! The verb `symmetries`: prints the group of symmetries of each exact cover.

use crate::args::{CommonArgs, InputArgs, form_parser};
use crate::exit::{Exit, ExitStyle, usage_error};
use crate::failure::Failure;
use crate::handler::Handler;
use crate::item_rules::ItemRules;
use crate::json::{Object, push_array, push_text};
use crate::output::Form;
use crate::run;
use crate::session::Session;
use crate::subject::{Cover, Subject};
use crate::tally::Verdict;
use clap::Args;
use quadrille::dlx::Parsed;
use quadrille::sudoku::text::Record;
use quadrille::symmetry::{Permutation, Symmetries, Symmetry};
use quadrille::{ItemId, OptionId};
use std::fmt::Write as _;
use std::io;

#[derive(Args, Debug)]
pub(crate) struct SymmetriesArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    rules: ItemRules,
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
    let form = if args.json { Form::Json } else { args.to };
    let session = run::session(&args.common, form);
    let handler = |_: &_| SymmetriesHandler { rules: &args.rules };
    run::handle(&args.common, session, ExitStyle::Usual, handler, run::files(&args.input))
}

struct SymmetriesHandler<'a> {
    rules: &'a ItemRules,
}

impl Handler for SymmetriesHandler<'_> {
    fn puzzle(&mut self, session: &mut Session, file: &str, record: &Record) -> io::Result<()> {
        session.fail(&Failure::of_record(file, record.line, crate::up_to::NO_COVER))
    }

    fn cover(&mut self, session: &mut Session, file: &str, parsed: &Parsed) -> io::Result<()> {
        let cover = Cover { file, problem: &parsed.problem, tiling: None };
        let symmetries = match self.rules.symmetries(&parsed.problem) {
            Ok(symmetries) => symmetries,
            Err(error) => return session.fail(&Failure::of_file(file, error)),
        };
        session.tally.add(Verdict::Converted);
        let text = match session.form {
            Form::Json => object(cover, &symmetries),
            _ => text(cover, &symmetries),
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
    let generators = symmetries.generators();
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

/// The cycles of a permutation of items or options.
fn ids<I>(permutation: &Permutation, id: impl Fn(usize) -> I) -> Vec<Vec<I>> {
    let id = |&point: &u32| usize::try_from(point).ok().map(&id);
    permutation.cycles().iter().map(|cycle| cycle.iter().filter_map(id).collect()).collect()
}

/// A symmetry as the cycles of its items, or of its options if it moves no item.
fn cycles(cover: Cover<'_>, symmetry: &Symmetry) -> String {
    let items = ids(&symmetry.items, ItemId::new);
    if items.is_empty() {
        let option = |&option: &OptionId| cover.option_text(option);
        let cycle = |cycle: Vec<OptionId>| {
            format!("({})", cycle.iter().map(option).collect::<Vec<_>>().join(" | "))
        };
        return ids(&symmetry.options, OptionId::new).into_iter().map(cycle).collect();
    }
    items.iter().map(|cycle| format!("({})", names(cover, cycle).join(" "))).collect()
}

fn object(cover: Cover<'_>, symmetries: &Symmetries) -> String {
    let mut text = String::new();
    let mut object = Object::begin(&mut text);
    let subject = Subject::Cover(cover);
    subject.describe(&mut object);
    subject.describe_problem(&mut object);
    object.plain("order", symmetries.order());
    push_array(object.key("generators"), symmetries.generators(), |out, symmetry| {
        let mut generator = Object::begin(out);
        push_items(cover, generator.key("items"), &ids(&symmetry.items, ItemId::new));
        push_options(generator.key("options"), &ids(&symmetry.options, OptionId::new));
        generator.end();
    });
    push_items(cover, object.key("item_orbits"), &symmetries.item_orbits());
    push_options(object.key("option_orbits"), &symmetries.option_orbits());
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
