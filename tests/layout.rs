//! Who may know whom: reads the source and fails where a rule of the house is broken.
//!
//! The rules are two tables. One says which rooms (modules) a room sees; the other, which words a room never
//! says. Each row has its reason, and a line that breaks it, to show that the rule bites. Comments, the insides
//! of strings, and what is compiled for tests only may say what they like.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A room, and the rooms that it sees besides itself.
struct Sees {
    room: &'static str,
    sees: &'static [&'static str],
    reason: &'static str,
    /// A line that must not stand in the room.
    bad: &'static str,
}

/// The deepest room that a file is in decides. A room that does not exist yet has its rule already.
const SEES: [Sees; 11] = [
    Sees {
        room: "ids",
        sees: &[],
        reason: "numbers are below everything",
        bad: "use super::place::Place;",
    },
    Sees {
        room: "place",
        sees: &["ids"],
        reason: "a place in a text does not depend on what the text says",
        bad: "use crate::problem::dlx;",
    },
    Sees {
        room: "problem",
        sees: &["ids", "place"],
        reason: "what is to be covered does not depend on how",
        bad: "use crate::cover::Engine;",
    },
    Sees {
        room: "solution",
        sees: &["ids", "place", "problem"],
        reason: "a checker must not share an engine's bugs",
        bad: "use crate::{ids::OptionId, Engine};",
    },
    Sees {
        room: "diagram",
        sees: &["ids", "place", "problem", "solution"],
        reason: "what a diagram means does not depend on the search that made it",
        bad: "use crate::cover::Engine;",
    },
    Sees {
        room: "cover",
        sees: &["ids", "problem", "diagram"],
        reason: "an engine knows neither texts nor who runs it",
        bad: "use super::{ids, search::{Solver, StopReason}};",
    },
    Sees {
        room: "search",
        sees: &["ids", "place", "problem", "solution", "diagram", "cover"],
        reason: "running an engine is the same for every kind of problem",
        bad: "fn f() { crate::sudoku::text::parse(\"\"); }",
    },
    Sees {
        room: "sudoku",
        sees: &["ids", "place", "problem", "solution", "diagram", "cover", "search"],
        reason: "a library has no command line",
        bad: "use crate::cli::exit;",
    },
    Sees {
        room: "sudoku::lanes",
        sees: &["ids", "sudoku::grid", "sudoku::geometry"],
        reason: "a road of its own makes a comparison with the engines mean something",
        bad: "use super::super::Encoding;",
    },
    Sees {
        room: "compat",
        sees: &[],
        reason: "it exists to contradict the engines",
        bad: "use crate::Solver;",
    },
    Sees {
        room: "cli",
        sees: &[],
        reason: "it is a client of the public API, which it calls by the name of the library",
        bad: "use crate::search::Solver;",
    },
];

/// Words that some rooms never say. A word with `::` is the beginning of a path, one with `!` is a macro, and any
/// other an identifier.
struct Never {
    /// The rooms, as in the first table; the empty one is the whole library and the program.
    room: &'static str,
    /// Rooms in it that may.
    but: &'static [&'static str],
    words: &'static [&'static str],
    reason: &'static str,
    /// A line that must not stand in the room.
    bad: &'static str,
}

