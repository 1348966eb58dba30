"""Sudoku: solve, check, count, minimise, rate and generate puzzles, one or millions.

>>> from quadrille import sudoku
>>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
>>> sudoku.solve(puzzle)
'417369825632158947958724316825437169791586432346912758289643571573291684164875293'
>>> sudoku.check([puzzle, "." * 81, "11" + "." * 79])
['unique', 'multiple', 'none']
>>> sudoku.count("1..............." , limit=None)
72

`redundant`, `minimise`, `canonical`, `rate`, `neighbours`, `unavoidable` and `puzzles_within` are for
setters of puzzles. `generate` and `grids` are random puzzles and solution grids:

>>> sudoku.redundant(sudoku.generate(3, seed=1))
[[], [], []]

# Forms of puzzles

Each of the other functions takes one puzzle or a column of puzzles, and its answer has the same
form:

- a `str` in any format that the program reads: a line of 81 symbols, a drawn grid, numbers; or an
  iterable of them, with None for a missing one;
- a numpy array of integers, 0 for a blank: `(81,)`, `(9, 9)`, `(n, 81)` or `(n, 9, 9)`; or nested
  lists of these shapes. A square array is one puzzle, unless `size` says otherwise;
- a Series of pandas or polars, an array of pyarrow, or any object that has `__arrow_c_array__` or
  `__arrow_c_stream__`: of strings, or of lists of `uint8` of a fixed size, such as
  `pyarrow.list_(pyarrow.uint8(), 81)` and `polars.Array(polars.UInt8, 81)`;
- a `Sudoku`, or an iterable of them, whose rules are the same.

An array of strings is answered with an array of objects.

Columns of Arrow data and arrays of `uint8` are read where they are, on all cores.

# Rules

By default, puzzles are of any size from 4x4 to 36x36, and have the usual boxes. `size` requires a
size. `box=(rows, columns)` has other boxes, and `box="none"` has none, which leaves Latin squares.
For a jigsaw Sudoku, `box` is a drawing with a symbol for each cell, the same one for all cells of a
box, in a line or in one line for each row:

>>> solve("1...2...3...4...", box="AAABACBBCCBDCDDD")
'1432214332144321'

`variant` adds rules by name, as a text like "windows,anti-king" or an iterable of names: "diagonal"
(both diagonals have each value once), "windows" (so have squares between the boxes), "anti-knight"
and "anti-king" (cells that are a knight's move apart, or touch at a corner, have different values).
`diagonal=True` is short for the first one. `regions` has lists of cells, numbered row by row from 0,
that have no value twice, in addition to the boxes; it needs a `size` or a `box` with a size.

A text that states rules itself, such as a JSON object of the program, is an error unless they are
the given ones.

# Errors and interruptions

A text that is not a puzzle raises `quadrille.PuzzleError`, with the `index` in the column and the
`position` in the text. With `errors="null"` it has a null in its place: None, a missing value, or
in an array of numpy, which is then a masked array (`numpy.ma`), a masked element. Masked elements of
an array of puzzles are errors in the same way. A puzzle whose clues contradict each other is not an
error: it has no solution.

After `timeout` seconds, `quadrille.TimedOut` is raised, and after Ctrl-C `quadrille.Interrupted`.
Their attribute `partial` has the answers, with nulls in the rows that were not reached; the count
of a single puzzle is a lower bound.

Cells are numbered row by row from 0. Random numbers depend on a `seed` from 0 to 2^64-1, and are
the same on every computer and with any number of threads.

`progress` is a function that is called with a `quadrille.Progress`, or True for a bar of tqdm.
"""

# A str is a sequence of str, and the first overload that fits is the right one.
# mypy: disable-error-code="overload-overlap"

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Union, overload

from quadrille import _quadrille as native
from quadrille._arguments import natural, optional_natural, seconds
from quadrille._columns import form
from quadrille._generation import generate, grids
from quadrille._outcome import completed
from quadrille._problem import Problem
from quadrille._progress import ProgressOption
from quadrille._puzzles import canonical, minimise, neighbours, puzzles_within, rate, redundant
from quadrille._puzzles import unavoidable
from quadrille._questions import ask, rule_names, rules_of, same_rules
from quadrille.typing import BoxOption, ErrorsOption, Regions, Variant, Verdict

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from quadrille.typing import _Raising, _Settings

    Texts = Sequence[str]
    TextsOrNone = Sequence[Union[str, None]]
    Sudokus = Sequence["Sudoku"]
    SudokusOrNone = Sequence[Union["Sudoku", None]]

