"""Questions about Sudoku puzzles that need more than their solutions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from quadrille._arguments import MAX_U32, natural, optional_natural
from quadrille._progress import ProgressOption
from quadrille._questions import ask, rules_of
from quadrille.typing import BoxOption, ErrorsOption, FormName, RatingNumberName, Regions, Variant

# The most cells of a grid.
_MOST_CELLS = 36 * 36


def redundant(
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
    """The cells of the redundant clues of each puzzle: each can be removed alone.

    For a text, an ascending list of cells, numbered row by row from 0; it is empty if the puzzle is
    minimal. For an array, an array of bool of the same shape.

    >>> redundant("1....41.2..3....")
    [0]
    >>> redundant(".....41.2..3....")
    []

    Raises:
        PuzzleError: a puzzle does not have one solution.
        TimedOut, Interrupted: not all puzzles were tested; `partial` has nulls for the others.
    """
    rules = rules_of(size, box, variant, diagonal, regions)
    return ask("redundant", puzzles, rules, {}, errors, threads, timeout, progress)


def minimise(
    puzzles: Any,
    *,
    all: bool = False,
    fewest: bool = False,
    limit: int | None = None,
    seed: int = 0,
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
    """A minimal puzzle within each puzzle: no clue of it is redundant.

    Clues are removed in a random order, which depends on `seed` and the row alone, each if it is
    redundant then. The puzzles are those of `quadrille minimise` for a file with a puzzle in each
    line.

    With `fewest=True`, a minimal puzzle with the fewest clues. The proof can take years for a full
    9x9 grid, and takes seconds if few clues are redundant.

    With `all=True`, a list of all minimal puzzles within each puzzle, or of the first `limit` ones.
    Their number can be astronomical, and all of a row are in memory. For a numpy array of several
    puzzles, it is a list of arrays.

    >>> full = "1234341221434321"
    >>> minimise(full)
    '.....41.2..3....'
    >>> minimise(full, fewest=True).count(".")
    12
    >>> len(minimise(full, all=True))
    284

    Raises:
        PuzzleError: a puzzle does not have one solution.
        TimedOut, Interrupted: `partial` has nulls in the rows that were not reached. With `fewest`
            or `all`, the rows in which the search was stopped have what was found there: a minimal
            puzzle without a proof, or some of the minimal puzzles.
    """
    if all and fewest:
        raise ValueError("all and fewest can't be combined")
    if limit is not None and not all:
        raise ValueError("limit needs all=True")
    options: dict[str, object] = {
        "all": bool(all),
        "fewest": bool(fewest),
        "limit": optional_natural("limit", limit),
        "seed": natural("seed", seed, 0),
    }
    rules = rules_of(size, box, variant, diagonal, regions)
    return ask("minimise", puzzles, rules, options, errors, threads, timeout, progress)


def canonical(
    puzzles: Any,
    *,
    by: FormName = "puzzle",
    details: bool = False,
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
    """The canonical form of each puzzle or solution: the least of all equivalent ones.

    Two grids are equivalent if permutations of rows and columns that keep the rules, a
    transposition and a relabelling of the values map one to the other. They are if and only if
    their forms are equal. The least one is that whose first different cell is less, where a blank is less than each
    value. Puzzles can have any number of solutions.

    With `by="grid"`, the form of a puzzle is within the canonical form of its solution, which must
    be the only one: puzzles with equivalent solutions become puzzles of the same solution.

    With `details=True`, a dict of three columns, each in the form of the puzzles:

    - `"form"`: the canonical form;
    - `"transformation"`: a transformation of the puzzle to its form, as a str. In
      `transpose rows=312456789 columns=123456789 values=987654321`, rows and columns are exchanged
      first, then row 1 of the form is row 3 of the puzzle, and value 1 becomes 9;
    - `"automorphisms"`: the number of transformations that keep the puzzle, or with `by="grid"` the
      puzzle and its solution; null if it is 2^64 or more, which occurs above 9x9 only.

    >>> canonical("1...............") == canonical("...............3")
    True
    >>> canonical("1234341221434321", details=True)["automorphisms"]
    32

    Raises:
        PuzzleError: with `by="grid"`, a puzzle does not have one solution.
        TimedOut, Interrupted: `partial` has nulls in the rows that were not reached.
    """
    if by not in ("puzzle", "grid"):
        raise ValueError(f'by must be "puzzle" or "grid", not {by!r}')
    options: dict[str, object] = {"by_solution": by == "grid", "details": bool(details)}
    names = ["form", "transformation", "automorphisms"] if details else None
    rules = rules_of(size, box, variant, diagonal, regions)
    return ask("canonical", puzzles, rules, options, errors, threads, timeout, progress, names)


def rate(
    puzzles: Any,
    numbers: RatingNumberName | Iterable[RatingNumberName] = (
        "technique",
        "depth",
        "backdoor",
        "clues",
    ),
    *,
    explain: bool = False,
    seed: int = 0,
    forms: int = 16,
    size: int | None = None,
    box: BoxOption = None,
    variant: Variant = (),
    diagonal: bool = False,
    regions: Regions = (),
    errors: ErrorsOption = "raise",
    threads: int | None = None,
    timeout: float | None = None,
    progress: ProgressOption = None,
) -> dict[str, Any]:
    """How hard each puzzle is: a dict of columns, each in the form of the puzzles.

    `pandas.DataFrame(rate(series))` is a table. `numbers` chooses the columns:

    - `"technique"`: the hardest technique that a logical solver needs, such as "naked-pair"; "none"
      for a full grid, and "beyond" if all techniques together do not suffice;
    - `"depth"`: the least depth of trial and error over naked and hidden singles;
    - `"backdoor"`: the fewest cells whose values let singles solve the puzzle;
    - `"guesses"`: the guesses of a backtracking solver, a float: the average over `forms` random
      equivalent forms drawn from `seed`. For 9x9, plain or with diagonals;
    - `"clues"`: the number of clues.

    With `explain=True`, the column `"steps"` has a list of sentences, the steps of the logical
    solver.

    >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    >>> rate(puzzle)
    {'technique': 'pointing', 'depth': 1, 'backdoor': 2, 'clues': 17}
    >>> rate("12343...........", ["depth"], diagonal=True, explain=True)["steps"][0]
    'hidden single: 4 has no other place in box 1: r2c2 is 4'

    Raises:
        ValueError: there is no such number.
        PuzzleError: a puzzle does not have one solution, or has other rules than guesses are
            counted for.
        TimedOut, Interrupted: `partial` has nulls in the rows that were not reached.
    """
    names: list[str] = [numbers] if isinstance(numbers, str) else list(numbers)
    if not all(isinstance(name, str) for name in names):
        raise TypeError(f"numbers must be names, found {names!r}")
    if len(set(names)) < len(names):
        raise ValueError(f"numbers must be different, found {names!r}")
    options: dict[str, object] = {
        "numbers": names,
        "explain": bool(explain),
        "seed": natural("seed", seed, 0),
        "forms": natural("forms", forms, 1, MAX_U32),
    }
    names = [*names, "steps"] if explain else names
    rules = rules_of(size, box, variant, diagonal, regions)
    found = ask("rate", puzzles, rules, options, errors, threads, timeout, progress, names)
    return dict(found)


def neighbours(
    puzzles: Any,
    step: str = "-1+1",
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
    """The puzzles with one solution that a replacement of clues makes of each puzzle.

    `step` says how many clues are removed and how many are added: "-2+1". Added clues can be those
    that were removed. The list has each neighbour once, and not the puzzle itself; its order is the
    same in every run. The puzzle may have any number of solutions. For a numpy array of several
    puzzles, it is a list of arrays.

    >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    >>> found = neighbours(puzzle)
    >>> len(found), found[0].count(".")
    (2, 64)

    Raises:
        ValueError: `step` is not of this form.
        TimedOut, Interrupted: `partial` has nulls in the rows that were not reached, and some of
            the neighbours in the rows in which the search was stopped.
    """
    if not isinstance(step, str):
        raise TypeError(f'step must be a str like "-1+1", found {step!r}')
    rules = rules_of(size, box, variant, diagonal, regions)
    options: dict[str, object] = {"step": step}
    return ask("neighbours", puzzles, rules, options, errors, threads, timeout, progress)


def unavoidable(
    grids: Any,
    max_size: int = 12,
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
    """The minimal unavoidable sets of each solution grid, up to `max_size` cells.

    A set of cells is unavoidable if the grid without their values has another solution. A puzzle
    has the grid as its only solution if and only if it has a clue in each unavoidable set. Each
    cell more of `max_size` takes about twice as long: 12 cells take milliseconds for a 9x9 grid.

    A set is an ascending list of cells, numbered row by row from 0. Smaller sets come first. For an
    array of one grid, the sets are an array of bool of shape `(sets, ...)`, and for several grids a
    list of such arrays.

    >>> unavoidable("1234341221434321", 4)[:3]
    [[0, 1, 8, 9], [0, 2, 4, 6], [1, 3, 5, 7]]

    Raises:
        PuzzleError: a grid is not a solution.
        TimedOut, Interrupted: `partial` has nulls in the rows that were not reached.
    """
    options: dict[str, object] = {"max_size": natural("max_size", max_size, 1, _MOST_CELLS)}
    rules = rules_of(size, box, variant, diagonal, regions)
    return ask("unavoidable", grids, rules, options, errors, threads, timeout, progress)


def puzzles_within(
    grids: Any,
    clues: int,
    *,
    limit: int | None = None,
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
    """All puzzles with `clues` clues whose only solution is the grid, for each solution grid.

    An empty list is a proof that there is none. With `limit`, the list has at most so many. For a
    9x9 grid, 16 clues take some seconds and 17 clues most of a minute. Grids may have up to 128
    cells. For a numpy array of several grids, it is a list of arrays.

    >>> len(puzzles_within("1234341221434321", 4)), puzzles_within("1234341221434321", 3)
    (12, [])

    Raises:
        PuzzleError: a grid is not a solution, or is too large.
        TimedOut, Interrupted: `partial` has nulls in the rows that were not reached, and some of
            the puzzles in the rows in which the search was stopped.
    """
    options: dict[str, object] = {
        "clues": natural("clues", clues, 0, _MOST_CELLS),
        "limit": None if limit is None else natural("limit", limit, 1, MAX_U32),
    }
    rules = rules_of(size, box, variant, diagonal, regions)
    return ask("within", grids, rules, options, errors, threads, timeout, progress)
