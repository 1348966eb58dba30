"""The exceptions of quadrille.

Errors in what a caller passes are subclasses of `ValueError`, with the place of the error. A search
that ends before its answer is complete raises `Stopped` or `Interrupted`, with what was found.
"""

from __future__ import annotations

from typing import Any


class ParseError(ValueError):
    """A text is not in Knuth's format, or is not a drawing of the boxes of a Sudoku.

    Attributes:
        file: the name of the file, or None.
        line: the number of the line, from 1.
        column: the number of the column, from 1.
    """

    def __init__(self, message: str, file: str | None, line: int, column: int) -> None:
        super().__init__(message, file, line, column)
        self.file = file
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return str(self.args[0])


class ProblemError(ValueError):
    """Items and options are not an exact-cover problem.

    Attributes:
        item: the item that is wrong, or None.
        option: the label of the option that is wrong, or None.
    """

    def __init__(self, message: str, item: Any = None, option: Any = None) -> None:
        super().__init__(message, item, option)
        self.item = item
        self.option = option

    def __str__(self) -> str:
        return str(self.args[0])


class UnknownOption(ValueError, KeyError):
    """A problem has no option with this label, or with this number in a `Solution`.

    It is a `ValueError`, like all errors in what you pass, and a `KeyError`.

    Attributes:
        option: the label or the number.
    """

    def __init__(self, message: str, option: Any = None) -> None:
        super().__init__(message, option)
        self.option = option

    def __str__(self) -> str:
        return str(self.args[0])


class PuzzleError(ValueError):
    """A row is not a Sudoku puzzle.

    Attributes:
        index: the index of the puzzle in the column, or None for a single one.
        position: the line and the column of the error in the text of the puzzle, or the row and the
            column in the grid, from 1; None if the error has no place.
    """

    def __init__(
        self, message: str, index: int | None = None, position: tuple[int, int] | None = None
    ) -> None:
        super().__init__(message, index, position)
        self.index = index
        self.position = position

    def __str__(self) -> str:
        place = "" if self.index is None else f"puzzle {self.index}: "
        if self.position is not None:
            place += "{}:{}: ".format(*self.position)
        return place + str(self.args[0])


class Stopped(RuntimeError):
    """A search has ended before its answer was complete.

    Attributes:
        reason: "deadline" or "memory-limit".
        partial: what was found. For a count, also of a single puzzle, a lower bound; for a search
            of solutions, a list; for a column, the answers, with nulls in the rows that were not
            reached; otherwise None.
        bound: of `Problem.cheapest`, a lower bound of the cost of all solutions that are not in
            `partial`; None if there are none, and for all other searches.
    """

    def __init__(
        self, message: str, reason: str, partial: Any = None, bound: int | None = None
    ) -> None:
        super().__init__(message, reason, partial, bound)
        self.reason = reason
        self.partial = partial
        self.bound = bound

    def __str__(self) -> str:
        return str(self.args[0])


class TimedOut(Stopped, TimeoutError):
    """A search has ended because its time was up. It is a `Stopped`, and a `TimeoutError`."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C has ended a search.

    Attributes:
        partial: what was found, as that of `Stopped`. For an iterator, the solutions that were
            found and not yet returned.
        bound: as that of `Stopped`.
    """

    def __init__(self, partial: Any = None, bound: int | None = None) -> None:
        super().__init__()
        self.partial = partial
        self.bound = bound
