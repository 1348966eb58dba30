//! Runs the commands of the README, the manual and the guides, and compares the output that they
//! show.
#![cfg(unix)]

use crate::program::is_thorough;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The documents, and how many commands each has at least.
const DOCUMENTS: [(&str, usize); 9] = [
    ("README.md", 11),
    ("docs/manual.md", 15),
    ("docs/proofs.md", 2),
    ("docs/guide/setter.md", 9),
    ("docs/guide/packer.md", 8),
    ("docs/guide/researcher.md", 3),
    ("docs/guide/dancing-links.md", 6),
    ("docs/guide/documents.md", 7),
    ("docs/pictures/README.md", 4),
];

/// A command of a document, with its output where that is shown.
struct Example {
    command: String,
    output: Option<String>,
}

/// The examples of a document: lines of `sh` blocks that use the program, and `text` blocks that
/// start with `$ `.
fn examples(text: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    for block in text.split("\n```").skip(1).step_by(2) {
        let (language, lines) = block.split_once('\n').unwrap();
        if let Some(shown) = lines.strip_prefix("$ ").filter(|_| language == "text") {
            for example in shown.split("\n$ ") {
                let (command, output) = example.split_once('\n').unwrap();
                examples
                    .push(Example { command: command.to_owned(), output: Some(output.to_owned()) });
            }
        } else if language == "sh" {
            let listed = lines
                .lines()
                .filter(|line| line.starts_with("quadrille ") || line.contains("| quadrille "));
            examples.extend(listed.map(|line| Example { command: line.to_owned(), output: None }));
        }
    }
    examples
}

/// Copies the puzzles, so that the commands find them and leave nothing else.
fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn the_commands_of_the_documents_work_as_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_quadrille")).parent().unwrap();
    let path = format!("{}:{}", program.display(), env::var("PATH").unwrap());
    // The first one is the README.
    let documents = if is_thorough() { &DOCUMENTS[..] } else { &DOCUMENTS[..1] };
    for &(document, least) in documents {
        let folder = tempfile::tempdir().unwrap();
        copy(&root.join("puzzles"), &folder.path().join("puzzles"));
        let examples = examples(&fs::read_to_string(root.join(document)).unwrap());
        assert!(examples.len() >= least, "{document} has only {} commands", examples.len());
        for Example { command, output } in &examples {
            let mut shell = Command::new("sh");
            let shell = shell.args(["-c", command]).current_dir(folder.path()).env("PATH", &path);
            let ran = shell.output().unwrap();
            let (out, err) = (String::from_utf8(ran.stdout), String::from_utf8(ran.stderr));
            // 1: a puzzle is not unique; 3: a limit was reached.
            let code = ran.status.code();
            assert!(matches!(code, Some(0 | 1 | 3)), "{document}: {command}: {code:?}\n{err:?}");
            if let Some(output) = output {
                assert_eq!(out.unwrap().trim_end(), output.trim_end(), "{document}: {command}");
            }
            // A picture that is shown is the one that the command makes.
            if let Some((_, file)) =
                command.split_once(" > ").filter(|_| document.contains("pictures"))
            {
                let made = fs::read_to_string(folder.path().join(file)).unwrap();
                let shown = fs::read_to_string(root.join("docs/pictures").join(file)).unwrap();
                assert!(made == shown, "{document}: {file} is not what the command makes");
            }
        }
    }
}
