//! What a package installs beside the program: completions and the man page, from the description of the
//! arguments.

use super::args::Cli;
use super::exit::Exit;
use super::session::message;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::{self, Write};

/// Writes the completions for a shell to stdout.
pub(super) fn completions(shell: Shell) -> Exit {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "quadrille", &mut text);
    print(&text)
}

/// Writes the man page of the program or of one of its verbs, in roff, to stdout.
pub(super) fn man(verb: Option<&str>) -> Exit {
    let mut program = Cli::command();
    program.build();
    let source = program.render_version();
    let command = verb.and_then(|verb| program.find_subcommand(verb)).unwrap_or(&program);
    let mut text = Vec::new();
    let page = clap_mangen::Man::new(command.clone()).source(source.trim());
    // Only the writer can fail, and this one does not.
    let _ = page.render(&mut text);
    print(&text)
}

fn print(text: &[u8]) -> Exit {
    let mut stdout = io::stdout();
    match stdout.write_all(text).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            message(format_args!("error: the output can't be written: {error}"));
            Exit::Bad
        }
        _ => Exit::Fine,
    }
}
