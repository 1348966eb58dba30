"""Single puzzles in every form, and columns that are rare or wrong."""

from __future__ import annotations

from typing import Any

import pytest

import quadrille as q

PUZZLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
CELLS = [0 if symbol == "." else int(symbol) for symbol in PUZZLE]
SOLUTION = [int(symbol) for symbol in q.sudoku.solve(PUZZLE)]


def test_errors_of_single_puzzles_have_no_index() -> None:
    np = pytest.importorskip("numpy")
    wrong = [*CELLS[:80], 10]
    grid = [wrong[start : start + 9] for start in range(0, 81, 9)]
    single: list[Any] = [wrong, grid, PUZZLE[:80] + "?"]
    single += [np.array(form, dtype=kind) for form in (wrong, grid) for kind in ("u1", "i8", "u2")]
    for form in single:
        for task in (q.sudoku.solve, q.sudoku.check, q.sudoku.count, q.sudoku.candidates, q.Sudoku):
            with pytest.raises(q.PuzzleError) as caught:
                task(form)
            place = (1, 81) if isinstance(form, str) else (9, 9)
            assert (caught.value.index, caught.value.position) == (None, place)
        assert q.sudoku.check(form, errors="null") is None
        assert q.sudoku.count(form, errors="null") is None
        assert q.sudoku.solve(form, errors="null") is None
    for form in (np.array([CELLS, wrong], dtype=kind) for kind in ("u1", "i8", "u2")):
        with pytest.raises(q.PuzzleError) as caught:
            q.sudoku.check(form)
        assert (caught.value.index, caught.value.position) == (1, (9, 9))


def test_a_square_array_of_81_rows_is_a_column() -> None:
    np = pytest.importorskip("numpy")
    rows = [CELLS] * 81
    for form in (rows, np.array(rows), np.array(rows, dtype=np.uint8)):
        assert list(q.sudoku.check(form)) == ["unique"] * 81
    assert q.sudoku.solve(np.array(rows)).shape == (81, 81)


@pytest.mark.parametrize("size", [4, 6, 8, 9, 12, 16, 25])
def test_arrays_of_all_sizes(size: int) -> None:
    np = pytest.importorskip("numpy")
    values = set(range(1, size + 1))
    for shape in [(size, size), (2, size, size), (2, size * size)]:
        solved = q.sudoku.solve(np.zeros(shape, dtype=np.int32), timeout=20)
        assert solved.shape == shape and solved.dtype == np.int32
        for grid in solved.reshape(-1, size, size):
            assert all(set(line) == values for line in [*grid.tolist(), *grid.T.tolist()])
        checked = q.sudoku.check(np.zeros(shape, dtype=np.uint8))
        assert (np.array(checked) == "multiple").all()


def test_lists_of_arrays_and_of_integers_of_numpy() -> None:
    np = pytest.importorskip("numpy")
    row = np.array(CELLS)
    assert q.sudoku.check(list(row)) == "unique"
    assert list(q.sudoku.check([row, row])) == ["unique"] * 2
    assert list(q.sudoku.check([row.reshape(9, 9)] * 2)) == ["unique"] * 2


def test_cells_that_are_null_are_errors() -> None:
    pa = pytest.importorskip("pyarrow")
    column = pa.array([[*CELLS[:80], None], CELLS], pa.list_(pa.uint8(), 81))
    with pytest.raises(q.PuzzleError) as caught:
        q.sudoku.check(column)
    assert caught.value.index == 0
    assert q.sudoku.check(column, errors="null").to_pylist() == [None, "unique"]


def test_masked_arrays_are_not_read_without_their_mask() -> None:
    np = pytest.importorskip("numpy")
    # The value under the mask contradicts a clue.
    masked = np.ma.masked_array([[4, 4, *CELLS[2:]]], mask=[[False, True] + [False] * 79])
    with pytest.raises((TypeError, ValueError)):
        q.sudoku.check(masked)


def test_columns_in_which_not_all_rows_are_texts_say_which_one() -> None:
    for row in (5, float("nan"), b"x", [1, 2]):
        with pytest.raises((TypeError, ValueError), match=f"row 1: .*{type(row).__name__}"):
            q.sudoku.check([PUZZLE, row])


def test_lists_of_cells_in_arrow_data() -> None:
    pa = pytest.importorskip("pyarrow")
    kind = pa.list_(pa.uint8(), 81)
    values = pa.array([7] * 82 + CELLS * 2, pa.uint8())
    # The values, the lists, or both are slices.
    for column in (
        pa.FixedSizeListArray.from_arrays(values.slice(82), 81),
        pa.FixedSizeListArray.from_arrays(values.slice(1), 81).slice(1, 2),
    ):
        solved = q.sudoku.solve(column)
        assert solved.type == kind and solved.to_pylist() == [SOLUTION] * 2
        assert q.sudoku.count(column).to_pylist() == [1, 1]
    for width in (0, 1, 80, 82, 6561):
        column = pa.array([[0] * width, None], pa.list_(pa.uint8(), width))
        with pytest.raises(q.PuzzleError):
            q.sudoku.solve(column)
        assert q.sudoku.check(column, errors="null").to_pylist() == [None, None]
    large = pa.array([[0] * 256, [1, 1] + [0] * 254], pa.list_(pa.uint8(), 256))
    assert q.sudoku.check(large).to_pylist() == ["multiple", "none"]
    assert [row is None for row in q.sudoku.solve(large).to_pylist()] == [False, True]


