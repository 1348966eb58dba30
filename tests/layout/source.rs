//! Rust sources as the rules see them: tokens, comments, imports, and which module a path leads to.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A path that is imported, and the name that it gets.
struct Import {
    path: Vec<String>,
    name: String,
    is_public: bool,
}

/// A source file.
pub(crate) struct Source {
    pub(crate) file: String,
    tokens: Vec<String>,
    imports: Vec<Import>,
    /// The tokens without import statements.
    code: Vec<String>,
}

impl Source {
    pub(crate) fn new(file: String, text: &str) -> Self {
        let tokens = flattened(&without_tests(&scan(text).0));
        let mut imports = Vec::new();
        for at in (0..tokens.len()).filter(|&at| tokens[at] == "use") {
            let is_public = at > 0 && ["pub", ")"].contains(&tokens[at - 1].as_str());
            read_import(&tokens, at + 1, &[], is_public, &mut imports);
        }
        let mut is_import = false;
        let mut code = tokens.clone();
        code.retain(|token| {
            let was_import = is_import;
            is_import = token == "use" || is_import && token != ";";
            !is_import && !was_import
        });
        Self { file, tokens, imports, code }
    }

    /// The paths in the code and those of imports. Of the names that are passed on (`pub use`) only
    /// those are imports that the file uses itself.
    fn paths(&self) -> Vec<Vec<String>> {
        let is_used = |import: &&Import| !import.is_public || self.code.contains(&import.name);
        let imports = self.imports.iter().filter(is_used);
        let mut paths: Vec<_> = imports.map(|import| import.path.clone()).collect();
        let mut at = 0;
        while at < self.code.len() {
            let links = self.code[at + 1..].chunks_exact(2);
            let links = links.take_while(|two| two[0] == "::" && is_name(&two[1]));
            let length = if is_name(&self.code[at]) { 2 * links.count() } else { 0 };
            if length > 0 {
                paths.push(self.code[at..=at + length].iter().step_by(2).cloned().collect());
            }
            at += length + 1;
        }
        paths
    }

    pub(crate) fn uses(&self, word: &str) -> bool {
        let mut pairs = self.tokens.windows(2);
        match word.strip_suffix('!') {
            Some(name) => pairs.any(|two| two[0] == name && two[1] == "!"),
            None if word.contains("::") => {
                self.paths().iter().any(|path| is_in(&path.join("::"), word))
            }
            None => self.tokens.iter().any(|token| token == word),
        }
    }

    /// The types that other files can see.
    pub(crate) fn public_types(&self) -> impl Iterator<Item = &str> {
        let kinds = ["struct", "enum", "trait", "type", "union"];
        let triples =
            self.tokens.windows(3).filter(move |three| kinds.contains(&three[1].as_str()));
        triples.filter(|three| three[0] == "pub" || three[0] == ")").map(|three| three[2].as_str())
    }
}

/// Reads the import tree at a token and returns the position after it.
fn read_import(
    tokens: &[String],
    mut at: usize,
    prefix: &[String],
    is_public: bool,
    all: &mut Vec<Import>,
) -> usize {
    let mut path = prefix.to_vec();
    let mut alias = None;
    loop {
        match tokens[at].as_str() {
            "{" => {
                at += 1;
                while tokens[at] != "}" {
                    at = if tokens[at] == "," {
                        at + 1
                    } else {
                        read_import(tokens, at, &path, is_public, all)
                    };
                }
                return at + 1;
            }
            "as" => alias = Some(tokens[at + 1].clone()),
            "self" if !path.is_empty() => {}
            "::" => {}
            token if (is_name(token) || token == "*") && alias.is_none() => {
                path.push(token.to_owned());
            }
            token if is_name(token) => {}
            _ => break,
        }
        at += 1;
    }
    let name = alias.or_else(|| path.last().cloned()).unwrap_or_default();
    all.push(Import { path, name, is_public });
    at
}

