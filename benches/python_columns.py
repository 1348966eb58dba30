"""Columns of Sudoku in Python next to the program `quadrille`, on the same puzzles, in turn.

    python benches/python_columns.py FILE [--program target/release/quadrille] [--runs 7]

FILE has a puzzle of 9x9 with one solution in each line. Seconds by the clock, medians: of a call of
`sudoku.check`, with its data in memory, and of a process of `quadrille check`, which reads the
file.
"""

from __future__ import annotations

import argparse
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa

from quadrille import sudoku


def columns(lines: list[str]) -> dict[str, Any]:
    """The same puzzles in several forms."""
    symbols = np.frombuffer("".join(lines).encode(), dtype=np.uint8).reshape(-1, 81)
    cells = np.where(symbols == ord("."), 0, symbols - ord("0")).astype(np.uint8)
    return {
        "numpy uint8 (n, 81)": cells,
        "pyarrow strings": pa.array(lines),
        "polars strings": pl.Series(lines),
        "list of str": lines,
    }


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    begun = time.perf_counter()
    result = call()
    return time.perf_counter() - begun, result


def uniques(answers: Any) -> int:
    """How many verdicts are "unique"."""
    if isinstance(answers, list):
        return answers.count("unique")
    return int(np.count_nonzero(np.asarray(answers, dtype=object) == "unique"))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--program", default="quadrille")
    parser.add_argument("--runs", type=int, default=7)
    arguments = parser.parse_args()
    lines = [
        line[:81] for line in arguments.file.read_text().splitlines() if line[:1] not in ("", "#")
    ]
    command = [arguments.program, "check", "-q", str(arguments.file)]

    def program() -> None:
        # It fails if a puzzle does not have one solution.
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)

    forms = columns(lines)
    times: dict[str, list[float]] = {}
    for _ in range(arguments.runs):
        seconds, _ = timed(program)
        times.setdefault("quadrille check", []).append(seconds)
        for name, column in forms.items():
            seconds, answers = timed(lambda: sudoku.check(column))
            assert uniques(answers) == len(lines), f"{name}: not all are unique"
            times.setdefault(name, []).append(seconds)
    base = median(times["quadrille check"])
    print(f"| {len(lines)} puzzles | s | of the program's |\n|---|--:|--:|")
    for name, measured in times.items():
        print(f"| {name} | {median(measured):.3f} | {median(measured) / base:.2f} |")


if __name__ == "__main__":
    main()
