//! Runs checkers, whose paths are in the environment.

use quadrille::proof::{ClaimKind, Proof};
use quadrille::{CanonicalMode, Method, Problem, Solver, dlx};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
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

/// A new folder, which is removed when the value is dropped, also when a test fails.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("quadrille-count-{}-{number}", std::process::id());
        let folder = Self(env::temp_dir().join(name));
        fs::create_dir(&folder.0).unwrap();
        folder
    }

    fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What `count_models.py` prints for a formula and perhaps a graph, or why it refuses them.
pub(crate) fn count_models(problem: &Problem, files: &[&[u8]]) -> Result<String, String> {
    let folder = Folder::new();
    let dlx = dlx::to_string(problem).unwrap();
    let mut paths = vec![folder.write("problem", dlx.as_bytes())];
    let names = ["formula", "graph"].iter().zip(files);
    paths.extend(names.map(|(name, bytes)| folder.write(name, bytes)));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../checkers/count_models.py");
    let output = Command::new("python3").arg(script).args(paths).output();
    let output = output.expect("Python is installed");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match output.status.code() {
        Some(0) => Ok(text(&output.stdout)),
        Some(1) => Err(text(&output.stderr)),
        code => panic!("{code:?}: {}", text(&output.stderr)),
    }
}
