"""Exact-cover problems: `Problem`, `Solution`, and the iterator `Solutions`."""

from __future__ import annotations

import os
import secrets
import warnings
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import index
from pathlib import Path
from typing import Any, NamedTuple, Union, cast

from quadrille import _quadrille as native
from quadrille._arguments import MAX_U32, MAX_U64, listed, natural, one_of
from quadrille._arguments import optional_natural, seconds
from quadrille._names import color_names, item_names, label_text, numbered_from_0, with_objects
from quadrille._outcome import completed
from quadrille._progress import ProgressOption, native_callback
from quadrille.errors import Interrupted, ParseError, ProblemError, UnknownOption
from quadrille.typing import EngineName, MethodName, Verdict

Label = Hashable
Item = Hashable
# The keys of a mapping are invariant: `Hashable` would refuse a `dict[str, ...]`.
Options = Union[Mapping[Any, Iterable[Any]], Iterable[Iterable[Any]]]
Bounds = Mapping[Any, Union[int, tuple[int, int]]]
Costs = Union[Mapping[Any, int], Sequence[int]]


class Problem:
    """An exact-cover problem: items to cover, and options that cover them.

    `options` is a mapping from labels to options, or an iterable of options, whose labels are then
    their numbers from 0. An option is an iterable of items. Labels and items are any hashable
    objects.

    >>> from quadrille import Problem
    >>> problem = Problem({"1": ["a", "b"], "2": ["c"], "3": ["a"], "4": ["b", "c"]})
    >>> [sorted(solution.labels) for solution in problem.solutions()]
    [['1', '2'], ['3', '4']]

    *Primary* items are covered exactly once; by default these are all items. *Secondary* items are
    covered at most once, or any number of times with the same *colour*: an entry of an option is an
    item, or a pair of a secondary item and its colour. A pair whose first element is not a
    secondary item is an item itself, such as the cell `(0, 1)`.

    >>> words = Problem(
    ...     {"cat": ["across", ("x", "c")],
    ...      "cot": ["down", ("x", "c")],
    ...      "dot": ["down", ("x", "d")]},
    ...     secondary=["x"],
    ... )
    >>> [solution.labels for solution in words.solutions()]
    [('cat', 'cot')]

    `bounds` says how often primary items are covered: a number, or a pair of the least and the
    greatest number. `costs` has costs of options, by label: integers that are not negative.

    >>> shifts = Problem(
    ...     [["mon", "ann"], ["mon", "bob"], ["tue", "ann"], ["tue", "bob"]],
    ...     bounds={"ann": (0, 1), "bob": (0, 2)},
    ...     costs={0: 20, 1: 25, 2: 30, 3: 45},
    ... )
    >>> shifts.count(), shifts.cheapest()[0].cost
    (3, 55)

    A problem never changes, can be pickled, and can be used by several threads.

    Raises:
        ProblemError: an option has no items or an item twice; where `primary` is given, it has an
            item that is not given, or a colour for a primary item; or bounds or costs are wrong.
            The error has the `item` and the `option`.
    """

    __slots__ = ("_colors", "_items", "_labels", "_native", "_numbers", "_options")

    def __init__(
        self,
        options: Options,
        *,
        primary: Iterable[Item] | None = None,
        secondary: Iterable[Item] = (),
        bounds: Bounds | None = None,
        costs: Costs | None = None,
    ) -> None:
        if _is_matrix(options):
            shape = options.shape  # type: ignore[union-attr]
            found = f"{type(options).__name__} of the shape {shape}"
            use = "use Problem.from_matrix for a matrix of 0 and 1"
            raise TypeError(f"expected an iterable of options, found {found}: {use}")
        if isinstance(options, Mapping):
            labels: list[Label] = list(options)
            given: list[Any] = list(options.values())
        else:
            given = listed("options", options, "options, or a mapping from labels to them")
            labels = list(range(len(given)))
        entries = [
            list(option) if isinstance(option, (list, tuple)) else _listed_option(label, option)
            for label, option in zip(labels, given)
        ]
        self._build(
            labels,
            entries,
            None if primary is None else listed("primary", primary, "items"),
            listed("secondary", secondary, "items"),
            {} if bounds is None else bounds,
            _costs(labels, costs),
        )

    def _build(
        self,
        labels: list[Label],
        options: list[list[Any]],
        primary: list[Item] | None,
        secondary: list[Item],
        bounds: Bounds,
        costs: Mapping[Label, int],
    ) -> None:
        if not isinstance(bounds, Mapping):
            raise TypeError(f"bounds must be a mapping from items to bounds, found {bounds!r}")
        try:
            self._make(labels, options, primary, secondary, bounds, costs)
        except TypeError:
            places = {f"option {label!r}": option for label, option in zip(labels, options)}
            for place, found in {
                "primary": primary or [],
                "secondary": secondary,
                **places,
            }.items():
                _check_hashable(place, found)
            raise

    def _make(
        self,
        labels: list[Label],
        options: list[list[Any]],
        given: list[Item] | None,
        secondary: list[Item],
        bounds: Bounds,
        costs: Mapping[Label, int],
    ) -> None:
        is_secondary = dict.fromkeys(secondary)
        items: dict[Item, int] = {}
        for item in _all_primary(options, is_secondary) if given is None else given:
            if item in is_secondary:
                raise ProblemError(f"item {item!r} is primary and secondary", item)
            _add(items, item, given is None)
        count = len(items)
        for item in secondary:
            _add(items, item, False)
        for item in bounds:
            if items.get(item, count) >= count:
                message = f"item {item!r} is not primary: only primary items have bounds"
                raise ProblemError(message, item)
        builder = native.ProblemBuilder()
        by_name = dict(zip(item_names(items), items))
        for name, item in by_name.items():
            if items[item] < count:
                builder.primary(name, *_bounds(item, bounds.get(item, 1)))
            else:
                builder.secondary(name)
        self._colors = _colors(options, items)
        for name in color_names(self._colors):
            builder.color(name)
        parsed = [
            _entries(labels[i], option, items, self._colors) for i, option in enumerate(options)
        ]
        is_numbered = labels == list(range(len(labels)))
        for label, (numbers, colors) in zip(labels, parsed):
            text = None if is_numbered else label_text(label)
            try:
                builder.option(numbers, colors, costs.get(label, 0), text)
            except ProblemError as error:
                item = by_name.get(error.item)
                raise ProblemError(with_objects(str(error), labels, by_name), item, label) from None
        self._native = builder.build()
        self._items = list(items)
        self._labels = labels
        self._numbers = {label: number for number, label in enumerate(labels)}
        self._options = [tuple(option) for option in options]

    @classmethod
    def from_matrix(
        cls,
        matrix: Any,
        *,
        labels: Iterable[Label] | None = None,
        items: Iterable[Item] | None = None,
        secondary: Iterable[Item] = (),
        bounds: Bounds | None = None,
        costs: Costs | None = None,
    ) -> Problem:
        """The problem of a matrix of 0 and 1: each row is an option, each column an item.

        The matrix is a list of lists, an array of numpy with two dimensions, a sparse matrix of
        scipy, or a DataFrame of pandas or polars. `labels` are those of the rows, by default their
        numbers from 0 or the index of pandas; `items` are those of the columns, by default their
        numbers or the names of the columns. The other arguments are those of the constructor.

        >>> problem = Problem.from_matrix([[1, 0, 1], [0, 1, 0], [1, 1, 1]])
        >>> [solution.labels for solution in problem.solutions()]
        [(0, 1), (2,)]
        >>> problem.option(0)
        (0, 2)

        Raises:
            ValueError: an element is not 0 or 1, or rows have different lengths.
            ProblemError: an option has no items, or what the constructor raises.
        """
        rows, row_names, column_names = _rows_of(matrix)
        width = len(rows[0]) if rows else 0
        names = column_names if items is None else listed("items", items, "items")
        names = list(range(width)) if names is None else names
        keys = row_names if labels is None else listed("labels", labels, "labels")
        keys = list(range(len(rows))) if keys is None else keys
        for found, expected, kind in ((keys, len(rows), "labels"), (names, width, "items")):
            if len(found) != expected:
                shape = f"{len(rows)} rows and {width} columns"
                raise ValueError(f"there are {len(found)} {kind} for a matrix of {shape}")
        options: dict[Label, list[Item]] = {}
        for number, (label, row) in enumerate(zip(keys, rows)):
            if label in options:
                raise ProblemError(f"there are two options {label!r}", None, label)
            options[label] = [
                name for name, is_in in zip(names, _flags(number, row, width)) if is_in
            ]
        hidden = listed("secondary", secondary, "items")
        _check_hashable("secondary", hidden)
        is_hidden = set(hidden)
        primary = [name for name in names if name not in is_hidden]
        return cls(options, primary=primary, secondary=hidden, bounds=bounds, costs=costs)

    @classmethod
    def from_dlx(cls, source: str | os.PathLike[str]) -> Problem:
        """Reads a problem in Knuth's format: a text, or the path of a file.

        A `str` that has a line end or is empty is a text; any other `str`, and every `os.PathLike`,
        is a path.
        Items and colours are strings. Labels are those of the text (lines `|@ label`), if all
        options have different ones, and otherwise numbers from 0. An option without a primary item
        is in no solution, and an item in no option excludes every solution: a warning has the line.

        >>> problem = Problem.from_dlx("a b c\\na b\\nc\\nb c\\na\\n")
        >>> problem.count()
        2

        Raises:
            ParseError: with the `line` and the `column` of the error.
            OSError: the file can't be read.
        """
        if isinstance(source, str) and ("\n" in source or source == ""):
            text, file = source.encode(), None
        else:
            text, file = Path(source).read_bytes(), os.fspath(source)
        try:
            problem, never_chosen, never_covered = native.Problem.from_dlx(text, file)
        except ParseError as error:
            message = numbered_from_0(str(error))
            raise ParseError(message, error.file, error.line, error.column) from None
        reason = "the option has no primary item, and is in no solution"
        reasons = [(line, reason) for line in never_chosen]
        reasons += [
            (line, f"the item {name} is in no option, so that there is no solution")
            for name, line in never_covered
        ]
        for line, reason in reasons[:10]:
            place = f"line {line}" if file is None else f"{file}:{line}"
            warnings.warn(f"{place}: {reason}", stacklevel=2)
        return cls._from_native(problem)

    @classmethod
    def _from_native(cls, problem: native.Problem, labels: list[Any] | None = None) -> Problem:
        self = cls.__new__(cls)
        self._native = problem
        self._items = [name for name, _, _, _ in problem.items()]
        colors = problem.colors()
        self._colors = {color: number for number, color in enumerate(colors)}
        records = problem.options()
        if labels is None:
            labels = [label for label, _, _, _ in records]
        if None in labels or len(set(labels)) < len(labels):
            labels = list(range(len(records)))
        self._labels = labels
        self._numbers = {label: number for number, label in enumerate(labels)}
        self._options = [
            tuple(
                self._items[item] if color is None else (self._items[item], colors[color])
                for item, color in zip(items, item_colors)
            )
            for _, _, items, item_colors in records
        ]
        return self

    def to_dlx(self) -> str:
        """The problem in Knuth's format.

        Names are the items as text. Characters that a name can't have, such as blanks, become `_`;
        where names would then be equal, they are generated.

        >>> print(Problem({"x": [(0, 1), "b"]}).to_dlx(), end="")
        0,1 b
        |@ x
        0,1 b

        Raises:
            ValueError: the problem has no primary item, which the format can't express.
        """
        return self._native.to_dlx()

    def __reduce__(self) -> tuple[Any, ...]:
        primary, secondary = list(self.primary), list(self.secondary)
        arguments = (self._labels, self._options, primary, secondary, self.bounds, self.costs)
        return _unpickle, (type(self), *arguments)

    def __eq__(self, other: object) -> bool:
        """Whether two problems have the same labels, options, items, bounds and costs, in order."""
        if not isinstance(other, Problem):
            return NotImplemented
        return self is other or (
            (self._labels, self._items) == (other._labels, other._items)
            and (self._options, self._kinds()) == (other._options, other._kinds())
            and self._native.costs() == other._native.costs()
        )

    def __hash__(self) -> int:
        return hash((tuple(self._labels), tuple(self._items)))

    def _kinds(self) -> list[tuple[bool, int, int]]:
        """Of each item, whether it is primary, and its bounds."""
        return [tuple(kind) for _, *kind in self._native.items()]  # type: ignore[misc]

    @property
    def options(self) -> dict[Label, tuple[Any, ...]]:
        """The entries of all options by label.

        With the properties `primary`, `secondary`, `bounds` and `costs`, these are arguments of the
        constructor that make an equal problem.

        >>> problem = Problem.from_dlx("a b | x\\na x\\nb x\\nb\\n")
        >>> problem.options
        {0: ('a', 'x'), 1: ('b', 'x'), 2: ('b',)}
        >>> problem.primary, problem.secondary, problem.bounds
        (('a', 'b'), ('x',), {})
        """
        return dict(zip(self._labels, self._options))

    @property
    def primary(self) -> tuple[Item, ...]:
        """The primary items."""
        return tuple(item for item, (is_in, _, _) in zip(self._items, self._kinds()) if is_in)

    @property
    def secondary(self) -> tuple[Item, ...]:
        """The secondary items."""
        return tuple(item for item, (is_in, _, _) in zip(self._items, self._kinds()) if not is_in)

    @property
    def bounds(self) -> dict[Item, tuple[int, int]]:
        """How often primary items are covered, of those for which that is not exactly once."""
        return {
            item: (low, high)
            for item, (is_primary, low, high) in zip(self._items, self._kinds())
            if is_primary and (low, high) != (1, 1)
        }

    @property
    def costs(self) -> dict[Label, int]:
        """The costs of options by label, of those whose cost is not 0."""
        return {label: cost for label, cost in zip(self._labels, self._native.costs()) if cost}

    @property
    def items(self) -> tuple[Item, ...]:
        """All items, the primary ones first."""
        return tuple(self._items)

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels of all options."""
        return tuple(self._labels)

    def option(self, label: Label) -> tuple[Any, ...]:
        """The entries of an option: items, and pairs of an item and a colour."""
        return self._options[self._number(label)]

    def cost(self, label: Label) -> int:
        """The cost of an option."""
        return self._native.cost(self._number(label))

    def __repr__(self) -> str:
        primary = sum(is_primary for _, is_primary, _, _ in self._native.items())
        secondary = len(self._items) - primary
        text = f"{_counted(primary, 'primary item')}, {_counted(len(self._labels), 'option')}"
        if secondary:
            text += f", {_counted(secondary, 'secondary item')}"
        return f"<quadrille.Problem: {text}>"

    # Searches.

    def solutions(
        self,
        limit: int | None = None,
        *,
        threads: int | None = None,
        timeout: float | None = None,
        include: Iterable[Label] = (),
        exclude: Iterable[Label] = (),
        engine: EngineName = "auto",
        progress: ProgressOption = None,
    ) -> Solutions:
        """An iterator over all solutions, or the first ones up to `limit`.

        The search goes on in other threads while a solution is used, and ends when the iterator is
        dropped. The order of solutions depends on the problem and the engine alone, not on
        `threads`; by default there is one for each core. After `timeout` seconds the iterator ends,
        and its `stop_reason` is "deadline".

        `include` and `exclude` restrict the search to solutions with some options and without
        others, by their labels. It is an error, and not an empty answer, if included options cover
        an item more often than is allowed. `engine` is "auto", "bits", "links", "cells-wtd",
        "cells-frb", "multiple", "learning" or "naive".

        >>> problem = Problem([["a"], ["a"], ["a"]])
        >>> [solution.labels for solution in problem.solutions(exclude=[1])]
        [(0,), (2,)]
        """
        settings = self._settings(
            limit=limit,
            threads=threads,
            timeout=timeout,
            include=include,
            exclude=exclude,
            engine=engine,
            progress=progress,
        )
        with self._named_errors():
            return Solutions(self, self._native.solutions(settings))

    def first(
        self,
        *,
        threads: int | None = None,
        timeout: float | None = None,
        include: Iterable[Label] = (),
        exclude: Iterable[Label] = (),
        engine: EngineName = "auto",
        progress: ProgressOption = None,
    ) -> Solution | None:
        """The first solution, or None if there is none.

        Raises:
            Stopped, Interrupted: the search has ended before it found one.
        """
        solutions = self.solutions(
            1,
            threads=threads,
            timeout=timeout,
            include=include,
            exclude=exclude,
            engine=engine,
            progress=progress,
        )
        found = list(solutions)
        if found:
            return found[0]
        return completed(None, solutions.stop_reason or "exhausted", None)

    def count(
        self,
        limit: int | None = None,
        *,
        threads: int | None = None,
        timeout: float | None = None,
        memory: int | None = None,
        include: Iterable[Label] = (),
        exclude: Iterable[Label] = (),
        engine: EngineName = "auto",
        method: MethodName = "auto",
        progress: ProgressOption = None,
    ) -> int:
        """The number of solutions, of any length; with `limit`, at most that number.

        A subproblem is counted once, and then looked up in a memo of `memory` bytes (by default
        1 GiB), also where it is the same up to renaming. So counts can be much larger than lists.

        >>> squares = [(r, c) for r in range(8) for c in range(8)]
        >>> dominoes = [[(r, c), (r + 1, c)] for r, c in squares if r < 7]
        >>> dominoes += [[(r, c), (r, c + 1)] for r, c in squares if c < 7]
        >>> Problem(dominoes).count()
        12988816

        `method` is "auto", "plain" (visits each solution), "diagram" (builds a decision diagram),
        "fewest" or "frontier" (the two orders of a search with a memo).

        Raises:
            Stopped, Interrupted: the count was stopped; `partial` is a lower bound.
        """
        settings = self._settings(
            limit=limit,
            threads=threads,
            timeout=timeout,
            memory=memory,
            include=include,
            exclude=exclude,
            engine=engine,
            method=method,
            progress=progress,
        )
        with self._named_errors():
            outcome = self._native.count(settings)
        return completed(*outcome)

    def uniqueness(
        self,
        *,
        timeout: float | None = None,
        include: Iterable[Label] = (),
        exclude: Iterable[Label] = (),
        engine: EngineName = "auto",
        progress: ProgressOption = None,
    ) -> Verdict:
        """One of "none", "unique" and "multiple".

        Raises:
            Stopped, Interrupted: that was not known in time.
        """
        settings = self._settings(
            timeout=timeout, include=include, exclude=exclude, engine=engine, progress=progress
        )
        with self._named_errors():
            outcome = self._native.uniqueness(settings)
        return cast(Verdict, completed(*outcome))

    def unique(
        self,
        *,
        timeout: float | None = None,
        include: Iterable[Label] = (),
        exclude: Iterable[Label] = (),
        engine: EngineName = "auto",
        progress: ProgressOption = None,
    ) -> bool:
        """Whether there is exactly one solution.

        >>> Problem([["a"], ["b"]]).unique(), Problem([["a"], ["a"]]).unique()
        (True, False)

        Raises:
            Stopped, Interrupted: that was not known in time.
        """
        verdict = self.uniqueness(
            timeout=timeout, include=include, exclude=exclude, engine=engine, progress=progress
        )
        return verdict == "unique"

    def cheapest(
        self,
        k: int = 1,
        *,
        threads: int | None = None,
        timeout: float | None = None,
        include: Iterable[Label] = (),
        exclude: Iterable[Label] = (),
        progress: ProgressOption = None,
    ) -> list[Solution]:
        """The `k` solutions of least cost, in ascending order, or all if there are fewer.

        A search that lasts uses several `threads`, by default one for each core. The solutions do
        not depend on their number.

        Raises:
            Stopped, Interrupted: it is not proved that these are the cheapest. `partial` is a list
                of the best that were found, and `bound` a lower bound of the cost of all others.
        """
        settings = self._settings(
            threads=threads, timeout=timeout, include=include, exclude=exclude, progress=progress
        )
        k = natural("k", k, 0)
        with self._named_errors():
            (found, bound), reason, interrupt = self._native.cheapest(k, settings)
        solutions = [Solution._of(self, options) for options in found]
        return completed(solutions, reason, interrupt, bound)

    def sample(
        self,
        number: int,
        *,
        seed: int | None = None,
        timeout: float | None = None,
        memory: int | None = None,
        include: Iterable[Label] = (),
        exclude: Iterable[Label] = (),
        progress: ProgressOption = None,
    ) -> list[Solution]:
        """Random solutions, each as likely as any other and independent of the others.

        None are listed first: a sample of a problem with 10^27 solutions takes seconds. A `seed`
        from 0 to 2^64-1 means the same samples on every computer, and those of
        `quadrille sample --seed`. The list is empty if there is no solution.

        Raises:
            Stopped, Interrupted: not all were drawn. `partial` is a list of those that were.
        """
        settings = self._settings(
            timeout=timeout, memory=memory, include=include, exclude=exclude, progress=progress
        )
        number = natural("number", number, 0)
        seed = secrets.randbits(64) if seed is None else natural("seed", seed, 0)
        with self._named_errors():
            found, reason, interrupt = self._native.sample(number, seed, settings)
        return completed([Solution._of(self, options) for options in found], reason, interrupt)

    def candidates(
        self,
        *,
        timeout: float | None = None,
        memory: int | None = None,
        include: Iterable[Label] = (),
        exclude: Iterable[Label] = (),
        progress: ProgressOption = None,
    ) -> list[Label]:
        """The labels of the options that are in some solution.

        >>> Problem({"x": ["a", "b"], "y": ["a"], "z": ["c"]}).candidates()
        ['x', 'z']

        Raises:
            Stopped, Interrupted: they are not all known.
        """
        settings = self._settings(
            timeout=timeout, memory=memory, include=include, exclude=exclude, progress=progress
        )
        with self._named_errors():
            outcome = self._native.candidates(settings)
        found = completed(*outcome)
        return [self._labels[option] for option in found or []]

    def estimate(
        self,
        *,
        seed: int = 0,
        timeout: float | None = None,
        include: Iterable[Label] = (),
        exclude: Iterable[Label] = (),
    ) -> Estimate:
        """An estimate of the size of the search, by random probes of its tree.

        Raises:
            Stopped, Interrupted: there is no estimate yet.
        """
        settings = self._settings(timeout=timeout, include=include, exclude=exclude)
        seed = natural("seed", seed, 0)
        with self._named_errors():
            outcome = self._native.estimate(seed, settings)
        found = completed(*outcome)
        assert found is not None
        return Estimate(*found)

    def partition(
        self,
        parts: int,
        *,
        timeout: float | None = None,
        include: Iterable[Label] = (),
        exclude: Iterable[Label] = (),
    ) -> list[Subproblem]:
        """Splits a search into `parts` to `4 * parts` subproblems, for several processes.

        Each solution is in exactly one of them. There are fewer if the search tree is small.

        >>> problem = Problem([["a"], ["a"], ["b"], ["b"]])
        >>> sum(problem.count(**part._asdict()) for part in problem.partition(2))
        4

        Raises:
            Stopped, Interrupted: the search was not split in time.
        """
        settings = self._settings(timeout=timeout, include=include, exclude=exclude)
        parts = natural("parts", parts)
        with self._named_errors():
            outcome = self._native.partition(parts, settings)
        found = completed(*outcome)
        return [
            Subproblem(self._of(included), self._of(excluded)) for included, excluded in found or []
        ]

    def verify(self, labels: Iterable[Label] | Solution) -> None:
        """Checks that options, or those of a `Solution`, are a solution, without any search.

        Raises:
            ValueError: they are not, with the reason.
        """
        chosen = labels.labels if isinstance(labels, Solution) else labels
        numbers = self._numbers_of("labels", chosen)
        with self._named_errors():
            self._native.verify(numbers)

    @contextmanager
    def _named_errors(self) -> Iterator[None]:
        """Makes errors of the library name labels and items as the caller gave them.

        Nothing else may be called within: an exception of a callback stays as it is.
        """
        try:
            yield
        except ValueError as error:
            items = {name: item for item, (name, *_) in zip(self._items, self._native.items())}
            raise ValueError(with_objects(str(error), self._labels, items)) from None

    def _of(self, options: list[int]) -> list[Label]:
        return [self._labels[option] for option in options]

    def _number(self, label: Label) -> int:
        try:
            return self._numbers[label]
        except KeyError:
            raise UnknownOption(f"there is no option {label!r}", label) from None
        except TypeError:
            raise TypeError(f"labels are hashable, found {label!r}") from None

    def _numbers_of(self, name: str, labels: Iterable[Label]) -> list[int]:
        return [self._number(label) for label in listed(name, labels, "labels")]

    def _assumed(
        self, include: Iterable[Label], exclude: Iterable[Label]
    ) -> tuple[list[int], list[int]]:
        """The numbers of options that are included and excluded, each once."""
        included = dict.fromkeys(self._numbers_of("include", include))
        excluded = dict.fromkeys(self._numbers_of("exclude", exclude))
        for number in excluded:
            if number in included:
                raise ValueError(f"option {self._labels[number]!r} is included and excluded")
        return list(included), list(excluded)

    def _settings(
        self,
        *,
        limit: int | None = None,
        threads: int | None = None,
        timeout: float | None = None,
        memory: int | None = None,
        include: Iterable[Label] = (),
        exclude: Iterable[Label] = (),
        engine: EngineName | None = None,
        method: MethodName | None = None,
        progress: ProgressOption = None,
    ) -> dict[str, object]:
        """The settings of a search."""
        included, excluded = self._assumed(include, exclude)
        return {
            "limit": optional_natural("limit", limit),
            "threads": optional_natural("threads", threads),
            "timeout": seconds("timeout", timeout),
            "memory": optional_natural("memory", memory),
            "include": included,
            "exclude": excluded,
            "engine": None if engine is None else one_of("engine", engine, native.ENGINES),
            "method": None if method is None else one_of("method", method, native.METHODS),
            "progress": native_callback(progress),
        }


class Subproblem(NamedTuple):
    """A part of a problem: all solutions with some options and without others."""

    include: list[Label]
    exclude: list[Label]


class Estimate(NamedTuple):
    """An estimate of the size of a search."""

    nodes: float
    """The nodes of the search tree of dancing links."""
    nodes_error: float
    """The standard error of `nodes`."""
    solutions: float
    """The number of solutions."""
    solutions_error: float
    """The standard error of `solutions`."""
    is_exact: bool
    """Whether the whole tree was seen."""


class Solution:
    """A solution: options that cover all items of a problem.

    In a notebook it is a picture, if the items are the cells of a board.

    Raises:
        UnknownOption: the problem has no option with one of these numbers.
    """

    __slots__ = ("options", "problem")

    problem: Problem
    options: tuple[int, ...]
    """The numbers of the options, in ascending order, as they were given to the problem."""

    def __init__(self, problem: Problem, options: Iterable[int]) -> None:
        self.problem = problem
        try:
            self.options = tuple(index(option) for option in options)
        except TypeError:
            raise TypeError(f"options must be numbers of options, found {options!r}") from None
        count = len(problem._labels)
        for option in self.options:
            if not 0 <= option < count:
                message = f"there is no option with the number {option}"
                raise UnknownOption(
                    f"{message}: the problem has {_counted(count, 'option')}", option
                )

    @classmethod
    def _of(cls, problem: Problem, options: Iterable[int]) -> Solution:
        """A solution that a search has found."""
        self = cls.__new__(cls)
        self.problem = problem
        self.options = tuple(options)
        return self

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels of the options."""
        labels = self.problem._labels
        return tuple(labels[option] for option in self.options)

    @property
    def items(self) -> tuple[tuple[Any, ...], ...]:
        """The entries of each option: items, and pairs of an item and a colour."""
        options = self.problem._options
        return tuple(options[option] for option in self.options)

    @property
    def cost(self) -> int:
        """The sum of the costs of the options."""
        return sum(self.problem._native.cost(option) for option in self.options)

    def svg(self) -> str:
        """A picture as SVG.

        Raises:
            ValueError: the items are not the cells of a board. Cells are pairs of integers, a row
                and a column, or strings such as "r1c2" or "a1". Rows and columns that each option
                has one of, such as ("row", 1) or "row 1", are a board too.
        """
        with self.problem._named_errors():
            return self.problem._native.draw(list(self.options))

    def _repr_svg_(self) -> str | None:
        try:
            return self.svg()
        except ValueError:
            return None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        is_same = self.problem is other.problem or self.items == other.items
        return self.options == other.options and is_same

    def __hash__(self) -> int:
        return hash(self.options)

    def __reduce__(self) -> tuple[Any, ...]:
        return Solution, (self.problem, self.options)

    def __repr__(self) -> str:
        return f"<quadrille.Solution: {', '.join(map(repr, self.labels))}>"