pub(crate) fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Whether a path is this module or is in it. Everything is in the empty one.
pub(crate) fn is_in(path: &str, module: &str) -> bool {
    module.is_empty()
        || path.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

fn join(module: &str, name: &str) -> String {
    if module.is_empty() { name.to_owned() } else { format!("{module}::{name}") }
}

/// Splits a Rust text into tokens and comments. A string or a character is an empty token.
pub(crate) fn scan(text: &str) -> (Vec<String>, String) {
    let (mut tokens, mut comments, mut rest) = (Vec::new(), String::new(), text);
    while let Some(c) = rest.chars().next() {
        let unprefixed = rest.strip_prefix('b').unwrap_or(rest);
        let hashes =
            unprefixed.strip_prefix('r').map(|raw| raw.len() - raw.trim_start_matches('#').len());
        let raw = hashes.filter(|hashes| unprefixed[1 + hashes..].starts_with('"'));
        let end = |pattern: &str| rest.find(pattern).map_or(rest.len(), |end| end + pattern.len());
        let length = match c {
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => end("*/"),
            'b' | 'r' if raw.is_some() => {
                let (open, close) = (rest.find('"').unwrap() + 1, "#".repeat(raw.unwrap_or(0)));
                open + rest[open..].find(&format!("\"{close}")).unwrap() + 1 + close.len()
            }
            '"' => literal_end(rest),
            '\'' if !rest[1..].starts_with(is_part) || rest.chars().nth(2) == Some('\'') => {
                literal_end(rest)
            }
            _ if is_part(c) => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
            ':' if rest.starts_with("::") => 2,
            _ => c.len_utf8(),
        };
        let token = &rest[..length];
        if token.starts_with("//") || token.starts_with("/*") {
            comments += &format!("{token}\n");
        } else if token.len() > 1 && token.ends_with(['"', '\'', '#']) {
            tokens.push(String::new());
        } else if !c.is_whitespace() {
            tokens.push(token.to_owned());
        }
        rest = &rest[length..];
    }
    (tokens, comments)
}

/// The length of the string or character at the beginning of a text.
fn literal_end(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if text.starts_with(c) && !is_escaped {
            return at + 1;
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    text.len()
}

/// The tokens without the items marked `cfg(test)`, which end with a semicolon or with their last
/// brace.
fn without_tests(tokens: &[String]) -> Vec<String> {
    let (mut kept, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        if tokens[at..].len() < 7 || tokens[at..at + 7].concat() != "#[cfg(test)]" {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let mut depth = 0;
        loop {
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

/// The tokens with each path of an inline module written as in the file itself: one `super` less,
/// or `self`.
fn flattened(tokens: &[String]) -> Vec<String> {
    let (mut flat, mut depth, mut inline, mut at) = (Vec::new(), 0, Vec::new(), 0);
    while let Some(token) = tokens.get(at) {
        let next = tokens.get(at + 2).map_or("", String::as_str);
        at += 1;
        match token.as_str() {
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                inline.pop_if(|opened| *opened > depth);
            }
            "mod" if next == "{" => inline.push(depth + 1),
            "super" if !inline.is_empty() => {
                flat.push(if next == "super" { "super" } else { "self" }.to_owned());
                at += if next == "super" { 2 } else { 0 };
                continue;
            }
            _ => {}
        }
        flat.push(token.clone());
    }
    flat
}

/// The modules of a package by path, without those for tests.
pub(crate) struct Package(pub(crate) BTreeMap<String, Source>);

impl Package {
    pub(crate) fn read(folder: &str) -> Self {
        let (mut all, root) = (BTreeMap::new(), root().join(folder));
        for path in files(&root, &["rs"]) {
            let inner = path.strip_prefix(&root).unwrap().with_extension("");
            let mut names: Vec<_> = inner.iter().map(|name| name.to_str().unwrap()).collect();
            names.pop_if(|last| ["mod", "lib", "main"].contains(last));
            let file = format!("{folder}/{}", path.strip_prefix(&root).unwrap().display());
            all.insert(names.join("::"), Source::new(file, &fs::read_to_string(&path).unwrap()));
        }
        let mut kept = Self(BTreeMap::new());
        let mut open = vec![String::new()];
        while let Some((module, source)) = open.pop().and_then(|module| all.remove_entry(&module)) {
            let children =
                source.tokens.windows(3).filter(|three| three[0] == "mod" && three[2] == ";");
            open.extend(children.map(|three| join(&module, &three[1])));
            kept.0.insert(module, source);
        }
        kept
    }

    /// The module that defines what a path in a module means. `None` for other crates, and for a
    /// module itself.
    fn origin(&self, module: &str, path: &[String], depth: usize) -> Option<String> {
        let (first, rest) = path.split_first()?;
        let parent = module.rsplit_once("::").map_or("", |(parent, _)| parent);
        match first.as_str() {
            "crate" => self.lookup("", rest, depth),
            "super" if rest.first().is_some_and(|next| next == "super") => {
                self.origin(parent, rest, depth)
            }
            "super" => self.lookup(parent, rest, depth),
            "self" => self.lookup(module, rest, depth),
            _ if self.0.contains_key(&join(module, first)) => self.lookup(module, path, depth),
            _ => self.imported(module, path, depth),
        }
    }

    /// The same for a path whose first name is in a module.
    fn lookup(&self, module: &str, path: &[String], depth: usize) -> Option<String> {
        let (first, rest) = path.split_first()?;
        let child = join(module, first);
        let is_module = self.0.contains_key(&child);
        if is_module && !rest.is_empty() {
            return self.lookup(&child, rest, depth);
        }
        let imported = self.imported(module, path, depth);
        if is_module { imported } else { imported.or(Some(module.to_owned())) }
    }

    /// The same for a path whose first name is imported by a module.
    fn imported(&self, module: &str, path: &[String], depth: usize) -> Option<String> {
        let (first, rest) = path.split_first()?;
        let source = &self.0[module];
        let mut named = source.imports.iter().filter(|import| import.name == *first);
        let import = named.find(|import| depth > 0 && import.path[..] != path[..])?;
        self.origin(module, &[&import.path, rest].concat(), depth - 1)
    }

    /// For each module, the modules from which it uses something, with the path that does.
    pub(crate) fn edges(&self) -> BTreeMap<&str, BTreeMap<String, String>> {
        let edges = |module: &str, source: &Source| {
            let used = source
                .paths()
                .into_iter()
                .filter_map(|path| Some((self.origin(module, &path, 20)?, path.join("::"))));
            used.filter(|(other, _)| other != module).collect()
        };
        self.0.iter().map(|(module, source)| (module.as_str(), edges(module, source))).collect()
    }
}

pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The files below a folder with one of these extensions, except for build output.
pub(crate) fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() && !path.ends_with("target") && !path.ends_with(".git") {
            found.extend(files(&path, extensions));
        } else if path.extension().is_some_and(|own| extensions.iter().any(|e| own == *e)) {
            found.push(path);
        }
    }
    found.sort_unstable();
    found
}
