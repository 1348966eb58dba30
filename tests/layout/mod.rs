//! Rules about the sources that the compiler does not check.
//!
//! The test reads the imports of all packages and fails on an import cycle between files, on an
//! import that the tables forbid, on a public type name with two meanings, and on words that the
//! documentation avoids. Strings and code for tests take no part. Comments take part in the search
//! for words only.

mod source;

use source::{Package, Source, files, is_in, is_part, root, scan};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::LazyLock;

/// The source folders of the packages, each with what is left to do: how many files may be in
/// import cycles, and how many public type names may have two meanings. These numbers only become
/// smaller.
const PACKAGES: [(&str, usize, usize); 6] = [
    ("src", 0, 0),
    ("cli/src", 0, 0),
    ("pictures/src", 0, 0),
    ("python/src", 0, 0),
    ("benches/harness/src", 0, 0),
    ("benches/peers/src", 0, 0),
];

/// How many avoided words may stand below a folder; the empty one has the other files. These
/// numbers only become smaller.
const WORDS: [(&str, usize); 11] = [
    ("src/search/", 0),
    ("src/", 0),
    ("cli/", 0),
    ("pictures/", 0),
    ("python/", 0),
    ("tests/", 0),
    ("benches/", 0),
    ("examples/", 0),
    ("docs/", 0),
    ("puzzles/", 0),
    ("", 0),
];

/// Words that comments and documents avoid, with or without a final `s`.
const AVOIDED: &str = "who whoever nobody tell told dear behind room road house";

/// The most lines of a file.
const LONGEST: usize = 700;

/// The most characters of a line that is a comment. The formatter sees to all other lines.
const WIDEST: usize = 100;

/// For each module of the library: the modules that it may import besides itself, and the reason.
/// The longest name that matches decides.
const IMPORTS: [(&str, &str, &str); 19] = [
    ("ids", "", "numbers depend on nothing"),
    ("natural", "", "numbers depend on nothing"),
    ("splitmix", "", "numbers depend on nothing"),
    ("location", "ids", "a position in a text does not depend on its meaning"),
    ("problem", "ids location", "a problem does not depend on how it is solved"),
    ("solution", "ids location problem", "a checker must not share the faults of an engine"),
    ("diagram", "ids location natural problem solution", "a diagram does not depend on engines"),
    ("proof", "ids location natural problem", "a checker must not share the faults of an engine"),
    (
        "canonical",
        "ids splitmix engine::unchecked",
        "isomorphism does not depend on what is compared",
    ),
    (
        "symmetry",
        "ids splitmix problem canonical",
        "symmetries do not depend on how a problem is solved",
    ),
    (
        "engine",
        "ids natural splitmix problem diagram canonical proof",
        "an engine works on integers",
    ),
    (
        "search",
        "ids location natural splitmix problem solution diagram symmetry canonical engine proof",
        "it serves every problem",
    ),
    ("digits", "natural", "it writes the numbers of all modules"),
    (
        "serialization",
        "ids problem solution engine search sudoku",
        "it writes types of all modules, and nothing imports it",
    ),
    (
        "sudoku",
        "ids location natural splitmix problem solution diagram engine search",
        "Sudoku is one kind of problem, and `compat` checks it independently",
    ),
    (
        "sudoku::certificate::checker",
        "ids problem sudoku::encode sudoku::grid sudoku::certificate::error \
         sudoku::certificate::puzzle_certificate",
        "a checker must not share the faults of a search",
    ),
    (
        "sudoku::simd9",
        "ids splitmix sudoku::grid sudoku::geometry",
        "it checks the engines independently",
    ),
    ("compat", "", "it checks the engines independently"),
    ("trace", "ids problem engine::kind", "it is the algorithm as the book states it"),
];