def test_a_column_without_chunks_keeps_its_type() -> None:
    pa = pytest.importorskip("pyarrow")
    kind = pa.list_(pa.uint8(), 81)
    assert q.sudoku.solve(pa.chunked_array([], kind)).type == kind


def test_other_columns_are_type_errors() -> None:
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    pa = pytest.importorskip("pyarrow")
    for column in (
        pd.DataFrame({"puzzle": [PUZZLE]}),
        pl.DataFrame({"puzzle": [PUZZLE]}),
        pa.table({"puzzle": [PUZZLE]}),
        pa.record_batch({"puzzle": [PUZZLE]}),
        pd.Series(CELLS),
        pl.Series(CELLS),
        pl.Series([CELLS], dtype=pl.List(pl.UInt8)),
        pl.Series([CELLS], dtype=pl.Array(pl.Int64, 81)),
        pa.array([PUZZLE.encode()]),
        pa.array([PUZZLE]).dictionary_encode(),
    ):
        with pytest.raises(TypeError, match="expected"):
            q.sudoku.check(column)


def test_columns_of_nulls_and_empty_columns() -> None:
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    pa = pytest.importorskip("pyarrow")
    for task in (q.sudoku.solve, q.sudoku.check, q.sudoku.count, q.sudoku.candidates):
        for column in ([None, None], (None, None)):
            assert task(column) == [None, None]
        for column in (pd.Series([None, None]), pd.Series([pd.NA, float("nan")], dtype="string")):
            assert list(task(column).isna()) == [True, True]
        assert task(pa.nulls(2)).null_count == 2
        assert task(pl.Series([None, None], dtype=pl.String)).null_count() == 2
        for column in ([], pd.Series([], dtype=object), pl.Series([], dtype=pl.String)):
            assert len(task(column)) == 0 and type(task(column)) is type(column)


def test_polars_columns_without_a_type() -> None:
    pl = pytest.importorskip("polars")
    assert q.sudoku.check(pl.Series([None, None])).null_count() == 2


class Exporter:
    """An object that exports the same capsules each time."""

    def __init__(self, capsules: Any) -> None:
        self.capsules = capsules

    def __arrow_c_array__(self, requested_schema: object = None) -> Any:
        return self.capsules


def test_capsules_that_were_read_before_are_errors() -> None:
    pa = pytest.importorskip("pyarrow")
    column = Exporter(pa.array([PUZZLE]).__arrow_c_array__())
    assert pa.array(q.sudoku.check(column)).to_pylist() == ["unique"]
    with pytest.raises(ValueError, match="released"):
        q.sudoku.check(column)


def test_wrong_capsules_are_errors() -> None:
    pa = pytest.importorskip("pyarrow")
    schema, array = pa.array([PUZZLE]).__arrow_c_array__()
    for capsules in (None, (), (1, 2), (schema,), (array, schema), (schema, schema)):
        with pytest.raises((TypeError, ValueError)):
            q.sudoku.check(Exporter(capsules))
    assert pa.array(q.sudoku.check(Exporter((schema, array)))).to_pylist() == ["unique"]


def test_answers_can_be_exported_many_times() -> None:
    pa = pytest.importorskip("pyarrow")
    capsules = pa.array([PUZZLE, None]).__arrow_c_array__()
    answers = q.sudoku.solve(Exporter(capsules))
    first, second = pa.array(answers), pa.array(answers)
    del answers
    assert first.to_pylist() == second.to_pylist() == ["".join(map(str, SOLUTION)), None]
    # Capsules that nothing reads free their memory.
    for _ in range(1000):
        first.__arrow_c_array__()


def test_rows_of_an_array_that_were_not_reached_are_masked() -> None:
    np = pytest.importorskip("numpy")
    table = np.zeros((2, 81), dtype=np.uint8)
    table[0] = CELLS
    with pytest.raises(q.TimedOut) as caught:
        q.sudoku.count(table, None, timeout=0.2)
    assert caught.value.partial.tolist() == [1, None]


def test_series_of_strings_keep_their_type() -> None:
    pd = pytest.importorskip("pandas")
    series = pd.Series([PUZZLE, None], dtype="string")
    for task in (q.sudoku.solve, q.sudoku.check):
        answers = task(series)
        assert answers.dtype == series.dtype and list(answers.isna()) == [False, True]
