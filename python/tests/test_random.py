"""Random problems against a search of ten lines, and laws."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quadrille as q


class Given(NamedTuple):
    """The arguments of a problem."""

    options: dict[str, list[Any]]
    primary: list[str]
    secondary: list[str]
    bounds: dict[str, tuple[int, int]]
    costs: dict[str, int]

    def problem(self) -> q.Problem:
        return q.Problem(
            self.options,
            primary=self.primary,
            secondary=self.secondary,
            bounds=self.bounds,
            costs=self.costs,
        )


@st.composite
def problems(draw: st.DrawFn, bounded: bool = True) -> Given:
    """Small problems with colours, bounds and costs."""
    primary = [f"p{i}" for i in range(draw(st.integers(1, 5)))]
    secondary = [f"s{i}" for i in range(draw(st.integers(0, 3)))]
    entry = st.sampled_from(primary)
    colored = st.tuples(st.sampled_from(secondary or [""]), st.sampled_from([None, "r", "g"]))
    option = st.tuples(
        st.lists(entry, max_size=3, unique=True),
        st.lists(colored, max_size=2, unique_by=lambda pair: pair[0]) if secondary else st.just([]),
    ).filter(lambda parts: parts[0] or parts[1])
    options = {}
    for number, (items, colors) in enumerate(draw(st.lists(option, max_size=9))):
        options[f"o{number}"] = items + [s if c is None else (s, c) for s, c in colors]
    bounds = {}
    if bounded and draw(st.booleans()):
        for item in primary:
            low = draw(st.integers(0, 2))
            bounds[item] = (low, low + draw(st.integers(0, 2)))
    costs = {label: draw(st.integers(0, 9)) for label in options}
    return Given(options, primary, secondary, bounds, costs)


def brute_force(given: Given) -> Iterator[frozenset[str]]:
    """All solutions: every set of options is tried."""
    labels = [o for o, entries in given.options.items() if any(e in given.primary for e in entries)]
    for number in range(len(labels) + 1):
        for chosen in combinations(labels, number):
            entries = [entry for label in chosen for entry in given.options[label]]
            times = {item: entries.count(item) for item in given.primary}
            bounds = {item: given.bounds.get(item, (1, 1)) for item in given.primary}
            if any(not low <= times[item] <= high for item, (low, high) in bounds.items()):
                continue
            colors = {s: [e for e in entries if s in (e, e[0])] for s in given.secondary}
            if all(
                len(uses) <= 1 or len(set(uses)) == 1 and uses[0] != s for s, uses in colors.items()
            ):
                yield frozenset(chosen)


@settings(max_examples=150, deadline=None)
@given(problems())
def test_all_answers_are_those_of_brute_force(arguments: Given) -> None:
    problem, expected = arguments.problem(), set(brute_force(arguments))
    solutions = list(problem.solutions())
    assert {frozenset(solution.labels) for solution in solutions} == expected
    assert len(solutions) == len(expected) == problem.count() == problem.count(method="plain")
    assert problem.count(2) == min(2, len(expected))
    assert problem.uniqueness() == ("none", "unique", "multiple")[min(2, len(expected))]
    assert set(problem.candidates()) == {label for solution in expected for label in solution}
    costs = sorted(sum(arguments.costs[label] for label in solution) for solution in expected)
    assert [solution.cost for solution in problem.cheapest(3)] == costs[:3]
    for solution in [*solutions, *problem.sample(3, seed=1)]:
        problem.verify(solution.labels)
        assert frozenset(solution.labels) in expected


@settings(max_examples=60, deadline=None)
@given(problems(), st.randoms(use_true_random=False))
def test_the_order_of_options_and_the_names_do_not_matter(
    arguments: Given, shuffle: random.Random
) -> None:
    expected = {frozenset(solution.labels) for solution in arguments.problem().solutions()}
    labels = list(arguments.options)
    shuffle.shuffle(labels)
    renamed = {item: ("other", item) for item in arguments.primary}
    options = {
        label: [renamed.get(e, e) if isinstance(e, str) else e for e in arguments.options[label]]
        for label in labels
    }
    other = q.Problem(
        options,
        primary=list(renamed.values()),
        secondary=arguments.secondary,
        bounds={renamed[item]: bounds for item, bounds in arguments.bounds.items()},
    )
    assert {frozenset(solution.labels) for solution in other.solutions()} == expected


@pytest.mark.filterwarnings("ignore:.*the option has no primary item")
@pytest.mark.filterwarnings("ignore:.*is in no option")
@settings(max_examples=40, deadline=None)
@given(problems())
def test_threads_parts_and_the_text_format_change_nothing(arguments: Given) -> None:
    problem = arguments.problem()
    order = [solution.options for solution in problem.solutions(threads=1)]
    for threads in (2, 3):
        assert [s.options for s in problem.solutions(threads=threads)] == order
    parts = problem.partition(3)
    found = [s.options for part in parts for s in problem.solutions(**part._asdict())]
    assert sorted(found) == sorted(order)
    again = q.Problem.from_dlx(problem.to_dlx())
    assert [solution.options for solution in again.solutions()] == order


def algorithm_x(
    items: dict[Any, set[int]], options: list[list[Any]], chosen: tuple[int, ...] = ()
) -> Iterator[tuple[int, ...]]:
    """Knuth's Algorithm X over sets."""
    if not items:
        yield tuple(sorted(chosen))
        return
    item = min(items, key=lambda i: len(items[i]))
    for number in list(items[item]):
        gone = {o for i in options[number] for o in items[i]}
        rest = {i: live - gone for i, live in items.items() if i not in options[number]}
        yield from algorithm_x(rest, options, (*chosen, number))


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.lists(st.integers(0, 7), min_size=1, max_size=4, unique=True), min_size=8, max_size=30
    )
)
def test_larger_problems_are_those_of_algorithm_x(options: list[list[int]]) -> None:
    items = {i: {n for n, option in enumerate(options) if i in option} for i in range(8)}
    problem = q.Problem(options, primary=range(8))
    expected = sorted(algorithm_x(items, options))
    assert sorted(solution.options for solution in problem.solutions()) == expected
    assert problem.count() == len(expected)