const NEVER: [Never; 8] = [
    Never {
        room: "cover",
        but: &[],
        words: &["item_name", "color_name", "dlx", "Place"],
        reason: "an engine is a machine over integers: no names and no text",
        bad: "fn f(p: &Problem) { p.item_name(ItemId::new(0)); }",
    },
    Never {
        room: "cover",
        but: &[],
        words: &["std::time", "std::thread", "rayon", "Instant", "Duration", "Mutex", "RwLock"],
        reason: "an engine knows no clock and no threads: whoever drives it does",
        bad: "use std::{fmt, time::Instant};",
    },
    Never {
        room: "cover",
        but: &["cover::diagram::table"],
        words: &["std::sync"],
        reason: "only a memo may be shared, word by word: who waits for whom is for whoever drives it",
        bad: "use std::sync::atomic::AtomicBool;",
    },
    Never {
        room: "",
        but: &["cli"],
        words: &[
            "print!",
            "println!",
            "eprint!",
            "eprintln!",
            "dbg!",
            "std::io::stdout",
            "std::io::stderr",
            "io::stdout",
            "io::stderr",
        ],
        reason: "only the command line prints",
        bad: "fn f() { println!(\"here\"); }",
    },
    Never {
        room: "",
        but: &["cli"],
        words: &[
            "clap",
            "clap_complete",
            "clap_mangen",
            "cpu_time",
            "crossbeam_channel",
            "ctrlc",
            "indicatif",
            "sha2",
            "std::env",
        ],
        reason: "only the command line has arguments, signals, queues, bars, hashes and the time of the process",
        bad: "use clap::Parser;",
    },
    Never {
        room: "",
        but: &["cli"],
        words: &["std::process::exit", "std::process::abort", "process::exit", "process::abort"],
        reason: "a library does not end the program",
        bad: "fn f() -> ! { std::process::exit(2) }",
    },
    Never {
        room: "",
        but: &["cover::slot", "cover::bits::cpu", "sudoku::lanes::backend"],
        words: &["unsafe", "unsafe_code"],
        reason: "unchecked access is in one accessor module, and in the vectors of bits and lanes",
        bad: "fn f(p: *const u8) -> u8 { unsafe { *p } }",
    },
    Never {
        room: "compat",
        but: &[],
        words: &[
            "fixedbitset",
            "indicatif",
            "clap",
            "clap_complete",
            "clap_mangen",
            "cpu_time",
            "crossbeam_channel",
            "ctrlc",
            "serde_json",
            "num_bigint",
            "rand",
            "rayon",
            "sha2",
            "quadrille",
        ],
        reason: "it sees only the standard library",
        bad: "use fixedbitset::FixedBitSet;",
    },
];

/// The most lines of a file.
const LONGEST: usize = 700;

/// A file, as far as the rules are about it.
struct Source {
    /// The module, such as `sudoku::text`; empty at the root.
    module: String,
    tokens: Vec<String>,
}

impl Source {
    fn new(module: &str, text: &str) -> Self {
        Self { module: module.to_owned(), tokens: without_tests(&tokens(&code(text))) }
    }

    /// Every path in the code: `use` trees are spread out.
    fn paths(&self) -> Vec<Vec<&str>> {
        let mut paths = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            at = if is_name(&self.tokens[at]) { self.path(at, &[], &mut paths) } else { at + 1 };
        }
        paths
    }

    /// Reads the path that begins with a token, behind a prefix; gives the token behind it.
    fn path<'s>(
        &'s self,
        mut at: usize,
        prefix: &[&'s str],
        paths: &mut Vec<Vec<&'s str>>,
    ) -> usize {
        let token = |at: usize| self.tokens.get(at).map_or("", String::as_str);
        let mut path = prefix.to_vec();
        loop {
            if token(at) == "{" && !path.is_empty() {
                at += 1;
                while at < self.tokens.len() && token(at) != "}" {
                    let is_tree = is_name(token(at)) || token(at) == "{";
                    at = if is_tree { self.path(at, &path, paths) } else { at + 1 };
                }
                return at + 1;
            }
            if !is_name(token(at)) {
                break;
            }
            path.push(token(at));
            at += 1;
            if token(at) != "::" {
                at += if token(at) == "as" { 2 } else { 0 };
                break;
            }
            at += 1;
        }
        paths.push(path);
        at
    }

    /// A path from the root of the crate, if it says where it begins; what the root re-exports is traced back.
    fn absolute(&self, path: &[&str], exports: &BTreeMap<String, String>) -> Option<String> {
        let mut from: Vec<&str> = self.module.split("::").filter(|name| !name.is_empty()).collect();
        let mut rest = path;
        match path[0] {
            "crate" => {
                from.clear();
                rest = &path[1..];
            }
            "self" | "super" => {
                while let Some((&first @ ("self" | "super"), behind)) = rest.split_first() {
                    if first == "super" {
                        from.pop();
                    }
                    rest = behind;
                }
            }
            _ => return None,
        }
        let whole = [from, rest.to_vec()].concat();
        let [first, behind @ ..] = &whole[..] else { return None };
        let first = exports.get(*first).map_or(*first, String::as_str);
        Some([&[first], behind].concat().join("::"))
    }
}

