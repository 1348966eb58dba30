"""`Problem`: known answers, and each method."""

from __future__ import annotations

import copy
import math
import pickle
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from conftest import dominoes, latin, queens

import quadrille as q

KNUTH = {
    "1": ["c", "e", "f"],
    "2": ["a", "d", "g"],
    "3": ["b", "c", "f"],
    "4": ["a", "d"],
    "5": ["b", "g"],
    "6": ["d", "e", "g"],
}


@pytest.mark.parametrize(
    ("problem", "count"),
    [
        (q.Problem(KNUTH), 1),
        (queens(8), 92),
        (queens(9), 352),
        (dominoes(8, 8), 12988816),
        (dominoes(12, 12), 53060477521960000),
        (dominoes(16, 16), 2444888770250892795802079170816),
        (latin(6), 812851200),
        (latin(7), 61479419904000),
        (dominoes(3, 3), 0),
    ],
)
def test_counts_are_the_known_ones(problem: q.Problem, count: int) -> None:
    assert problem.count() == count
    assert problem.count(limit=50) == min(count, 50)


@pytest.mark.parametrize(
    ("file", "count"),
    [("queens8.dlx", 92), ("langford8.dlx", 150), ("pentominoes6x10.dlx", 9356), ("toy.dlx", 1)],
)
def test_files_have_the_known_counts(puzzles_dir: Path, file: str, count: int) -> None:
    problem = q.Problem.from_dlx(puzzles_dir / file)
    assert problem.count() == problem.count(method="plain", threads=1) == count
    assert q.Problem.from_dlx(str(puzzles_dir / file)).count() == count


def test_solutions_have_options_labels_and_items() -> None:
    solution = q.Problem(KNUTH).first()
    assert solution is not None
    assert solution.labels == ("1", "4", "5")
    assert solution.options == (0, 3, 4)
    assert solution.items == (("c", "e", "f"), ("a", "d"), ("b", "g"))
    assert repr(solution) == "<quadrille.Solution: '1', '4', '5'>"
    assert q.Problem([["a"], ["b"]]).first() != solution
    assert dominoes(3, 3).first() is None


def test_items_and_labels_are_any_hashable_objects() -> None:
    labels = [None, frozenset({1}), (1, "x"), 2.5]
    items = [b"x", None, ("a b", 1), frozenset()]
    problem = q.Problem({label: [item] for label, item in zip(labels, items)})
    assert problem.items == tuple(items)
    assert problem.labels == tuple(labels)
    solution = problem.first()
    assert solution is not None and solution.labels == tuple(labels)
    # Names in the text format are different from each other, whatever the items are.
    text = q.Problem([["a b"], ["i0"], ["a:b"], ["i2"], ["é"]]).to_dlx()
    assert len(set(text.splitlines()[0].split())) == 5
    assert q.Problem.from_dlx(text).count() == 1


def test_options_can_be_any_iterables() -> None:
    problem = q.Problem((iter(option) for option in (["a", "b"], {"c"})))
    assert problem.count() == 1
    assert problem.labels == (0, 1)
    assert problem.option(0) == ("a", "b")


def test_secondary_items_and_colours() -> None:
    options = {
        "red": ["p", ("x", "red")],
        "red too": ["r", ("x", "red")],
        "blue": ["r", ("x", "blue")],
        "plain": ["r", "x"],
        "none": ["r"],
    }
    problem = q.Problem(options, secondary=["x"])
    found = {frozenset(solution.labels) for solution in problem.solutions()}
    assert found == {frozenset({"red", "red too"}), frozenset({"red", "none"})}
    assert problem.items == ("p", "r", "x")
    assert problem.option("blue") == ("r", ("x", "blue"))
    assert repr(problem) == "<quadrille.Problem: 2 primary items, 5 options, 1 secondary item>"


def test_pairs_are_items_where_the_first_part_is_no_secondary_item() -> None:
    cells = q.Problem([[(0, 0), (0, 1)], [(0, 0)], [(0, 1)]])
    assert cells.count() == 2
    # A pair that is declared as an item is one.
    declared = q.Problem([["p", ("x", 1)], ["r", ("x", 1)]], secondary=["x", ("x", 1)])
    assert declared.count() == 0
    colored = q.Problem([["p", ("x", 1)], ["r", ("x", 1)]], secondary=["x"])
    assert colored.count() == 1


def test_primary_items_may_have_no_options() -> None:
    assert q.Problem([["a"]], primary=["a", "b"]).count() == 0
    assert q.Problem([["x"]], primary=[], secondary=["x"]).count() == 1


