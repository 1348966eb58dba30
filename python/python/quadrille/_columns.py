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
_LARGEST_SIZE = 36


class Form(ABC):
    """The form in which puzzles were given."""

    rows: Rows
    is_single: bool = False

    @abstractmethod
    def restore(self, answers: native.Answers, may_miss: bool) -> Any:
        """Answers in the same form. If some may be missing, an array is masked."""


def form(puzzles: Any, size: int | None, skips_errors: bool) -> Form:
    """Finds out the form of puzzles."""
    if isinstance(puzzles, str):
        return _Texts([puzzles], is_single=True)
    numpy, pandas = sys.modules.get("numpy"), sys.modules.get("pandas")
    polars, pyarrow = sys.modules.get("polars"), sys.modules.get("pyarrow")
    if numpy is not None and isinstance(puzzles, numpy.ndarray):
        if hasattr(puzzles, "mask"):
            raise TypeError("expected an array without a mask")
        if puzzles.dtype.kind in "ui":
            return _IntegerArray(numpy, puzzles, size, skips_errors)
        return _ObjectArray(numpy, puzzles)
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
        return _Texts(rows)
    return _Nested(rows, size, skips_errors)


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

    def __init__(self, numpy: Any, array: Any, size: int | None, skips_errors: bool) -> None:
        self._numpy, self._array = numpy, array
        self.is_single, self._size = _shape(array.shape, size)
        width = self._size**2
        cells = array.reshape(-1, width)
        if array.dtype != numpy.uint8:
            is_wrong = (cells < 0) | (cells > self._size)
            if is_wrong.any():
                if not skips_errors:
                    index, cell = (int(i) for i in numpy.argwhere(is_wrong)[0])
                    where = None if self.is_single else index
                    raise _value_error(self._size, cells[index, cell], where, cell)
                cells = numpy.where(is_wrong, 255, cells)
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

    def __init__(self, numpy: Any, array: Any) -> None:
        if array.ndim != 1:
            raise TypeError("expected an array of integers, or one of strings with one dimension")
        self._numpy = numpy
        self.rows = ("texts", array.tolist(), 0)

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


class _Nested(Form):
    """Lists of integers: cells, rows of cells, or several of either."""

    def __init__(self, rows: list[Any], size: int | None, skips_errors: bool) -> None:
        self._shape: tuple[int, ...] = tuple(_dimensions(rows))
        self.is_single, self._size = _shape(self._shape, size)
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
                    where = None if self.is_single else index
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
        return found[0] if self.is_single else found


def _value_error(size: int, value: object, index: int | None, cell: int) -> PuzzleError:
    message = f"expected a value from 0 to {size}, found {value}"
    return PuzzleError(message, index, (cell // size + 1, cell % size + 1))


def _shape(shape: Sequence[int], size: int | None) -> tuple[bool, int]:
    """Whether a shape is that of a single puzzle, and the size of its puzzles."""
    if len(shape) == 1:
        is_single, cells = True, shape[0]
    elif len(shape) == 2:
        is_single = shape[0] == shape[1] <= _LARGEST_SIZE and size in (None, shape[0])
        cells = shape[0] * shape[1] if is_single else shape[1]
    elif len(shape) == 3 and shape[1] == shape[2]:
        is_single, cells = False, shape[1] * shape[2]
    else:
        found = tuple(shape)
        raise ValueError(f"expected (cells), (puzzles, cells) or (puzzles, n, n), found {found}")
    if cells < 1 or isqrt(cells) ** 2 != cells:
        raise ValueError(f"expected puzzles of n*n cells, found {cells} cells")
    return is_single, isqrt(cells)


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
