"""Items, colours and labels that are not names of the text format."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import quadrille as q

STRANGE = [
    "", " ", "a b", "|", "|x", "|@", ":", "a:b", "2|a", "[1:2]a", "\0", "\t", "\n", "\x85", "\xa0",
    "\u2028", "\u3000", "\ufeff", "\ufeffa", "a\ufeff", "\ud800", "a\udfff", "i0", "c0", "é", "#", "~",
]  # fmt: skip


@pytest.mark.parametrize("name", STRANGE)
def test_any_string_is_an_item_a_colour_and_a_label(name: str) -> None:
    for problem, items in [
        (q.Problem({name: [name], "other": ["other"]}), (name, "other")),
        (q.Problem({name: ["p", ("x", name)], "o": ["r", ("x", name)]}, secondary=["x"]), "prx"),
        (q.Problem({name: ["p", name]}, secondary=[name], bounds={"p": (0, 2)}), ("p", name)),
    ]:
        assert problem.items == tuple(items)
        assert problem.labels[0] == name
        expected = [solution.labels for solution in problem.solutions()]
        assert len(expected) > 0
        # In the text format, a name may be another one. The solutions are the same.
        again = q.Problem.from_dlx(problem.to_dlx())
        assert len(again.items) == len(items) and len(set(again.items)) == len(items)
        assert [s.options for s in again.solutions()] == [s.options for s in problem.solutions()]
        copied = pickle.loads(pickle.dumps(problem))
        assert [solution.labels for solution in copied.solutions()] == expected


def test_items_of_equal_texts_are_different() -> None:
    items = [1, "1", (1,), 1.5, "1.5", "i1", "i1_", ("a", "b"), "a,b", None, "None"]
    problem = q.Problem([[item] for item in items])
    names = problem.to_dlx().splitlines()[0].split()
    assert len(set(names)) == len(items)
    solution = problem.first()
    assert solution is not None and [item for (item,) in solution.items] == items


@pytest.mark.parametrize(
    ("items", "names"),
    [
        (["row 0", "col 0"], "row_0 col_0"),
        (["a \t b:c|d", "e"], "a_b_c_d e"),
        # Names stay different.
        (["a b", "a:b", "c"], "i0_ i1_ c"),
        (["a b", "a_b"], "i0_ a_b"),
        (["a_b", "a b", "i1_"], "a_b i1__ i1_"),
        (["", " ", "_", "x"], "i0_ i1_ _ x"),
        ([(0, "a b"), frozenset({1})], "0,a_b frozenset({1})"),
    ],
)
def test_other_characters_become_underscores(items: list[Any], names: str) -> None:
    problem = q.Problem([items])
    assert problem.to_dlx().splitlines()[0] == names
    assert problem.items == tuple(items)


def test_names_that_are_possible_are_kept() -> None:
    problem = q.Problem({"first one": [(0, 1), "b", ("x", "red")]}, secondary=["x"])
    assert problem.to_dlx() == "0,1 b | x\n|@ first one\n0,1 b x:red\n"
    again = q.Problem.from_dlx(problem.to_dlx())
    assert again.items == ("0,1", "b", "x") and again.labels == ("first one",)
    assert again.option("first one") == ("0,1", "b", ("x", "red"))


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("a b\n|@ one\na\n|@ two\nb\n", ("one", "two")),
        ("a b\n|@ one\na\n|@ one\nb\n", (0, 1)),
        ("a b\n|@ one\na\nb\n", (0, 1)),
        ("a b\na\nb\n", (0, 1)),
    ],
)
def test_labels_of_a_text(text: str, labels: tuple[Any, ...]) -> None:
    problem = q.Problem.from_dlx(text)
    assert problem.labels == labels
    solution = problem.first()
    assert solution is not None and solution.labels == labels
    problem.verify(labels)


def test_equal_hashables_are_one_label_and_one_item() -> None:
    problem = q.Problem({1: ["a", 1], 2: ["a", True, "b"]})
    assert problem.items == ("a", 1, "b")
    assert problem.count(include=[2.0]) == 1
    assert problem.option(True) == ("a", 1)

    # Hashes that are all equal do not make items equal.
    class Same:
        def __hash__(self) -> int:
            return 7

    many = [Same() for _ in range(50)]
    assert q.Problem([[item] for item in many]).items == tuple(many)


@pytest.mark.parametrize("label", ["x", 0, ("a", 1), "option 2", None])
def test_messages_name_options_by_their_labels(label: Any) -> None:
    problem = q.Problem({label: ["a"], "z": ["a", "b"]})
    with pytest.raises(ValueError, match="chosen twice") as caught:
        problem.verify([label, label])
    assert str(caught.value).startswith(f"option {label!r} is chosen twice")
    with pytest.raises(ValueError) as caught:
        problem.count(include=[label], exclude=[label])
    assert repr(label) in str(caught.value)
    with pytest.raises(q.ProblemError) as raised:
        q.Problem({"z": ["a"], label: ["a", "a"]})
    assert f"option {label!r}" in str(raised.value) and raised.value.option == label


def test_messages_name_items_as_they_were_given() -> None:
    with pytest.raises(q.ProblemError) as caught:
        q.Problem({"x": ["a b", "a b"]})
    assert caught.value.item == "a b" and "a b" in str(caught.value)