def test_bounds() -> None:
    options = [["a", name] for name in "vwxyz"]
    secondary = list("vwxyz")
    for low, high in [(0, 5), (2, 3), (5, 9), (6, 9)]:
        problem = q.Problem(options, secondary=secondary, bounds={"a": (low, high)})
        expected = sum(math.comb(5, k) for k in range(low, min(high, 5) + 1))
        assert problem.count() == expected
        assert len(list(problem.solutions())) == expected
    assert q.Problem(options, secondary=secondary, bounds={"a": 2}).count() == 10


def test_cheapest() -> None:
    costs = {"1": 3, "2": 1}
    options = {"1": ["a"], "2": ["a"], "3": ["a"], "4": ["b"]}
    problem = q.Problem(options, costs=costs)
    best = problem.cheapest(5)
    assert [solution.cost for solution in best] == [0, 1, 3]
    assert [solution.labels for solution in best] == [("3", "4"), ("2", "4"), ("1", "4")]
    assert problem.cheapest()[0] == problem.cheapest(threads=1)[0] == best[0]
    assert q.Problem(list(options.values()), costs=[3, 1, 0, 0]).cheapest(3)[2].cost == 3
    large = q.Problem([["a"], ["b"]], costs=[2**64 - 1, 2**64 - 1])
    assert large.cheapest()[0].cost == 2**65 - 2


def test_include_and_exclude() -> None:
    problem = queens(8)
    assert problem.count(include=[(0, 0)]) == 4
    assert problem.count(exclude=[(0, 0)]) == 88
    assert all((0, 0) in solution.labels for solution in problem.solutions(include=[(0, 0)]))
    assert problem.unique(include=[(0, 0), (1, 4)]) is (
        problem.count(include=[(0, 0), (1, 4)]) == 1
    )
    assert (0, 0) not in problem.candidates(exclude=[(0, 0)])
    assert all((0, 0) in solution.labels for solution in problem.sample(3, include=[(0, 0)]))


def test_uniqueness() -> None:
    assert q.Problem([["a"]]).uniqueness() == "unique"
    assert q.Problem([["a"], ["a"]]).uniqueness() == "multiple"
    assert q.Problem([["a"]], primary=["a", "b"]).uniqueness() == "none"
    assert not q.Problem([["a"], ["a"]]).unique()


def test_samples_are_uniform_and_depend_on_the_seed_alone() -> None:
    problem = dominoes(2, 4)
    assert problem.count() == 5
    drawn = Counter(solution.options for solution in problem.sample(2000, seed=1))
    assert len(drawn) == 5
    chi_square = sum((seen - 400) ** 2 / 400 for seen in drawn.values())
    assert chi_square < 23.5  # 4 degrees of freedom: one of ten thousand seeds is above this.
    assert problem.sample(9, seed=3) == problem.sample(9, seed=3) != problem.sample(9, seed=4)
    assert dominoes(3, 3).sample(5) == []
    square = latin(7).sample(1, seed=5)[0]
    latin(7).verify(square.labels)


def test_the_samples_of_a_seed_never_change() -> None:
    drawn = queens(8).sample(2, seed=7)
    columns = [[c for _, c in sorted(solution.labels)] for solution in drawn]
    assert columns == [[5, 3, 6, 0, 7, 1, 4, 2], [5, 2, 6, 1, 7, 4, 0, 3]]


def test_candidates() -> None:
    problem = queens(6)
    used = {label for solution in problem.solutions() for label in solution.labels}
    assert problem.candidates() == [label for label in problem.labels if label in used]
    assert dominoes(3, 3).candidates() == []


def test_estimates() -> None:
    estimate = dominoes(2, 4).estimate()
    assert estimate.is_exact and estimate.solutions == 5 and estimate.solutions_error == 0
    estimate = queens(10).estimate(seed=1)
    assert estimate == queens(10).estimate(seed=1)
    assert 400 < estimate.solutions < 1200


def test_parts_have_each_solution_once() -> None:
    problem = queens(8)
    parts = problem.partition(20)
    assert len(parts) >= 20
    found = [s.options for part in parts for s in problem.solutions(**part._asdict())]
    assert sorted(found) == sorted(s.options for s in problem.solutions())
    bounded = q.Problem([["a", x] for x in "vwxyz"], secondary=list("vwxyz"), bounds={"a": (1, 3)})
    assert sum(bounded.count(**part._asdict()) for part in bounded.partition(4)) == 25


def test_verify() -> None:
    problem = q.Problem(KNUTH)
    problem.verify(["5", "1", "4"])
    for wrong in [["1"], ["1", "3", "4", "5"], []]:
        with pytest.raises(ValueError, match="item"):
            problem.verify(wrong)