/// For a module of the library (the empty one is all of it): the modules in it that are exempt, the
/// words that the others must not use, and the reason. A word is a path, a macro with `!`, or an
/// identifier.
const FORBIDDEN: [(&str, &str, &str, &str); 6] = [
    ("engine", "", "item_name color_name dlx Location", "an engine knows neither names nor text"),
    ("engine", "", "std::time std::thread Instant Mutex", "an engine knows no clock and no thread"),
    ("engine", "engine::memo::table", "std::sync::atomic", "only the memo's table is shared"),
    ("", "", "print! println! eprint! eprintln! dbg! std::io::stdout", "only the program prints"),
    ("", "", "std::env std::process", "a library neither reads arguments nor ends the process"),
    (
        "",
        // The modules of an engine make unchecked arrays, and say why each index is in range.
        "engine::unchecked engine::bitset::cpu sudoku::simd9::backend engine::root_propagation \
         engine::dancing_links::links engine::dancing_cells::heuristic engine::dancing_cells::sets \
         engine::least_cost::multipliers engine::memo::layout engine::memo::subproblem \
         engine::multiplicity::sets canonical::refiner canonical::balls",
        "unsafe unsafe_code",
        "unsafe code is in a few named modules",
    ),
];

/// The groups of modules that import each other in a circle, with the imports inside each.
fn cycles(package: &Package) -> Vec<(usize, String)> {
    let edges = package.edges();
    let reached = |from: &str| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from.to_owned()]);
        while let Some(module) = open.pop() {
            open.extend(
                edges[module.as_str()].keys().filter(|next| seen.insert((*next).clone())).cloned(),
            );
        }
        seen
    };
    let reach: BTreeMap<_, _> = edges.keys().map(|&module| (module, reached(module))).collect();
    let mut groups = BTreeMap::<_, Vec<&str>>::new();
    for (&module, from) in reach.iter().filter(|(module, from)| from.contains(**module)) {
        let first = from.iter().find(|other| reach[other.as_str()].contains(module)).unwrap();
        groups.entry(first).or_default().push(module);
    }
    let file = |module: &str| &package.0[module].file;
    let text = |group: Vec<&str>| {
        let mut text = format!("\n{} files in a cycle:\n", group.len());
        for from in &group {
            for (to, path) in edges[from].iter().filter(|(to, _)| group.contains(&to.as_str())) {
                text += &format!("  {} uses {} ({path})\n", file(from), file(to));
            }
        }
        (group.len(), text)
    };
    groups.into_values().map(text).collect()
}

/// The public type names that are defined in several files.
fn double_names(package: &Package) -> Vec<String> {
    let mut names = BTreeMap::<_, BTreeSet<_>>::new();
    for source in package.0.values() {
        for name in source.public_types() {
            names.entry(name).or_default().insert(source.file.as_str());
        }
    }
    names.retain(|_, files| files.len() > 1);
    names
        .into_iter()
        .map(|(name, files)| format!("\n{name}: {}", Vec::from_iter(files).join(" ")))
        .collect()
}

/// What the two tables forbid in a package.
fn forbidden(package: &Package) -> Vec<String> {
    let mut found = Vec::new();
    for (module, edges) in package.edges() {
        let rules = IMPORTS.iter().filter(|rule| is_in(module, rule.0));
        if let Some(&(own, allowed, reason)) = rules.max_by_key(|rule| rule.0.len()) {
            let is_allowed = |other: &str| {
                allowed.split(' ').chain([own]).any(|m| !m.is_empty() && is_in(other, m))
            };
            let bad = edges.iter().filter(|(other, _)| !is_allowed(other));
            found.extend(
                bad.map(|(other, path)| format!("\n{module} uses {other} ({path}): {reason}")),
            );
        }
    }
    for (inside, exempt, words, reason) in FORBIDDEN {
        let is_exempt = |module: &str| exempt.split(' ').any(|m| !m.is_empty() && is_in(module, m));
        for (module, source) in
            package.0.iter().filter(|(module, _)| is_in(module, inside) && !is_exempt(module))
        {
            let bad = words.split(' ').filter(|word| source.uses(word));
            found.extend(bad.map(|word| format!("\n{module} uses {word}: {reason}")));
        }
    }
    found
}

