"""Questions about one puzzle or a column of puzzles: what all functions of `sudoku` share."""

from __future__ import annotations

from typing import Any

from quadrille import _quadrille as native
from quadrille._arguments import boolean, listed, natural, optional_natural, pair, seconds
from quadrille._columns import form
from quadrille._outcome import completed
from quadrille._progress import ProgressOption, native_callback
from quadrille.errors import PuzzleError
from quadrille.typing import Regions

_USUAL = native.Rules(None, None, False, [])


def rules_of(
    size: int | None, box: tuple[int, int] | None, diagonal: bool, regions: Regions
) -> native.Rules:
    """The rules of puzzles."""
    cells = [
        [natural("a cell", cell, 0) for cell in listed("a region", region, "cells")]
        for region in listed("regions", regions, "lists of cells")
    ]
    diagonal = boolean("diagonal", diagonal)
    if size is None and box is None and not diagonal and not cells:
        return _USUAL
    sides = None if box is None else pair("box", box)
    return native.Rules(optional_natural("size", size), sides, diagonal, cells)


def same_rules(own: native.Rules, given: native.Rules) -> native.Rules:
    """The rules of a `Sudoku`, if no others are given."""
    if given is not _USUAL:
        size, box, diagonal, regions = given.record()
        same_size = native.Rules(own.size if size is None else size, box, diagonal, regions)
        if same_size.record() != own.record():
            raise ValueError("a Sudoku has rules of its own: expected no rules, or the same ones")
    return own


def ask(
    task: str,
    puzzles: Any,
    rules: native.Rules,
    options: dict[str, object],
    errors: str,
    threads: int | None,
    timeout: float | None,
    progress: ProgressOption,
    names: list[str] | None = None,
) -> Any:
    """The answers in the form of the puzzles; of several columns a dict, with their names."""
    if errors not in ("raise", "null"):
        raise ValueError(f'errors must be "raise" or "null", not {errors!r}')
    skips_errors = errors == "null"
    column = form(puzzles, rules.size, skips_errors)
    try:
        answers, reason, interrupt = native.answer(
            task,
            column.rows,
            column.is_single,
            rules if column.rules is None else same_rules(column.rules, rules),
            options,
            skips_errors,
            optional_natural("threads", threads),
            seconds("timeout", timeout),
            native_callback(progress),
        )
    except PuzzleError as error:
        if error.index is None or column.place(error.index) == error.index:
            raise
        place = column.place(error.index)
        raise PuzzleError(error.args[0], place, error.position) from None
    is_partial = interrupt is not None or reason != "exhausted"
    found = [column.restore(one, skips_errors or is_partial) for one in answers]
    result = found[0] if names is None else dict(zip(names, found))
    return completed(result, reason, interrupt)