__all__ = [
    "Sudoku",
    "candidates",
    "canonical",
    "check",
    "count",
    "generate",
    "grids",
    "minimise",
    "neighbours",
    "puzzles_within",
    "rate",
    "redundant",
    "solve",
    "unavoidable",
]


@overload
def solve(puzzles: str, **settings: Unpack[_Settings]) -> str | None: ...


@overload
def solve(puzzles: Sudoku, **settings: Unpack[_Settings]) -> Sudoku | None: ...


@overload
def solve(puzzles: TextsOrNone, **settings: Unpack[_Settings]) -> list[str | None]: ...


@overload
def solve(puzzles: SudokusOrNone, **settings: Unpack[_Settings]) -> list[Sudoku | None]: ...


@overload
def solve(puzzles: Any, **settings: Unpack[_Settings]) -> Any: ...


def solve(
    puzzles: Any,
    *,
    size: int | None = None,
    box: BoxOption = None,
    variant: Variant = (),
    diagonal: bool = False,
    regions: Regions = (),
    errors: ErrorsOption = "raise",
    threads: int | None = None,
    timeout: float | None = None,
    progress: ProgressOption = None,
) -> Any:
    """The first solution of each puzzle. If there is none: None, or zeros in an array.

    Which solution is the first one is the same in every run. `check` says whether it is the only
    one.

    >>> solve([[1, 2, 3, 4], [3, 4, 1, 2], [2, 0, 0, 0], [0, 0, 0, 0]])
    [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]
    """
    rules = rules_of(size, box, variant, diagonal, regions)
    return ask("solve", puzzles, rules, {}, errors, threads, timeout, progress)


@overload
def check(puzzles: str | Sudoku, **settings: Unpack[_Raising]) -> Verdict: ...


@overload
def check(puzzles: str | Sudoku, **settings: Unpack[_Settings]) -> Verdict | None: ...


@overload
def check(puzzles: Texts | Sudokus, **settings: Unpack[_Raising]) -> list[Verdict]: ...


@overload
def check(
    puzzles: TextsOrNone | SudokusOrNone, **settings: Unpack[_Settings]
) -> list[Verdict | None]: ...


@overload
def check(puzzles: Any, **settings: Unpack[_Settings]) -> Any: ...


def check(
    puzzles: Any,
    *,
    size: int | None = None,
    box: BoxOption = None,
    variant: Variant = (),
    diagonal: bool = False,
    regions: Regions = (),
    errors: ErrorsOption = "raise",
    threads: int | None = None,
    timeout: float | None = None,
    progress: ProgressOption = None,
) -> Any:
    """Whether each puzzle has "none", "unique" or "multiple" solutions. Null is "" in an array."""
    rules = rules_of(size, box, variant, diagonal, regions)
    return ask("check", puzzles, rules, {}, errors, threads, timeout, progress)


@overload
def count(puzzles: str | Sudoku, limit: int | None = ..., **settings: Unpack[_Raising]) -> int: ...


@overload
def count(
    puzzles: str | Sudoku, limit: int | None = ..., **settings: Unpack[_Settings]
) -> int | None: ...


@overload
def count(
    puzzles: Texts | Sudokus, limit: int | None = ..., **settings: Unpack[_Raising]
) -> list[int]: ...


@overload
def count(
    puzzles: TextsOrNone | SudokusOrNone, limit: int | None = ..., **settings: Unpack[_Settings]
) -> list[int | None]: ...


@overload
def count(puzzles: Any, limit: int | None = ..., **settings: Unpack[_Settings]) -> Any: ...


def count(
    puzzles: Any,
    limit: int | None = 2,
    *,
    size: int | None = None,
    box: BoxOption = None,
    variant: Variant = (),
    diagonal: bool = False,
    regions: Regions = (),
    errors: ErrorsOption = "raise",
    threads: int | None = None,
    timeout: float | None = None,
    progress: ProgressOption = None,
) -> Any:
    """The number of solutions of each puzzle, but not more than `limit`, which is 2 by default.

    With `limit=None`, all are counted. Solutions are visited one by one.
    `Sudoku(puzzle).problem().count()` counts numbers of any length.

    Raises:
        TimedOut, Interrupted: not all were counted; `partial` of a single puzzle is a lower bound,
            that of a column has nulls in the rows whose count is not complete.
    """
    rules = rules_of(size, box, variant, diagonal, regions)
    options: dict[str, object] = {"limit": optional_natural("limit", limit)}
    return ask("count", puzzles, rules, options, errors, threads, timeout, progress)