class Solutions(Iterator[Solution]):
    """An iterator over solutions, which `Problem.solutions` makes.

    It holds no lock: several threads can share it, and it can be dropped at any time.
    """

    __slots__ = ("_problem", "_stream")

    def __init__(self, problem: Problem, stream: native.SolutionStream) -> None:
        self._problem = problem
        self._stream = stream

    def __iter__(self) -> Solutions:
        return self

    def __next__(self) -> Solution:
        try:
            options = self._stream.next()
        except KeyboardInterrupt as error:
            self._stream.cancel()
            raise Interrupted(list(self)) from error
        if options is None:
            raise StopIteration
        return Solution._of(self._problem, options)

    @property
    def stop_reason(self) -> str | None:
        """Why there are no more solutions; None as long as there may be more.

        It is "exhausted", "solution-limit", "deadline" or "cancelled". Only "exhausted" means that
        these are all solutions.
        """
        return self._stream.stop_reason()

    def cancel(self) -> None:
        """Ends the search. The solutions that were found already still follow."""
        self._stream.cancel()

    def __repr__(self) -> str:
        return f"<quadrille.Solutions: {self.stop_reason or 'more may follow'}>"


def _unpickle(
    cls: type[Problem],
    labels: list[Label],
    options: list[tuple[Any, ...]],
    primary: list[Item],
    secondary: list[Item],
    bounds: dict[Item, tuple[int, int]],
    costs: dict[Label, int],
) -> Problem:
    problem = cls.__new__(cls)
    entries = [list(option) for option in options]
    problem._build(labels, entries, primary, secondary, bounds, costs)
    return problem


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _costs(labels: list[Label], costs: Costs | None) -> Mapping[Label, int]:
    """The costs of options by label, checked."""
    if costs is None:
        return {}
    if isinstance(costs, (str, bytes)) or not hasattr(costs, "__len__"):
        expected = "costs must be a mapping from labels to costs, or a sequence of costs"
        raise TypeError(f"{expected}, found {costs!r}")
    if not isinstance(costs, Mapping):
        if len(costs) != len(labels):
            raise ProblemError(f"there are {len(costs)} costs for {len(labels)} options")
        costs = dict(zip(labels, costs))
    known = set(labels)
    checked: dict[Label, int] = {}
    for label, cost in costs.items():
        if label not in known:
            message = f"there is a cost for option {label!r}, which does not exist"
            raise ProblemError(message, None, label)
        number = _whole(cost)
        if number is None or not 0 <= number <= MAX_U64:
            message = f"option {label!r}: expected a cost from 0 to 2^64-1, found {cost!r}"
            raise ProblemError(message, None, label)
        checked[label] = number
    return checked


