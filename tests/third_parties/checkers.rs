//! Runs checkers, whose paths are in the environment.

use quadrille::proof::{ClaimKind, Proof};
use quadrille::{CanonicalMode, Method, Problem, Solver};
use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// The proof of a claim without renaming, if it is true.
pub(crate) fn proof(problem: &Problem, method: Method, kind: ClaimKind) -> Option<Proof> {
    let mut solver = Solver::new(problem).method(method).canonical(CanonicalMode::Off);
    solver.proof(kind).ok().map(|(proof, _)| proof)
}

/// A formula and a derivation.
pub(crate) type Files = (Vec<u8>, Vec<u8>);

/// What a checker prints for two files. The environment variable has the checker's path.
pub(crate) fn run(variable: &str, suffixes: [&str; 2], files: &Files) -> (bool, String) {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let checker = env::var_os(variable).unwrap_or_else(|| panic!("{variable} is not set"));
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let paths = suffixes.map(|suffix| {
        let name = format!("quadrille-{}-{number}.{suffix}", std::process::id());
        env::temp_dir().join(name)
    });
    let [formula, derivation]: &[PathBuf; 2] = &paths;
    fs::write(formula, &files.0).unwrap();
    fs::write(derivation, &files.1).unwrap();
    let output = Command::new(checker).args(&paths).output().unwrap();
    paths.iter().for_each(|path| fs::remove_file(path).unwrap());
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&text).into_owned())
}
