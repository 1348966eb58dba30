//! Runs the program.

use serde_json::Value;
use std::io::{BufRead, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;

/// The root of the repository.
pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Whether `QUADRILLE_THOROUGH` is set, as in `.ci/run`. Otherwise long tests try a part of their
/// cases.
pub(crate) fn is_thorough() -> bool {
    std::env::var_os("QUADRILLE_THOROUGH").is_some()
}

/// All of these if tests are thorough, else every second one: a list with an even number has the
/// first, and one with an odd number the second.
pub(crate) fn part_of<T>(all: &[T], number: usize) -> impl Iterator<Item = &T> {
    let step = if is_thorough() { 1 } else { 2 };
    all.iter().skip(number % step).step_by(step)
}

/// An easy puzzle, and its solution.
pub(crate) const EASY: &str =
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
pub(crate) const SOLVED: &str =
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382";

/// The same puzzle with 3 in a second cell of its first row.
pub(crate) const CLASHING: &str =
    "3.3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";

/// A grid without a clue, whose solutions can't be listed to the end.
pub(crate) fn blank() -> String {
    ".".repeat(81)
}

/// The first line of a file of puzzles that is not a comment.
pub(crate) fn first_puzzle(text: &str) -> String {
    text.lines().find(|line| !line.starts_with('#')).unwrap().to_owned()
}

#[path = "../../../tests/common/texts.rs"]
mod texts;

pub(crate) use texts::{dominoes, latin, queens, queens_with_costs};

/// The result of a run.
pub(crate) struct Ran {
    /// Its exit code, unless a signal killed it.
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    pub(crate) fn wait(child: Child) -> Self {
        Self::of(child.wait_with_output().unwrap())
    }

    pub(crate) fn lines(&self) -> Vec<&str> {
        self.out.lines().collect()
    }

    /// Asserts the exit code; what the program said helps when it is another.
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "stdout: {}\nstderr: {}", self.out, self.err);
        self
    }

    /// Asserts that it ran without any message.
    #[track_caller]
    pub(crate) fn silent(self) -> Self {
        assert_eq!(self.err, "");
        self
    }

    /// Asserts a part of its messages.
    #[track_caller]
    pub(crate) fn says(self, message: &str) -> Self {
        assert!(self.err.contains(message), "expected {message:?} in: {}", self.err);
        self
    }
}

/// Starts the program in the directory of the package, with pipes.
pub(crate) fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(arguments)
        .current_dir(ROOT)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Sends a signal to a program.
#[cfg(unix)]
pub(crate) fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// Runs it with this text as its input.
pub(crate) fn run_on(input: impl Into<Vec<u8>>, arguments: &[&str]) -> Ran {
    let (mut child, input) = (start(arguments), input.into());
    let mut stdin = child.stdin.take().unwrap();
    // A program that stops early does not read all of it.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let ran = Ran::wait(child);
    writer.join().unwrap();
    ran
}

/// Runs it without an input.
pub(crate) fn run(arguments: &[&str]) -> Ran {
    run_on("", arguments)
}

/// Runs it in a folder.
pub(crate) fn run_in(folder: &Path, stdin: impl Into<Stdio>, arguments: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    let child = command.args(arguments).current_dir(folder).stdin(stdin);
    Ran::wait(child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}

/// The objects that a run with `--json` has printed, one a line.
#[track_caller]
pub(crate) fn objects(ran: &Ran) -> Vec<Value> {
    ran.lines().iter().map(|line| serde_json::from_str(line).expect("a JSON object")).collect()
}

/// Reads a line that is expected.
#[track_caller]
pub(crate) fn expect(stdout: &mut impl BufRead, line: &str) {
    let mut read = String::new();
    stdout.read_line(&mut read).unwrap();
    assert_eq!(read, line.to_owned() + "\n");
}