@overload
def candidates(puzzles: str | Sudoku, **settings: Unpack[_Raising]) -> list[str]: ...


@overload
def candidates(puzzles: str | Sudoku, **settings: Unpack[_Settings]) -> list[str] | None: ...


@overload
def candidates(puzzles: Texts | Sudokus, **settings: Unpack[_Raising]) -> list[list[str]]: ...


@overload
def candidates(
    puzzles: TextsOrNone | SudokusOrNone, **settings: Unpack[_Settings]
) -> list[list[str] | None]: ...


@overload
def candidates(puzzles: Any, **settings: Unpack[_Settings]) -> Any: ...


def candidates(
    puzzles: Any,
    *,
    size: int | None = None,
    box: BoxOption = None,
    variant: Variant = (),
    diagonal: bool = False,
    regions: Regions = (),
    errors: ErrorsOption = "raise",
    threads: int | None = None,
    timeout: float | None = None,
    progress: ProgressOption = None,
) -> Any:
    """The values of each cell that are in some solution.

    For a text, a list with a str for each cell. For an array of shape `(..., 81)`, an array of bool
    of shape `(..., 81, 9)`.

    >>> candidates("1...............")[:5]
    ['1', '234', '234', '234', '234']
    """
    rules = rules_of(size, box, variant, diagonal, regions)
    return ask("candidates", puzzles, rules, {}, errors, threads, timeout, progress)


