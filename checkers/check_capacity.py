"""A rule of `check.py`: an item can be covered too few times for what all items need.

Suppose that all live options of a residue have an open item, and that its upper bound less its
coverings is its capacity. Then a solution has at most so many options. The gain of an option is
the number of its open items that still need some. The options of a solution together have each of
these items at least as often as it needs, so that the sum of their gains is at least that of the
needs. If even the greatest gains, as many as the capacity, have a smaller sum, there is no solution.
"""


def is_low(problem, item: int, live: int, covered: tuple[int, ...]) -> bool:
    """Whether an item, from 0, has too little capacity in a residue of a problem."""
    if item >= problem.primary or covered[item] < 0 or live & ~problem.options_of[item]:
        return False  # It is no primary item, or closed, or not every option has it.
    lows = [low for low, _ in problem.bounds]
    needs = [max(low - n, 0) if n >= 0 else 0 for low, n in zip(lows, covered)]
    options = [option for o, option in enumerate(problem.options) if live >> o & 1]
    gains = [sum(i < problem.primary and needs[i] > 0 for i in option) for option in options]
    capacity = problem.bounds[item][1] - covered[item]
    return sum(sorted(gains, reverse=True)[:capacity]) < sum(needs)
