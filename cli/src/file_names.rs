//! How messages name files, and [`FileNames`]: how captions of pictures name the files of a run.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

/// The error for `-` where a file is expected.
pub(super) const NO_STDIN: &str = "expected a file: `./-` is a file of this name";

/// The name of an input in messages.
pub(super) fn label(path: &Path) -> String {
    if is_stdin(path) { "<stdin>".to_owned() } else { path.display().to_string() }
}

/// Whether the name of an input stands for standard input.
pub(super) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The names of files in captions: a file is named without its folders, or with as many of them as
/// distinguish it from other files.
#[derive(Clone, Default, Debug)]
pub(super) struct FileNames {
    /// For the paths of files that need folders, the end of the path with these.
    with_folders: HashMap<String, String>,
}

impl FileNames {
    /// The names of the files with these paths.
    pub(super) fn new(files: &[String]) -> Self {
        let mut by_name = HashMap::<_, BTreeSet<&String>>::new();
        for file in files {
            by_name.entry(Path::new(file).file_name()).or_default().insert(file);
        }
        let equal = by_name.values().filter(|files| files.len() > 1);
        let names = equal
            .flat_map(|files| files.iter().map(|&file| (file.clone(), distinguished(file, files))));
        Self { with_folders: names.collect() }
    }

    /// The name of a file in a caption.
    pub(super) fn name(&self, file: &str) -> String {
        let base = || Path::new(file).file_name().map(|name| name.display().to_string());
        let known = self.with_folders.get(file).cloned();
        known.or_else(base).unwrap_or_else(|| file.to_owned())
    }
}

/// The shortest end of a path that no other path has; the whole path if there is none.
fn distinguished(file: &String, others: &BTreeSet<&String>) -> String {
    let parts: Vec<_> = Path::new(file).components().collect();
    let mut ends = (0..parts.len()).rev().map(|from| parts[from..].iter().collect::<PathBuf>());
    let is_only = |end: &PathBuf| {
        others.iter().all(|&other| other == file || !Path::new(other).ends_with(end))
    };
    ends.find(is_only).map_or_else(|| file.clone(), |end| end.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_by_the_shortest_path_that_differs() {
        let names = |files: &[&str]| -> Vec<String> {
            let names = FileNames::new(&files.iter().map(ToString::to_string).collect::<Vec<_>>());
            files.iter().map(|file| names.name(file)).collect()
        };
        assert_eq!(names(&["d/q.dlx", "d/r.dlx"]), ["q.dlx", "r.dlx"]);
        assert_eq!(
            names(&["a/d1/q.dlx", "a/d2/q.dlx", "r.dlx"]),
            ["d1/q.dlx", "d2/q.dlx", "r.dlx"]
        );
        assert_eq!(names(&["a/d/q.dlx", "b/d/q.dlx"]), ["a/d/q.dlx", "b/d/q.dlx"]);
        assert_eq!(names(&["q.dlx", "d/q.dlx"]), ["q.dlx", "d/q.dlx"]);
        assert_eq!(names(&["q.dlx", "q.dlx"]), ["q.dlx", "q.dlx"]);
        assert_eq!(names(&[".."]), [".."]);
        assert_eq!(FileNames::default().name("<stdin>"), "<stdin>");
    }
}