@pytest.mark.filterwarnings("ignore:.*the option has no primary item")
def test_text_format_and_back(puzzles_dir: Path) -> None:
    for file in sorted(puzzles_dir.glob("*.dlx")):
        problem = q.Problem.from_dlx(file)
        again = q.Problem.from_dlx(problem.to_dlx())
        assert again.items == problem.items and again.labels == problem.labels
        assert [again.option(label) for label in again.labels] == [
            problem.option(label) for label in problem.labels
        ]
        assert [s.options for s in again.solutions(20)] == [
            s.options for s in problem.solutions(20)
        ]
        assert [again.cost(label) for label in again.labels] == [
            problem.cost(label) for label in problem.labels
        ]
    with pytest.raises(ValueError, match="primary"):
        q.Problem([["x"]], primary=[], secondary=["x"]).to_dlx()


def test_problems_and_solutions_are_pickled_and_copied() -> None:
    problem = q.Problem(
        {"r": ["a", ("x", "red")], "b": ["b", ("x", 1)], "n": [(0, 1)]},
        secondary=["x"],
        bounds={"a": (0, 2)},
        costs={"r": 7},
    )
    for again in (pickle.loads(pickle.dumps(problem)), copy.deepcopy(problem)):
        assert again.to_dlx() == problem.to_dlx()
        assert again.labels == problem.labels and again.items == problem.items
        assert again == problem and hash(again) == hash(problem)
        found, expected = list(again.solutions()), list(problem.solutions())
        assert found == expected and hash(found[0]) == hash(expected[0])
    solution = problem.first()
    assert pickle.loads(pickle.dumps(solution)) == solution


def test_problems_are_equal_by_value() -> None:
    options = {"r": ["a", ("x", "red")], "b": ["b", ("x", 1)], "n": ["b"]}
    settings: dict[str, Any] = {
        "secondary": ["x"],
        "bounds": {"a": (0, 2)},
        "costs": {"r": 7},
    }
    problem = q.Problem(options, **settings)
    assert problem == q.Problem(options, **settings) and len({problem, problem}) == 1
    assert problem != "problem"
    for change in (
        {"bounds": {}},
        {"bounds": {"a": (0, 1)}},
        {"costs": {}},
        {"costs": {"b": 7}},
        {"secondary": ["x", "y"]},
        {"primary": ["a", "b", "c"]},
        {"primary": ["b", "a"]},
    ):
        assert q.Problem(options, **{**settings, **change}) != problem
    for other in (
        {**options, "n": ["a"]},
        {**options, "b": ["b", ("x", 2)]},
        {label: options[label] for label in ("r", "n", "b")},
        {"R" if label == "r" else label: option for label, option in options.items()},
    ):
        assert q.Problem(other, **{**settings, "costs": {}}) != q.Problem(
            options, **{**settings, "costs": {}}
        )
    again = q.Problem.from_dlx(q.Problem([["a", "b"], ["b"]]).to_dlx())
    assert again == q.Problem([["a", "b"], ["b"]])


def test_the_properties_are_arguments_of_the_constructor() -> None:
    text = "a 0:2|b c | x y\n| @option cost\na x:red y\nb x:red\nc\n".replace(
        "| @option cost\n", ""
    )
    for problem in (
        q.Problem.from_dlx(text),
        queens(5),
        q.Problem({"z": ["p", ("s", 1)]}, primary=["q", "p"], secondary=["s"], costs=[4]),
    ):
        names = ("primary", "secondary", "bounds", "costs")
        arguments: dict[str, Any] = {name: getattr(problem, name) for name in names}
        assert problem.primary + problem.secondary == problem.items
        assert q.Problem(problem.options, **arguments) == problem
    assert q.Problem.from_dlx(text).bounds == {"b": (0, 2)}
    assert q.Problem.from_dlx(text).secondary == ("x", "y")


def test_assumptions_can_be_repeated() -> None:
    problem = dominoes(4, 4)
    assert problem.count(include=[0, 0]) == problem.count(include=[0])
    assert problem.count(exclude=[0, 0, 1]) == problem.count(exclude=[1, 0])


def test_a_solution_is_verified() -> None:
    problem, other = dominoes(4, 4), queens(4)
    solution = problem.first()
    assert solution is not None
    problem.verify(solution)
    with pytest.raises(q.UnknownOption):
        other.verify(solution)
    with pytest.raises(ValueError, match="covered"):
        problem.verify(q.Solution(problem, solution.options[1:]))


