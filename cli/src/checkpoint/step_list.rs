//! [`StepList`]: the checkpoint of a verb that writes a list step by step: `hunt`, `grid --count`.
//!
//! The steps of such a verb follow from its arguments and from the list so far. So a checkpoint
//! contains the arguments, the number of finished steps or another position, and what is known of
//! the file of the list.

use super::file::CheckpointFile;
use super::record::{VERSION, sealed, verified};
use super::solutions::{self, Written};
use crate::args::{file_parser, seconds};
use crate::failure::Failure;
use crate::input::label;
use crate::json;
use crate::output::Output;
use crate::replaced_file::check_outputs;
use crate::session::Session;
use clap::Args;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const HEADING: &str = "Checkpoint";

/// The arguments of a list with checkpoints.
#[derive(Args, Debug)]
pub(crate) struct StepListArgs {
    /// Write the state to FILE, regularly and at the end; if FILE exists, resume from it
    #[arg(long, value_name = "FILE", value_parser = file_parser(), requires = "output", help_heading = HEADING)]
    checkpoint: Option<PathBuf>,
    /// The number of seconds between two checkpoints
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, requires = "checkpoint", help_heading = HEADING)]
    checkpoint_every: Duration,
    /// With --checkpoint: write the output to FILE
    #[arg(long, short, value_name = "FILE", value_parser = file_parser(), requires = "checkpoint", help_heading = HEADING)]
    output: Option<PathBuf>,
}

impl StepListArgs {
    /// Whether a checkpoint is asked for.
    pub(crate) fn is_given(&self) -> bool {
        self.checkpoint.is_some()
    }

    /// Refuses files that are inputs, or the same file.
    pub(crate) fn check(&self, inputs: &[PathBuf]) -> Result<(), String> {
        let files = [self.checkpoint.as_deref(), self.output.as_deref()];
        let outputs: Vec<&Path> = files.into_iter().flatten().collect();
        check_outputs(&outputs, inputs)
    }
}

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredSteps {
    checkpoint: u64,
    /// The verb and those of its arguments on which the list depends.
    command: String,
    position: Vec<u64>,
    list: Written,
}

/// A list that is written, and its checkpoint, if the arguments name one.
pub(crate) struct StepList(Option<SavedList>);

struct SavedList {
    file: CheckpointFile,
    command: String,
    output: Output,
    created: Option<u64>,
    every: Duration,
    saved: Instant,
}

/// Where a run begins: the position, and the list so far.
pub(crate) struct Resumed {
    pub(crate) position: Vec<u64>,
    pub(crate) text: String,
}

impl StepList {
    /// Opens the checkpoint, if the arguments name one, and has the session write to its list. A
    /// new one is written at once, with the position of the beginning: by it a run that was killed
    /// recognises its list.
    pub(crate) fn open(
        args: &StepListArgs,
        command: String,
        begin: &[u64],
        session: &mut Session,
    ) -> Result<(Self, Option<Resumed>), Failure> {
        let (Some(checkpoint), Some(path)) = (&args.checkpoint, &args.output) else {
            return Ok((Self(None), None));
        };
        let mut file = CheckpointFile::open(checkpoint)?;
        let stored = match file.read()? {
            Some(text) => Some(stored(&file, &text, &command)?),
            None => None,
        };
        let known = stored.as_ref().map(|stored| &stored.list);
        let (list, written) = solutions::open(path, &file.path, known)?;
        let text = fs::read_to_string(path);
        let text = text.map_err(|error| Failure::of_file(&label(path), error))?;
        let output = Output::to_file(list);
        session.write_to(output.clone(), written.bytes > 0);
        let resumed = stored.map(|stored| Resumed { position: stored.position, text });
        let (every, saved) = (args.checkpoint_every, Instant::now());
        let mut list = SavedList { file, command, output, created: written.created, every, saved };
        if resumed.is_none() {
            list.save(begin)?;
        }
        Ok((Self(Some(list)), resumed))
    }

    /// Called after a step, with the position after it: saves, if the last time was long ago, and
    /// shows the progress. An error is only a warning: the next save may succeed. Returns whether
    /// the run goes on.
    pub(crate) fn step(&mut self, position: &[u64], session: &Session) -> bool {
        if let Some(list) = &mut self.0
            && list.saved.elapsed() >= list.every
            && let Err(failure) = list.save(position)
        {
            session.warn(failure);
        }
        session.progress.tick(session.tally.records());
        !session.stop.is_requested()
    }

    /// Saves at the end, and closes the list: what else is to be written goes to standard output.
    pub(crate) fn end(&mut self, position: &[u64], session: &mut Session) {
        if let Some(list) = &mut self.0
            && let Err(failure) = list.end(position)
        {
            session.complain(failure);
        }
    }
}

impl SavedList {
    fn end(&mut self, position: &[u64]) -> Result<(), Failure> {
        self.save(position)?;
        self.output.close_file().map_err(|error| self.file.failure(error))
    }

    fn save(&mut self, position: &[u64]) -> Result<(), Failure> {
        self.saved = Instant::now();
        let list = self.output.sync().map_err(|error: io::Error| {
            self.file.failure(format_args!("the list can't be written: {error}"))
        });
        let (bytes, sha256) = list?;
        let stored = StoredSteps {
            checkpoint: VERSION,
            command: self.command.clone(),
            position: position.to_vec(),
            list: Written { bytes, sha256, created: self.created },
        };
        self.file.write(sealed(&stored).as_bytes())
    }
}

/// The checkpoint in a text, if it is of the same command.
fn stored(file: &CheckpointFile, text: &[u8], command: &str) -> Result<StoredSteps, Failure> {
    let failure = |(line, error): (u64, String)| Failure::of_record(&file.name, line, error);
    let first = verified(text).map_err(failure)?;
    let stored = json::parse::<StoredSteps>(first);
    let stored = stored.map_err(|error| failure((1, error.to_string())))?;
    match stored.command == command {
        true => Ok(stored),
        false => {
            let other = format!("the checkpoint is of another command: {}", stored.command);
            Err(failure((1, other)))
        }
    }
}

/// The command of a checkpoint of a list, if a text is one.
pub(super) fn command(text: &[u8]) -> Option<String> {
    let stored: StoredSteps = json::parse(verified(text).ok()?).ok()?;
    Some(stored.command)
}
