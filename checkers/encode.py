#!/usr/bin/env python3
"""Encodes an exact-cover problem for the checkers of third parties.

    encode.py cnf PROBLEM               clauses, in DIMACS CNF format
    encode.py opb PROBLEM               inequalities, in OPB format
    encode.py opb --costs PROBLEM       the same, minimising the costs
    encode.py opb --unique 3,5 PROBLEM  the same, minimising agreement with options 3 and 5

The problem is a file in Knuth's format. Variable n says whether option n is chosen, counted from 1.
`quadrille prove` writes the same bytes; this script is independent of it, so that one can check the
encoding with either. docs/proofs.md says what the files mean.
A problem that is wrong or that CNF can't express is refused with exit code 2.

The constraints, in this order; an option without a primary item takes part in the third alone:

1. Each primary item, in the order of the file: it is covered as often as its bounds say. An upper
   bound is left out where the item has no more options than that.
2. Only in OPB, each secondary item without colours and with at least two options: it is covered at
   most once.
3. Each option without a primary item: it is not chosen.
4. Each pair of options that exclude each other, by the first and then the second option: not both
   are chosen. They share a primary item, or a secondary item without giving it the same colour. In
   OPB, only pairs that share a secondary item with colours in this way.

For a count, `quadrille prove --to veripb` adds a constraint for each solution, which count_models.py
checks: an option of the solution is not chosen, or one of its `additions` is.
"""

import argparse
import re
import sys
import unicodedata


class Refused(Exception):
    """The problem file is wrong, or the format can't express it."""


def need(condition, reason):
    if not condition:
        raise Refused(reason)


def number(word, end):
    """Reads a number below `end`: digits, without a sign."""
    digits = word.lstrip("0") or "0"
    is_number = word.isascii() and word.isdigit() and len(digits) <= len(str(end))
    need(is_number and int(digits) < end, f"expected a number below {end}, found {word[:60]!r}")
    return int(digits)


def is_text(word):
    """Whether this can be a name or a colour. A byte that is not UTF-8 was read as a surrogate."""
    wrong = ("Cc", "Cs")
    is_fine = (unicodedata.category(c) not in wrong and not c.isspace() for c in word)
    return word != "" and "\ufeff" not in word and all(is_fine)


class Problem:
    """Items by name and options by number. All names are those of the file."""

    def __init__(self, text):
        self.bounds = {}  # of each primary item, in the order of the file
        self.secondary = {}  # the names are the keys
        self.options = []  # for each option, the colour of each item, or None
        self.costs = []
        lines = text.split("\n")
        add = self.add_items
        for line_number, line in enumerate(lines, 1):
            words = re.findall("[^ \t\r\f]+", line)
            if words and not words[0].startswith("|"):
                try:
                    add(words)
                except Refused as error:
                    raise Refused(f"line {line_number}: {error}") from None
                add = self.add_option
        need(self.bounds, f"line {len(lines)}: expected a line of items, found the end")
        usable = [any(item in self.bounds for item in option) for option in self.options]
        self.never = [number for number, is_usable in enumerate(usable, 1) if not is_usable]
        self.usable = [number for number, is_usable in enumerate(usable, 1) if is_usable]

    def add_items(self, words):
        is_secondary = False
        for word in words:
            if word.startswith("|") and not is_secondary:
                is_secondary = True
                word = word[1:]
                if not word:
                    continue
            bounds, bar, name = ("", "", word) if is_secondary else word.rpartition("|")
            is_name = is_text(name) and ":" not in name and "|" not in name
            need(is_name, f"{word[:60]!r} is not an item")
            is_new = name not in self.bounds and name not in self.secondary
            need(is_new, f"the item {name[:60]!r} comes twice")
            if is_secondary:
                self.secondary[name] = None
                continue
            low, colon, high = bounds.partition(":")
            if not bar:
                low = high = "1"
            elif not colon:
                high = low
            low, high = number(low or "0" if colon else low, 1 << 32), number(high, 1 << 32)
            need(low <= high, f"the bounds of {name[:60]!r} contradict each other")
            self.bounds[name] = (low, high)

    def add_option(self, words):
        option, cost = {}, 0
        for word in words:
            if word.startswith("|"):
                cost += number(word[1:], 1 << 64)
                continue
            item, colon, colour = word.partition(":")
            is_known = item in self.bounds or item in self.secondary
            need(is_known, f"{item[:60]!r} is not an item of the problem")
            need(item not in option, f"the item {item[:60]!r} comes twice in the option")
            need(not colon or item in self.secondary, f"{word[:60]!r}: the item is primary")
            need(not colon or is_text(colour), f"{word[:60]!r} has no colour that can be one")
            option[item] = colour if colon else None
        need(cost < 1 << 64, "the costs are too high")
        self.options.append(option)
        self.costs.append(cost)

    def covering(self, item):
        return [number for number in self.usable if item in self.options[number - 1]]

    def additions(self):
        """The options that a solution can have besides all of those of another solution. They have
        no item whose number of coverings is given: such an item would be covered too often."""
        fixed = {item for item, (low, high) in self.bounds.items() if low == high}
        return [number for number in self.usable if fixed.isdisjoint(self.options[number - 1])]

    def is_coloured(self, item):
        return any(self.options[number - 1][item] is not None for number in self.covering(item))

    def pairs(self, items):
        """The pairs that exclude each other over some of these items."""
        found = set()
        for item in items:
            covering = [(number, self.options[number - 1][item]) for number in self.covering(item)]
            for index, (first, colour) in enumerate(covering):
                found.update(
                    (first, second)
                    for second, other in covering[index + 1 :]
                    if colour is None or colour != other
                )
        return sorted(found)


