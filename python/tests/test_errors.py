"""Errors have a type, a message and a place, and nothing ends the process."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quadrille as q

PUZZLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


@pytest.mark.parametrize(
    ("arguments", "settings", "message", "item", "option"),
    [
        ({"x": []}, {"primary": ["a"]}, "option 'x' has no items", None, "x"),
        ({"x": ["a", "a"]}, {}, "option 'x' has item 'a' twice", "a", "x"),
        (
            {"x": ["a"], "y": ["z"]},
            {"primary": ["a"]},
            "option 'y': there is no item 'z'",
            "z",
            "y",
        ),
        ({"x": [("a", 1)]}, {"primary": ["a"]}, "only secondary items take colours", "a", "x"),
        ([["a"]], {"primary": ["a", "a"]}, "there are two items 'a'", "a", None),
        ([["a"]], {"secondary": ["x", "x"]}, "there are two items 'x'", "x", None),
        ([["a"]], {"primary": ["a"], "secondary": ["a"]}, "primary and secondary", "a", None),
        (
            [["a"]],
            {"bounds": {"b": 1}},
            "'b' is not primary: only primary items have bounds",
            "b",
            None,
        ),
        ([["a"]], {"bounds": {"a": (2, 1)}}, "the lower one first", "a", None),
        ([["a"]], {"bounds": {"a": -1}}, "expected bounds from 0", "a", None),
        ([["a"]], {"bounds": {"a": (0, 2**32)}}, "expected bounds from 0", "a", None),
        ([["a"]], {"costs": {1: 1}}, "cost for option 1, which does not exist", None, 1),
        ([["a"]], {"costs": [1, 2]}, "there are 2 costs for 1 option", None, None),
        ([["a"]], {"costs": [-1]}, "expected a cost from 0 to 2^64-1, found -1", None, 0),
        ([["a"]], {"costs": [2**64]}, "expected a cost", None, 0),
        ([["a"]], {"costs": [0.5]}, "expected a cost", None, 0),
        ([], {}, "a problem needs at least one item", None, None),
    ],
)
def test_wrong_problems(
    arguments: Any, settings: dict[str, Any], message: str, item: object, option: object
) -> None:
    with pytest.raises(q.ProblemError) as caught:
        q.Problem(arguments, **settings)
    assert isinstance(caught.value, ValueError)
    assert message in str(caught.value)
    assert (caught.value.item, caught.value.option) == (item, option)


def test_items_that_are_not_hashable_are_type_errors() -> None:
    for options, settings, place in (
        ([["b"], [["a"]]], {}, "option 1"),
        ({"x": ["p", ("s", [])]}, {"secondary": ["s"]}, "option 'x'"),
        ([["b"]], {"secondary": [["a"]]}, "secondary"),
        ([["b"]], {"primary": [["a"]]}, "primary"),
    ):
        with pytest.raises(TypeError, match=f"{place}: items must be hashable, found "):
            q.Problem(options, **settings)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="options must be an iterable"):
        q.Problem(7)  # type: ignore[arg-type]


def test_wrong_values_of_bounds_and_costs_are_errors_of_one_kind() -> None:
    for wrong in ("x", 0.5, -1, None, float("nan"), float("inf"), (1, 2, 3)):
        with pytest.raises(q.ProblemError, match="option 0: expected a cost") as caught:
            q.Problem([["a"]], costs=[wrong])  # type: ignore[list-item]
        assert caught.value.option == 0
        with pytest.raises(q.ProblemError, match="item 'a': expected bounds") as caught:
            q.Problem([["a"]], bounds={"a": wrong})  # type: ignore[dict-item]
        assert caught.value.item == "a"
    for name in ("bounds", "costs"):
        with pytest.raises(TypeError, match=f"{name} must be a mapping"):
            q.Problem([["a"]], **{name: 1.0})  # type: ignore[arg-type]
    settings: dict[str, Any] = {"bounds": {"a": (0.0, 2.0)}, "costs": [3.0]}
    whole = q.Problem([["a"]], **settings)
    assert (whole.bounds, whole.costs) == ({"a": (0, 2)}, {0: 3})


def test_wrong_texts_have_a_place(tmp_path: Path) -> None:
    with pytest.raises(q.ParseError) as caught:
        q.Problem.from_dlx("a b c\na b\nb d\n")
    assert (caught.value.file, caught.value.line, caught.value.column) == (None, 3, 3)
    assert str(caught.value).startswith("3:3: item `d` is not in the item line\n  b d\n    ^")
    file = tmp_path / "wrong.dlx"
    file.write_bytes(b"a b\nb \xff\n")
    with pytest.raises(q.ParseError) as caught:
        q.Problem.from_dlx(file)
    assert (caught.value.file, caught.value.line) == (str(file), 2)
    with pytest.raises(FileNotFoundError):
        q.Problem.from_dlx(tmp_path / "missing.dlx")
    with pytest.raises(q.ParseError):
        q.Problem.from_dlx("\n")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"limit": 0}, "limit must be at least 1"),
        ({"limit": -1}, "limit must be at least 1, found -1"),
        ({"limit": 2**64}, "limit must be at most 18446744073709551615"),
        ({"threads": 0}, "threads must be at least 1"),
        ({"timeout": -1}, "timeout must be a number of seconds"),
        ({"timeout": float("nan")}, "timeout must be a number of seconds"),
        ({"engine": "fast"}, "there is no engine 'fast'; there are auto, bits"),
        ({"engine": "multiple", "include": ["y"]}, "there is no option 'y'"),
        ({"method": "quick"}, "there is no method 'quick'; there are auto.*fewest, frontier"),
        ({"include": ["x", "x"], "exclude": ["x"]}, "option 'x' is included and excluded"),
        ({"include": ["x", "z"]}, "options 'x' and 'z' can't both be assumed: both have item 'a'"),
    ],
)
def test_wrong_settings(settings: dict[str, Any], message: str) -> None:
    problem = q.Problem({"x": ["a"], "z": ["a"]})
    with pytest.raises(ValueError, match=message):
        problem.count(**settings)


def test_an_engine_without_a_feature_says_so() -> None:
    with pytest.raises(ValueError, match="links"):
        q.Problem([["a"], ["a"]], bounds={"a": 2}).count(engine="links")


def test_numbers_out_of_range_are_errors() -> None:
    problem = q.Problem([["a"]])
    for call, name in (
        (lambda: problem.sample(1, seed=-1), "seed"),
        (lambda: problem.sample(1, seed=2**64), "seed"),
        (lambda: problem.sample(-1), "number"),
        (lambda: problem.cheapest(-1), "k"),
        (lambda: problem.partition(0), "parts"),
        (lambda: problem.count(memory=-1), "memory"),
        (lambda: q.sudoku.check(PUZZLE, threads=-1), "threads"),
        (lambda: q.sudoku.check(PUZZLE, size=-9), "size"),
        (lambda: q.sudoku.check(PUZZLE, box=(0, 3)), "box"),
    ):
        with pytest.raises(ValueError, match=f"{name} must be at "):
            call()


def test_arguments_of_other_types_are_errors_that_name_them() -> None:
    problem = q.Problem([["a"]])
    wrong: Any = "1"
    for call, name in (
        (lambda: problem.count(wrong), "limit"),
        (lambda: problem.count(threads=1.5), "threads"),  # type: ignore[arg-type]
        (lambda: problem.count(timeout=wrong), "timeout"),
        (lambda: q.sudoku.check(PUZZLE, box=1), "box"),  # type: ignore[arg-type]
        (lambda: q.sudoku.check(PUZZLE, size=wrong), "size"),
        (lambda: q.sudoku.check(PUZZLE, timeout=wrong), "timeout"),
    ):
        with pytest.raises(TypeError, match=f"{name} must be"):
            call()
    with pytest.raises(TypeError, match="unexpected keyword argument 'limits'"):
        problem.first(limits=1)  # type: ignore[call-arg]


def test_integers_of_numpy_are_integers() -> None:
    np = pytest.importorskip("numpy")
    one = np.int64(1)
    problem = q.Problem([["a"], ["a"]], bounds={"a": one}, costs=np.array([2, 3]))
    assert problem.count(one, threads=one, timeout=np.float64(5)) == 1
    assert problem.count(timeout=1e30) == 2
    assert problem.cheapest()[0].cost == 2
    regions = np.array([[0, 4, 8]])
    assert q.sudoku.check(PUZZLE, size=np.int8(9), regions=regions) in ("none", "unique")
    assert q.sudoku.check(PUZZLE, box=[3, 3]) == "unique"  # type: ignore[arg-type]


def test_messages_have_items_and_not_their_names() -> None:
    problem = q.Problem({"x": ["row 1"], "y": ["row 1"], "z": [1, "1"]})
    with pytest.raises(ValueError, match="item 'row 1' is covered 2 times"):
        problem.verify(["x", "y", "z"])
    with pytest.raises(ValueError, match="both have item 'row 1'"):
        problem.count(include=["x", "y"])
    with pytest.raises(ValueError, match="there is no option 99"):
        q.Problem([["a"]]).verify([99])


def test_options_that_are_in_no_solution_are_warned_of(tmp_path: Path) -> None:
    text = "a | b\na b\nb\n"
    with pytest.warns(UserWarning, match="^line 3: the option has no primary item"):
        assert q.Problem.from_dlx(text).count() == 1
    file = tmp_path / "p.dlx"
    file.write_text(text)
    with pytest.warns(UserWarning, match="p.dlx:3: the option"):
        q.Problem.from_dlx(file)


def test_items_in_no_option_are_warned_of() -> None:
    message = "^line 1: the item b is in no option, so that there is no solution"
    with pytest.warns(UserWarning, match=message):
        assert q.Problem.from_dlx("a b 0:1|c\na\n").count() == 0


def test_options_that_do_not_exist() -> None:
    problem = q.Problem([["r1c1"], ["r1c1"]])
    for number in (99, 2, -1):
        with pytest.raises(q.UnknownOption, match=f"number {number}: the problem has 2 options"):
            q.Solution(problem, [number])
    wrong: Any = ["x"]
    with pytest.raises(TypeError, match="options must be numbers"):
        q.Solution(problem, wrong)
    for call in (
        lambda: problem.option(9),
        lambda: problem.cost(9),
        lambda: problem.count(include=[9]),
        lambda: problem.count(exclude=[9]),
        lambda: problem.verify([9]),
    ):
        with pytest.raises(q.UnknownOption, match="^there is no option 9$") as caught:
            call()
        assert isinstance(caught.value, ValueError) and isinstance(caught.value, KeyError)
        assert caught.value.option == 9
        assert pickle.loads(pickle.dumps(caught.value)).option == 9
    with pytest.raises(TypeError, match="labels are hashable"):
        problem.option([])  # type: ignore[arg-type]


TEXTS: list[tuple[Callable[[], object], str]] = [
    (lambda: q.Problem({"x": "AB"}), "option 'x' must be an iterable of items, found the text"),
    (lambda: q.Problem(["row", "col"]), "option 0 must be an iterable of items"),
    (lambda: q.Problem([["a"]], primary="ab"), "primary must be an iterable of items"),
    (lambda: q.Problem([["a"]], secondary="diag"), "secondary must be .*, found the text 'diag'"),
    (lambda: q.Problem("ab"), "options must be an iterable of options"),
    (lambda: q.Problem([["a"]]).count(include="0"), "include must be an iterable of labels"),
    (lambda: q.Problem([["a"]]).verify("0"), "labels must be an iterable of labels"),
]


@pytest.mark.parametrize(("call", "message"), TEXTS)
def test_a_text_is_no_iterable_of_names(call: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call()


def test_matrices_are_not_taken_for_options() -> None:
    np, pd = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    matrix = np.array([[1, 0], [0, 1]])
    for wrong in (matrix, pd.DataFrame(matrix), pytest.importorskip("polars").DataFrame(matrix)):
        with pytest.raises(TypeError, match=r"shape \(2, 2\): use Problem.from_matrix"):
            q.Problem(wrong)


def test_wrong_matrices() -> None:
    for matrix, message in (
        ([[1, 2]], "row 0, column 1: expected 0 or 1, found 2"),
        ([[1, 0.5]], "row 0, column 1"),
        ([[1], ["1"]], "row 1, column 0"),
        ([[1], [1, 0]], "row 1 has 2 elements, row 0 has 1"),
        ([[1, 1], [0, 0]], "option 1 has no items"),
        ([], "a problem needs at least one item"),
    ):
        with pytest.raises(ValueError, match=message):
            q.Problem.from_matrix(matrix)
    with pytest.raises(ValueError, match="1 labels for a matrix of 2 rows and 1 columns"):
        q.Problem.from_matrix([[1], [1]], labels=["x"])
    with pytest.raises(ValueError, match="there are two options 'x'"):
        q.Problem.from_matrix([[1], [1]], labels=["x", "x"])
    with pytest.raises(TypeError, match="row 0"):
        q.Problem.from_matrix([1, 0])


def test_the_parser_numbers_options_from_0() -> None:
    with pytest.raises(q.ParseError, match="option 1 has item `a` twice"):
        q.Problem.from_dlx("a b\na b\na a\n")
    with pytest.raises(q.ParseError, match="before a line that names the items"):
        q.Problem.from_dlx("")


@pytest.mark.parametrize(
    ("puzzle", "message", "position"),
    [
        (PUZZLE[:-1], "expected", (1, 81)),
        (PUZZLE[:-1] + "?", "expected a symbol of 1-9, found '?'", (1, 81)),
        ("", "no text", None),
        ("4", 'expected a puzzle, found "4"', None),
        ("hello", "no grid", (1, 6)),
        (PUZZLE + "\n" + PUZZLE, "found another one", (2, 1)),
        (PUZZLE + "\n" + PUZZLE[:-1], "expected", (2, 81)),
        (PUZZLE + "\nhello", "expected", (2, 1)),
    ],
)
def test_wrong_puzzles(puzzle: str, message: str, position: tuple[int, int] | None) -> None:
    for task in (q.sudoku.solve, q.sudoku.check, q.sudoku.count, q.sudoku.candidates, q.Sudoku):
        with pytest.raises(q.PuzzleError) as caught:
            task(puzzle)
        assert isinstance(caught.value, ValueError)
        assert message in str(caught.value)
        assert (caught.value.index, caught.value.position) == (None, position)
    with pytest.raises(q.PuzzleError) as caught:
        q.sudoku.check([PUZZLE, None, puzzle, "worse"])
    assert (caught.value.index, caught.value.position) == (2, position)
    assert str(caught.value).startswith("puzzle 2: ")
    assert q.sudoku.check([PUZZLE, None, puzzle], errors="null") == ["unique", None, None]


def test_the_first_of_many_wrong_puzzles_is_named() -> None:
    puzzles = [PUZZLE] * 30000
    for index in (29999, 21000, 20999):
        puzzles[index] = "wrong"
        with pytest.raises(q.PuzzleError) as caught:
            q.sudoku.check(puzzles, threads=4)
        assert caught.value.index == index


@pytest.mark.parametrize(
    "puzzles", [None, 7, 4.5, b"." * 81, {"a": 1}, [1.5] * 81, [[1, 2], [3]], ["a", 1], [None, [1]]]
)
def test_other_objects_are_type_or_value_errors(puzzles: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        q.sudoku.solve(puzzles)


def test_a_list_of_symbols_is_not_a_column() -> None:
    with pytest.raises(q.PuzzleError, match="found 81 strings of one symbol each: join them"):
        q.sudoku.solve(list(PUZZLE))
    assert q.sudoku.check(list("12"), errors="null") == [None, None]


@pytest.mark.parametrize("count", [1, 2, 3, 9, 80, 82, 1370])
def test_wrong_numbers_of_cells(count: int) -> None:
    with pytest.raises(ValueError):
        q.sudoku.solve([0] * count)


def test_wrong_values_in_lists() -> None:
    cells = [0] * 80
    for value in (10, -1, 255, 256, 10**30):
        with pytest.raises(q.PuzzleError, match=f"from 0 to 9, found {value}") as caught:
            q.sudoku.check([*cells, value])
        assert (caught.value.index, caught.value.position) == (None, (9, 9))
        with pytest.raises(q.PuzzleError) as caught:
            q.sudoku.check([[0] * 81, [*cells, value]])
        assert (caught.value.index, caught.value.position) == (1, (9, 9))
        assert q.sudoku.count([[0] * 81, [*cells, value]], errors="null") == [2, None]


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"size": 7}, "the size is 7"),
        ({"size": 9, "box": (2, 3)}, "the boxes have 6 cells"),
        ({"box": (1, 9)}, "the boxes are 1x9"),
        ({"size": 9, "regions": [[0, 0]]}, "twice"),
        ({"size": 9, "regions": [[81]]}, "the last one is 80"),
        ({"size": 16}, "expected"),
        ({"regions": [[0, 1]]}, "regions need a size"),
        ({"errors": "ignore"}, "errors must be"),
        ({"size": 9, "regions": "ab"}, "regions must be an iterable of lists"),
        ({"size": 9, "regions": [0, 1]}, "a region must be an iterable of cells, found 0"),
        ({"diagonal": "yes"}, "diagonal must be True or False, found 'yes'"),
        ({"diagonal": 1}, "diagonal must be True or False, found 1"),
        ({"box": "3x"}, "expected the height and the width of a box, like 2x3, or none"),
        ({"box": "1x9"}, "both sides must be at least 2"),
        ({"box": "AAABACBBCCBDCDDD"}, "expected 16 symbols, found 81"),
        ({"box": "AAABACBBCCBDCDDD", "size": 9}, "the size is 9, but the boxes have 4 cells"),
        ({"variant": "windows,killer"}, "the variant is killer: expected one or more of diagonal"),
        ({"variant": ["killer"]}, "the variant is killer: expected one or more of diagonal"),
        ({"variant": ""}, "expected one or more of diagonal"),
        ({"variant": 1}, "variant must be an iterable of names, found 1"),
        ({"variant": [1]}, "variant must be a str or an iterable of str, found 1"),
        ({"variant": "windows", "size": 6}, "the size is 6: expected 4, 9, 16, 25 or 36"),
        ({"threads": 0}, "threads must be"),
        ({"timeout": -1}, "timeout must be"),
    ],
)
def test_wrong_rules(rules: dict[str, Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        q.sudoku.check(PUZZLE, **rules)


def test_wrong_drawings_of_boxes_have_a_place() -> None:
    for drawing in ("AAAB\nACBB\nCCBD\nCDDA", "\nAAAB\nACBB\nCCBD\nCDD"):
        with pytest.raises(q.ParseError, match="expected 4") as caught:
            q.sudoku.check("." * 16, box=drawing)
        line, column = drawing.count("\n") + 1, len(drawing.splitlines()[-1])
        assert (caught.value.line, caught.value.column) == (line, column)


def test_texts_with_other_rules_are_errors() -> None:
    text = '{"puzzle": "................", "variant": "windows"}'
    assert q.sudoku.check(text, variant="windows") == "multiple"
    assert q.Sudoku(text, variant="windows") == q.Sudoku("." * 16, variant=["windows"])
    for read in (q.sudoku.check, q.Sudoku):
        with pytest.raises(q.PuzzleError, match="the puzzle has windows, unlike the given rules"):
            read(text)


def test_the_limit_of_counts_is_checked() -> None:
    for count in (lambda: q.sudoku.count(PUZZLE, 0), lambda: q.Sudoku(PUZZLE).count(0)):
        with pytest.raises(ValueError, match="limit must be at least 1"):
            count()
