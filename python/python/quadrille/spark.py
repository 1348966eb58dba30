"""Spark: columns of puzzles, and searches on a cluster.

The package has to be installed where the tasks run.

>>> from quadrille import spark                                             # doctest: +SKIP
>>> checked = spark.check(df, "puzzle")             # a column "check"      # doctest: +SKIP
>>> spark.count(problem, tasks=1000)                # an int of any length  # doctest: +SKIP

Rows that are no puzzles have null answers, so that they do not fail the job; `errors="raise"` fails
it. Rules (`size`, `box`, `diagonal`, `regions`) are those of `quadrille.sudoku`. Each task has one
thread, since Spark runs one task for each core.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, overload

from quadrille import sudoku
from quadrille._problem import Problem

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
    data: Problem, *, tasks: int = 1000, session: SparkSession | None = None, **settings: Any
) -> int: ...


def count(
    data: DataFrame | Problem,
    column: str = "",
    limit: int | None = 2,
    *,
    output: str = "count",
    tasks: int = 1000,
    session: SparkSession | None = None,
    **options: Any,
) -> DataFrame | int:
    """Counts the solutions of each puzzle of a column, up to `limit`, or those of a `Problem`.

    A problem is split into `tasks` parts or more, which are tasks of one job of the active session.
    `settings` are those of `Problem.count`. Spark repeats a task that is lost with its executor, so
    that the sum is exact. A problem whose parts have much in common, such as the tilings of a board
    by dominoes, is counted faster by `Problem.count`: parts share no memo.

    Raises:
        Stopped: a part has reached a limit of the settings.
    """
    if not isinstance(data, Problem):
        rules = {"limit": limit, **options}
        return _with_answers(data, column, output, "count", "int64", rules)
    from pyspark.sql import SparkSession

    context = (session or SparkSession.builder.getOrCreate()).sparkContext
    problem = context.broadcast(data)
    parts = context.parallelize(data.partition(tasks), tasks)

    def count_part(part: Any) -> int:
        return problem.value.count(threads=1, **part._asdict(), **options)

    return sum(parts.map(count_part).collect())


def _with_answers(
    df: DataFrame, column: str, output: str, task: str, kind: str, rules: dict[str, Any]
) -> DataFrame:
    """Adds a column of answers to a data frame."""
    options = {"errors": "null", "threads": 1, **rules}

    def answer(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            answers = getattr(sudoku, task)(batch.column(column), **options)
            yield batch.append_column(output, answers.cast(kind))

    from pyspark.sql.types import StructType

    schema = StructType(list(df.schema.fields)).add(output, "long" if kind == "int64" else kind)
    return df.mapInArrow(answer, schema)
