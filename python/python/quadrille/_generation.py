"""Random Sudoku puzzles and solution grids."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Literal, overload

from quadrille import _quadrille as native
from quadrille._arguments import MAX_U32, MAX_U64, natural, optional_natural, pair, seconds
from quadrille._columns import array_of, form
from quadrille._outcome import completed
from quadrille._progress import ProgressOption, native_callback
from quadrille._questions import rules_of
from quadrille.typing import BoxOption, Regions, SymmetryName, Variant

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from quadrille.typing import _Grids, _Puzzles


@overload
def generate(
    n: int = 1,
    *,
    details: Literal[False] = ...,
    as_array: Literal[False] = ...,
    **settings: Unpack[_Puzzles],
) -> list[str]: ...


@overload
def generate(
    n: int = 1, *, details: Literal[True], as_array: bool = ..., **settings: Unpack[_Puzzles]
) -> dict[str, Any]: ...


@overload
def generate(
    n: int = 1, *, details: bool = ..., as_array: bool = ..., **settings: Unpack[_Puzzles]
) -> Any: ...


def generate(
    n: int = 1,
    *,
    minimal: bool = False,
    clues: int | tuple[int, int] | None = None,
    symmetry: SymmetryName = "none",
    pattern: Any = None,
    rating: str | None = None,
    sampling: Literal["fast", "weighted"] = "fast",
    seed: int | None = None,
    start: int = 0,
    details: bool = False,
    as_array: bool = False,
    size: int | None = None,
    box: BoxOption = None,
    variant: Variant = (),
    diagonal: bool = False,
    regions: Regions = (),
    threads: int | None = None,
    timeout: float | None = None,
    progress: ProgressOption = None,
) -> Any:
    """A list of `n` random puzzles with one solution, 9x9 unless a `size` or a `box` is given.

    By default, no clue of a puzzle is redundant, and nothing else is required:

    - `clues`: a number of clues, or a pair of the least and the most. Single clues can be redundant
      then;
    - `symmetry`: of the cells with clues: "rotate180", "rotate90", "horizontal", "vertical",
      "diagonal", "antidiagonal", or "all". Single clues can be redundant then;
    - `pattern`: a grid, in any form, in which the cells with clues have some value. The search can
      take long if the pattern has few cells;
    - `minimal=True`: no clue is redundant, whatever else is required;
    - `rating`: a condition on the numbers of `rate`, such as "technique>=x-wing, depth=1". Puzzles
      for which it does not hold are discarded.

    `sampling="fast"` removes clues in a random order, which favours few clues. With "weighted",
    each puzzle has a weight, by which averages become those over all minimal puzzles; standard 9x9
    only, and without a symmetry or a pattern.

    The puzzle with a number depends on `seed` and the kind of puzzles alone, not on `n` or
    `threads`: `start` is the number of the first one, from 0, so that several processes can share
    the work. A seed means the same puzzles on every computer, and those of `quadrille generate`.
    Without a seed, puzzles are different in each run.

    The result is a list of str, or with `as_array=True` an array of numpy, uint8, of shape
    `(n, cells)`. With `details=True` it is a dict of columns: `"puzzle"`, `"solution"`,
    `"attempts"` (how many it took), and `"ln_weight"` (the natural logarithm of the weight, or
    None).

    >>> puzzles = generate(3, seed=1)
    >>> from quadrille import sudoku
    >>> sudoku.check(puzzles), sudoku.redundant(puzzles)
    (['unique', 'unique', 'unique'], [[], [], []])
    >>> puzzles[1:] == generate(2, seed=1, start=1)
    True
    >>> generate(size=4, symmetry="rotate180", seed=5)
    ['.1....2..3....4.']

    Raises:
        ValueError: the requirements contradict each other, or there are no such puzzles.
        TimedOut, Interrupted: not all puzzles were found. `partial` has nulls for the others.
    """
    rules = rules_of(size, box, variant, diagonal, regions)
    names = {"symmetry": symmetry, "sampling": sampling, "rating": rating}
    for name, text in names.items():
        if not isinstance(text, str) and (name, text) != ("rating", None):
            raise TypeError(f"{name} must be a str, found {text!r}")
    options = {
        **_request(n, start, seed, as_array, details),
        **names,
        "minimal": bool(minimal),
        "clues": None if clues is None else _range(clues),
        "pattern": None if pattern is None else _pattern(pattern, rules),
    }
    found, reason, interrupt = native.generate(
        rules,
        options,
        optional_natural("threads", threads),
        seconds("timeout", timeout),
        native_callback(progress),
    )
    columns = [_column(answers, as_array, rules) for answers in found]
    titles = ("puzzle", "solution", "attempts", "ln_weight")
    result = dict(zip(titles, columns)) if details else columns[0]
    return completed(result, reason, interrupt)


@overload
def grids(
    n: int = 1, *, as_array: Literal[False] = ..., **settings: Unpack[_Grids]
) -> list[str]: ...


@overload
def grids(n: int = 1, *, as_array: bool, **settings: Unpack[_Grids]) -> Any: ...


def grids(
    n: int = 1,
    *,
    sampling: Literal["uniform", "fast"] = "uniform",
    seed: int | None = None,
    start: int = 0,
    as_array: bool = False,
    size: int | None = None,
    box: BoxOption = None,
    variant: Variant = (),
    diagonal: bool = False,
    regions: Regions = (),
    threads: int | None = None,
    timeout: float | None = None,
    progress: ProgressOption = None,
) -> Any:
    """A list of `n` random solution grids, 9x9 unless a `size` or a `box` is given.

    With `sampling="uniform"`, each of the 6670903752021072936960 grids of 9x9 Sudoku has the same
    probability, exactly. Of other sizes and variants there is `sampling="fast"`: a search from
    random values, which finds some grids more often than others. Of sizes up to 6,
    `Sudoku("." * 36).problem().sample(n)` is uniform, too.

    `seed`, `start` and `as_array` are those of `generate`: the grid with a number depends on the
    seed alone.

    >>> from quadrille import sudoku
    >>> sudoku.check(grids(3, seed=1))
    ['unique', 'unique', 'unique']
    >>> grids(seed=7) == grids(5, seed=7)[:1]
    True
    >>> len(grids(2, size=16, sampling="fast", seed=1)[0])
    256

    Raises:
        ValueError: uniform grids are not possible with these rules.
        TimedOut, Interrupted: not all grids were drawn. `partial` has nulls for the others.
    """
    rules = rules_of(size, box, variant, diagonal, regions)
    if not isinstance(sampling, str):
        raise TypeError(f"sampling must be a str, found {sampling!r}")
    options = {**_request(n, start, seed, as_array, False), "sampling": sampling}
    (found,), reason, interrupt = native.grids(
        rules,
        options,
        optional_natural("threads", threads),
        seconds("timeout", timeout),
        native_callback(progress),
    )
    return completed(_column(found, as_array, rules), reason, interrupt)


def _request(
    n: int, start: int, seed: int | None, as_array: bool, details: bool
) -> dict[str, object]:
    number = natural("n", n, 0, MAX_U32)
    return {
        "number": number,
        "start": natural("start", start, 0, MAX_U64 - number),
        "seed": secrets.randbits(64) if seed is None else natural("seed", seed, 0),
        "as_cells": bool(as_array),
        "details": bool(details),
    }


def _range(clues: Any) -> tuple[int, int]:
    """The least and the most clues."""
    if isinstance(clues, (tuple, list)):
        return pair("clues", clues, 0)
    number = natural("clues", clues, 0, MAX_U32)
    return number, number


def _pattern(pattern: Any, rules: native.Rules) -> bytes:
    """The cells of a pattern."""
    if isinstance(pattern, str):
        return native.parse(pattern, rules)
    column = form(pattern, rules.size, False)
    if not column.is_single:
        raise ValueError("expected one pattern, found several")
    _, cells, _ = column.rows
    return memoryview(cells).tobytes()  # type: ignore[arg-type]


def _column(answers: native.Answers, as_array: bool, rules: native.Rules) -> Any:
    """A column of what was generated: grids as texts or as an array, or numbers."""
    if answers.kind() == "cells":
        return array_of(answers, rules.size or 9)
    return answers.to_list()
