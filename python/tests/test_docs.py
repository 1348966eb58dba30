"""The examples of the documentation run, and print what they say."""

from __future__ import annotations

import doctest
import importlib
import io
import re
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from conftest import ROOT

MODULES = [
    "quadrille",
    "quadrille._generation",
    "quadrille._problem",
    "quadrille._puzzles",
    "quadrille.sudoku",
    "quadrille.typing",
]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried > 2 and failed == 0


def test_all_exports_have_docstrings() -> None:
    quadrille = importlib.import_module("quadrille")
    for name in quadrille.__all__:
        assert name == "__version__" or getattr(quadrille, name).__doc__, name
    for name in quadrille.sudoku.__all__:
        assert getattr(quadrille.sudoku, name).__doc__, name
    for owner in (quadrille.Problem, quadrille.Sudoku):
        for name, member in vars(owner).items():
            assert name.startswith("_") or not callable(member) or member.__doc__, name


def blocks(file: Path) -> list[str]:
    """The blocks of Python code of a page."""
    return re.findall(r"^```python\n(.*?)^```", file.read_text(), re.DOTALL | re.MULTILINE)


PAGES = ["README.md", "docs/guide/python.md", "docs/guide/packer.md", "python/README.md"]


@pytest.mark.parametrize("page", PAGES)
def test_pages_print_what_their_comments_say(page: str) -> None:
    found = blocks(ROOT / page)
    assert found
    program = "\n".join(found)
    output = io.StringIO()
    with redirect_stdout(output):
        exec(compile(program, page, "exec"), {})
    shown = output.getvalue()
    for comment in re.findall(r"print\(.*\)\s+# (.*)", program):
        expected = comment.split("...")[0]
        assert expected in shown, f"{page}: {comment}"
