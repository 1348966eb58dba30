//! Help, version, completions and the manual.

use crate::program::run;

const VERBS: [&str; 18] = [
    "solve",
    "count",
    "check",
    "sample",
    "candidates",
    "cheapest",
    "estimate",
    "split",
    "work",
    "merge",
    "resume",
    "diagram",
    "prove",
    "verify",
    "symmetries",
    "convert",
    "compat",
    "bench",
];

/// Whether a verb reads problems: results of units, and what is left of a search, are written by
/// the program.
fn reads_problems(verb: &str) -> bool {
    !["merge", "resume"].contains(&verb)
}

#[test]
fn help_shows_what_to_try() {
    let help = run(&["--help"]).exits(0).silent().out;
    for word in ["solve", "count", "check", "convert", "quadrille check puzzles/lecture.txt"] {
        assert!(help.contains(word), "{word}");
    }
    for verb in VERBS {
        let help = run(&["help", verb]).exits(0).silent().out;
        assert!(help.contains("Examples:\n  "), "{verb}");
        assert_eq!(help.contains("--from <FORMAT>"), reads_problems(verb), "{verb}");
        assert_eq!(run(&[verb, "--help"]).out, help);
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{verb}");
    }
}

#[test]
fn without_arguments_there_is_help() {
    run(&[]).exits(2).says("Usage: quadrille <COMMAND>").says("Examples:");
}

#[test]
fn every_example_of_the_help_runs() {
    let (mut tried, folder) = (0, tempfile::tempdir().unwrap());
    let folder = folder.path().to_str().unwrap();
    for verb in VERBS {
        let help = run(&["help", verb]).out;
        for line in help.lines().filter_map(|line| line.strip_prefix("  quadrille ")) {
            let command = line.split("   ").next().unwrap_or(line);
            // What it writes is not to stay here.
            let command = [
                "count.json",
                "list.json",
                "list.txt",
                "lab.proof",
                "queens8.proof",
                "costs.proof.gz",
            ]
            .iter()
            .fold(command.to_owned(), |all, name| all.replace(name, &format!("{folder}/{name}")));
            let ran = run(&command.split(' ').collect::<Vec<_>>());
            assert!(matches!(ran.code, Some(0 | 1 | 3)), "{command}: {}", ran.err);
            assert!(!ran.err.contains("error"), "{command}: {}", ran.err);
            assert_eq!(ran.out.is_empty(), command.contains("--output"), "{command}");
            tried += 1;
        }
    }
    assert!(tried >= 20, "{tried} examples");
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
    for verb in VERBS {
        let page = run(&["man", verb]).exits(0).silent().out;
        assert!(page.contains(&format!(".TH quadrille-{verb} 1")), "{page}");
        for section in [".SH OPTIONS\n", ".SH EXAMPLES\n.nf\n", ".SH \"EXIT STATUS\"\n.TP\n0\n"] {
            assert!(page.contains(section), "{verb}: {section}");
        }
        assert!(!page.contains("Examples:") && !page.contains("EXTRA"), "{verb}");
        assert_eq!(page.contains("\\-\\-from"), reads_problems(verb), "{verb}");
    }
}