/// The package in a source folder. All are read once.
fn read(folder: &str) -> &'static Package {
    static READ: LazyLock<BTreeMap<&str, Package>> =
        LazyLock::new(|| PACKAGES.iter().map(|row| (row.0, Package::read(row.0))).collect());
    &READ[folder]
}

#[test]
fn files_do_not_import_each_other_in_a_circle() {
    let mut message = String::new();
    for (folder, allowed, _) in PACKAGES {
        let cycles = cycles(read(folder));
        let count: usize = cycles.iter().map(|cycle| cycle.0).sum();
        if count > allowed {
            message += &format!("{folder}: {count} files in cycles, allowed {allowed}\n");
            message.extend(cycles.into_iter().map(|cycle| cycle.1));
        }
    }
    assert!(message.is_empty(), "{message}");
}

#[test]
fn public_type_names_have_one_meaning() {
    let mut message = String::new();
    for (folder, _, allowed) in PACKAGES {
        let found = double_names(read(folder));
        if found.len() > allowed {
            message +=
                &format!("\n{folder}: {} names, allowed {allowed}:{}", found.len(), found.concat());
        }
    }
    assert!(message.is_empty(), "{message}");
}

#[test]
fn modules_use_only_what_the_tables_allow() {
    let package = read("src");
    let paths: usize = package.edges().values().map(BTreeMap::len).sum();
    assert!(paths > 200, "only {paths} imports were found");
    assert_eq!(forbidden(package).concat(), "");
    for module in package.0.keys().filter(|module| !module.is_empty()) {
        assert!(
            IMPORTS.iter().any(|rule| is_in(module, rule.0)),
            "no rule for the module {module}"
        );
    }
}

#[test]
fn compat_depends_on_the_standard_library_alone() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let table = manifest.split("\n[").find(|table| table.starts_with("dependencies]")).unwrap();
    let names = table.lines().filter_map(|line| Some(line.split_once(" = ")?.0.replace('-', "_")));
    let names: Vec<_> = names.collect();
    assert!(names.contains(&"fixedbitset".to_owned()), "{names:?}");
    let package = read("src");
    for (module, source) in package.0.iter().filter(|(module, _)| is_in(module, "compat")) {
        let used: Vec<_> = names.iter().filter(|name| source.uses(name)).collect();
        assert!(used.is_empty(), "{module} uses {used:?}");
    }
}

#[test]
fn comments_and_documents_avoid_some_words() {
    let mut found = BTreeMap::<_, (usize, String)>::new();
    for path in files(root(), &["rs", "md", "toml"]) {
        let text = fs::read_to_string(&path).unwrap();
        let file = path.strip_prefix(root()).unwrap().to_str().unwrap();
        let text = if file.ends_with(".rs") { scan(&text).1 } else { text };
        let is_avoided = |word: &&str| {
            let word = word.to_lowercase();
            AVOIDED
                .split(' ')
                .any(|avoided| word == avoided || word.strip_suffix('s') == Some(avoided))
        };
        let words: Vec<_> = text.split(|c| !is_part(c)).filter(is_avoided).collect();
        let row = WORDS.iter().find(|row| file.starts_with(row.0)).unwrap();
        let entry = found.entry(row).or_default();
        entry.0 += words.len();
        entry.1 += &if words.is_empty() {
            String::new()
        } else {
            format!("{file}: {}\n", words.join(" "))
        };
    }
    found.retain(|(_, allowed), (count, _)| *count > *allowed);
    let message = found.iter().map(|(row, (count, list))| format!("{row:?}: {count}\n{list}"));
    assert!(found.is_empty(), "{}", message.collect::<String>());
}

#[test]
fn files_say_first_what_they_are_for_and_are_not_too_long() {
    for path in PACKAGES.iter().flat_map(|row| files(&root().join(row.0), &["rs"])) {
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("//! "), "{}: no `//!` at the beginning", path.display());
        let lines = text.lines().count();
        assert!(lines <= LONGEST, "{}: {lines} lines", path.display());
    }
}

