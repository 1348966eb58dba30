"""Checks a proof of how many solutions Sudoku puzzles have. `check.py` runs it.

A puzzle is an exact cover. An option, a value in a cell, covers the cell and the value in its row,
column and box. Why what is printed is true, with the residues of `check.py`:

1. Of the first residue, the options are left that agree with the clues. So its solutions are those of
   the puzzle. Two clues that contradict each other leave none.
2. `solutions` chooses, for an open item, each of its live options in turn. As all items are to be
   covered once, the solutions of the residue are those of all choices together. An item with one live
   option, or none, is taken without being named; any other one is the next of the proof.
3. A grid without blanks is a solution if it has one by 2. Two different ones that agree with the clues
   show that there are several.
"""

import hashlib
import re

from check import CLOSED, N, Problem, members, read, require

LINE = "[01](?: [0-9 ]*)?|2 [1-9]{81} [1-9]{81}"


class Puzzles(Problem):
    """The puzzles of a text, with the exact cover of a grid without clues."""

    def __init__(self, text: str):
        lines = [line.rstrip("\r") for line in text.removeprefix("\ufeff").split("\n")]
        self.puzzles = [line.replace("0", ".") for line in lines if line and line[0] != "#"]
        good = all(re.fullmatch("[1-9.]{81}", puzzle) for puzzle in self.puzzles)
        require(good, "expected lines of 81 digits or dots", error=ValueError)
        cells = [(row, column) for row in range(9) for column in range(9)]
        rows = [
            (f"r{r}c{c}", f"r{r}#{v}", f"c{c}#{v}", f"b{r // 3 * 3 + c // 3}#{v}")
            for r, c in cells
            for v in range(9)
        ]
        # The cells, then the values in rows, in columns and in boxes: in the order of the options.
        items = dict.fromkeys(row[kind] for kind in range(4) for row in rows)
        super().__init__("\n".join(" ".join(line) for line in (items, *rows)))

    def beginning(self, grid: str) -> tuple:
        live = (o for o in range(729) if grid[o // 9] in (".", str(o % 9 + 1)))
        return sum(1 << option for option in live), self.first[1]

    def solutions(self, residue: tuple, named) -> int:
        """The number of solutions that a search finds. `named`: the items that it branches on."""
        live, before = residue[0], -1
        while live != before:
            before = live
            for item, options in enumerate(self.options_of):
                own = live & options
                if residue[1][item] != CLOSED and not own & own - 1:
                    if not own:
                        return 0
                    live, _ = residue = self.after(residue, own.bit_length() - 1)
        if set(residue[1]) == {CLOSED}:
            return 1
        token = next(named, "")
        item = int(token) - 1 if re.fullmatch(N, token) else -1
        good = 0 <= item < self.primary and residue[1][item] != CLOSED
        require(good, "the next item is missing or not open")
        options = members(live & self.options_of[item])
        return sum(self.solutions(self.after(residue, option), named) for option in options)

    def check(self, proof) -> str:
        text = "".join(puzzle + "\n" for puzzle in self.puzzles)
        proof.limit = 1 << 26
        read(proof, f"puzzles sha256:{hashlib.sha256(text.encode()).hexdigest()}")
        read(proof, f"lines {len(self.puzzles)}")
        totals = [0, 0, 0]
        for puzzle in self.puzzles:
            line = read(proof, LINE, "0, 1 or 2, and items or solutions")
            count = line[0]
            totals[int(count)] += 1
            if count == "2":
                grids = [grid for grid in {line[2:83], line[84:]} if re.fullmatch(puzzle, grid)]
                good = [self.solutions(self.beginning(grid), iter(())) for grid in grids] == [1, 1]
                require(good, "expected two different solutions of the puzzle")
            else:
                # One at a time: a line of hostile length is not to fill memory.
                named = (found[1] for found in re.finditer(" ([0-9]*)", line))
                found = self.solutions(self.beginning(puzzle), named)
                require(found == int(count), f"the search finds {found} solutions")
                require(next(named, None) is None, "the search ends before the list of items")
        require(not proof.file.read(1), "expected the end", len(self.puzzles) + 4)
        return f"{totals[1]} puzzles with one solution, {totals[0]} with none, {totals[2]} with several"