class Sudoku:
    """A Sudoku puzzle with its rules. In a notebook it is a picture.

    `puzzle` is a `str` in any format, or a sequence or array of integers, 0 for a blank. The rules
    are those of the functions of this module.

    >>> puzzle = Sudoku("1...4.......2...")
    >>> print(puzzle)
    1 . | . .
    4 . | . .
    ----+----
    . . | . .
    2 . | . .
    >>> puzzle.check(), puzzle.count(limit=None)
    ('multiple', 12)
    >>> puzzle.problem()
    <quadrille.Problem: 64 primary items, 55 options>
    """

    __slots__ = ("_cells", "_clues", "_rules")

    _cells: bytes
    _clues: bytes
    _rules: native.Rules

    def __init__(
        self,
        puzzle: Any,
        *,
        size: int | None = None,
        box: BoxOption = None,
        variant: Variant = (),
        diagonal: bool = False,
        regions: Regions = (),
    ) -> None:
        variant = rule_names(variant)
        if isinstance(puzzle, Sudoku):
            regions = list(regions)
            size = puzzle.size if regions and size is None else size
            self._cells = puzzle._cells
            self._rules = same_rules(puzzle._rules, rules_of(size, box, variant, diagonal, regions))
        else:
            self._cells = _cells(puzzle, rules_of(size, box, variant, diagonal, ()))
            self._rules = rules_of(self.size, box, variant, diagonal, regions)
        self._clues = self._cells

    @property
    def cells(self) -> tuple[int, ...]:
        """The values, row by row; 0 for a blank."""
        return tuple(self._cells)

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The values of each row; 0 for a blank."""
        cells = self.cells
        return tuple(cells[start : start + self.size] for start in range(0, len(cells), self.size))

    @property
    def size(self) -> int:
        """The number of rows, of columns and of values."""
        return native.size(self._cells)

    def solve(self, *, timeout: float | None = None) -> Sudoku | None:
        """The first solution, or None. Its picture shows which values were clues."""
        (found,) = self._answers("solve", timeout).to_list()
        return None if found is None else self._with(found)

    def check(self, *, timeout: float | None = None) -> Verdict:
        """One of "none", "unique" and "multiple"."""
        found: list[Verdict] = self._answers("check", timeout).to_list()
        return found[0]

    def count(self, limit: int | None = 2, *, timeout: float | None = None) -> int:
        """The number of solutions, but not more than `limit`; all of them if it is None.

        Raises:
            TimedOut, Interrupted: the count was stopped; `partial` is a lower bound.
        """
        options = {"limit": optional_natural("limit", limit)}
        (number,) = self._answers("count", timeout, options).to_list()
        return int(number)

    def candidates(self, *, timeout: float | None = None) -> list[set[int]]:
        """The values of each cell that are in some solution."""
        found = self._answers("candidates", timeout)
        return [set(values) for values in found.candidate_values()]

    def redundant(self, *, timeout: float | None = None) -> list[int]:
        """The cells of the redundant clues, numbered row by row from 0.

        Raises:
            PuzzleError: the puzzle does not have one solution.
        """
        (cells,) = self._answers("redundant", timeout).to_list()
        return list(cells)

    def minimise(self, *, seed: int = 0, timeout: float | None = None) -> Sudoku:
        """A minimal puzzle within this one, as the function `minimise` finds it.

        Raises:
            PuzzleError: the puzzle does not have one solution.
        """
        options = {"all": False, "fewest": False, "seed": natural("seed", seed, 0)}
        (found,) = self._answers("minimise", timeout, options).to_list()
        return _restored(found, found, self._rules)

    def canonical(self, *, timeout: float | None = None) -> Sudoku:
        """The least of all equivalent puzzles: equal for two puzzles if they are equivalent."""
        options = {"by_solution": False, "details": False}
        (found,) = self._answers("canonical", timeout, options).to_list()
        return _restored(found, found, self._rules)

    def _answers(
        self, task: str, timeout: float | None, options: dict[str, Any] | None = None
    ) -> native.Answers:
        rows, options = ("cells", self._cells, len(self._cells)), options or {}
        timeout = seconds("timeout", timeout)
        (answers,), reason, interrupt = native.answer(
            task, rows, True, self._rules, options, False, None, timeout, None
        )
        if interrupt is not None or reason != "exhausted":
            # Of a count that was stopped there is a lower bound.
            completed(answers.to_list()[0], reason, interrupt)
        return answers

    def _with(self, cells: bytes) -> Sudoku:
        """A grid with the same rules: a solution, or another puzzle."""
        extends = all(clue in (0, value) for clue, value in zip(self._cells, cells))
        return _restored(cells, self._cells if extends and all(cells) else cells, self._rules)

    def problem(self) -> Problem:
        """The puzzle as an exact cover.

        The label of an option is a tuple: row and column from 1, and the value. The items are
        "r1c2" for a cell, and "r1#5", "c1#5" and "b1#5" for the value 5 in a row, column or box.

        Raises:
            ValueError: two clues contradict each other.
        """
        problem, placements = native.problem(self._cells, self._rules)
        size = self.size
        labels = [(cell // size + 1, cell % size + 1, value) for cell, value in placements]
        return Problem._from_native(problem, labels)

    def svg(self, *, candidates: bool = False) -> str:
        """A picture as SVG. With candidates, blank cells show their values in all solutions."""
        marks = None
        if candidates:
            marks = [(c, value) for c, values in enumerate(self.candidates()) for value in values]
        solution = None if self._clues is self._cells else self._cells
        return native.draw(self._clues, self._rules, solution, marks)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return native.format(self._cells, self._rules)

    def __repr__(self) -> str:
        return f"<quadrille.Sudoku: {self.size}x{self.size}, {sum(map(bool, self._cells))} values>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sudoku):
            return NotImplemented
        return (self._cells, self._rules.record()) == (other._cells, other._rules.record())

    def __hash__(self) -> int:
        return hash(self._cells)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (self._cells, self._clues, self._rules.record())


def _unpickle(cells: bytes, clues: bytes, rules: tuple[Any, ...]) -> Sudoku:
    return _restored(cells, clues, native.Rules(*rules))


def _restored(cells: bytes, clues: bytes, rules: native.Rules) -> Sudoku:
    """A puzzle or a solution with its clues."""
    sudoku = Sudoku.__new__(Sudoku)
    sudoku._cells = cells
    sudoku._clues = cells if cells == clues else clues
    sudoku._rules = rules
    return sudoku


def _cells(puzzle: str | Sequence[Any], rules: native.Rules) -> bytes:
    """The values of a puzzle."""
    if isinstance(puzzle, str):
        return native.parse(puzzle, rules)
    column = form(puzzle, rules.size, False)
    if not column.is_single:
        raise ValueError("expected one puzzle, found several")
    _, cells, _ = column.rows
    return native.parse(memoryview(cells).tobytes(), rules)  # type: ignore[arg-type]
