//! The verbs `completions` and `man`: files that a package installs, from the description of the
//! arguments.

use crate::closed_output;
use crate::exit::{self, Exit};
use crate::help;
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use std::io::{self, Write};

/// Writes the completions for a shell to stdout.
pub(crate) fn completions(shell: Shell, mut program: Command) -> Exit {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut program, "quadrille", &mut text);
    print(&text)
}

/// Writes the man page of the program or of one of its verbs, in roff, to stdout.
pub(crate) fn man(verb: Option<&str>, mut program: Command) -> Exit {
    program.build();
    let source = program.render_version();
    let command = verb.and_then(|verb| program.find_subcommand(verb)).unwrap_or(&program);
    let mut text = Vec::new();
    let page = Man::new(command.clone()).source(source.trim());
    // Only the writer can fail, and this one does not.
    let _ = render(&page, command, &mut text);
    print(&text)
}

/// Writes a page with sections for the examples, the notes and the exit codes.
fn render(page: &Man, command: &Command, text: &mut Vec<u8>) -> io::Result<()> {
    page.render_title(text)?;
    page.render_name_section(text)?;
    page.render_synopsis_section(text)?;
    page.render_description_section(text)?;
    page.render_options_section(text)?;
    if command.has_subcommands() {
        page.render_subcommands_section(text)?;
    }
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let is_note =
        |block: &&str| !block.starts_with(help::EXAMPLES) && !block.starts_with(help::EXIT);
    if let Some(examples) = help.split("\n\n").find_map(|block| block.strip_prefix(help::EXAMPLES))
    {
        writeln!(text, ".SH EXAMPLES\n.nf\n{}\n.fi", escaped(examples.trim_start_matches('\n')))?;
    }
    let notes: Vec<_> = help.split("\n\n").filter(is_note).map(escaped).collect();
    if !notes.iter().all(String::is_empty) {
        writeln!(text, ".SH NOTES\n{}", notes.join("\n.PP\n"))?;
    }
    writeln!(text, ".SH \"EXIT STATUS\"")?;
    for (code, meaning) in help::EXIT_CODES {
        writeln!(text, ".TP\n{code}\n{}", escaped(meaning))?;
    }
    if command.get_version().is_some() { page.render_version_section(text) } else { Ok(()) }
}

/// Text in roff: no line is taken for a command, and every character stands for itself.
fn escaped(text: &str) -> String {
    let escape = |line: &str| {
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line }
    };
    text.lines().map(escape).collect::<Vec<_>>().join("\n")
}

fn print(text: &[u8]) -> Exit {
    let mut stdout = io::stdout();
    let written = closed_output::check().and_then(|()| stdout.write_all(text));
    exit::of_output(written.and_then(|()| stdout.flush()))
}
