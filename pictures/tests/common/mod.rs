//! Golden files.

use std::path::Path;
use std::{env, fs};

/// Compares a text with a golden file, or writes the file.
#[track_caller]
pub(crate) fn golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if env::var_os("QUADRILLE_REWRITE").is_some() {
        fs::write(&path, text).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(text == expected, "{name} differs: QUADRILLE_REWRITE=1 rewrites it\n{text}");
}