def _whole(value: Any) -> int | None:
    """An integer of any type, or a number without a fraction; None for anything else."""
    try:
        return index(value)
    except TypeError:
        pass
    try:
        number = int(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if number == value else None


def _listed_option(label: Label, option: Any) -> list[Any]:
    return listed(f"option {label!r}", option, "items")


def _check_hashable(place: str, items: list[Any]) -> None:
    for item in items:
        try:
            hash(item)
        except TypeError:
            raise TypeError(f"{place}: items must be hashable, found {item!r}") from None


def _is_matrix(options: Any) -> bool:
    """Whether options are an array with two dimensions, or a table."""
    shape = getattr(options, "shape", None)
    return isinstance(shape, tuple) and len(shape) == 2


def _rows_of(matrix: Any) -> tuple[list[list[Any]], list[Any] | None, list[Any] | None]:
    """The rows of a matrix, and the names of its rows and columns, where it has any."""
    row_names = column_names = None
    if hasattr(matrix, "columns"):
        column_names = list(matrix.columns)
        row_names = list(matrix.index) if hasattr(matrix, "index") else None
    for convert in ("toarray", "to_numpy", "tolist"):
        if hasattr(matrix, convert):
            matrix = getattr(matrix, convert)()
    rows = listed("a matrix", matrix, "rows")
    rows = [listed(f"row {number}", row, "0 and 1") for number, row in enumerate(rows)]
    return rows, row_names, column_names


def _flags(number: int, row: list[Any], width: int) -> list[bool]:
    """The elements of a row, checked."""
    if len(row) != width:
        raise ValueError(f"row {number} has {len(row)} elements, row 0 has {width}")
    flags = []
    for column, element in enumerate(row):
        whole = _whole(element)
        if whole not in (0, 1):
            place = f"row {number}, column {column}"
            raise ValueError(f"{place}: expected 0 or 1, found {element!r}")
        flags.append(whole == 1)
    return flags


def _all_primary(options: list[list[Any]], secondary: dict[Item, None]) -> Iterator[Item]:
    """The items of all options that are not secondary."""
    for option in options:
        for entry in option:
            if entry not in secondary and _colored(entry, secondary) is None:
                yield entry


def _colored(entry: Any, secondary: Mapping[Item, object]) -> tuple[Item, Hashable] | None:
    """An entry as a pair of a secondary item and a colour, if it is one."""
    if isinstance(entry, tuple) and len(entry) == 2 and entry[0] in secondary:
        return entry
    return None


def _add(items: dict[Item, int], item: Item, may_repeat: bool) -> None:
    if item not in items:
        items[item] = len(items)
    elif not may_repeat:
        raise ProblemError(f"there are two items {item!r}", item)


def _bounds(item: Item, bounds: int | tuple[int, int]) -> tuple[int, int]:
    exact = _whole(bounds)
    try:
        given: Any = (bounds, bounds) if exact is not None else bounds
        low, high = map(_whole, given)
    except (TypeError, ValueError):
        low = high = None
    if low is None or high is None or not 0 <= low <= high <= MAX_U32:
        expected = "expected bounds from 0 to 2^32-1, the lower one first"
        message = f"item {item!r}: {expected}, found {bounds!r}"
        raise ProblemError(message, item)
    return low, high


def _colors(options: list[list[Any]], items: Mapping[Item, int]) -> dict[Hashable, int]:
    """All colours, with their numbers."""
    colors: dict[Hashable, int] = {}
    for option in options:
        for entry in option:
            pair = None if entry in items else _colored(entry, items)
            if pair is not None:
                colors.setdefault(pair[1], len(colors))
    return colors


def _entries(
    label: Label, option: list[Any], items: Mapping[Item, int], colors: Mapping[Hashable, int]
) -> tuple[list[int], list[int | None] | None]:
    """The numbers of the items of an option, and of their colours."""
    numbers: list[int] = []
    option_colors: list[int | None] = []
    for entry in option:
        if entry in items:
            numbers.append(items[entry])
            option_colors.append(None)
            continue
        pair = _colored(entry, items)
        if pair is None:
            raise ProblemError(f"option {label!r}: there is no item {entry!r}", entry, label)
        numbers.append(items[pair[0]])
        option_colors.append(colors[pair[1]])
    return numbers, option_colors if any(c is not None for c in option_colors) else None