def test_matrices() -> None:
    rows = [[1, 0, 1], [0, 1, 0], [1, 1, 1], [0, 1, 1]]
    problem = q.Problem.from_matrix(rows)
    assert problem.options == {0: (0, 2), 1: (1,), 2: (0, 1, 2), 3: (1, 2)}
    assert problem.items == (0, 1, 2) and problem.count() == 2
    assert q.Problem.from_matrix([[True, False], [0, 1.0]]).count() == 1
    # A column without 1 is an item that no option covers.
    assert q.Problem.from_matrix([[1, 0]]).count() == 0
    assert q.Problem.from_matrix([[1, 0]], secondary=[1]).count() == 1
    named = q.Problem.from_matrix(
        rows, labels="wxyz".__iter__(), items=["a", "b", "c"], bounds={"b": (0, 2)}, costs=[1] * 4
    )
    assert named.option("z") == ("b", "c") and named.costs == dict.fromkeys("wxyz", 1)
    assert named.bounds == {"b": (0, 2)}
    np = pytest.importorskip("numpy")
    for kind in (int, bool, np.uint8, float):
        assert q.Problem.from_matrix(np.array(rows, dtype=kind)) == problem
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    frame = pd.DataFrame(rows, index=list("wxyz"), columns=["a", "b", "c"])
    assert q.Problem.from_matrix(frame).option("z") == ("b", "c")
    found = q.Problem.from_matrix(pl.from_pandas(frame))
    assert found.items == ("a", "b", "c") and found.labels == (0, 1, 2, 3)


def test_pictures() -> None:
    solution = dominoes(4, 4).first()
    assert solution is not None
    assert "<svg" in solution.svg() and solution._repr_svg_() == solution.svg()
    toy = q.Problem(KNUTH).first()
    assert toy is not None and toy._repr_svg_() is None
    with pytest.raises(ValueError):
        toy.svg()


def board(problem: q.Problem) -> str | None:
    """The size of the board of which a solution is drawn."""
    solution = problem.first()
    assert solution is not None
    picture = solution._repr_svg_()
    return None if picture is None else picture.split("<title>board ")[1].split(",")[0]


def named_queens(size: int, row: Any, column: Any, rising: Any, falling: Any) -> q.Problem:
    options = {
        (r, c): [row(r), column(c), rising(r + c), falling(r - c)]
        for r in range(size)
        for c in range(size)
    }
    return q.Problem(
        options, secondary={item for option in options.values() for item in option[2:]}
    )


def test_boards_are_found_from_the_names_of_the_caller() -> None:
    def named(name: str) -> Any:
        return lambda number: f"{name} {number}"

    def paired(name: str) -> Any:
        return lambda number: (name, number)

    for kind in (named, paired):
        for names in (["row", "column", "sum", "difference"], ["r", "c", "s", "d"]):
            assert board(named_queens(8, *map(kind, names))) == "8x8", names
    assert board(q.Problem([["my item", "b"], ["other thing"]])) is None
    assert board(q.Problem([[frozenset({0, 1})], [frozenset({0, 2})]])) is None

    def dominoes_of(cell: Any, pieces: list[Any], first: int = 0) -> q.Problem:
        rows = [[cell(r, c) for c in range(4)] for r in range(first, first + 4)]
        places = [row[at : at + 2] for row in rows for at in range(3)]
        places += [[rows[at][c], rows[at + 1][c]] for at in range(3) for c in range(4)]
        return q.Problem([[piece, *place] for place in places for piece in pieces])

    # Numbered pieces are not cells.
    numbered: list[list[Any]] = [
        [(letter, number) for letter in "LI" for number in range(4)],
        [(letter, number) for letter in "abcd" for number in (1, 2)],
        [f"{letter}{number}" for letter in "LI" for number in range(4)],
    ]
    for pieces in numbered:
        for first in (0, -2):
            assert board(dominoes_of(lambda r, c: (r, c), pieces, first)) == "4x4"
            assert board(dominoes_of(lambda r, c: str((r, c)), pieces, first)) == "4x4"
        assert board(dominoes_of(lambda r, c: "abcd"[c] + str(r), ["A", *pieces[1:]])) == "4x4"
        assert board(dominoes_of(lambda r, c: f"x{c}y{r}z", pieces)) is None


ENGINES = ["bits", "links", "cells-wtd", "cells-frb", "multiple", "learning", "naive"]


@pytest.mark.parametrize("engine", ENGINES)
def test_engines_have_the_same_solutions(engine: str) -> None:
    found = {solution.options for solution in queens(6).solutions(engine=engine)}
    assert found == {solution.options for solution in queens(6).solutions()}
