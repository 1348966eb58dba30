//! A checkpoint as a file: two lines, the state and its checksum.
//!
//! It is written beside the old one and then takes its place, so that there is a whole one at any time. Whatever is read is
//! held against the checksum, against the hash of the problem, and against the problem itself.

use super::args::Wanted;
use crate::cli::args::ReduceArg;
use crate::cli::fields::Fields;
use crate::cli::json::{Object, push_array};
use crate::cli::output::Form;
use crate::cli::question::{Question, hex};
use clap::ValueEnum;
use quadrille::{Engine, Job, Left, OptionId, Section};
use serde_json::Value;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The version of what is written; another one if searches are cut in other sections, or come to them in another order.
const VERSION: u64 = 1;

/// What is written down of a search.
#[derive(Debug)]
pub(super) struct Checkpoint {
    pub(super) question: Question,
    pub(super) wanted: Wanted,
    pub(super) left: Left,
    /// How many bytes of solutions have been written; none is known if nothing has begun.
    pub(super) bytes: Option<u64>,
}

/// The parts of a checkpoint that stay as they are.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    path: PathBuf,
    begin: String,
}

impl Writer {
    pub(super) fn new(path: &Path, question: &Question, wanted: &Wanted) -> Self {
        let mut begin = String::new();
        let mut object = Object::begin(&mut begin);
        object.plain("checkpoint", VERSION);
        object.text("task", if wanted.output.is_some() { "solve" } else { "count" });
        match wanted.limit {
            Some(limit) => object.plain("limit", limit),
            None => object.plain("limit", "null"),
        };
        object.text("form", &name(&wanted.form)).text("reduce", &name(&wanted.reduce));
        object.maybe_text("output", wanted.output.as_ref().and_then(|path| path.to_str()));
        question.write(object.key("question"));
        Self { path: path.to_owned(), begin }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes what is left, in place of what was written before.
    pub(super) fn write(&self, left: &Left, bytes: u64) -> io::Result<()> {
        let mut line = self.begin.clone();
        let mut object = Object::resume(&mut line);
        object.text("engine", left.engine.name());
        object.plain("found", left.found).plain("nodes", left.nodes);
        object.plain("shown", left.shown).plain("bytes", bytes);
        push_array(object.key("sections"), left.sections.iter(), write_section);
        object.end();
        let mut sum = String::new();
        Object::begin(&mut sum).text("sha256", &hex([line.as_str()])).end();
        let beside = beside(&self.path);
        let mut file = File::create(&beside)?;
        writeln!(file, "{line}\n{sum}")?;
        file.sync_all()?;
        fs::rename(beside, &self.path)
    }
}

/// The file that is going to take the place of another one.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    name.into()
}

fn write_section(out: &mut String, section: &Section) {
    let Section { options, without, weight, age, is_cut } = section;
    let mut object = Object::begin(out);
    for (key, options) in [("options", options), ("without", without)] {
        push_array(object.key(key), options.iter(), |out, option| {
            out.push_str(&(option.index() + 1).to_string());
        });
    }
    object.plain("weight", format_args!("{weight:e}")).plain("age", age).plain("cut", is_cut);
    object.end();
}

impl Checkpoint {
    /// A search that begins; or why it can't.
    pub(super) fn new(question: Question, wanted: Wanted) -> Result<Self, String> {
        let job = Job::with_engine(question.problem(), wanted.engine);
        let left = job.map_err(|error| error.to_string())?.left();
        Ok(Self { question, wanted, left, bytes: None })
    }