/// Whether a module is a room or is in it; everything is in the empty one.
fn is_in(module: &str, room: &str) -> bool {
    room.is_empty()
        || module.strip_prefix(room).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// Whether a token is an identifier or a keyword.
fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The text with comments, and the insides of strings and characters, taken out.
fn code(text: &str) -> String {
    let (mut code, mut rest) = (String::new(), text);
    while let Some(c) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if c == '"' {
            string_end(rest)
        } else if c == 'r'
            && !code.ends_with(is_part)
            && (rest.starts_with("r\"") || rest.starts_with("r#\""))
        {
            let close = if rest.starts_with("r#") { "\"#" } else { "\"" };
            let open = close.len() + 1;
            rest[open..].find(close).map_or(rest.len(), |end| open + end + close.len())
        } else if c == '\'' {
            char_end(rest)
        } else {
            0
        };
        if skipped == 0 {
            code.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            code.push(' ');
            rest = &rest[skipped..];
        }
    }
    code
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of a string literal, which may have escapes.
fn string_end(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == '"' && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    text.len()
}

/// The length of a character literal; of a lifetime, that of its tick.
fn char_end(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), Some((escaped, _))) => {
            text[escaped + 1..].find('\'').map_or(1, |end| escaped + end + 2)
        }
        (_, Some((close, '\''))) => close + 1,
        _ => 1,
    }
}

/// Names with their letters together, `::` together, and every other sign on its own.
fn tokens(code: &str) -> Vec<String> {
    let (mut tokens, mut rest) = (Vec::new(), code.trim_start());
    while let Some(c) = rest.chars().next() {
        let length = match c {
            _ if is_part(c) => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
            ':' if rest.starts_with("::") => 2,
            _ => c.len_utf8(),
        };
        tokens.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    tokens
}

/// What marks code that is compiled for tests only.
const TEST_ONLY: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];

/// The tokens without the items that are for tests only: each ends with a semicolon or with its last brace.
fn without_tests(tokens: &[String]) -> Vec<String> {
    let (mut kept, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        if !tokens[at..].iter().zip(TEST_ONLY).all(|(token, mark)| token == mark)
            || tokens.len() - at < 7
        {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let mut depth = 0;
        at += TEST_ONLY.len();
        while at < tokens.len() {
            at += 1;
            match tokens[at - 1].as_str() {
                "{" => depth += 1,
                "}" if depth == 1 => break,
                "}" => depth -= 1,
                ";" if depth == 0 => break,
                _ => {}
            }
        }
    }
    kept
}

/// What is wrong with a file: the reason of each rule that it breaks, with the path or word that does.
fn broken(source: &Source, exports: &BTreeMap<String, String>) -> Vec<(&'static str, String)> {
    let mut broken = Vec::new();
    let deepest = SEES
        .iter()
        .filter(|rule| is_in(&source.module, rule.room))
        .max_by_key(|rule| rule.room.len());
    let paths = source.paths();
    if let Some(rule) = deepest {
        for path in paths.iter().filter_map(|path| source.absolute(path, exports)) {
            let seen = rule.sees.iter().chain([&rule.room]).any(|room| is_in(&path, room));
            if !seen {
                broken.push((rule.reason, path));
            }
        }
    }
    for rule in NEVER.iter().filter(|rule| is_in(&source.module, rule.room)) {
        if rule.but.iter().any(|room| is_in(&source.module, room)) {
            continue;
        }
        let said = rule.words.iter().filter(|word| says(source, &paths, word));
        broken.extend(said.map(|&word| (rule.reason, word.to_owned())));
    }
    broken
}

/// Whether a file says a word.
fn says(source: &Source, paths: &[Vec<&str>], word: &str) -> bool {
    if word.contains("::") {
        return paths.iter().any(|path| is_in(&path.join("::"), word));
    }
    match word.strip_suffix('!') {
        Some(name) => source.tokens.windows(2).any(|two| two[0] == name && two[1] == "!"),
        None => source.tokens.iter().any(|token| token == word),
    }
}

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// All Rust files below a folder.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let rust = files.into_iter().filter(|path| path.extension().is_some_and(|e| e == "rs"));
    let mut files: Vec<_> = rust.chain(folders.iter().flat_map(|path| rust_files(path))).collect();
    files.sort_unstable();
    files
}

