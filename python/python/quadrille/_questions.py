"""Questions about one puzzle or a column of puzzles: what all functions of `sudoku` share."""

from __future__ import annotations

from typing import Any

from quadrille import _quadrille as native
from quadrille._arguments import boolean, listed, natural, optional_natural, pair, seconds
from quadrille._columns import form
from quadrille._outcome import completed
from quadrille._progress import ProgressOption, native_callback
from quadrille.errors import PuzzleError
from quadrille.typing import BoxOption, Regions, Variant

_USUAL = native.Rules(None, None, [], [])


def rules_of(
    size: int | None, box: BoxOption, variant: Variant, diagonal: bool, regions: Regions
) -> native.Rules:
    """The rules of puzzles."""
    cells = [
        [natural("a cell", cell, 0) for cell in listed("a region", region, "cells")]
        for region in listed("regions", regions, "lists of cells")
    ]
    names = rule_names(variant)
    if boolean("diagonal", diagonal):
        names.append("diagonal")
    if size is None and box is None and not names and not cells:
        return _USUAL
    boxes = box if box is None or isinstance(box, str) else "{}x{}".format(*pair("box", box, 1, 36))
    return native.Rules(optional_natural("size", size), boxes, names, cells)


def rule_names(variant: Variant) -> list[str]:
    """The names of rules, or several of them in a text."""
    names = [variant] if isinstance(variant, str) else listed("variant", variant, "names")
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"variant must be a str or an iterable of str, found {name!r}")
    return names


def same_rules(own: native.Rules, given: native.Rules) -> native.Rules:
    """The rules of a `Sudoku`, if no others are given."""
    if given is not _USUAL:
        size, boxes, names, regions = given.record()
        same_size = native.Rules(own.size if size is None else size, boxes, names, regions)
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
