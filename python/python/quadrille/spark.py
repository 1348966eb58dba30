"""Spark: columns of puzzles, and searches on a cluster.

The package has to be installed where the tasks run.

>>> from quadrille import spark                                             # doctest: +SKIP
>>> checked = spark.check(df, "puzzle")             # a column "check"      # doctest: +SKIP
>>> spark.count(problem, tasks=1000)                # an int of any length  # doctest: +SKIP

A row that is not a puzzle has a null answer and does not fail the job; `errors="raise"` fails it.
Rules (`size`, `box`, `variant`, `diagonal`, `regions`) are those of `quadrille.sudoku`. Each task
has one thread, since Spark runs one task for each core.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, overload

from quadrille import sudoku
from quadrille._outcome import completed
from quadrille._problem import Problem, Subproblem
from quadrille.errors import Stopped
from quadrille.typing import EngineName, MethodName

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["check", "count", "solve"]


def solve(df: DataFrame, column: str, *, output: str = "solution", **rules: Any) -> DataFrame:
    """Adds a column with the first solution of each puzzle; null if there is none."""
    return _with_answers(df, column, output, "solve", "string", rules)


def check(df: DataFrame, column: str, *, output: str = "check", **rules: Any) -> DataFrame:
    """Adds a column that says whether a puzzle has "none", "unique" or "multiple" solutions."""
    return _with_answers(df, column, output, "check", "string", rules)


@overload
def count(
    data: DataFrame, column: str, limit: int | None = 2, *, output: str = "count", **rules: Any
) -> DataFrame: ...


@overload
def count(
    data: Problem,
    *,
    tasks: int = 1000,
    session: SparkSession | None = None,
    timeout: float | None = None,
    memory: int | None = None,
    include: Iterable[Hashable] = (),
    exclude: Iterable[Hashable] = (),
    engine: EngineName = "auto",
    method: MethodName = "auto",
) -> int: ...


def count(data: Any, *arguments: Any, **settings: Any) -> Any:
    """Counts the solutions of each puzzle of a column, or those of a `Problem`.

    For a data frame, it adds a column with the number of solutions, but not more than `limit`,
    which is 2 by default; with `limit=None`, all are counted.

    A problem is split into `tasks` to `4 * tasks` subproblems, each a task of one job of the active
    session. Spark repeats a task that is lost with its executor, so that the sum is exact.
    `timeout` and `memory` are for each subproblem, the other settings those of `Problem.count`. A
    problem whose subproblems have much in common, such as the tilings of a board by dominoes, is
    counted faster by `Problem.count`: tasks share no memo.

    Raises:
        Stopped: the count of a subproblem was stopped; `partial` is a lower bound.
    """
    if isinstance(data, Problem):
        return _count_problem(data, *arguments, **settings)
    return _count_column(data, *arguments, **settings)


def _count_column(
    df: DataFrame, column: str, limit: int | None = 2, *, output: str = "count", **rules: Any
) -> DataFrame:
    return _with_answers(df, column, output, "count", "int64", {"limit": limit, **rules})


def _count_problem(
    problem: Problem,
    *,
    tasks: int = 1000,
    session: SparkSession | None = None,
    timeout: float | None = None,
    memory: int | None = None,
    include: Iterable[Hashable] = (),
    exclude: Iterable[Hashable] = (),
    engine: EngineName = "auto",
    method: MethodName = "auto",
) -> int:
    from pyspark.sql import SparkSession

    settings: dict[str, Any] = {
        "timeout": timeout,
        "memory": memory,
        "engine": engine,
        "method": method,
    }
    subproblems = problem.partition(tasks, include=include, exclude=exclude)
    context = (session or SparkSession.builder.getOrCreate()).sparkContext
    shared = context.broadcast(problem)

    def count_one(subproblem: Subproblem) -> tuple[int, str]:
        try:
            number = shared.value.count(threads=1, **subproblem._asdict(), **settings)
            return number, "exhausted"
        except Stopped as stop:
            return stop.partial, stop.reason

    counts = context.parallelize(subproblems, max(len(subproblems), 1)).map(count_one).collect()
    stops = [reason for _, reason in counts if reason != "exhausted"]
    total: int = sum(number for number, _ in counts)
    return completed(total, stops[0] if stops else "exhausted", None)


def _with_answers(
    df: DataFrame, column: str, output: str, task: str, kind: str, rules: dict[str, Any]
) -> DataFrame:
    """Adds a column of answers to a data frame."""
    if column not in df.columns:
        raise ValueError(f"there is no column {column!r}: the data frame has {df.columns}")
    if output in df.columns:
        raise ValueError(f"there is a column {output!r} already: choose another one with output=")
    options = {"errors": "null", "threads": 1, **rules}
    # Wrong options are an error here, not in each task.
    getattr(sudoku, task)([], **options)

    def answer(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            answers = getattr(sudoku, task)(batch.column(column), **options)
            yield batch.append_column(output, answers.cast(kind))

    from pyspark.sql.types import StructType

    schema = StructType(list(df.schema.fields)).add(output, "long" if kind == "int64" else kind)
    return df.mapInArrow(answer, schema)
