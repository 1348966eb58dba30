"""The benchmarks in Python run, with answers that are known."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

BENCHES = ROOT / "benches"


def run(*arguments: str | Path) -> str:
    command = [sys.executable, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_comparison_of_packages() -> None:
    table = run(BENCHES / "python.py", "--only", "quadrille").splitlines()
    assert len(table) == 3 and table[2].startswith("| quadrille |")
    assert table[2].count("(") == 5 and "WRONG" not in table[2] and ">" not in table[2]


def test_the_columns(puzzles_dir: Path) -> None:
    for library in ("numpy", "polars", "pyarrow"):
        pytest.importorskip(library)
    program = os.environ.get("QUADRILLE") or shutil.which("quadrille")
    if program is None:
        pytest.skip("the program `quadrille` is not on the path, and QUADRILLE does not name it")
    file = puzzles_dir / "seventeen.txt"
    table = run(BENCHES / "python_columns.py", file, "--program", program, "--runs", "1")
    assert table.startswith("| 300 puzzles |") and table.count("\n") == 7