/// The module that a file is, as its names; none at the root.
fn module(path: &Path) -> Vec<String> {
    let path = path.strip_prefix(src()).unwrap().with_extension("");
    let mut names: Vec<_> = path.iter().map(|name| name.to_str().unwrap().to_owned()).collect();
    if names.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        names.pop();
    }
    names
}

/// Whether a module is declared for more than tests, in the file that is its parent.
fn is_declared(module: &[String]) -> bool {
    let Some((name, parents)) = module.split_last() else { return true };
    let parent = parents.iter().fold(src(), |path, name| path.join(name));
    let files = match parents {
        [] => [parent.join("lib.rs"), parent.join("main.rs")],
        _ => [parent.with_extension("rs"), parent.join("mod.rs")],
    };
    let declares = |text: String| {
        let tokens = Source::new("", &text).tokens;
        tokens.windows(3).any(|three| three[0] == "mod" && three[1] == *name && three[2] == ";")
    };
    files.iter().filter_map(|path| fs::read_to_string(path).ok()).any(declares)
}

/// The names that the root of the library re-exports, each with the room that it comes from.
fn exports() -> BTreeMap<String, String> {
    let root = Source::new("", &fs::read_to_string(src().join("lib.rs")).unwrap());
    let paths = root.paths().into_iter().filter(|path| path.len() > 1);
    paths.map(|path| (path[path.len() - 1].to_owned(), path[0].to_owned())).collect()
}

#[test]
fn no_room_sees_what_is_above_it_and_no_room_says_what_it_must_not() {
    let exports = exports();
    let (mut all, mut read) = (String::new(), 0);
    for path in rust_files(&src()) {
        let module = module(&path);
        if !is_declared(&module) {
            assert!(path.ends_with("tests.rs"), "{} is declared nowhere", path.display());
            continue;
        }
        let source = Source::new(&module.join("::"), &fs::read_to_string(&path).unwrap());
        let paths = source.paths();
        read += paths.iter().filter_map(|path| source.absolute(path, &exports)).count();
        for (reason, what) in broken(&source, &exports) {
            all += &format!("\n{}: `{what}`, but {reason}", path.display());
        }
    }
    assert!(all.is_empty(), "{all}");
    assert!(read > 100, "only {read} paths were found: is anything read?");
}

#[test]
fn every_rule_bites() {
    let exports = BTreeMap::from(
        [("Engine", "cover"), ("Solver", "search"), ("Problem", "problem")]
            .map(|(name, room)| (name.to_owned(), room.to_owned())),
    );
    let rules = SEES.iter().map(|rule| (rule.room, rule.bad, rule.reason));
    for (room, bad, reason) in
        rules.chain(NEVER.iter().map(|rule| (rule.room, rule.bad, rule.reason)))
    {
        let room = if room.is_empty() { "sudoku" } else { room };
        for module in [room.to_owned(), format!("{room}::deep")] {
            let deeper = bad.replace("use super::", "use super::super::");
            let text = if module == room { bad } else { &deeper };
            let found = broken(&Source::new(&module, text), &exports);
            assert!(
                found.iter().any(|(told, _)| *told == reason),
                "{module}: {text} breaks {reason}"
            );
        }
        for harmless in ["// ", "//! ", "let s = r#\"", "let s = \"\\\""] {
            let end = if harmless.contains('#') { "\"#;" } else { "\\\"\";" };
            let text = format!("{harmless}{}{end}", bad.replace('"', "'"));
            let found = broken(&Source::new(room, &text), &exports);
            assert!(found.is_empty(), "{text}: {found:?}");
        }
        for test in [format!("#[cfg(test)]\nmod tests {{ {bad} }}"), format!("#[cfg(test)] {bad}")]
        {
            let found = broken(&Source::new(room, &test), &exports);
            assert!(found.is_empty(), "{test}: {found:?}");
        }
    }
}

