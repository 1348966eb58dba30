//! Help, version, completions and the manual.

use crate::program::run;

/// The verbs that the help lists, but for those that print help themselves.
fn verbs() -> Vec<String> {
    let help = run(&["--help"]).exits(0).silent().out;
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let verbs = list.lines().map(|line| line.split_whitespace().next().unwrap().to_owned());
    let verbs: Vec<_> =
        verbs.filter(|verb| !["completions", "man", "help"].contains(&&**verb)).collect();
    assert!(verbs.len() >= 27, "{verbs:?}");
    verbs
}

/// Whether a verb reads problems. Results of units and what is left of a search are written by the
/// program, and random puzzles and grids come from nothing.
fn reads_problems(verb: &str) -> bool {
    !["merge", "resume", "generate", "grid"].contains(&verb)
}

#[test]
fn help_shows_what_to_try() {
    let help = run(&["--help"]).exits(0).silent().out;
    for word in ["solve", "count", "check", "convert", "quadrille check puzzles/lecture.txt"] {
        assert!(help.contains(word), "{word}");
    }
    for verb in verbs() {
        let help = run(&["help", &verb]).exits(0).silent().out;
        assert!(help.contains("Examples:\n  "), "{verb}");
        assert_eq!(help.contains("--from <FORMAT>"), reads_problems(&verb), "{verb}");
        assert_eq!(run(&[&verb, "--help"]).out, help);
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{verb}");
    }
}

#[test]
fn without_arguments_there_is_help() {
    run(&[]).exits(2).says("Usage: quadrille <COMMAND>").says("Examples:");
}

/// The words of a command up to a pipe or a file for its output, without quotes, which stand around
/// whole words.
fn words(command: &str) -> Vec<&str> {
    let parts = command.split('\'').enumerate();
    let words = parts.flat_map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    words.take_while(|word| !["|", ">"].contains(word)).collect()
}

/// A word of a command: what it writes is not to stay here, and not all that it reads is here.
fn file_name(word: &str, prefix: &str) -> String {
    match word {
        word if WRITTEN.contains(&word) => format!("{prefix}{word}"),
        word if READ.contains(&word) => "puzzles/lecture.txt".to_owned(),
        _ => word.to_owned(),
    }
}

/// Verbs of which some examples take long.
const LONG: [&str; 4] = ["generate", "grid", "hunt", "minimise"];
/// Files that the examples write, and those that they read, of which none is here.
const WRITTEN: [&str; 9] = [
    "count.json",
    "list.json",
    "list.txt",
    "lab.proof",
    "queens8.proof",
    "costs.proof.gz",
    "state.json",
    "table.txt",
    "found.txt",
];
const READ: [&str; 2] = ["all.txt", "seeds.txt"];

#[test]
#[ignore = "hundreds of runs"]
fn every_example_of_the_help_runs() {
    let (mut tried, folder) = (0, tempfile::tempdir().unwrap());
    let folder = folder.path().to_str().unwrap();
    for verb in verbs() {
        let help = run(&["help", &verb]).out;
        let is_long = LONG.contains(&&*verb);
        // What is stopped leaves a checkpoint.
        let prefix = format!("{folder}/{}", if is_long { &verb } else { "" });
        for line in help.lines().filter_map(|line| line.strip_prefix("  quadrille ")) {
            let command = line.split("   ").next().unwrap_or(line);
            let mut arguments: Vec<_> =
                words(command).iter().map(|word| file_name(word, &prefix)).collect();
            if is_long {
                if let Some(given) = arguments.iter().position(|word| *word == "--timeout") {
                    arguments.drain(given..given + 2);
                }
                arguments.extend(["--timeout", "0.1"].map(str::to_owned));
            }
            let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
            let ran = run(&arguments);
            assert!(matches!(ran.code, Some(0 | 1 | 3)), "{command}: {}", ran.err);
            assert!(!ran.err.contains("error"), "{command}: {}", ran.err);
            let is_cut = is_long && ran.code == Some(3);
            assert!(is_cut || ran.out.is_empty() == command.contains("--output"), "{command}");
            tried += 1;
        }
    }
    assert!(tried >= 60, "{tried} examples");
}

#[test]
fn the_version_is_that_of_the_package() {
    let version = run(&["--version"]).exits(0).silent().out;
    assert_eq!(version, concat!("quadrille ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(&["completions", shell]).exits(0).silent().out;
        assert!(script.contains("quadrille") && script.contains("engine"), "{shell}");
    }
    run(&["completions", "abacus"]).exits(2).says("bash");
}

#[test]
fn there_is_a_page_of_the_manual_for_the_program_and_each_verb() {
    let page = run(&["man"]).exits(0).silent().out;
    assert!(page.contains(".TH quadrille 1") && page.contains("quadrille\\-solve(1)"));
    for verb in verbs() {
        let page = run(&["man", &verb]).exits(0).silent().out;
        assert!(page.contains(&format!(".TH quadrille-{verb} 1")), "{page}");
        for section in [".SH OPTIONS\n", ".SH EXAMPLES\n.nf\n", ".SH \"EXIT STATUS\"\n.TP\n0\n"] {
            assert!(page.contains(section), "{verb}: {section}");
        }
        assert!(!page.contains("Examples:") && !page.contains("EXTRA"), "{verb}");
        assert_eq!(page.contains("\\-\\-from"), reads_problems(&verb), "{verb}");
    }
}