/// The comments of a file that are too wide, but for rows of tables and examples of code.
fn wide_comments(text: &str) -> Vec<&str> {
    let (mut found, mut is_code) = (Vec::new(), false);
    for line in text.lines() {
        let Some(comment) = line.trim_start().strip_prefix("//") else {
            is_code = false;
            continue;
        };
        let comment = comment.trim_start_matches(['/', '!']).trim_start();
        is_code ^= comment.starts_with("```");
        let is_wide = line.chars().count() > WIDEST;
        if is_wide && !is_code && !comment.starts_with('|') {
            found.push(line);
        }
    }
    found
}

#[test]
fn comments_are_as_wide_as_code() {
    for path in files(root(), &["rs"]) {
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(wide_comments(&text), [""; 0], "{}", path.display());
    }
    let wide = "x ".repeat(WIDEST / 2);
    let text =
        format!("//! {wide}\n//! | {wide}\n//! ```\n//! {wide}\n//! ```\n{wide}\n    // {wide}");
    assert_eq!(wide_comments(&text), [format!("//! {wide}"), format!("    // {wide}")]);
}

/// A package of these modules.
fn package(modules: &[(&str, &str)]) -> Package {
    let named = modules
        .iter()
        .map(|&(module, text)| (module.to_owned(), Source::new(module.to_owned(), text)));
    Package(named.collect())
}

#[test]
fn a_cycle_is_found_in_every_shape_of_an_import() {
    let cycles = |text: &str| {
        let root = ("", "pub use b::B; mod a; mod b;");
        let a = format!("pub struct A; {text}");
        cycles(&package(&[root, ("a", &a), ("b", "use crate::a::A; pub struct B; pub fn f() {}")]))
            .len()
    };
    for text in [
        "use super::b::B;",
        "use crate::{x, b::{self, B as C}};",
        "use super::*; fn f() { crate::b::f() }",
        "mod inline { use super::super::b::B; }",
        "use crate::b; fn f<'a>(c: char) -> bool { c == '\"' && b::f() }",
        "pub use crate::B; fn f() -> B::C { crate::B }",
        "fn f() { let s = r#\"\\\"#; let c = '\\''; super::b::f() } #[cfg(test)] mod tests { x }",
    ] {
        assert_eq!(cycles(text), 1, "{text}");
    }
    for text in [
        "#[cfg(test)] mod tests { use super::b::B; }",
        "// use super::b::B;",
        "\"use super::b::B;\"",
        "mod inline { use super::A; }",
    ] {
        assert_eq!(cycles(text), 0, "{text}");
    }
}

#[test]
fn every_rule_of_the_tables_applies() {
    let is_allowed = |rule: (&str, &str, &str), other: &str| {
        rule.1.split(' ').chain([rule.0]).any(|m| m == other)
    };
    for rule in IMPORTS {
        let other =
            IMPORTS.iter().map(|rule| rule.0).rfind(|other| !is_allowed(rule, other)).unwrap();
        let text = format!("fn f() {{ crate::{other}::f() }}");
        let modules = [("", ""), ("sudoku", ""), (rule.0, text.as_str()), (other, "pub fn f() {}")];
        assert_eq!(forbidden(&package(&modules)).len(), 1, "{} uses {other}", rule.0);
    }
    for (module, _, words, _) in FORBIDDEN {
        let module = if module.is_empty() { "sudoku" } else { module };
        for word in words.split(' ') {
            let forbidden = |text: &str| forbidden(&package(&[("", ""), (module, text)])).len();
            assert_eq!(forbidden(&format!("fn f() {{ {word}() }}")), 1, "{module}: {word}");
            assert_eq!(forbidden(&format!("// {word}")), 0, "{module}: {word}");
        }
    }
    let twice =
        package(&[("a", "pub struct A;"), ("b", "pub(crate) enum A {}"), ("c", "struct A;")]);
    assert_eq!(double_names(&twice), ["\nA: a b"]);
}
