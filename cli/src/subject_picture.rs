//! Pictures of the problem of a record: its solutions, its candidates, or the problem alone.

use super::file_names::FileNames;
use super::subject::{OptionUse, Puzzle, SolutionRef, Subject};
use quadrille::OptionId;
use quadrille::sudoku::{Grid, NotAGrid};
use quadrille_pictures::{Picture, SudokuPicture};

impl Subject<'_> {
    /// What a caption calls it: the name of the puzzle, or its file and line, or the name of the
    /// file.
    pub(super) fn caption(&self, names: &FileNames) -> String {
        let file = names.name(self.file());
        match self {
            Self::Puzzle(Puzzle { record, .. }) => match &record.name {
                Some(name) => name.clone(),
                None => format!("{file}:{}", record.line),
            },
            Self::Cover(_) => file,
        }
    }

    /// A picture of the problem: the clues of a puzzle, or the empty board of an exact cover.
    /// `None` if it has no board.
    pub(super) fn picture(&self) -> Option<Picture> {
        match self {
            Self::Puzzle(puzzle) => puzzle.sudoku(None).ok().map(|sudoku| sudoku.picture()),
            Self::Cover(cover) => cover.tiling.map(|tiling| tiling.picture(&[])),
        }
    }

    /// A picture of a solution.
    ///
    /// # Errors
    /// If the solution of a puzzle is not a grid that solves it.
    pub(super) fn solution_picture(
        &self,
        solution: SolutionRef<'_>,
    ) -> Result<Option<Picture>, NotAGrid> {
        match (self, solution) {
            (Self::Puzzle(puzzle), solution) => {
                let grid = puzzle.solved(solution)?;
                puzzle.sudoku(Some(&grid)).map(|sudoku| Some(sudoku.picture()))
            }
            (Self::Cover(cover), SolutionRef::Options(options)) => {
                Ok(cover.tiling.map(|tiling| tiling.picture(options)))
            }
            (Self::Cover(_), SolutionRef::Cells(_)) => Err(NotAGrid),
        }
    }

    /// A picture of the options that are in some solution.
    pub(super) fn candidates_picture(&self, used: &[OptionUse]) -> Option<Picture> {
        let options: Vec<OptionId> = used.iter().map(|(option, _)| *option).collect();
        match self {
            Self::Puzzle(puzzle) => {
                let encoding = puzzle.encoding?;
                let values = options.iter().filter_map(|&option| encoding.placement(option));
                Some(puzzle.sudoku(None).ok()?.candidates(values).picture())
            }
            Self::Cover(cover) => cover.tiling.map(|tiling| tiling.candidates(&options)),
        }
    }
}

impl<'a> Puzzle<'a> {
    fn sudoku(&self, solution: Option<&'a Grid>) -> Result<SudokuPicture<'a>, NotAGrid> {
        let (record, geometry) = (self.record, self.geometry);
        let picture = SudokuPicture::new(geometry, &record.grid, record.alphabet);
        let picture = match &record.candidates {
            Some(candidates) if solution.is_none() => {
                let values = |cell| (1..=u8::MAX).take(geometry.size()).map(move |v| (cell, v));
                let all = (0..geometry.cells()).flat_map(values);
                let is_allowed = |&(cell, value): &(usize, u8)| candidates.allows(cell, value);
                picture.map(|picture| picture.candidates(all.filter(is_allowed)))
            }
            _ => picture,
        };
        match (picture, solution) {
            (Ok(picture), Some(solution)) => picture.solution(solution),
            (picture, _) => picture,
        }
        .map_err(|_| NotAGrid)
    }
}