def blocking(solution, additions):
    """An option of the solution is not chosen, or one more is that can be."""
    named = sorted({*solution, *additions})
    terms = "".join(f"{-1 if number in solution else 1} x{number} " for number in named)
    return f"{terms}>= {1 - len(solution)} ;"


def cnf(problem):
    for name, bounds in problem.bounds.items():
        once = f"the item {name[:60]!r} is not to be covered exactly once"
        need(bounds == (1, 1), f"{once}: CNF can't express it")
    clauses = [problem.covering(item) for item in problem.bounds]
    clauses += [[-number] for number in problem.never]
    clauses += [[-a, -b] for a, b in problem.pairs([*problem.bounds, *problem.secondary])]
    yield f"p cnf {len(problem.options)} {len(clauses)}"
    for clause in clauses:
        yield " ".join(map(str, [*clause, 0]))


def opb(problem, objective, excluded=()):
    """The lines of a formula. It excludes sets of options, which are solutions."""

    def linear(coefficient, numbers, relation, bound):
        terms = "".join(f"{coefficient} x{number} " for number in numbers)
        return f"{terms}{relation} {bound} ;"

    lines = []
    for item, (low, high) in problem.bounds.items():
        covering = problem.covering(item)
        if low == high > 0:
            lines.append(linear(1, covering, "=", low))
            continue
        if low > 0:
            lines.append(linear(1, covering, ">=", low))
        if high < len(covering):
            lines.append(linear(-1, covering, ">=", -high))
    coloured = [item for item in problem.secondary if problem.is_coloured(item)]
    for item in problem.secondary:
        if item not in coloured and len(problem.covering(item)) > 1:
            lines.append(linear(-1, problem.covering(item), ">=", -1))
    lines += [linear(-1, [number], ">=", 0) for number in problem.never]
    lines += [linear(-1, pair, ">=", -1) for pair in problem.pairs(coloured)]
    additions = problem.additions()
    lines += [blocking(solution, additions) for solution in excluded]
    yield f"* #variable= {len(problem.options)} #constraint= {len(lines)}"
    if objective is not None:
        yield " ".join(["min:", *objective, ";"])
    yield from lines


def encode(args):
    """The lines of the formula."""
    with open(args.problem, "rb") as file:
        # Comments are in any encoding.
        text = file.read().decode("utf-8-sig", errors="surrogateescape")
    problem = Problem(text)
    objective = None
    if args.costs:
        objective = [f"{cost} x{number}" for number, cost in enumerate(problem.costs, 1) if cost]
    elif args.unique is not None:
        end = len(problem.options) + 1
        solution = {number(word, end) for word in args.unique.split(",")} if args.unique else set()
        need(0 not in solution, "options are numbered from 1")
        objective = [f"1 {'' if n in solution else '~'}x{n}" for n in range(1, end)]
    return [*cnf(problem)] if args.format == "cnf" else [*opb(problem, objective)]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("format", choices=["cnf", "opb"])
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--costs", action="store_true")
    group.add_argument("--unique", metavar="OPTIONS")
    parser.add_argument("problem")
    args = parser.parse_args()
    try:
        lines = encode(args)
    except (OSError, Refused) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        print(f"encode.py: {args.problem}: {reason}", file=sys.stderr)
        sys.exit(2)
    sys.stdout.reconfigure(newline="\n")
    for line in lines:
        print(line)


if __name__ == "__main__":
    main()
