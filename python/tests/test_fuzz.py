"""Objects that are no puzzles or problems raise errors of documented types, and nothing panics."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import quadrille as q

PUZZLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
TASKS = (q.sudoku.solve, q.sudoku.check, q.sudoku.count, q.sudoku.candidates)
EXPECTED = (ValueError, TypeError, OverflowError)

# Symbols of all formats, so that some texts are nearly puzzles.
symbols = st.text(st.sampled_from("0123456789.-_*|+ \n\r\t,;:#ABCFGxyz?é\0\"'[]{}"), max_size=400)
lines = st.text(st.sampled_from("0123456789."), min_size=81, max_size=81)
drawn = st.builds(lambda a, b, c: a[:b] + c + a[b:], lines, st.integers(0, 81), symbols)
atoms = st.one_of(
    st.none(), st.booleans(), st.integers(), st.integers(0, 9), st.floats(), symbols, st.binary()
)
objects = st.recursive(
    atoms,
    lambda inner: st.one_of(
        st.lists(inner, max_size=9), st.tuples(inner, inner), st.dictionaries(st.text(), inner)
    ),
    max_leaves=20,
)


@settings(max_examples=200, deadline=None)
@given(st.one_of(symbols, drawn))
@example("\ufeff" + "." * 81)
@example("." * 81 + "\r\n")
@example("16\n" + "0 " * 256)
def test_texts(text: str) -> None:
    answers = []
    for task in TASKS:
        try:
            answers.append(task(text, timeout=5))
        except q.PuzzleError as error:
            assert error.index is None and (error.position is None or min(error.position) >= 1)
            answers.append(str(error))
    if answers[1] not in ("none", "unique", "multiple"):
        # All tasks say the same, and the text is null where errors are.
        assert len(set(map(str, answers))) == 1
        assert all(task([text], errors="null") == [None] for task in TASKS)
    else:
        assert answers[2] == ("none", "unique", "multiple").index(answers[1])
        assert (answers[0] is None) == (answers[2] == 0)
        assert answers[0] is None or q.sudoku.check(answers[0]) == "unique"


@settings(max_examples=200, deadline=None)
@given(objects)
def test_objects_as_puzzles(value: Any) -> None:
    for task in (q.sudoku.check, q.sudoku.solve, q.Sudoku, q.sudoku.canonical, q.sudoku.minimise):
        try:
            task(value)
        except EXPECTED as error:
            assert str(error)


@settings(max_examples=200, deadline=None)
@given(objects, objects, objects, objects)
def test_objects_as_problems(options: Any, secondary: Any, bounds: Any, costs: Any) -> None:
    for arguments in ({}, {"secondary": secondary}, {"bounds": bounds}, {"costs": costs}):
        try:
            problem = q.Problem(options, **arguments)
        except (*EXPECTED, AttributeError):
            continue
        assert problem.count(limit=3, timeout=5) >= 0


@pytest.mark.filterwarnings("ignore:.* in no option:UserWarning")
@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from("abc |:@\n\r\t0123456789,~é\0[]$"), max_size=80))
@example("a\n|@ x\na\n")
@example("3:2|a\na\n")
@example("99999999999999999999|a\na\n")
def test_texts_as_problems(text: str) -> None:
    try:
        problem = q.Problem.from_dlx(text + "\n")
    except q.ParseError as error:
        assert error.file is None and error.line >= 1 and error.column >= 1
        assert str(error).startswith(f"{error.line}:{error.column}: ")
        return
    assert problem.count(limit=3) == len(list(problem.solutions(3)))


SETTINGS = ["limit", "threads", "timeout", "memory", "include", "exclude", "engine", "method"]


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(SETTINGS), st.one_of(objects, st.sampled_from([0, -1, 2**64, 2**70])))
def test_objects_as_settings(name: str, value: Any) -> None:
    problem = q.Problem({"x": ["a"], "z": ["a"]})
    try:
        assert problem.count(**{name: value}) in (1, 2)
    except (*EXPECTED, q.TimedOut) as error:
        assert str(error)


@pytest.mark.parametrize("name", ["size", "box", "regions", "threads", "timeout", "limit"])
@settings(max_examples=60, deadline=None)
@given(value=st.one_of(objects, st.sampled_from([0, -1, 2**64, 2**70, (0, 0), [[81]], [[-1]]])))
def test_objects_as_rules(name: str, value: Any) -> None:
    try:
        assert q.sudoku.count(PUZZLE, **{name: value}) <= 1
    except (*EXPECTED, q.TimedOut) as error:
        assert str(error)


SUDOKU_SETTINGS = [
    (q.sudoku.minimise, ("all", "fewest", "limit", "seed")),
    (q.sudoku.canonical, ("by", "details")),
    (q.sudoku.rate, ("numbers", "explain", "forms")),
    (q.sudoku.neighbours, ("step", "errors")),
]


@pytest.mark.parametrize(("task", "names"), SUDOKU_SETTINGS)
@settings(max_examples=60, deadline=None)
@given(values=st.lists(objects, min_size=4, max_size=4))
def test_objects_as_settings_of_tasks(task: Any, names: tuple[str, ...], values: list[Any]) -> None:
    for name, value in zip(names, values):
        try:
            task(PUZZLE, timeout=5, **{name: value})
        except (*EXPECTED, q.TimedOut) as error:
            assert str(error)


GENERATED = [
    "n", "clues", "symmetry", "pattern", "rating", "sampling", "seed", "start", "size", "box",
]  # fmt: skip


@pytest.mark.parametrize("name", GENERATED)
@settings(max_examples=60, deadline=None)
@given(value=st.one_of(objects, st.sampled_from([0, -1, 40, 2**64, 2**70, (1, 3), [30, 20]])))
def test_objects_as_settings_of_generators(name: str, value: Any) -> None:
    for task in (q.sudoku.generate, q.sudoku.grids):
        try:
            task(timeout=0.01, **{name: value})
        except (*EXPECTED, q.TimedOut) as error:
            assert str(error)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.sampled_from([0, 1, 2, 4, 9, 16, 80, 81]), max_size=3),
    st.sampled_from(["u1", "i1", "<i2", ">i4", "<u8", "f4", "c8", "?", "U3", "S1", "O", "M8[s]"]),
    st.integers(0, 2**32),
)
@example([81, 81], "u1", 1)
def test_arrays_of_any_shape_and_type(shape: list[int], kind: str, seed: int) -> None:
    np = pytest.importorskip("numpy")
    array = np.random.default_rng(seed).integers(-1, 11, shape).astype(kind)
    for errors in ("raise", "null"):
        try:
            answers = q.sudoku.check(array, errors=errors, timeout=5)
        except (*EXPECTED, q.TimedOut) as error:
            assert str(error)
            continue
        if isinstance(answers, np.ndarray):
            assert answers.shape == (len(array),)
        else:
            assert answers in (None, "none", "unique", "multiple")