#[test]
fn a_rule_bites_in_every_shape_of_a_path() {
    let exports = BTreeMap::from([("Engine".to_owned(), "cover".to_owned())]);
    let table = [
        ("problem::dlx", "use crate::cover;"),
        ("problem::dlx", "use crate::{ids::at, cover::{self, Engine as E}};"),
        ("problem::dlx", "use super::super::cover::naive;"),
        ("problem", "use super::cover::*;"),
        ("problem", "fn f() -> crate::Engine { todo }"),
        ("problem", "fn f<'a>(c: char) -> bool { c == '\"' && crate::cover::x() }"),
        ("problem", "fn f() { let x = '\\''; crate::cover::x() }"),
        ("problem", "#[cfg(test)] use crate::cover; use crate::cover::Engine;"),
        ("problem", "/* a */ pub(crate) use crate::cover::Engine; // b"),
        ("problem", "fn f() { let s = r\"\\\"; crate::cover::x() }"),
    ];
    for (module, text) in table {
        let found = broken(&Source::new(module, text), &exports);
        let reasons: BTreeSet<_> = found.iter().map(|(reason, _)| reason).collect();
        assert_eq!(reasons.len(), 1, "{module}: {text}: {found:?}");
    }
    for text in
        ["use crate::ids::{at, narrow};", "use super::{Entry, names::Short};", "use std::fmt;"]
    {
        assert!(broken(&Source::new("problem::dlx", text), &exports).is_empty(), "{text}");
    }
    assert!(
        broken(&Source::new("sudoku::lanes::simd", "use super::super::grid::Grid;"), &exports)
            .is_empty()
    );
}

#[test]
fn the_root_says_where_its_names_come_from() {
    let exports = exports();
    for (name, room) in [("Engine", "cover"), ("Solver", "search"), ("Problem", "problem")] {
        assert_eq!(exports.get(name).map(String::as_str), Some(room), "{name}");
    }
}

#[test]
fn every_room_has_a_rule() {
    let rooms: BTreeSet<_> = SEES.iter().map(|rule| rule.room).collect();
    assert_eq!(rooms.len(), SEES.len(), "a room has one rule");
    for path in rust_files(&src()) {
        let module = module(&path);
        let is_root = module.is_empty();
        assert!(is_root || rooms.contains(module[0].as_str()), "{} is in no room", path.display());
    }
}

#[test]
fn compat_names_none_of_the_dependencies() {
    let manifest = fs::read_to_string(src().with_file_name("Cargo.toml")).unwrap();
    let tables = manifest.split("\n[").find(|table| table.starts_with("dependencies]")).unwrap();
    let words = NEVER.iter().find(|rule| rule.room == "compat").unwrap().words;
    for line in tables.lines().filter(|line| !line.starts_with('#')) {
        if let Some((name, _)) = line.split_once('=') {
            let name = name.trim().replace('-', "_");
            assert!(words.contains(&name.as_str()), "the rule for `compat` does not know {name}");
        }
    }
}

#[test]
fn every_file_begins_with_what_it_is_for_and_is_not_too_long() {
    for path in rust_files(&src()) {
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("//! "), "{}: no `//!` at the beginning", path.display());
        let lines = text.lines().count();
        assert!(lines <= LONGEST, "{}: {lines} lines", path.display());
    }
}
