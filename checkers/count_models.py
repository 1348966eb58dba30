#!/usr/bin/env python3
"""Says how many solutions a problem has, by files that a checker of third parties has accepted.

    count_models.py PROBLEM FORMULA.opb         if `veripb FORMULA.opb DERIVATION` has refuted it
    count_models.py PROBLEM FORMULA.cnf GRAPH   if `cake_scpog FORMULA.cnf GRAPH` has verified it

The problem is a file in Knuth's format, and the other files are those of `quadrille prove --claim
count --to veripb` or `scpog`. Exit codes: 0: if the checker is right, what is printed is true; 1: the
files are not those of a proof about the problem; 2: a file can't be read. It uses encode.py, and is
independent of the program. Why it is true:

1. OPB: the formula is, byte for byte, that of the problem with one more constraint for each of N
   different solutions. This excludes the solution and no other one (see encode.py). The checker says
   that no other solution is left.
2. CNF: the formula is, byte for byte, that of the problem. The checker says that the graph has the
   same solutions, that the factors of a product have no option in common, and that the summands of a
   sum have no solution in common. So the share of all sets of options that are a solution of a node
   is the product of those of the factors, or the sum of those of the summands. An option that
   the graph does not name is free.
"""

import re
import sys

import encode


class Wrong(Exception):
    """The files are not those of a proof about the problem."""


def need(condition, reason):
    if not condition:
        raise Wrong(reason)


def is_solution(problem, solution):
    chosen = [problem.options[number - 1] for number in solution]
    for item, (low, high) in problem.bounds.items():
        if not low <= sum(item in option for option in chosen) <= high:
            return False
    for item in problem.secondary:
        colours = [option[item] for option in chosen if item in option]
        if len(colours) > 1 and (None in colours or len(set(colours)) > 1):
            return False
    return solution.isdisjoint(problem.never)


def excluded(problem, lines):
    """The number of solutions that a formula excludes."""
    own = len([*encode.opb(problem, None)])
    most = len(problem.options)
    solutions = []
    for line in lines[own:]:
        numbers = [int(word) for word in re.findall(r"-1 x([0-9]{1,10}) ", line)]
        need(all(0 < number <= most for number in numbers), f"{line[:60]!r} has unknown options")
        solutions.append(frozenset(numbers))
        need(is_solution(problem, solutions[-1]), f"{line[:60]!r} excludes what is no solution")
    need(len(set(solutions)) == len(solutions), "a solution is excluded twice")
    need(lines == [*encode.opb(problem, None, solutions)], "the formula is another one")
    return len(solutions)


def models(options, lines):
    """The number of sets of options that make the root of a graph true."""
    shares = {}  # for each operation, (m, e) if m / 2**e is the share of sets that make it true

    def share(literal):
        if 0 < abs(literal) <= options:
            return 1, 1
        need(literal in shares, f"{literal} is not an operation")
        return shares[literal]

    root = None
    for line in lines:
        words = line.split()
        is_operation = words[:1] != [] and words[0].isdigit()
        if words[:1] == ["r"]:
            need(root is None and len(words) == 2, "the root comes twice, or is missing")
            root = int(words[1])
        elif is_operation and words[1:2] == ["p"]:
            factors = [share(int(word)) for word in words[3:-1]]
            m, e = 1, sum(exponent for _, exponent in factors)
            for factor, _ in factors:
                m *= factor
            shares[int(words[2])] = m, e
        elif is_operation and words[1:2] == ["s"]:
            (m, e), (n, f) = (share(int(word)) for word in words[3:5])
            most = max(e, f)
            shares[int(words[2])] = (m << most - e) + (n << most - f), most
    need(root is not None, "the graph has no root")
    if root == 0:
        return 0
    m, e = share(root)
    return (m << options) >> e


def read(path):
    with open(path, encoding="ascii", newline="\n") as file:
        lines = file.read().split("\n")
    need(lines.pop() == "", f"{path} does not end with a line feed")
    return lines


def count(problem_path, formula_path, *graph_path):
    with open(problem_path, "rb") as file:
        # Comments are in any encoding.
        problem = encode.Problem(file.read().decode("utf-8-sig", errors="surrogateescape"))
    lines = read(formula_path)
    if not graph_path:
        return excluded(problem, lines)
    need(lines == [*encode.cnf(problem)], "the formula is not that of the problem")
    return models(len(problem.options), read(*graph_path))


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    getattr(sys, "set_int_max_str_digits", abs)(0)  # large counts are written in full
    try:
        print("count", count(*sys.argv[1:]))
    except (Wrong, ValueError, IndexError) as error:
        print(f"count_models.py: {error}", file=sys.stderr)
        sys.exit(1)
    except (OSError, encode.Refused) as error:
        print(f"count_models.py: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
