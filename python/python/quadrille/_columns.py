"""Puzzles in every form that Python has for them, and answers in the same form.

A form makes *rows* for the native module: texts, cells, or Arrow data. No library is imported here:
one that the caller has not imported can't have made the argument.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from math import isqrt
from operator import index as index_of
from typing import Any

from quadrille import _quadrille as native
from quadrille.errors import PuzzleError

Rows = tuple[str, object, int]

# A square array with more rows is a column of puzzles, such as 81 puzzles of 81 cells.
_SMALLEST_SIZE, _LARGEST_SIZE = 4, 36


class Form(ABC):
    """The form in which puzzles were given."""

    rows: Rows
    is_single: bool = False
    rules: native.Rules | None = None
    """The rules of the puzzles, if they have their own."""

    @abstractmethod
    def restore(self, answers: native.Answers, may_miss: bool) -> Any:
        """Answers in the same form. If some may be missing, an array is masked."""

    def place(self, row: int) -> int:
        """The index of the puzzle of a row."""
        return row


def form(puzzles: Any, size: int | None, skips_errors: bool) -> Form:
    """Finds out the form of puzzles."""
    if isinstance(puzzles, str):
        return _Texts([puzzles], is_single=True)
    from quadrille.sudoku import Sudoku

    if isinstance(puzzles, Sudoku):
        return _Sudokus([puzzles], is_single=True)
    numpy, pandas = sys.modules.get("numpy"), sys.modules.get("pandas")
    polars, pyarrow = sys.modules.get("polars"), sys.modules.get("pyarrow")
    if numpy is not None and isinstance(puzzles, numpy.ndarray):
        is_masked = isinstance(puzzles, numpy.ma.MaskedArray) and numpy.ma.is_masked(puzzles)
        mask = numpy.ma.getmaskarray(puzzles) if is_masked else None
        array = numpy.ma.getdata(puzzles)
        if array.dtype.kind in "ui":
            return _IntegerArray(numpy, array, size, skips_errors, mask)
        return _ObjectArray(numpy, array, skips_errors, mask)
    if pandas is not None and isinstance(puzzles, pandas.Series):
        return _PandasSeries(pandas, pyarrow, puzzles)
    if polars is not None and isinstance(puzzles, polars.Series):
        if puzzles.dtype == polars.Null:
            puzzles = puzzles.cast(polars.String)
        return _Arrow(puzzles, lambda answers: polars.Series(answers).alias(puzzles.name))
    if pyarrow is not None and isinstance(puzzles, pyarrow.ChunkedArray):
        return _Arrow(puzzles, lambda answers: pyarrow.chunked_array([pyarrow.array(answers)]))
    if pyarrow is not None and isinstance(puzzles, pyarrow.Array):
        return _Arrow(puzzles, pyarrow.array)
    if hasattr(puzzles, "__arrow_c_stream__") or hasattr(puzzles, "__arrow_c_array__"):
        return _Arrow(puzzles, lambda answers: answers)
    if not isinstance(puzzles, Iterable) or isinstance(puzzles, (bytes, dict)):
        raise TypeError(f"expected a puzzle or a column of puzzles, found {type(puzzles).__name__}")
    rows = list(puzzles)
    if numpy is not None:
        rows = [row.tolist() if isinstance(row, numpy.ndarray) else row for row in rows]
    if any(isinstance(row, str) for row in rows) or all(row is None for row in rows):
        if not skips_errors and len(rows) > 1 and all(_is_symbol(row) for row in rows):
            message = f"expected puzzles, found {len(rows)} strings of one symbol each"
            raise PuzzleError(f"{message}: join them into one str")
        return _Texts(rows)
    if any(isinstance(row, Sudoku) for row in rows):
        return _Sudokus(rows)
    return _Nested(rows, size, skips_errors)


def _is_symbol(row: object) -> bool:
    return isinstance(row, str) and len(row) == 1


class _Texts(Form):
    """A str, or several."""

    def __init__(self, texts: list[str | None], is_single: bool = False) -> None:
        self.rows = ("texts", texts, 0)
        self.is_single = is_single

    def restore(self, answers: native.Answers, may_miss: bool) -> Any:
        found = answers.to_list()
        return found[0] if self.is_single else found


class _IntegerArray(Form):
    """An array of integers: one puzzle, (cells) or (rows, columns), or several."""

    def __init__(
        self, numpy: Any, array: Any, size: int | None, skips_errors: bool, mask: Any
    ) -> None:
        self._numpy, self._array = numpy, array
        self.is_single, self._size = _shape(array.shape, size)
        width = self._size**2
        cells = array.reshape(-1, width)
        if array.dtype != numpy.uint8 or mask is not None:
            is_wrong = (cells < 0) | (cells > self._size)
            if mask is not None:
                is_wrong |= mask.reshape(-1, width)
            if is_wrong.any():
                if not skips_errors:
                    index, cell = (int(i) for i in numpy.argwhere(is_wrong)[0])
                    where = None if self.is_single else index
                    if mask is not None and mask.reshape(-1, width)[index, cell]:
                        raise _masked("cell", where, divmod(cell, self._size))
                    raise _value_error(self._size, cells[index, cell], where, cell)
                cells = cells.astype(numpy.uint8)
                cells[is_wrong] = 255
        self.rows = ("cells", numpy.ascontiguousarray(cells, dtype=numpy.uint8), width)

    def restore(self, answers: native.Answers, may_miss: bool) -> Any:
        numpy, cells, kind = self._numpy, self._size**2, answers.kind()
        if self.is_single and not answers.valid()[0]:
            return None
        if self.is_single and kind in ("verdicts", "counts", "reals", "texts", "text-lists"):
            return answers.to_list()[0]
        count, shape = len(answers), self._array.shape
        if kind == "cells":
            solved = self._fill(answers, (count, cells), numpy.uint8, may_miss)
            return solved.reshape(shape).astype(self._array.dtype, copy=False)
        if kind in ("counts", "reals"):
            dtype = numpy.dtype("<u8" if kind == "counts" else "<f8")
            return self._fill(answers, (count,), dtype, may_miss)
        if kind == "masks":
            flags = self._fill(answers, (count, cells, self._size), bool, may_miss)
            return flags.reshape(*shape, self._size)
        if kind == "cell-sets":
            return self._fill(answers, (count, cells), bool, may_miss).reshape(shape)
        if kind == "verdicts":
            codes = self._fill(answers, (count,), numpy.uint8, False)
            codes[self._missing(answers)] = len(native.VERDICTS)
            return numpy.array([*native.VERDICTS, ""]).take(codes)
        found = answers.to_list()
        if kind == "texts":
            return numpy.array(["" if text is None else text for text in found], dtype=str)
        if kind in ("grid-lists", "cell-set-lists"):
            stack = self._grids if kind == "grid-lists" else self._sets
            found = [None if row is None else stack(row) for row in found]
        return found[0] if self.is_single else found

    def _grids(self, grids: list[bytes]) -> Any:
        """Grids as an array (grids, ...)."""
        stacked = self._numpy.frombuffer(b"".join(grids), dtype=self._numpy.uint8)
        return stacked.reshape(len(grids), *self._shape_of_one()).astype(self._array.dtype)

    def _sets(self, sets: list[list[int]]) -> Any:
        """Sets of cells as an array of bool (sets, ...)."""
        flags = self._numpy.zeros((len(sets), self._size**2), dtype=bool)
        for row, cells in enumerate(sets):
            flags[row, cells] = True
        return flags.reshape(len(sets), *self._shape_of_one())

    def _shape_of_one(self) -> Any:
        return self._array.shape if self.is_single else self._array.shape[1:]

    def _fill(
        self, answers: native.Answers, shape: tuple[int, ...], dtype: Any, may_miss: bool
    ) -> Any:
        """Answers as an array, which is masked if some may be missing."""
        numpy = self._numpy
        array = numpy.empty(shape, dtype=dtype)
        answers.fill(array.reshape(-1).view(numpy.uint8), self._size)
        if self.is_single or not may_miss:
            return array
        mask = numpy.zeros(shape, dtype=bool)
        mask[self._missing(answers)] = True
        return numpy.ma.masked_array(array, mask)

    def _missing(self, answers: native.Answers) -> Any:
        return self._numpy.frombuffer(answers.valid(), dtype=self._numpy.uint8) == 0


class _ObjectArray(Form):
    """An array of strings."""

    def __init__(self, numpy: Any, array: Any, skips_errors: bool, mask: Any) -> None:
        if array.ndim != 1:
            raise TypeError("expected an array of integers, or one of strings with one dimension")
        self._numpy = numpy
        texts = array.tolist()
        if mask is not None:
            if not skips_errors:
                raise _masked("puzzle", int(mask.argmax()), None)
            texts = [None if is_masked else text for text, is_masked in zip(texts, mask)]
        self.rows = ("texts", texts, 0)

    def restore(self, answers: native.Answers, may_miss: bool) -> Any:
        found = answers.to_list()
        array = self._numpy.empty(len(found), dtype=object)
        for index, answer in enumerate(found):
            array[index] = answer
        return array


class _PandasSeries(Form):
    """A Series of pandas: of strings, with any value for missing ones."""

    def __init__(self, pandas: Any, pyarrow: Any, series: Any) -> None:
        self._pandas, self._series = pandas, series
        self._arrow = None
        if pyarrow is not None and isinstance(series.dtype, pandas.ArrowDtype):
            self._arrow = pyarrow
            self.rows = ("arrow", pyarrow.chunked_array(series.array.__arrow_array__()), 0)
        else:
            values = series.astype(object).where(series.notna(), None).tolist()
            self.rows = ("texts", values, 0)

    def restore(self, answers: native.Answers, may_miss: bool) -> Any:
        pandas, series = self._pandas, self._series
        if self._arrow is not None:
            array = pandas.arrays.ArrowExtensionArray(self._arrow.array(answers))
            return pandas.Series(array, index=series.index, name=series.name)
        found = answers.to_list()
        kind = answers.kind()
        dtype: Any = {"counts": "UInt64", "reals": "Float64"}.get(kind, object)
        if isinstance(series.dtype, pandas.StringDtype) and kind in ("texts", "verdicts"):
            dtype = series.dtype
        return pandas.Series(found, index=series.index, name=series.name, dtype=dtype)


class _Arrow(Form):
    """A column with the Arrow C data interface."""

    def __init__(self, column: Any, back: Any) -> None:
        self.rows = ("arrow", column, 0)
        self._back = back

    def restore(self, answers: native.Answers, may_miss: bool) -> Any:
        return self._back(answers)


class _Listed(Form):
    """Several puzzles in a list, or a single one. In place of a puzzle there can be None."""

    _count = 0
    _places: Sequence[int] = ()

    def _puzzles(self, rows: list[Any]) -> list[Any]:
        """The rows that are not None."""
        self._count = len(rows)
        self._places = [place for place, row in enumerate(rows) if row is not None]
        return [rows[place] for place in self._places]

    def place(self, row: int) -> int:
        return self._places[row] if self._places else row

    def _completed(self, found: list[Any]) -> Any:
        """The answers of all rows, or of the single one."""
        if self.is_single:
            return found[0]
        if len(found) == self._count:
            return found
        answers = [None] * self._count
        for place, answer in zip(self._places, found):
            answers[place] = answer
        return answers


class _Sudokus(_Listed):
    """Objects of the class `Sudoku`, all with the same rules."""

    def __init__(self, rows: list[Any], is_single: bool = False) -> None:
        from quadrille.sudoku import Sudoku

        self.is_single = is_single
        self._sudokus = self._puzzles(rows)
        for place, sudoku in zip(self._places, self._sudokus):
            if not isinstance(sudoku, Sudoku):
                found = type(sudoku).__name__
                raise TypeError(f"row {place}: expected a Sudoku or None, found {found}")
            if sudoku._rules.record() != self._sudokus[0]._rules.record():
                message = f"puzzle {place} has other rules than puzzle {self._places[0]}"
                raise ValueError(f"{message}: a column has one set of rules")
        self.rules = self._sudokus[0]._rules
        cells = [sudoku._cells for sudoku in self._sudokus]
        self.rows = ("cells", b"".join(cells), len(cells[0]))

    def restore(self, answers: native.Answers, may_miss: bool) -> Any:
        found, kind = answers.to_list(), answers.kind()
        pairs = list(zip(self._sudokus, found))
        if kind == "cells":
            found = [cells and sudoku._with(cells) for sudoku, cells in pairs]
        if kind == "grid-lists":
            found = [grids and [sudoku._with(cells) for cells in grids] for sudoku, grids in pairs]
        return self._completed(found)


class _Nested(_Listed):
    """Lists of integers: cells, rows of cells, or several of either."""

    def __init__(self, rows: list[Any], size: int | None, skips_errors: bool) -> None:
        if None in rows and all(row is None or isinstance(row, (list, tuple)) for row in rows):
            rows = self._puzzles(rows)
        else:
            self._count = len(rows)
        self._shape: tuple[int, ...] = tuple(_dimensions(rows))
        self.is_single, self._size = _shape(self._shape, size, not self._places)
        values: list[Any] = list(_flat(rows, self._shape))
        for place, value in enumerate(values):
            try:
                values[place] = value = index_of(value)
            except TypeError:
                message = f"expected integers, found {type(value).__name__}"
                raise TypeError(message) from None
            if not 0 <= value <= self._size:
                index, cell = divmod(place, self._size**2)
                if not skips_errors:
                    where = None if self.is_single else self.place(index)
                    raise _value_error(self._size, value, where, cell)
                values[place] = 255
        self.rows = ("cells", bytes(values), self._size**2)

    def restore(self, answers: native.Answers, may_miss: bool) -> Any:
        found, kind = answers.to_list(), answers.kind()
        shape = self._shape if self.is_single else self._shape[1:]
        if kind == "cells":
            found = [None if cells is None else _reshaped(cells, shape) for cells in found]
        if kind == "grid-lists":
            found = [grids and [_reshaped(cells, shape) for cells in grids] for grids in found]
        return self._completed(found)


def _masked(thing: str, index: int | None, place: tuple[int, int] | None) -> PuzzleError:
    position = None if place is None else (place[0] + 1, place[1] + 1)
    return PuzzleError(
        f'the {thing} is masked: with errors="null", the answer is null', index, position
    )


def _value_error(size: int, value: object, index: int | None, cell: int) -> PuzzleError:
    message = f"expected a value from 0 to {size}, found {value}"
    return PuzzleError(message, index, (cell // size + 1, cell % size + 1))


def _shape(shape: Sequence[int], size: int | None, may_be_one: bool = True) -> tuple[bool, int]:
    """Whether a shape is that of a single puzzle, and the size of its puzzles."""
    cells = 0
    if len(shape) == 1:
        is_single, cells = may_be_one, shape[0]
    elif len(shape) == 2:
        is_square = shape[0] == shape[1] <= _LARGEST_SIZE and size in (None, shape[0])
        is_single = may_be_one and is_square
        cells = shape[0] * shape[1] if is_single else shape[1]
    elif len(shape) == 3 and shape[1] == shape[2]:
        is_single, cells = False, shape[1] * shape[2]
    found = isqrt(cells)
    if found**2 != cells or not _SMALLEST_SIZE <= found <= _LARGEST_SIZE:
        n = "n" if size is None else str(size)
        shapes = f"({n}*{n}), ({n}, {n}), (puzzles, {n}*{n}) or (puzzles, {n}, {n})"
        sizes = f" with n from {_SMALLEST_SIZE} to {_LARGEST_SIZE}" if size is None else ""
        raise ValueError(f"expected the shape {shapes}{sizes}, found {tuple(shape)}")
    return is_single, found


def _dimensions(rows: Any) -> Iterable[int]:
    while isinstance(rows, (list, tuple)):
        yield len(rows)
        if not rows:
            return
        rows = rows[0]


def _flat(rows: Any, shape: tuple[int, ...]) -> Iterable[Any]:
    if not isinstance(rows, (list, tuple)) or len(rows) != shape[0]:
        raise ValueError(f"expected lists of equal lengths, of the shape {shape}")
    if len(shape) == 1:
        yield from rows
        return
    for row in rows:
        yield from _flat(row, shape[1:])


def _reshaped(cells: Any, shape: tuple[int, ...]) -> list[Any]:
    if len(shape) == 1:
        return list(cells)
    return [list(cells[start : start + shape[1]]) for start in range(0, len(cells), shape[1])]


def array_of(answers: native.Answers, size: int) -> Any:
    """Grids as an array of uint8 (grids, cells), which is masked if some are missing."""
    import numpy

    array = numpy.empty((len(answers), size**2), dtype=numpy.uint8)
    answers.fill(array.reshape(-1), size)
    missing = numpy.frombuffer(answers.valid(), dtype=numpy.uint8) == 0
    if not missing.any():
        return array
    return numpy.ma.masked_array(array, numpy.repeat(missing[:, None], size**2, axis=1))
