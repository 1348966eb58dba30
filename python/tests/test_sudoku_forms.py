"""Puzzles in every form, and answers in the same form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import quadrille as q

UNIQUE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
MANY = "." * 81
NONE = "11" + "." * 79
TEXTS = [UNIQUE, MANY, None, NONE, "wrong", UNIQUE]
CHECKED = ["unique", "multiple", None, "none", None, "unique"]
COUNTED = [1, 2, None, 0, None, 1]
SOLVED = q.sudoku.solve(TEXTS, errors="null")
CANDIDATES = q.sudoku.candidates(TEXTS, errors="null")


def cells(text: str) -> list[int]:
    return [0 if symbol == "." else int(symbol) for symbol in text]


def test_lists_are_answered_by_lists() -> None:
    assert q.sudoku.check(TEXTS, errors="null") == CHECKED
    assert q.sudoku.count(TEXTS, errors="null") == COUNTED
    assert [solution is None for solution in SOLVED] == [False, False, True, True, True, False]
    assert SOLVED[0] == q.sudoku.solve(UNIQUE) and SOLVED[1] == q.sudoku.solve(MANY)
    assert CANDIDATES[2] is None and CANDIDATES[4] is None and CANDIDATES[3] == [""] * 81
    assert q.sudoku.check(tuple(TEXTS[:2])) == CHECKED[:2]
    assert q.sudoku.check(text for text in TEXTS[:2]) == CHECKED[:2]
    assert q.sudoku.check([]) == []
    assert q.sudoku.check(UNIQUE) == "unique"
    assert q.sudoku.solve(NONE) is None


def test_nested_lists() -> None:
    flat, solved = cells(UNIQUE), cells(SOLVED[0])
    grid = [flat[start : start + 9] for start in range(0, 81, 9)]
    solved_grid = [solved[start : start + 9] for start in range(0, 81, 9)]
    assert q.sudoku.solve(flat) == solved and q.sudoku.solve(grid) == solved_grid
    assert q.sudoku.solve([flat, cells(NONE)]) == [solved, None]
    assert q.sudoku.solve([grid, grid]) == [solved_grid, solved_grid]
    assert q.sudoku.check(grid) == "unique" and q.sudoku.count([grid]) == [1]
    assert q.sudoku.candidates(flat) == CANDIDATES[0]


def test_none_is_in_place_of_a_puzzle_in_lists() -> None:
    flat = cells(UNIQUE)
    solved = q.sudoku.solve([flat, cells(NONE), flat])
    assert solved[1] is None and q.sudoku.check(solved) == ["unique", None, "unique"]
    grid = [flat[start : start + 9] for start in range(0, 81, 9)]
    assert q.sudoku.count([None, grid]) == [None, 1]
    assert q.sudoku.check([None, *[[0] * 16] * 16]) == [None] + ["multiple"] * 16
    for wrong in ([10] * 81, cells(MANY)):
        with pytest.raises(q.PuzzleError) as caught:
            q.sudoku.redundant([None, flat, None, wrong])
        assert caught.value.index == 3


def test_sudokus_are_puzzles() -> None:
    one, other = q.Sudoku(UNIQUE), q.Sudoku(MANY)
    solved = q.sudoku.solve(one)
    assert solved == one.solve() and solved.svg() == one.solve().svg()  # type: ignore[union-attr]
    assert q.sudoku.solve(q.Sudoku(NONE)) is None
    assert q.sudoku.check(one) == "unique" and q.sudoku.count(other, 5) == 5
    assert q.sudoku.candidates(one) == CANDIDATES[0]
    assert q.sudoku.check([one, None, other]) == ["unique", None, "multiple"]
    assert q.sudoku.minimise(solved, seed=2) == solved.minimise(seed=2)
    assert all(type(found) is q.Sudoku for found in q.sudoku.neighbours(one))
    assert q.sudoku.rate(one, ["clues"]) == {"clues": 17}
    assert q.Sudoku(one) == one and q.Sudoku(solved) == solved
    caged = q.Sudoku("." * 16, regions=[[0, 5]])
    assert q.Sudoku(caged) == caged == q.Sudoku(caged, regions=[[5, 0]])
    with pytest.raises(ValueError, match="rules of its own"):
        q.Sudoku(caged, diagonal=True)
    diagonal = q.Sudoku("." * 16, diagonal=True)
    assert q.sudoku.count(diagonal, None) == q.sudoku.count("." * 16, None, diagonal=True)
    assert q.sudoku.solve(diagonal, diagonal=True) == q.sudoku.solve(
        diagonal, size=4, diagonal=True
    )
    assert q.sudoku.count(diagonal, None, variant="diagonal") == q.sudoku.count(diagonal, None)
    for wrong in (
        {"size": 4},
        {"box": (2, 2)},
        {"variant": "windows"},
        {"size": 4, "regions": [[0, 5]]},
    ):
        with pytest.raises(ValueError, match="rules of its own"):
            q.sudoku.solve(diagonal, **wrong)
    with pytest.raises(ValueError, match="puzzle 2 has other rules than puzzle 1"):
        q.sudoku.solve([None, one, diagonal])
    with pytest.raises(TypeError, match="row 1: expected a Sudoku or None, found int"):
        q.sudoku.solve([one, 4])
    with pytest.raises(q.PuzzleError) as caught:
        q.sudoku.redundant([one, None, other])
    assert caught.value.index == 2


def test_numpy_arrays() -> None:
    np = pytest.importorskip("numpy")
    table = np.array([cells(UNIQUE), cells(MANY), cells(NONE), cells(UNIQUE)])
    solved = np.array([cells(SOLVED[0]), cells(SOLVED[1]), [0] * 81, cells(SOLVED[0])])
    read_only = table.astype(np.uint8)
    read_only.flags.writeable = False
    wide = np.zeros((4, 162), dtype=np.int16)
    wide[:, ::2] = table
    forms = [table, read_only, np.asfortranarray(table), wide[:, ::2], table.astype(np.int8)]
    for form in forms:
        answer = q.sudoku.solve(form)
        assert answer.dtype == form.dtype and (answer == solved).all()
        assert q.sudoku.check(form).tolist() == ["unique", "multiple", "none", "unique"]
        counts = q.sudoku.count(form)
        assert counts.dtype == np.uint64 and counts.tolist() == [1, 2, 0, 1]
        flags = q.sudoku.candidates(form)
        assert flags.shape == (4, 81, 9) and flags.dtype == bool
        for row, expected in zip(
            flags, [CANDIDATES[0], CANDIDATES[1], CANDIDATES[3], CANDIDATES[0]]
        ):
            assert [{v + 1 for v in range(9) if cell[v]} for cell in row] == [
                set(map(int, cell)) for cell in expected
            ]
        cubes = q.sudoku.solve(form.reshape(4, 9, 9))
        assert cubes.shape == (4, 9, 9) and (cubes.reshape(4, 81) == solved).all()
    assert (q.sudoku.solve(table[0]) == solved[0]).all()
    assert (q.sudoku.solve(table[0].reshape(9, 9)) == solved[0].reshape(9, 9)).all()
    assert q.sudoku.check(table[0]) == "unique" and q.sudoku.count(table[1]) == 2
    assert q.sudoku.solve(table[2]) is None
    assert q.sudoku.check(table[:0]).shape == (0,)
    assert (table == np.array([cells(UNIQUE), cells(MANY), cells(NONE), cells(UNIQUE)])).all()


def test_wrong_numpy_arrays() -> None:
    np = pytest.importorskip("numpy")
    table = np.array([cells(UNIQUE)] * 3)
    for value in (10, 300, -1):
        table[1, 80] = value
        with pytest.raises(q.PuzzleError, match=f"found {value}") as caught:
            q.sudoku.check(table)
        assert (caught.value.index, caught.value.position) == (1, (9, 9))
        assert q.sudoku.check(table, errors="null").tolist() == ["unique", "", "unique"]
        assert q.sudoku.count(table, errors="null").tolist() == [1, None, 1]
        for task in (q.sudoku.solve, q.sudoku.candidates):
            answers = task(table, errors="null")
            assert isinstance(answers, np.ma.MaskedArray)
            assert answers.mask.reshape(3, -1).all(axis=1).tolist() == [False, True, False]
            assert answers.mask.reshape(3, -1).any(axis=1).tolist() == [False, True, False]
        assert not isinstance(q.sudoku.count(table[:1]), np.ma.MaskedArray)
    with pytest.raises(q.PuzzleError):
        q.sudoku.check(np.array([cells(UNIQUE), [200] * 81], dtype=np.uint8))
    for shape in [(), (80,), (3, 80), (2, 9, 8), (2, 2, 9, 9), (3, 0)]:
        with pytest.raises(ValueError):
            q.sudoku.check(np.zeros(shape, dtype=np.uint8))
    for wrong in (
        np.zeros((2, 81)),
        np.zeros((2, 81), dtype=bool),
        np.zeros((2, 81), dtype=complex),
    ):
        with pytest.raises((TypeError, ValueError)):
            q.sudoku.check(wrong)


def test_masked_arrays() -> None:
    np = pytest.importorskip("numpy")
    table = np.array([cells(UNIQUE), [200] * 81, cells(MANY)])
    solved = q.sudoku.solve(table, errors="null")
    assert q.sudoku.check(solved, errors="null").tolist() == ["unique", "", "unique"]
    assert q.sudoku.count(solved, errors="null").tolist() == [1, None, 1]
    with pytest.raises(q.PuzzleError, match="puzzle 1: 1:1: the cell is masked") as caught:
        q.sudoku.check(solved)
    assert (caught.value.index, caught.value.position) == (1, (1, 1))
    # One masked cell makes a puzzle null, in each type of integers.
    for kind in (np.uint8, np.int8, np.int64):
        one = np.ma.masked_array(np.zeros((2, 9, 9), dtype=kind))
        one[1, 8, 7] = np.ma.masked
        assert q.sudoku.solve(one, errors="null").mask.reshape(2, 81).all(axis=1).tolist() == [
            False,
            True,
        ]
        with pytest.raises(q.PuzzleError, match="puzzle 1: 9:8: the cell is masked"):
            q.sudoku.solve(one)
        assert q.sudoku.check(one[1], errors="null") is None
        with pytest.raises(q.PuzzleError, match="^9:8: the cell is masked"):
            q.sudoku.check(one[1])
        nothing = np.ma.masked_array(one.data, mask=False)
        assert q.sudoku.check(nothing).tolist() == ["multiple", "multiple"]
    texts = np.ma.masked_array(np.array([UNIQUE, "wrong"], dtype=object), mask=[False, True])
    assert q.sudoku.check(texts, errors="null").tolist() == ["unique", None]
    with pytest.raises(q.PuzzleError, match="puzzle 1: the puzzle is masked"):
        q.sudoku.check(texts)


def test_the_expected_shapes_are_named() -> None:
    np = pytest.importorskip("numpy")
    for wrong in (np.zeros((8, 9), dtype=int), [[0] * 9] * 8):
        with pytest.raises(ValueError, match=r"\(n, n\).* n from 4 to 36, found \(8, 9\)"):
            q.sudoku.solve(wrong)
        with pytest.raises(ValueError, match=r"\(9, 9\).*, found \(8, 9\)"):
            q.sudoku.solve(wrong, size=9)


def test_numpy_arrays_of_strings() -> None:
    np = pytest.importorskip("numpy")
    texts = q.sudoku.solve(np.array(TEXTS, dtype=object), errors="null")
    assert texts.dtype == object and texts.tolist() == SOLVED
    assert q.sudoku.check(np.array([UNIQUE, MANY])).tolist() == ["unique", "multiple"]


def test_pandas_series() -> None:
    pd = pytest.importorskip("pandas")
    index = [f"row {number}" for number in range(len(TEXTS))]
    series = pd.Series(TEXTS, index=index, name="puzzle")
    series.iloc[2] = float("nan")
    arrow = pytest.importorskip("pyarrow")
    forms = [series, series.astype("string"), series.astype(pd.ArrowDtype(arrow.string()))]
    for form in forms:
        for task, expected in [
            (q.sudoku.check, CHECKED),
            (q.sudoku.count, COUNTED),
            (q.sudoku.solve, SOLVED),
            (q.sudoku.candidates, CANDIDATES),
        ]:
            answer = task(form, errors="null")
            assert isinstance(answer, pd.Series)
            assert answer.name == "puzzle" and list(answer.index) == index
            missing = [value is None for value in expected]
            assert list(answer.isna()) == missing
            values = [
                list(v) if hasattr(v, "__len__") and not isinstance(v, str) else v for v in answer
            ]
            assert [v for v, is_missing in zip(values, missing) if not is_missing] == [
                value for value in expected if value is not None
            ]
    with pytest.raises(q.PuzzleError) as caught:
        q.sudoku.check(series)
    assert caught.value.index == 4


def test_polars_series() -> None:
    pl = pytest.importorskip("polars")
    series = pl.Series("puzzle", TEXTS)
    for task, expected in ALL:
        answer = task(series, errors="null")
        assert isinstance(answer, pl.Series) and answer.name == "puzzle"
        assert answer.to_list() == expected
    assert q.sudoku.check(pl.concat([series[:2], series[3:4]])).to_list() == [*CHECKED[:2], "none"]


ALL: list[tuple[Callable[..., Any], list[Any]]] = [
    (q.sudoku.check, CHECKED),
    (q.sudoku.count, COUNTED),
    (q.sudoku.solve, SOLVED),
    (q.sudoku.candidates, CANDIDATES),
]


def test_pyarrow_arrays() -> None:
    pa = pytest.importorskip("pyarrow")
    array = pa.array(TEXTS)
    chunks = pa.chunked_array([TEXTS[:2], [], TEXTS[2:]])
    forms = [array, array.cast(pa.large_string()), array.cast(pa.string_view()), chunks]
    forms += [pa.array([None, "x", *TEXTS, "x"]).slice(2, len(TEXTS))]
    for form in forms:
        for task, expected in ALL:
            answer = task(form, errors="null")
            assert isinstance(answer, pa.ChunkedArray if form is chunks else pa.Array)
            answer.validate(full=True)
            assert answer.to_pylist() == expected
    assert q.sudoku.check(pa.array([], pa.string())).to_pylist() == []
    assert q.sudoku.check(pa.chunked_array([], pa.string())).to_pylist() == []
    assert q.sudoku.check(pa.nulls(2)).to_pylist() == [None, None]
    with pytest.raises(TypeError, match="expected strings, or lists of uint8"):
        q.sudoku.check(pa.array([1, 2]))
    with pytest.raises(q.PuzzleError) as caught:
        q.sudoku.check(chunks)
    assert caught.value.index == 4


def test_pyarrow_lists_of_cells() -> None:
    pa = pytest.importorskip("pyarrow")
    kind = pa.list_(pa.uint8(), 81)
    rows = [cells(UNIQUE), None, cells(NONE), cells(MANY), [10] * 81]
    array = pa.array(rows, kind)
    for form in (array, pa.array([rows[0], *rows], kind).slice(1), pa.chunked_array([array])):
        answer = q.sudoku.solve(form, errors="null")
        assert answer.type == kind
        assert answer.to_pylist() == [cells(SOLVED[0]), None, None, cells(SOLVED[1]), None]
        checked = q.sudoku.check(form, errors="null").to_pylist()
        assert checked == ["unique", None, "none", "multiple", None]


def test_any_object_with_the_arrow_interface() -> None:
    pa = pytest.importorskip("pyarrow")

    class Exporter:
        """A column of another library."""

        def __init__(self, column: Any, name: str) -> None:
            setattr(self, name, getattr(column, name))

    array = pa.array(TEXTS)
    for column, name in [
        (array, "__arrow_c_array__"),
        (pa.chunked_array([array]), "__arrow_c_stream__"),
    ]:
        answer = q.sudoku.check(Exporter(column, name), errors="null")
        assert len(answer) == len(TEXTS)
        assert pa.array(answer).to_pylist() == CHECKED


def test_all_forms_agree_on_many_puzzles(seventeen: list[str]) -> None:
    np, pa = pytest.importorskip("numpy"), pytest.importorskip("pyarrow")
    texts = (seventeen + [MANY, NONE]) * 40
    table = np.array([cells(text.replace("0", ".")) for text in texts], dtype=np.uint8)
    expected = ["unique"] * 300 + ["multiple", "none"]
    for threads in (1, 3):
        assert q.sudoku.check(texts, threads=threads) == expected * 40
        assert q.sudoku.check(table, threads=threads).tolist() == expected * 40
        assert q.sudoku.check(pa.array(texts), threads=threads).to_pylist() == expected * 40
    solved = q.sudoku.solve(texts)
    assert q.sudoku.solve(pa.array(texts)).to_pylist() == solved
    rows = [[0] * 81 if text is None else cells(text) for text in solved]
    assert (q.sudoku.solve(table) == np.array(rows)).all()


# Questions whose answers are no solutions, and rows for them: one that is wrong, and one that is
# null. Full grids have unavoidable sets.
FULL = [SOLVED[0], None, "wrong", q.sudoku.solve("1" + MANY[1:])]
ASKED: dict[str, tuple[Callable[..., Any], list[Any]]] = {
    "redundant": (q.sudoku.redundant, [UNIQUE, None, "wrong", SOLVED[0], MANY]),
    "minimise": (q.sudoku.minimise, FULL),
    "all": (lambda rows, **options: q.sudoku.minimise(rows, all=True, limit=2, **options), FULL),
    "canonical": (q.sudoku.canonical, [UNIQUE, None, "wrong", MANY]),
    "neighbours": (q.sudoku.neighbours, [UNIQUE, None, "wrong"]),
    "unavoidable": (lambda rows, **options: q.sudoku.unavoidable(rows, 6, **options), FULL),
}
TABLES: dict[str, Callable[..., Any]] = {
    "details": lambda rows, **options: q.sudoku.canonical(rows, details=True, **options),
    "rating": lambda rows, **options: q.sudoku.rate(
        rows, ["technique", "guesses", "clues"], explain=True, **options
    ),
}


def as_texts(found: Any, kind: str) -> Any:
    """An answer about an array in the form of answers about texts."""
    if found is None or kind not in ("redundant", "unavoidable", "minimise", "canonical"):
        lists = [] if found is None else found.reshape(-1, 81).tolist()
        texts = ["".join(".123456789"[cell] for cell in cells) for cells in lists]
        return None if found is None else texts
    flat = found.reshape(-1, 81).tolist()
    if kind in ("minimise", "canonical"):
        return "".join(".123456789"[cell] for cell in flat[0])
    sets = [[cell for cell, is_in in enumerate(row) if is_in] for row in flat]
    return sets[0] if kind == "redundant" else sets


@pytest.mark.parametrize("kind", ASKED)
def test_answers_of_other_questions_have_the_form_of_the_puzzles(kind: str) -> None:
    ask, rows = ASKED[kind]
    expected = ask(rows, errors="null")
    assert len(expected) == len(rows) and expected[1] is None is expected[2]
    assert expected[0] is not None and ask(rows[0]) == expected[0]
    assert ask([]) == []
    # Nested lists.
    nested = ask(cells(rows[0]))
    if kind in ("minimise", "canonical"):
        assert nested == cells(expected[0])
    elif kind in ("all", "neighbours"):
        assert nested == [cells(text) for text in expected[0]]
    else:
        assert nested == expected[0]


@pytest.mark.parametrize("kind", ASKED)
def test_arrays_of_other_questions(kind: str) -> None:
    np = pytest.importorskip("numpy")
    ask, rows = ASKED[kind]
    good = [row for row, answer in zip(rows, ask(rows, errors="null")) if answer is not None]
    expected = ask(good)
    table = np.array([cells(row) for row in good])
    for shape in ((-1, 81), (-1, 9, 9)):
        answers = ask(table.reshape(shape))
        assert len(answers) == len(good)
        if kind in ("redundant", "minimise", "canonical"):
            assert answers.shape == table.reshape(shape).shape
        assert [as_texts(answer, kind) for answer in answers] == expected
        one = ask(table[0].reshape(shape[1:]))
        assert as_texts(one, kind) == expected[0]
        assert one.shape[-len(shape) + 1 :] == table[0].reshape(shape[1:]).shape
    wrong = np.concatenate([table[:1], np.full((1, 81), 200)])
    answers = ask(wrong, errors="null")
    if kind in ("redundant", "minimise", "canonical"):
        assert answers.mask[1].all() and not answers.mask[0].any()
    else:
        assert answers[1] is None and answers[0] is not None
    with pytest.raises(q.PuzzleError, match="^puzzle 1: "):
        ask(wrong)
    objects = ask(np.array(rows, dtype=object), errors="null")
    assert objects.dtype == object and objects.tolist() == ask(rows, errors="null")


@pytest.mark.parametrize("kind", ASKED)
def test_columns_of_other_questions(kind: str) -> None:
    ask, rows = ASKED[kind]
    expected = ask(rows, errors="null")
    pyarrow = pytest.importorskip("pyarrow")
    for column in (pyarrow.array(rows), pyarrow.chunked_array([rows[:2], rows[2:]])):
        answers = ask(column, errors="null")
        assert answers.to_pylist() == expected
    fixed = pyarrow.array([cells(rows[0]), None], pyarrow.list_(pyarrow.uint8(), 81))
    answers = ask(fixed).to_pylist()
    assert answers[1] is None
    if kind in ("redundant", "unavoidable"):
        assert answers[0] == expected[0]
    elif kind in ("minimise", "canonical"):
        assert answers[0] == cells(expected[0])
    else:
        assert answers[0] == [cells(text) for text in expected[0]]
    polars = pytest.importorskip("polars")
    answers = ask(polars.Series("p", rows), errors="null")
    assert answers.name == "p" and answers.to_list() == expected
    pandas = pytest.importorskip("pandas")
    series = pandas.Series(rows, index=range(5, 5 + len(rows)), name="p")
    answers = ask(series, errors="null")
    assert answers.index.equals(series.index) and answers.name == "p"
    assert answers.where(answers.notna(), None).tolist() == expected
    typed = ask(series.astype(pandas.ArrowDtype(pyarrow.string())), errors="null")
    assert pyarrow.array(typed.array).to_pylist() == expected


@pytest.mark.parametrize("kind", TABLES)
def test_tables(kind: str) -> None:
    ask = TABLES[kind]
    mirrored = UNIQUE[::-1]
    rows = [UNIQUE, None, "wrong", mirrored]
    expected = ask(rows, errors="null")
    for column in expected.values():
        assert len(column) == 4 and column[1] is None is column[2] and column[0] is not None
    assert ask(rows[0]) == {name: column[0] for name, column in expected.items()}
    np = pytest.importorskip("numpy")
    table = np.array([cells(UNIQUE), cells(mirrored)])
    found = ask(table)
    for name, column in expected.items():
        answers = found[name]
        assert len(answers) == 2
        if name == "form":
            answers = [as_texts(form, "canonical") for form in answers]
        assert list(answers) == [column[0], column[3]]
    single = ask(table[0])
    assert {name: single[name] for name in expected if name != "form"} == {
        name: column[0] for name, column in expected.items() if name != "form"
    }
    missing = ask(np.concatenate([table[:1], np.full((1, 81), 200)]), errors="null")
    for name, answers in missing.items():
        if name in ("technique", "transformation"):
            assert answers[1] == ""
        elif name == "steps":
            assert answers[1] is None
        else:
            assert np.all(answers.mask[1]) and not np.any(answers.mask[0])
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(ask(pandas.Series(rows), errors="null"))
    assert frame.shape == (4, len(expected)) and frame.isna().all(axis=1).tolist() == [
        False,
        True,
        True,
        False,
    ]
    polars = pytest.importorskip("polars")
    again = polars.DataFrame(ask(polars.Series(rows), errors="null"))
    assert {name: again[name].to_list() for name in again.columns} == expected
