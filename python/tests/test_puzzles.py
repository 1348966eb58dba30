"""Minimal puzzles, canonical forms, ratings, neighbours and unavoidable sets, by definition."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

import quadrille as q
from quadrille import sudoku

PUZZLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
FULL4 = "1234341221434321"
JIGSAW = "AAABBB AACCBB ADCCBE DDCCEE DDFFEE DFFFFE".replace(" ", "\n")
# Rules with a grid each.
RULES: list[tuple[dict[str, Any], str]] = [
    ({}, FULL4),
    ({"diagonal": True}, sudoku.solve("." * 16, diagonal=True)),
    ({"size": 4, "regions": [[0, 3, 12, 15]]}, sudoku.solve("1..2" + "." * 8 + "3..4")),
    ({"box": (2, 3)}, sudoku.solve("." * 36, box=(2, 3))),
    ({"size": 5, "box": "none"}, "1234523451345124512351234"),
    ({"box": JIGSAW}, sudoku.solve("." * 36, box=JIGSAW)),
    ({"variant": "windows,anti-knight"}, sudoku.solve("." * 81, variant="windows,anti-knight")),
    ({}, sudoku.solve(PUZZLE)),
    ({"diagonal": True}, sudoku.solve("." * 81, diagonal=True)),
]


def without(puzzle: str, cell: int) -> str:
    return puzzle[:cell] + "." + puzzle[cell + 1 :]


def clue_cells(puzzle: str) -> list[int]:
    return [cell for cell, symbol in enumerate(puzzle) if symbol != "."]


def redundant_by_definition(puzzle: str, **rules: Any) -> list[int]:
    cells = clue_cells(puzzle)
    verdicts = sudoku.check([without(puzzle, cell) for cell in cells], **rules)
    return [cell for cell, verdict in zip(cells, verdicts) if verdict == "unique"]


def is_part(puzzle: str, other: str) -> bool:
    return all(symbol in (".", value) for symbol, value in zip(puzzle, other))


def transformed(puzzle: str, rng: random.Random) -> str:
    """An equivalent form of a 9x9 puzzle."""

    def lines() -> list[int]:
        bands = [[3 * band + line for line in rng.sample(range(3), 3)] for band in range(3)]
        return [line for band in rng.sample(bands, 3) for line in band]

    rows, columns, values = lines(), lines(), rng.sample("123456789", 9)
    turn = rng.random() < 0.5
    cells = [
        puzzle[9 * column + row if turn else 9 * row + column] for row in rows for column in columns
    ]
    return "".join("." if cell == "." else values[int(cell) - 1] for cell in cells)


@pytest.mark.parametrize(("rules", "full"), RULES)
def test_redundant_clues_and_minimal_puzzles(rules: dict[str, Any], full: str) -> None:
    puzzles = sudoku.minimise([full] * 20, seed=3, **rules)
    assert len(set(puzzles)) > 1
    assert sudoku.check(puzzles, **rules) == ["unique"] * 20
    assert sudoku.redundant(puzzles, **rules) == [[]] * 20
    assert sudoku.minimise(puzzles, seed=4, **rules) == puzzles
    rng = random.Random(1)
    for puzzle in puzzles[:4]:
        assert is_part(puzzle, full)
        assert redundant_by_definition(puzzle, **rules) == []
        more = list(puzzle)
        for cell in rng.sample(range(len(full)), len(full) // 8):
            more[cell] = full[cell]
        with_more = "".join(more)
        assert sudoku.redundant(with_more, **rules) == redundant_by_definition(with_more, **rules)


def test_minimal_puzzles_depend_on_the_seed_and_the_row_alone(seventeen: list[str]) -> None:
    full = sudoku.solve(seventeen)
    puzzles = sudoku.minimise(full, seed=5, threads=1)
    assert puzzles == sudoku.minimise(full, seed=5, threads=3)
    assert puzzles[:7] == sudoku.minimise(full[:7], seed=5)
    assert puzzles != sudoku.minimise(full, seed=6)
    assert sudoku.minimise(full[0], seed=5) == puzzles[0] != sudoku.minimise(full[0], seed=7)


def minimal_by_definition(full: str) -> set[str]:
    """All minimal 4x4 puzzles of a grid, from all sets of up to 6 clues."""
    parts = []
    for clues in range(7):
        for cells in combinations(range(16), clues):
            parts.append("".join(full[c] if c in cells else "." for c in range(16)))
    verdicts = dict(zip(parts, sudoku.check(parts)))
    unique = [part for part in parts if verdicts[part] == "unique"]
    return {
        part
        for part in unique
        if all(verdicts[without(part, cell)] != "unique" for cell in clue_cells(part))
    }


def test_all_minimal_puzzles_and_those_with_the_fewest_clues() -> None:
    expected = minimal_by_definition(FULL4)
    found = sudoku.minimise(FULL4, all=True)
    assert len(found) == len(set(found)) == len(expected) == 284 and set(found) == expected
    assert sudoku.minimise(FULL4, all=True, limit=10) == found[:10]
    assert sudoku.minimise([FULL4, None, found[0]], all=True) == [found, None, [found[0]]]
    fewest = sudoku.minimise([FULL4, found[0]], fewest=True)
    assert fewest[0] in expected and len(clue_cells(fewest[0])) == 4 and fewest[1] == found[0]
    for wrong in ({"all": True, "fewest": True}, {"limit": 3}, {"all": True, "limit": 0}):
        with pytest.raises(ValueError, match="limit|combined"):
            sudoku.minimise(FULL4, **wrong)


@pytest.mark.parametrize("ask", [sudoku.redundant, sudoku.minimise, sudoku.rate])
def test_puzzles_without_one_solution_are_errors(ask: Any) -> None:
    for puzzle, message in [("11" + "." * 79, "no solution"), ("." * 81, "more than one")]:
        with pytest.raises(q.PuzzleError, match=message) as caught:
            ask(puzzle)
        assert (caught.value.index, caught.value.position) == (None, None)
        for threads in (1, 3):
            with pytest.raises(q.PuzzleError, match="^puzzle 40: ") as caught:
                ask([PUZZLE] * 40 + [puzzle] + [PUZZLE] * 40 + ["wrong"], threads=threads)
            assert caught.value.index == 40
        with pytest.raises(q.PuzzleError, match="^puzzle 1: 1:6: ") as caught:
            ask([PUZZLE, "wrong", puzzle])
        answers = ask([PUZZLE, puzzle, "wrong", None, PUZZLE], errors="null")
        for column in answers.values() if isinstance(answers, dict) else [answers]:
            assert column[1:4] == [None] * 3 and column[0] is not None is not column[4]


def test_canonical_forms_are_those_of_all_equivalent_puzzles(seventeen: list[str]) -> None:
    rng = random.Random(2)
    puzzles = seventeen[:40]
    others = [transformed(puzzle, rng) for puzzle in puzzles]
    for by in ("puzzle", "grid"):
        forms = sudoku.canonical(puzzles, by=by)
        assert sudoku.canonical(others, by=by) == forms
        assert sudoku.canonical(forms, by=by) == forms
        assert len(set(forms)) == len(puzzles)
        if by == "puzzle":
            assert all(form <= other for form, other in zip(forms, others))
    grids = sudoku.canonical(sudoku.solve(puzzles))
    assert sudoku.solve(sudoku.canonical(puzzles, by="grid")) == grids
    assert all(grid.startswith("12345678945") for grid in grids)


def test_the_form_is_the_least_of_all_4x4_forms() -> None:
    def images(puzzle: str) -> set[str]:
        rows = [[a, b] for a, b in ((0, 1), (1, 0))]
        found = set()
        orders = [
            [2 * x + i for i in first] + [2 * (1 - x) + i for i in second]
            for x in (0, 1)
            for first in rows
            for second in rows
        ]
        for turn in (False, True):
            for r in orders:
                for c in orders:
                    cells = [puzzle[4 * j + i if turn else 4 * i + j] for i in r for j in c]
                    for labels in LABELS:
                        found.add("".join(labels.get(cell, ".") for cell in cells))
        return found

    for puzzle in ["1...............", "12..............", "1..2....3..4....", FULL4]:
        forms = images(puzzle)
        details = sudoku.canonical(puzzle, details=True)
        assert details["form"] == min(forms, key=lambda form: form.replace(".", "0"))
        assert sudoku.canonical(sorted(forms)) == [details["form"]] * len(forms)
        # Orbit and stabiliser: 128 permutations of cells and 24 relabellings.
        assert len(forms) * details["automorphisms"] == 128 * 24


LABELS = [
    dict(zip("1234", (str(1 + (i // step) % 4) for step in (1, 4, 16, 64)))) for i in range(256)
]
LABELS = [labels for labels in LABELS if len(set(labels.values())) == 4]


def test_transformations_map_puzzles_to_their_forms(seventeen: list[str]) -> None:
    for by in ("puzzle", "grid"):
        details = sudoku.canonical(seventeen[:30], by=by, details=True)
        assert list(details) == ["form", "transformation", "automorphisms"]
        for puzzle, form, text in zip(seventeen, details["form"], details["transformation"]):
            words = dict(word.split("=") for word in text.split() if "=" in word)
            turn = text.startswith("transpose ")
            cells = []
            for row in words["rows"]:
                for column in words["columns"]:
                    r, c = int(row) - 1, int(column) - 1
                    symbol = puzzle[9 * c + r if turn else 9 * r + c]
                    cells.append("." if symbol == "." else words["values"][int(symbol) - 1])
            assert "".join(cells) == form
    assert sudoku.canonical("." * 81, details=True)["automorphisms"] == 3359232 * 362880
    assert sudoku.canonical("." * 256, details=True)["automorphisms"] is None
    with pytest.raises(q.PuzzleError, match="more than one"):
        sudoku.canonical("." * 81, by="grid")
    with pytest.raises(ValueError, match='by must be "puzzle" or "grid"'):
        sudoku.canonical(PUZZLE, by="solution")


def test_ratings(seventeen: list[str]) -> None:
    assert sudoku.rate(PUZZLE, ["clues", "guesses"]) == {"clues": 17, "guesses": 0.0}
    rated = sudoku.rate(seventeen, threads=1)
    assert list(rated) == ["technique", "depth", "backdoor", "clues"]
    assert rated == sudoku.rate(seventeen, threads=3)
    assert rated["clues"] == [17] * 300
    singles = ("none", "hidden-single-box", "hidden-single-line", "naked-single")
    for technique, depth, backdoor in zip(rated["technique"], rated["depth"], rated["backdoor"]):
        assert (depth == 0) == (backdoor == 0) == (technique in singles)
    rng = random.Random(3)
    assert rated == sudoku.rate([transformed(puzzle, rng) for puzzle in seventeen])
    full = sudoku.solve(PUZZLE)
    assert sudoku.rate(full, explain=True) == {
        "technique": "none",
        "depth": 0,
        "backdoor": 0,
        "clues": 81,
        "steps": [],
    }


def test_steps_end_with_the_solution(seventeen: list[str]) -> None:
    rated = sudoku.rate(seventeen[:50], "technique", explain=True)
    solutions = sudoku.solve(seventeen[:50])
    assert set(rated) == {"technique", "steps"}
    for technique, steps, solution in zip(rated["technique"], rated["steps"], solutions):
        conclusions = [step.rsplit(": ", 1)[1] for step in steps]
        values = [conclusion.split(" is ") for conclusion in conclusions if " is " in conclusion]
        for cell, symbol in values:
            row, column = int(cell[1]), int(cell[3])
            assert solution[9 * row + column - 10] == symbol
        assert technique == "beyond" or len({cell for cell, _ in values}) == 64


def test_wrong_numbers_of_ratings() -> None:
    with pytest.raises(ValueError, match='there is no number "hardness"; there are clues, '):
        sudoku.rate(PUZZLE, ["hardness"])
    with pytest.raises(ValueError, match="must be different"):
        sudoku.rate(PUZZLE, ["depth", "depth"])
    with pytest.raises(TypeError, match="must be names"):
        sudoku.rate(PUZZLE, [1])  # type: ignore[list-item]
    with pytest.raises(q.PuzzleError, match="guesses are counted for 9x9"):
        sudoku.rate(FULL4[:12] + "....", ["guesses"])
    hardest = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    one = sudoku.rate(hardest, ["guesses"], seed=1)
    assert one == sudoku.rate([hardest], ["guesses"], seed=1) | one
    assert one != sudoku.rate(hardest, ["guesses"], seed=2) and one["guesses"] > 1


def neighbours_by_definition(puzzle: str) -> set[str]:
    """All puzzles with another clue instead of one, or with another value."""
    tries = set()
    for cell in clue_cells(puzzle):
        rest = without(puzzle, cell)
        for place in range(len(rest)):
            if rest[place] == ".":
                for value in "123456789"[: int(len(rest) ** 0.5)]:
                    tries.add(rest[:place] + value + rest[place + 1 :])
    ordered = sorted(tries - {puzzle})
    verdicts = sudoku.check(ordered)
    return {other for other, verdict in zip(ordered, verdicts) if verdict == "unique"}


def test_neighbours(seventeen: list[str]) -> None:
    for puzzle in [".....41.2..3....", "1...............", PUZZLE, seventeen[5]]:
        found = sudoku.neighbours(puzzle)
        assert len(found) == len(set(found)) and set(found) == neighbours_by_definition(puzzle)
    lists = sudoku.neighbours([PUZZLE, None, seventeen[5]], threads=2)
    assert lists == [sudoku.neighbours(PUZZLE), None, sudoku.neighbours(seventeen[5])]
    fewer = sudoku.neighbours("1" + ".....41.2..3...."[1:], "-1+0")
    assert fewer == [".....41.2..3...."]
    with pytest.raises(ValueError, match="unknown replacement"):
        sudoku.neighbours(PUZZLE, "1+1")
    with pytest.raises(TypeError, match="step must be"):
        sudoku.neighbours(PUZZLE, 1)  # type: ignore[arg-type]


@pytest.mark.parametrize(("rules", "full"), RULES[:3])
def test_unavoidable_sets_of_4x4_grids(rules: dict[str, Any], full: str) -> None:
    minimal: list[set[int]] = []
    for size in range(1, 7):
        sets = list(combinations(range(16), size))
        puzzles = ["".join("." if c in cells else full[c] for c in range(16)) for cells in sets]
        for cells, verdict in zip(sets, sudoku.check(puzzles, **rules)):
            if verdict == "multiple" and not any(smaller <= set(cells) for smaller in minimal):
                minimal.append(set(cells))
    assert sudoku.unavoidable(full, 6, **rules) == [sorted(cells) for cells in minimal]


def test_every_puzzle_hits_the_unavoidable_sets(seventeen: list[str]) -> None:
    lists = sudoku.unavoidable(sudoku.solve(seventeen[:5]), threads=2)
    for puzzle, sets in zip(seventeen, lists):
        cells = set(clue_cells(puzzle))
        assert len(sets) > 100 and max(map(len, sets)) <= 12
        assert sets == sorted(sets, key=lambda one: (len(one), one))
        assert all(cells & set(one) for one in sets)
    with pytest.raises(q.PuzzleError, match="blank|full"):
        sudoku.unavoidable(PUZZLE)
    with pytest.raises(ValueError, match="max_size must be at least 1"):
        sudoku.unavoidable(FULL4, 0)


@pytest.mark.parametrize(("rules", "full"), RULES[:3])
def test_puzzles_within_4x4_grids(rules: dict[str, Any], full: str) -> None:
    for clues in (3, 4, 5):
        sets = list(combinations(range(16), clues))
        puzzles = ["".join(full[c] if c in cells else "." for c in range(16)) for cells in sets]
        verdicts = sudoku.check(puzzles, **rules)
        proper = {puzzle for puzzle, verdict in zip(puzzles, verdicts) if verdict == "unique"}
        found = sudoku.puzzles_within(full, clues, **rules)
        assert set(found) == proper and len(found) == len(proper)
        assert sudoku.puzzles_within(full, clues, limit=2, **rules) == found[:2]
    assert sudoku.puzzles_within([full, None], 3, threads=2, **rules)[1] is None
    with pytest.raises(q.PuzzleError, match="blank|full"):
        sudoku.puzzles_within("1...............", 4)
    with pytest.raises(ValueError, match="limit must be at least 1"):
        sudoku.puzzles_within(full, 4, limit=0)


def test_blanks_are_written_as_in_the_puzzle() -> None:
    for blank in "0_*":
        puzzle = PUZZLE.replace(".", blank)
        for answer in (sudoku.minimise, sudoku.canonical):
            assert answer(puzzle) == answer(PUZZLE).replace(".", blank)
    letters = sudoku.canonical("A" + "." * 255)
    assert letters == "." * 255 + "A"