    /// Reads a file. What is wrong with it, and in which line.
    pub(super) fn read(text: &[u8]) -> Result<Self, (u64, String)> {
        let mut lines = text.split(|&byte| byte == b'\n');
        let (state, sum) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
        if state.trim_ascii().is_empty() {
            return Err((1, "expected a checkpoint, and the file is empty".to_owned()));
        }
        let fields = Fields::parse(state).map_err(|error| (1, broken(&error)))?;
        match fields.whole("checkpoint") {
            Ok(VERSION) => {}
            Ok(other) => return Err((1, other_version(other))),
            Err(_) => return Err((1, "expected a checkpoint, and this is none".to_owned())),
        }
        let sum = Fields::parse(sum).and_then(|fields| fields.text("sha256"));
        let sum = sum.map_err(|error| (2, broken(&error)))?;
        let text = std::str::from_utf8(state).map_err(|error| (1, error.to_string()))?;
        if hex([text]) != sum {
            return Err((1, "the checkpoint was changed: its checksum is another".to_owned()));
        }
        Self::of(&fields).map_err(|error| (1, error))
    }

    fn of(fields: &Fields<'_>) -> Result<Self, String> {
        let question = Question::from_json(&fields.value("question")?)?;
        let output = match fields.text("task")?.as_str() {
            "count" => None,
            "solve" => Some(fields.text("output")?.into()),
            other => return Err(format!("there is no task `{other}`")),
        };
        let limit = match fields.value("limit")? {
            Value::Null => None,
            _ => Some(fields.whole("limit")?),
        };
        let engine = fields.text("engine")?;
        let engine = engine.parse().map_err(|error| format!("{error}"))?;
        let most = question.problem().options().len();
        let sections = match fields.value("sections")? {
            Value::Array(sections) => {
                sections.iter().map(|section| read_section(section, most)).collect()
            }
            _ => None,
        };
        let sections: Vec<_> = sections.ok_or("expected an array of sections as `sections`")?;
        let form = Form::from_str(&fields.text("form")?, false)?;
        let reduce = ReduceArg::from_str(&fields.text("reduce")?, false)?;
        let (found, nodes) = (fields.whole("found")?, fields.whole("nodes")?);
        let (shown, bytes) = (fields.whole("shown")?, fields.whole("bytes")?);
        let left = Left { engine, sections, shown, found, nodes };
        let wanted = Wanted { output, form, limit, engine, reduce };
        Ok(Self { question, wanted, left, bytes: Some(bytes) })
    }

    /// Why a search that was asked for is not the one of this file, if it is not.
    pub(super) fn differs(&self, question: &Question, wanted: &Wanted) -> Option<String> {
        if self.question.hash() != question.hash() {
            return Some(format!(
                "the checkpoint is of another problem, {:.16}, and not of {:.16}",
                self.question.hash(),
                question.hash()
            ));
        }
        let mine = &self.wanted;
        let asked = |name: &str| format!("the checkpoint is of a search with another {name}");
        let engine = self.left.engine;
        let is_other = engine != wanted.engine && wanted.engine != Engine::Auto;
        match () {
            () if mine.output.is_some() != wanted.output.is_some() => Some(asked("command")),
            () if mine.limit != wanted.limit => Some(asked("limit")),
            () if is_other => Some(asked(&format!("engine, {engine}"))),
            () if mine.reduce != wanted.reduce => Some(asked("--reduce")),
            () if wanted.output.is_some() && mine.form != wanted.form => Some(asked("format")),
            () => None,
        }
    }
}

fn read_section(value: &Value, most: usize) -> Option<Section> {
    let option = |value: &Value| {
        let number = usize::try_from(value.as_u64()?).ok()?;
        (1..=most).contains(&number).then(|| OptionId::new(number - 1))
    };
    let all = |key: &str| value.get(key)?.as_array()?.iter().map(option).collect::<Option<_>>();
    let (options, without) = (all("options")?, all("without")?);
    let weight = value.get("weight")?.as_f64().filter(|weight| (0.0..=1.0).contains(weight))?;
    let age = u32::try_from(value.get("age")?.as_u64()?).ok()?;
    Some(Section { options, without, weight, age, is_cut: value.get("cut")?.as_bool()? })
}

fn broken(error: &str) -> String {
    format!("the checkpoint is cut off or damaged: {error}")
}

fn other_version(version: u64) -> String {
    format!("the checkpoint is of version {version}, and this program reads version {VERSION}")
}

/// The name by which the arguments know a value.
fn name(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}
