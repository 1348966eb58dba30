"""The checker of proofs: random problems against brute force, mutated proofs, false proofs.

    python3 -m pytest checkers

If the environment variable QUADRILLE names the program, its verdicts are compared with those of the
checker.
"""

import gzip
import hashlib
import io
import itertools
import os
import random
import re
import subprocess
import sys
import types
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import check  # noqa: E402
import check_sudoku  # noqa: E402


class Draft:
    """A problem as lists. An option maps items to colours, or to `None`."""

    def __init__(self, bounds, secondary, options, costs):
        self.bounds, self.secondary, self.options, self.costs = bounds, secondary, options, costs
        self.primary = len(bounds)
        self.items = self.primary + secondary

    def text(self):
        """The canonical text, by its description in docs/proofs.md."""
        words = []
        for item, (low, high) in enumerate(self.bounds):
            bounds = "" if (low, high) == (1, 1) else f"{low}:{high}|"
            words.append((f"{low}|" if low == high != 1 else bounds) + f"p{item}")
        words += ["|"] * (self.secondary > 0)
        words += [f"s{item}" for item in range(self.primary, self.items)]
        lines = [words]
        for option, cost in zip(self.options, self.costs):
            line = []
            for item, colour in option.items():
                name = f"p{item}" if item < self.primary else f"s{item}"
                line.append(name + (f":{colour}" if colour else ""))
            lines.append(line + [f"|{cost}"] * (cost > 0))
        return "".join(" ".join(line) + "\n" for line in lines)

    def solutions(self):
        """The costs of all solutions, by trying all sets of options."""
        choosable = [n for n, own in enumerate(self.options) if min(own) < self.primary]
        found = []
        for size in range(len(choosable) + 1):
            for chosen in itertools.combinations(choosable, size):
                if self.is_solution(chosen):
                    found.append(sum(self.costs[option] for option in chosen))
        return found

    def is_solution(self, chosen):
        for item in range(self.items):
            own = [self.options[o][item] for o in chosen if item in self.options[o]]
            if item < self.primary:
                low, high = self.bounds[item]
                if not low <= len(own) <= high:
                    return False
            elif len(own) > 1 and (None in own or len(set(own)) > 1):
                return False
        return True

    def true_claims(self):
        costs = self.solutions()
        claims = {f"count {len(costs)}"}
        if len(costs) < 2:
            claims.add(["none", "unique"][len(costs)])
        cheapest = f"cheapest {min(costs)} {costs.count(min(costs))}" if costs else "cheapest none"
        return claims | {cheapest}


def random_draft(rng):
    primary, secondary = rng.randint(1, 4), rng.choice([0, 0, 1, 2])
    bounds = []
    for _ in range(primary):
        low = rng.choice([0, 0, 1, 2])
        many = (low, low + rng.choice([0, 1, 2]))
        bounds.append(many if rng.random() < 0.3 else (1, 1))
    options = []
    for _ in range(rng.randint(0, 8)):
        items = rng.sample(range(primary + secondary), rng.randint(1, min(3, primary + secondary)))
        colours = [None, None, "red", "blue"]
        option = {item: rng.choice(colours) if item >= primary else None for item in items}
        options.append(rng.choice(options) if options and rng.random() < 0.1 else option)
    if rng.random() < 0.3:
        # Each option has the first item: so its capacity matters.
        options = [{0: None} | option for option in options]
        bounds[0] = (rng.randint(0, 2), rng.randint(2, 3))
    costs = [rng.choice([0, 0, 1, 2, 3]) for _ in options]
    return Draft(bounds, secondary, options, costs)


# Residues by their description in docs/proofs.md, with sets: (L, U, M).


def settled(draft, live, once, many):
    many = {
        item: count
        for item, count in many.items()
        if count < draft.bounds[item][0] or any(item in draft.options[o] for o in live)
    }
    return frozenset(live), frozenset(once), tuple(sorted(many.items()))


def beginning(draft):
    none = {item for item, (_, high) in enumerate(draft.bounds) if high == 0}
    live = [
        number
        for number, option in enumerate(draft.options)
        if min(option) < draft.primary and not none & set(option)
    ]
    once = [item for item, bounds in enumerate(draft.bounds) if bounds == (1, 1)]
    many = {item: 0 for item in range(draft.primary) if item not in once}
    return settled(draft, live, once, many)


def exclude(draft, residue, option):
    live, once, many = residue
    return settled(draft, live - {option}, once, dict(many))


def choose(draft, residue, option):
    live, once, many = residue
    many = dict(many)
    closed = set()
    for item in draft.options[option]:
        if item in once:
            closed.add(item)
        elif item in many:
            many[item] += 1
            if many[item] == draft.bounds[item][1]:
                closed.add(item)
    many = {item: count for item, count in many.items() if item not in closed}

    def fits(other):
        if other == option or closed & set(draft.options[other]):
            return False
        shared = set(draft.options[option]) & set(draft.options[other])
        secondary = [item for item in shared if item >= draft.primary]
        own = [(draft.options[option][i], draft.options[other][i]) for i in secondary]
        return all(one and one == two for one, two in own)

    return settled(draft, list(filter(fits, live)), once - closed, many)


def dead_items(draft, residue):
    live, once, many = residue
    sizes = {i: sum(i in draft.options[o] for o in live) for i in range(draft.primary)}
    dead = [item for item in once if sizes[item] == 0]
    dead += [i for i, count in many if count + sizes[i] < draft.bounds[i][0]]
    needs = {item: 1 for item in once} | {i: draft.bounds[i][0] - count for i, count in many}
    needs = {item: need for item, need in needs.items() if need > 0}
    gains = [sum(item in draft.options[option] for item in needs) for option in live]
    for item, count in [(item, 0) for item in once] + list(many):
        capacity = min(draft.bounds[item][1] - count, len(gains))
        chosen = itertools.combinations(gains, capacity)
        if sizes[item] == len(live) and max(map(sum, chosen)) < sum(needs.values()):
            dead.append(item)
    return dead


def classes(draft, live, item):
    found = {}
    for option in sorted(live):
        if item in draft.options[option]:
            found.setdefault(draft.options[option][item] or option, set()).add(option)
    return list(found.values())


def parts(draft, residue):
    """The parts of a residue; none if there are fewer than two, or an open item without options."""
    live, once, many = residue
    items = once | {item for item, _ in many}
    if any(not classes(draft, live, item) for item in items):
        return []
    items |= {i for i in range(draft.primary, draft.items) if len(classes(draft, live, i)) > 1}
    groups, left = [], set(live)
    while left:
        group, border = set(), {min(left)}
        while border:
            group |= border
            touched = {item for o in border for item in draft.options[o] if item in items}
            border = {o for o in left - group if touched & set(draft.options[o])}
        groups.append(group)
        left -= group
    residues = []
    for group in groups:
        own = {item for option in group for item in draft.options[option]}
        counts = tuple((item, count) for item, count in many if item in own)
        residues.append((frozenset(group), once & own, counts))
    return residues if len(groups) > 1 else []


def constraints(draft, residue, image):
    live, once, many = residue
    found = set()
    for item, count in [(item, 0) for item in once] + list(many):
        own = [image[o] for o in live if item in draft.options[o]]
        low, high = draft.bounds[item]
        low, high = max(low - count, 0), min(high - count, len(own))
        if (low, high) != (0, len(own)):
            found.add(("bounds", low, high, frozenset(own)))
    for item in range(draft.primary, draft.items):
        own = [frozenset(image[o] for o in options) for options in classes(draft, live, item)]
        if len(own) > 1 and all(len(options) == 1 for options in own):
            found.add(("bounds", 0, 1, frozenset().union(*own)))
        elif len(own) > 1:
            found.add(("classes", frozenset(own)))
    return found


def renaming(draft, residue, other):
    """A renaming of the live options of a residue to those of another one, if there is one."""
    live, goal = sorted(residue[0]), sorted(other[0])
    if len(live) != len(goal) or len(live) > 4:
        return None
    expected = constraints(draft, other, {option: option for option in goal})
    for images in itertools.permutations(goal):
        if constraints(draft, residue, dict(zip(live, images))) == expected:
            return images
    return None


class Prover:
    """Proves by a random search with a memo, with all kinds of nodes."""

    def __init__(self, draft, rng, renames):
        self.draft, self.rng, self.renames = draft, rng, renames
        self.nodes = {}  # for each residue: the words before its children, the children, a tail
        self.counts = {}

    def leaf(self, residue, is_root=False):
        live, once, many = residue
        if not live and not once and not many:
            return "="
        dead = dead_items(self.draft, residue)
        must = not live and not once  # Nothing to branch on.
        if dead and (must or self.rng.random() < (0.5 if is_root or live else 0.9)):
            return f"-{self.rng.choice(dead) + 1}"
        return None

    def child(self, residue, count_only=False):
        """A leaf, or the residue, which is proved; and its number of solutions."""
        if residue not in self.nodes and (leaf := self.leaf(residue)):
            return leaf, int(leaf == "=")
        return residue, self.prove(residue)

    def prove(self, residue):
        if residue in self.nodes:
            return self.counts[residue]
        draft, rng = self.draft, self.rng
        live, once, _ = residue
        if self.renames and rng.random() < 0.7:
            for other in self.nodes:
                if self.nodes[other][0] != ["~"] and (images := renaming(draft, residue, other)):
                    tail = [str(image + 1) for image in images]
                    return self.add(residue, ["~"], [other], self.counts[other], tail)
        own = parts(draft, residue)
        if own and rng.random() < 0.8:
            found = [self.child(part) for part in own]
            product = 1
            for _, count in found:
                product *= count
            children = [child for child, _ in found]
            if product == 0 and rng.random() < 0.7:
                kept = rng.choice([at for at, (_, count) in enumerate(found) if count == 0])
                children = [c if at == kept else "." for at, c in enumerate(children)]
            return self.add(residue, ["&"], children, product)
        if once and (not live or rng.random() < 0.7):
            item = rng.choice(sorted(once))
            options = [o for o in sorted(live) if item in draft.options[o]]
            found = [(*self.child(choose(draft, residue, o)), o) for o in options]
            head = [str(item + 1)]
            return self.add(residue, head, [c for c, *_ in found], sum(n for _, n, _ in found))
        option = rng.choice(sorted(live))
        one, two = (self.child(way(draft, residue, option)) for way in (exclude, choose))
        return self.add(residue, ["?", str(option + 1)], [one[0], two[0]], one[1] + two[1])

    def add(self, residue, head, children, count, tail=()):
        self.nodes[residue] = head, children, list(tail)
        self.counts[residue] = count
        return count

    def lines(self, root):
        """The lines in a random order, parents before children; `None` if `~` allows no order."""
        needed, stack = set(), [root]
        while stack:
            residue = stack.pop()
            if residue not in needed:
                needed.add(residue)
                stack += [c for c in self.nodes[residue][1] if not isinstance(c, str)]
        before = {residue: set() for residue in needed}
        for residue in needed:
            for child in self.nodes[residue][1]:
                if not isinstance(child, str):
                    before[child].add(residue)
        for residue in needed:
            if self.nodes[residue][0] == ["~"]:
                child = self.nodes[residue][1][0]
                direct = [own for own in before[child] if self.nodes[own][0] != ["~"]]
                if not direct:
                    return None
                before[residue].add(self.rng.choice(direct))
        order = []
        while len(order) < len(needed):
            ready = [r for r in needed if r not in order and before[r] <= set(order)]
            if not ready:
                return None
            order.append(self.rng.choice(sorted(ready, key=repr)))
        at = {residue: line for line, residue in enumerate(order)}
        lines = []
        for residue in order:
            head, children, tail = self.nodes[residue]
            words = [c if isinstance(c, str) else str(at[c] - at[residue]) for c in children]
            lines.append(" ".join(head + words + tail))
        return lines


def prove(draft, rng, claim):
    """The lines of a proof of the claim."""
    root = beginning(draft)
    while True:
        prover = Prover(draft, rng, not claim.startswith("cheapest") and rng.random() < 0.8)
        leaf = prover.leaf(root, is_root=True)
        if leaf is None:
            prover.prove(root)
        body = [leaf] if leaf else prover.lines(root)
        if body:
            return header(draft, len(body), claim) + body


def header(draft, nodes, claim):
    return [
        "exact-cover-proof 1",
        f"problem sha256:{hashlib.sha256(draft.text().encode()).hexdigest()}",
        f"options {len(draft.options)}",
        f"nodes {nodes}",
        f"claim {claim}",
    ]


def verdict(checker, lines):
    """The claim, or the line that is wrong."""
    text = lines if isinstance(lines, bytes) else "".join(line + "\n" for line in lines).encode()
    proof = types.SimpleNamespace(file=io.BytesIO(text), number=0, limit=124)
    try:
        check.read(proof, "exact-cover-proof 1|sudoku-proof 1")
        return checker.check(proof)
    except check.Wrong as error:
        return (*error.args, proof.number)[1]


def checker_of(draft):
    return check.Problem(draft.text())


def mutated(lines, rng, items, options):
    """One mutation of a proof."""
    lines = list(lines)
    at = rng.randrange(5, len(lines)) if rng.random() < 0.85 else rng.randrange(len(lines))
    words = lines[at].split(" ")
    word = rng.randrange(len(words))
    values = ["=", ".", "&", "?", "~", "0", "-0", "-1", "01", "+1", "1_0", "", " ", "x", "\u0661"]
    values += [
        "9" * 10,
        "9" * 30,
        str(rng.randint(1, len(lines))),
        str(rng.randint(1, options + 1)),
    ]
    values += [f"-{rng.randint(1, items + 1)}", str(rng.randint(1, items + 1))]
    kind = rng.randrange(12)
    if kind < 4:
        words[word] = rng.choice(values)
    elif kind == 4:
        del words[word]
    elif kind == 5:
        words.insert(word, rng.choice(values))
    elif kind == 6:
        other = rng.randrange(len(words))
        words[word], words[other] = words[other], words[word]
    elif kind == 7 and words[word].lstrip("-").isdigit():
        words[word] = str(int(words[word]) + rng.choice([-1, 1]))
    lines[at] = " ".join(words)
    other = rng.randrange(len(lines))
    if kind == 8:
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 9:
        lines.insert(other, lines[at])
        if rng.random() < 0.5:
            lines[3] = f"nodes {len(lines) - 5}"
    elif kind == 10:
        del lines[at : len(lines) if rng.random() < 0.3 else at + 1]
        if len(lines) > 5 and rng.random() < 0.5:
            lines[3] = f"nodes {len(lines) - 5}"
    elif kind == 11:
        number = rng.randint(0, 3)
        claims = [f"count {number}", "none", "unique", f"cheapest {number} 1", "cheapest none"]
        lines[4] = f"claim {rng.choice(claims)}"
    return lines


def moved(lines, rng):
    """Moves a child of a node to another line."""
    lines = list(lines)
    at = rng.randrange(5, len(lines))
    words = lines[at].split(" ")
    first = 2 if words[0] == "?" else 1
    last = 2 if words[0] == "~" else len(words)
    if first < last:
        words[rng.randrange(first, last)] = str(rng.randint(1, max(1, len(lines) - 1 - at)))
        lines[at] = " ".join(words)
    return lines


@pytest.mark.parametrize("seed", range(4))
def test_random_problems_are_proved(seed):
    rng = random.Random(seed)
    kinds = set()
    for _ in range(900):
        draft = random_draft(rng)
        checker = checker_of(draft)
        for claim in sorted(draft.true_claims()):
            lines = prove(draft, rng, claim)
            assert verdict(checker, lines) == claim, (draft.text(), lines)
            kinds |= {line.split(" ")[0] for line in lines[5:]}
            kinds |= {"." for line in lines[5:] if line.endswith(" .")}
    assert {"?", "&", "~", "=", ".", "1", "2"} <= kinds


@pytest.mark.parametrize("seed", range(4))
def test_mutated_proofs_are_refused_or_still_true(seed):
    rng = random.Random(100 + seed)
    refused, total = 0, 0
    for _ in range(250):
        draft = random_draft(rng)
        checker, true = checker_of(draft), draft.true_claims()
        for claim in sorted(true):
            lines = prove(draft, rng, claim)
            for _ in range(12):
                wrong = mutated(lines, rng, draft.items, len(draft.options))
                wrong = moved(lines, rng) if rng.random() < 0.3 else wrong
                total += 1
                found = verdict(checker, wrong)
                refused += isinstance(found, int)
                assert isinstance(found, int) or found in true, (draft.text(), wrong)
    assert refused > total // 2


def test_each_false_claim_is_refused():
    rng = random.Random(7)
    for _ in range(200):
        draft = random_draft(rng)
        checker, true = checker_of(draft), draft.true_claims()
        claims = {"none", "unique", "cheapest none", "count 00", "count 1", "count 0"}
        claims |= {"cheapest 0 0", "cheapest 1 1", "cheapest 0 1", "count", "cheapest 0"}
        for claim in sorted(claims - true):
            kind = "cheapest" if claim.startswith("cheapest") else "count"
            proved = next(own for own in sorted(true) if own.startswith(kind))
            lines = prove(draft, rng, proved)
            lines[4] = f"claim {claim}"
            assert verdict(checker, lines) == 5


def test_every_truncation_is_refused():
    rng = random.Random(8)
    draft = Draft(
        [(1, 1), (1, 1), (0, 2)], 1, [{0: None, 3: "red"}, {1: None}, {0: None}, {2: None}], [0] * 4
    )
    lines = prove(draft, rng, "count 4")
    text = "".join(line + "\n" for line in lines).encode()
    checker = checker_of(draft)
    assert verdict(checker, text) == "count 4"
    for end in range(len(text)):
        assert isinstance(verdict(checker, text[:end]), int), end
    for more in [b"\n", b"=\n", b" ", b"\0"]:
        assert verdict(checker, text + more) == len(lines) + 1


def draft_of(text):
    """A problem from its canonical text, for proofs by hand."""
    return check.Problem(text), hashlib.sha256(text.encode()).hexdigest()


def by_hand(text, claim, body, nodes=None):
    checker, digest = draft_of(text)
    options = text.count("\n") - 1
    lines = [
        "exact-cover-proof 1",
        f"problem sha256:{digest}",
        f"options {options}",
        f"nodes {len(body) if nodes is None else nodes}",
        f"claim {claim}",
    ]
    return verdict(checker, lines + body)


TWO = "a b\na\na\nb\nb\n"  # Two independent items, with two options each.


def test_proofs_by_hand():
    assert by_hand(TWO, "count 4", ["1 1 1", "2 = ="]) == "count 4"
    assert by_hand(TWO, "count 4", ["& 1 2", "1 = =", "2 = ="]) == "count 4"
    assert by_hand(TWO, "count 4", ["& 1 2", "~ 1 3 4", "2 = ="]) == "count 4"
    assert by_hand("a\n", "none", ["-1"]) == "none"
    assert by_hand("a\n", "none", ["1"]) == "none"
    assert by_hand("0:2|a\n", "unique", ["="]) == "unique"
    assert by_hand("0|a\na\n", "unique", ["="]) == "unique"
    assert by_hand("a b\na\n", "none", ["1 -2"]) == "none"
    assert by_hand("a b\na |3\nb |2\nb |1\n", "cheapest 4 1", ["1 1", "2 = ="]) == "cheapest 4 1"
    assert by_hand("a b c\na\na\nb\nc\nb c\n", "count 4", ["& 1 2", "1 = =", "2 1 =", "3 ="]) == (
        "count 4"
    )


# Two options at most, of which each has two of five items in need, or three.
CAPACITY = "2|q a b c d e\nq a b\nq c d\nq d e\nq a e\n"
THREE = "2|q a b c d e\nq a b\nq c d e\nq d e\nq a e\n"


def test_capacities_by_hand():
    assert by_hand(CAPACITY, "none", ["-1"]) == "none"
    assert by_hand(THREE, "none", ["-1"]) == 6
    assert by_hand(CAPACITY.replace("2|q", "3|q"), "none", ["-1"]) == 6
    assert by_hand(CAPACITY.replace("q a e", "a e"), "none", ["-1"]) == 6
    assert by_hand(CAPACITY, "none", ["-2"]) == 6
    # No item is in need twice because an option would have it.
    assert by_hand("0:1|q 2|a 0:9|b\nq a b\nq a b\n", "none", ["-1"]) == "none"
    assert by_hand("0:1|q a 0:9|b\nq a b\nq a b\n", "none", ["-1"]) == 6
    # After a choice, `q` is in need once more, as are two others that no option has together.
    text = "2|q a b c d\nq a b\nq c\nq d\n"
    assert by_hand(text, "none", ["2 -1"]) == "none"


FREE = "0:9|a 0:9|b\na\na\nb\n"  # Eight solutions: no option is demanded or excluded.

FALSE = {
    "two residues under one node": (TWO, "count 4", ["& 1 1", "1 = ="], 6),
    "another residue of a branch": ("a b\na b\na\nb\n", "count 2", ["1 1 1", "2 ="], 6),
    "an open item in no part": ("a b c\na\nb\n", "unique", ["& 1 2", "1 =", "2 ="], 6),
    "a part without options": ("a b c\na\nb\n", "unique", ["& = 1 2", "1 =", "2 ="], 6),
    "too few parts": (TWO, "count 2", ["& 1", "1 = ="], 6),
    "too many parts": (TWO, "count 4", ["& 1 2 =", "1 = =", "2 = ="], 6),
    "parts of a connected residue": ("a b\na b\na\nb\n", "count 2", ["& 1 2", "1 =", "2 ="], 6),
    "one part": ("a\na\n", "unique", ["& 1", "1 ="], 6),
    "no part": ("0:1|a\n", "unique", ["&"], 6),
    "something left": (TWO, "count 2", ["1 = ="], 6),
    "an open item left": ("a b\na\n", "unique", ["1 ="], 6),
    "the root is not solved": (TWO, "unique", ["="], 6),
    "an item that can be covered": (TWO, "none", ["-1"], 6),
    "a closed item": ("a b\na b\na\n", "none", ["1 -1 -2"], 6),
    "a closed item of M": ("a 0:1|b\na b\n", "none", ["1 -2"], 6),
    "a secondary item": ("a | b\na b\n", "none", ["1 -2"], 6),
    "an item that does not exist": ("a\na\n", "none", ["1 -2"], 6),
    "a branch on a closed item": ("a b\na b\n", "unique", ["1 1", "2 ="], 7),
    "a branch on a closed item without options": ("a b 0:1|c\na b\nc\n", "none", ["1 1", "2"], 7),
    "a branch on an item of M": ("0:1|a\na\n", "unique", ["1 ="], 6),
    "a branch on a secondary item": ("a | b\na b\n", "unique", ["2 ="], 6),
    "a branch on no item": ("a\na\n", "unique", ["3 ="], 6),
    "too few children": (TWO, "count 2", ["1 1", "2 = ="], 6),
    "too many children": ("a\na\n", "count 2", ["1 = ="], 6),
    "an option that is not live": ("a\na\na\n", "count 2", ["? 1 1 =", "? 1 -1 ="], 7),
    "an option that does not exist": ("a\na\n", "unique", ["? 2 -1 ="], 6),
    "an option without a primary item": ("a | b\na\nb\n", "unique", ["? 2 = ="], 6),
    "skipped next to parts with solutions": (TWO, "count 2", ["& . 1", "2 = ="], 6),
    "all parts skipped": (TWO, "none", ["& . ."], 6),
    "skipped in a branch": (TWO, "count 2", ["1 1 .", "2 = ="], 6),
    "skipped at the root": (TWO, "none", ["."], 6),
    "a renaming that is not one to one": (TWO, "count 4", ["& 1 2", "~ 1 3 3", "2 = ="], 7),
    "a renaming of too few options": (TWO, "count 4", ["& 1 2", "~ 1 3", "2 = ="], 7),
    "a renaming of too many options": (TWO, "count 4", ["& 1 2", "~ 1 3 4 4", "2 = ="], 7),
    "free options that are not renamed one to one": (
        FREE,
        "count 4",
        ["& 1 2", "~ 1 3 3", "? 3 = ="],
        7,
    ),
    "free options that are not renamed": (FREE, "count 4", ["& 1 2", "~ 1 3", "? 3 = ="], 7),
    "a renaming to an option that is not live": (TWO, "count 4", ["& 1 2", "~ 1 3 1", "2 = ="], 7),
    "a renaming to no option": (TWO, "count 4", ["& 1 2", "~ 1 3 5", "2 = ="], 7),
    "a renaming to a leaf": (TWO, "count 4", ["& 1 2", "~ = 3 4", "2 = ="], 7),
    "a renaming to an unknown node": (TWO, "count 4", ["& 1 2", "~ 2 3 4", "2 = ="], 7),
    "a renaming of the root": ("a\na\n", "unique", ["~ 1 1", "1 ="], 6),
    "a renaming that is no isomorphism": (
        "a b c 0:1|d\na\nb\na b\nc d\nc\nd\n",
        "count 8",
        ["& 1 2", "~ 1 4 5 6", "? 4 2 1", "4 -4 ="],
        7,
    ),
    "a renaming next to costs": (TWO, "cheapest 0 4", ["& 1 2", "~ 1 3 4", "2 = ="], 7),
    "a huge item": (TWO, "none", ["-9999999999"], 6),
    "a huger item": (TWO, "none", ["-" + "9" * 99], 6),
    "a huge branch": (TWO, "none", ["9999999999 = ="], 6),
    "a huge option": (TWO, "none", ["? 9999999999 = ="], 6),
    "a huge child": (TWO, "count 4", ["1 9999999999 1", "2 = ="], 6),
    "a huge image": (TWO, "count 4", ["& 1 2", "~ 1 3 9999999999", "2 = ="], 7),
    "a child below the end": (TWO, "count 4", ["1 2 1", "2 = ="], 6),
    "a child 0": (TWO, "count 4", ["1 0 1", "2 = ="], 6),
    "a child above": (TWO, "count 4", ["1 1 1", "2 -1 ="], 7),
    "a node that no line refers to": (TWO, "count 4", ["1 1 1", "2 = =", "2 = ="], 8),
    "a leaf that is not the only node": ("a\na\n", "unique", ["=", "="], 6),
    "an empty line": (TWO, "count 4", ["1 1 1", "", "2 = ="], 7),
}


@pytest.mark.parametrize("name", FALSE)
def test_false_proofs_are_refused(name):
    text, claim, body, line = FALSE[name]
    assert by_hand(text, claim, body) == line


@pytest.mark.parametrize("nodes", ["0", "1", "3", "02", "+2", "", "9" * 10, "9" * 10000, "2 "])
def test_wrong_numbers_of_nodes_are_refused(nodes):
    found = by_hand(TWO, "count 4", ["1 1 1", "2 = ="], nodes=nodes)
    assert found == {"1": 6, "3": 8, "9" * 10: 8}.get(nodes, 4)


def test_other_headers_are_refused():
    rng = random.Random(3)
    draft = Draft([(1, 1)], 0, [{0: None}], [0])
    lines = prove(draft, rng, "unique")
    other = Draft([(1, 1)], 0, [{0: None}], [1])
    assert verdict(checker_of(other), lines) == 2
    for at, line in enumerate(
        ["exact-cover-proof 2", lines[1].upper(), "options 2", "nodes 01", "claim count 01"]
    ):
        wrong = [*lines[:at], line, *lines[at + 1 :]]
        assert verdict(checker_of(draft), wrong) == at + 1


def canonical_hash(text):
    return check.Problem(text).hash.hexdigest()


def test_problems_are_read_as_by_the_program():
    plain = canonical_hash("a b | x\na x:c\nb\n")
    assert plain == hashlib.sha256(b"a b | x\na x:c\nb\n").hexdigest()
    for text in [
        "\ufeffa b | x\na x:c\nb",
        "| comment\r\n\r\n a\tb  |  x \r\n\ta x:c\r\nb",
        "a b |x\n  | comment\na x:c\n\n   \nb\n\n",
        "|\n|caf\udce9\na b | x\na x:c |0\nb",
        "a b | x\n|@ label\na x:c\nb",
        "1|a 01:001|b | x\na x:c\nb",
    ]:
        assert canonical_hash(text) == plain, text
    text = "a 2|b 0:3|c | x yy\na c x:red |5 |2\nb c yy:pale:blue\nyy\n"
    expected = "a 2|b 0:3|c | x yy\na c x:red |7\nb c yy:pale:blue\nyy\n"
    for text in [text, text.replace("0:3", ":3"), text.replace("2|b", "2:02|b")]:
        assert canonical_hash(text) == hashlib.sha256(expected.encode()).hexdigest()
    assert canonical_hash("p q |\n") == hashlib.sha256(b"p q\n").hexdigest()
    assert canonical_hash("p | s\np s:|\n") == hashlib.sha256(b"p | s\np s:|\n").hexdigest()


@pytest.mark.parametrize(
    "text",
    ["", "| c\n\n", "a b\na q b", "a b\nb a\na b a\n", "a | x\na:red x", "a | x\na x:", "a b a"]
    + ["a | b | c", "a | 2|b", "2:1|a", "x|a", "a 1:99999999999|b", "+1|b", "0:+1|b", "b\nb |+5"]
    + [
        "2|",
        "a:b",
        "a\na |x",
        "a\na |18446744073709551615 |1",
        "a b\na \udcff",
        "a\0b\n",
        "a\n|1\na |1",
    ]
    + [
        "a\n |",
        "a\xa0b\n",
        "a\n \ufeffa",
        "a\na\na |1_0",
        "a\na |\u0661",
        "a ||b\n",
        "a\na\n|x\nx |1",
    ],
)
def test_problems_with_errors_are_refused(text):
    if text in ("a\n|1\na |1", "a\n |"):
        check.Problem(text)  # Comments.
        return
    with pytest.raises(ValueError):
        check.Problem(text)


def run(*arguments):
    command = [sys.executable, str(HERE / "check.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True)


def test_the_command_line(tmp_path):
    problem, proof, packed = tmp_path / "p.dlx", tmp_path / "proof", tmp_path / "proof.gz"
    problem.write_text(TWO)
    lines = header(Draft([(1, 1)] * 2, 0, [], []), 2, "count 4") + ["1 1 1", "2 = ="]
    lines[1] = f"problem sha256:{hashlib.sha256(TWO.encode()).hexdigest()}"
    lines[2] = "options 4"
    text = "".join(line + "\n" for line in lines)
    proof.write_text(text)
    packed.write_bytes(gzip.compress(text.encode()))
    for path in (proof, packed):
        found = run(problem, path)
        assert (found.returncode, found.stdout, found.stderr) == (0, "verified: count 4\n", "")
    proof.write_text(text.replace("2 = =", "2 = -1"))
    found = run(problem, proof)
    assert (found.returncode, found.stdout) == (1, "")
    assert re.fullmatch("line 7: [^\n]+\n", found.stderr)
    proof.write_text("")
    assert run(problem, proof).stderr.startswith("line 1: ")
    packed.write_bytes(packed.read_bytes()[:-20])
    (tmp_path / "wrong").write_text("a a\n")
    (tmp_path / "fine").write_text(text)
    for arguments in [
        (problem, packed),
        (problem, tmp_path / "missing"),
        (tmp_path / "missing", tmp_path / "fine"),
        (tmp_path, tmp_path / "fine"),
        (tmp_path / "wrong", tmp_path / "fine"),
        (problem,),
    ]:
        found = run(*arguments)
        assert (found.returncode, found.stdout) == (2, ""), arguments
        assert found.stderr.count("\n") == 1, found.stderr


def test_other_failures_decide_nothing(tmp_path):
    problem, proof, zst = tmp_path / "p.dlx", tmp_path / "proof", tmp_path / "proof.zst"
    problem.write_text(TWO)
    zst.write_bytes(b"exact-cover-proof 1\n")
    proof.write_bytes(b"\x28\xb5\x2f\xfd and so on")
    for arguments in [(problem, zst), (problem, proof), (zst, problem), (proof, problem)]:
        found = run(*arguments)
        assert (found.returncode, found.stdout) == (2, "")
        assert "decompress it first" in found.stderr
    for arguments in [(), (problem,), (problem, proof, proof)]:
        found = run(*arguments)
        assert (found.returncode, found.stdout) == (2, "")
        assert "check.py PROBLEM.dlx PROOF" in found.stderr and found.stderr.count("\n") == 1
    # Whatever goes wrong in the middle of a check.
    proof.write_text("exact-cover-proof 1\n")
    for error in ["MemoryError", "RecursionError", "ValueError", "KeyError", "AssertionError"]:
        code = f"""if True:
            import hashlib, runpy, sys
            def broken(_):
                raise {error}
            hashlib.sha256 = broken
            sys.argv = ["check.py", {str(problem)!r}, {str(proof)!r}]
            runpy.run_path({str(HERE / "check.py")!r}, run_name="__main__")
        """
        found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert (found.returncode, found.stdout) == (2, ""), found
        assert found.stderr.count("\n") == 1 and error in found.stderr


def test_only_capacities_need_the_other_file(tmp_path):
    checker = tmp_path / "check.py"
    checker.write_bytes((HERE / "check.py").read_bytes())
    problem, proof = tmp_path / "a.dlx", tmp_path / "a.proof"
    for text, code in [("a\n", 0), (CAPACITY, 2)]:
        problem.write_text(text)
        lines = [f"options {text.count(chr(10)) - 1}", "nodes 1", "claim none", "-1"]
        digest = f"problem sha256:{draft_of(text)[1]}"
        proof.write_text("\n".join(["exact-cover-proof 1", digest, *lines, ""]))
        command = [sys.executable, "-I", str(checker), str(problem), str(proof)]
        found = subprocess.run(command, capture_output=True, text=True)
        assert found.returncode == code, found
        assert ("check_capacity" in found.stderr) == (code == 2)
        assert run(problem, proof).returncode == 0


class Endless(io.RawIOBase):
    """A text, and then a line without an end. More than `most` bytes are not to be asked for."""

    def __init__(self, text, most):
        self.text, self.most, self.asked = io.BytesIO(text), most, 0

    def readline(self, size):
        assert 0 <= size <= self.most
        line = self.text.readline(size)
        return line or b"1 " * (size // 2) + b"1" * (size % 2)


def test_long_lines_are_refused():
    checker, digest = draft_of(TWO)
    limit = 100 + 12 * (4 + 2)
    lines = ["exact-cover-proof 1", f"problem sha256:{digest}", "options 4", "nodes 2"]
    lines += ["claim count 4", "1 1 1", "2 = ="]
    assert verdict(checker, lines) == "count 4"
    for known in range(len(lines)):
        text = "".join(line + "\n" for line in lines[:known]).encode()
        proof = types.SimpleNamespace(file=Endless(text, limit + 1), number=0, limit=124)
        with pytest.raises(check.Wrong):
            check.read(proof, "exact-cover-proof 1")
            checker.check(proof)
        assert proof.number == known + 1
    # A line of as many bytes as are allowed, and of one more.
    claim = lines[4].rstrip("4")
    for more in (0, 1):
        lines[4] = claim + "4" * (limit - 1 - len(claim) + more)
        proof = types.SimpleNamespace(
            file=io.BytesIO("".join(line + "\n" for line in lines).encode()), number=0, limit=124
        )
        check.read(proof, "exact-cover-proof 1")
        with pytest.raises(check.Wrong) as found:
            checker.check(proof)
        assert ("the nodes say" in str(found.value)) == (more == 0)
        assert (*found.value.args, proof.number)[1] == 5


def test_the_longest_true_lines_are_accepted():
    # A renaming and a branch of many options.
    count = 2000
    text = "a b\n" + "a\n" * count + "b\n" * count
    images = " ".join(map(str, range(count + 1, 2 * count + 1)))
    body = ["& 1 2", f"~ 1 {images}", "2" + " =" * count]
    assert by_hand(text, f"count {count * count}", body) == f"count {count * count}"
    # A claim of many digits: each item with its option, which may be chosen, doubles it.
    text = " ".join(f"0:1|i{item}" for item in range(count)) + "\n"
    text += "".join(f"i{item}\n" for item in range(count))
    body = [f"? {option} 1 1" for option in range(1, count)] + [f"? {count} = ="]
    assert by_hand(text, f"count {1 << count}", body) == f"count {1 << count}"


# Sudoku.

GRID = "".join(
    str((3 * row + row // 3 + column) % 9 + 1) for row in range(9) for column in range(9)
)


def neighbours(cell):
    row, column = divmod(cell, 9)
    box = (row // 3, column // 3)
    for other in range(81):
        r, c = divmod(other, 9)
        if other != cell and (r == row or c == column or (r // 3, c // 3) == box):
            yield other


NEIGHBOURS = [list(neighbours(cell)) for cell in range(81)]
UNITS = [[9 * i + j for j in range(9)] for i in range(9)]
UNITS += [[9 * j + i for j in range(9)] for i in range(9)]
UNITS += [[27 * (i // 3) + 3 * (i % 3) + 9 * (j // 3) + j % 3 for j in range(9)] for i in range(9)]


def place(candidates, cell, digit):
    candidates[cell] = {digit}
    for other in NEIGHBOURS[cell]:
        candidates[other] = candidates[other] - {digit}


def propagated(candidates):
    """Naked and hidden singles; `None` if a cell or a digit of a unit has no place."""
    candidates, placed, before = list(candidates), set(), -1
    while before < len(placed):
        before = len(placed)
        for cell in range(81):
            if len(candidates[cell]) == 1 and cell not in placed:
                placed.add(cell)
                place(candidates, cell, *candidates[cell])
        for unit in UNITS:
            for digit in "123456789":
                cells = [cell for cell in unit if digit in candidates[cell]]
                if not cells:
                    return None
                if len(cells) == 1 and cells[0] not in placed:
                    placed.add(cells[0])
                    place(candidates, cells[0], digit)
        if not all(candidates):
            return None
    return candidates


def search(candidates, items):
    """All solutions, up to 50. The items that are branched on are added, numbered from 1."""
    candidates = propagated(candidates)
    if candidates is None:
        return []
    if all(len(own) == 1 for own in candidates):
        return ["".join(digit for own in candidates for digit in own)]
    cell = min((c for c in range(81) if len(candidates[c]) > 1), key=lambda c: len(candidates[c]))
    items.append(cell + 1)
    found = []
    for digit in sorted(candidates[cell]):
        child = list(candidates)
        place(child, cell, digit)
        found += search(child, items)
        if len(found) > 50:
            break
    return found


def certificate(puzzle):
    items, digits = [], set("123456789")
    found = search([{d} if d != "." else digits for d in puzzle], items)
    if len(found) > 1:
        return "2 " + " ".join(found[:2])
    return " ".join(map(str, [len(found), *items]))


def random_puzzles(rng, count):
    puzzles = []
    for _ in range(count):
        digits = list("123456789")
        rng.shuffle(digits)
        grid = [digits[int(d) - 1] for d in GRID]
        kept = set(rng.sample(range(81), rng.choice([24, 26, 28, 30, 81])))
        puzzle = [d if cell in kept else "." for cell, d in enumerate(grid)]
        if rng.random() < 0.3:
            puzzle[rng.randrange(81)] = rng.choice("123456789")
        puzzles.append("".join(puzzle))
    return puzzles


def sudoku_lines(puzzles, body):
    digest = hashlib.sha256("".join(puzzle + "\n" for puzzle in puzzles).encode()).hexdigest()
    return ["sudoku-proof 1", f"puzzles sha256:{digest}", f"lines {len(puzzles)}", *body]


def test_puzzles_are_proved_and_mutations_refused():
    rng = random.Random(5)
    hard = (HERE.parent / "puzzles" / "hard.txt").read_text().split("\n")
    hard = [line[:81] for line in hard if re.match("[1-9.]{81}:", line)][:8]
    puzzles = random_puzzles(rng, 32) + hard
    body = [certificate(puzzle) for puzzle in puzzles]
    truth = [line[0] for line in body]
    assert {"0", "1", "2"} == set(truth) and any(" " in line for line in body if line[0] == "1")
    text = "# puzzles\n" + "\r\n\n".join(puzzles).replace(".", "0")
    checker = check_sudoku.Puzzles(text)
    totals = [truth.count(kind) for kind in "102"]
    claim = "{} puzzles with one solution, {} with none, {} with several".format(*totals)
    lines = sudoku_lines(puzzles, body)
    assert verdict(checker, lines) == claim
    for _ in range(60):
        at = rng.randrange(len(puzzles))
        words = body[at].split(" ")
        word = rng.randrange(len(words))
        kind = rng.randrange(4)
        if kind == 0:
            words[word] = rng.choice(
                ["0", "1", "2", "3", "00", "-1", "", "9" * 30, "325", "1", "100"]
            )
        elif kind == 1:
            words.insert(word, rng.choice(["1", "5", "200"]))
        elif kind == 2:
            del words[word]
        else:
            words[word] = words[word][:-1] + rng.choice("123456789")
        one = check_sudoku.Puzzles(puzzles[at])
        found = verdict(one, sudoku_lines([puzzles[at]], [" ".join(words)]))
        same_count = " ".join(words).split(" ")[0] == truth[at]
        assert found == 4 or same_count and isinstance(found, str), (puzzles[at], words)
    assert verdict(checker, lines[:-1]) == len(lines)
    assert verdict(checker, [*lines[:-1], "1 " * (1 << 25)]) == len(lines)
    assert verdict(checker, lines + ["1"]) == len(lines) + 1
    assert verdict(checker, [*lines[:2], "lines 41", *lines[3:]]) == 3
    assert verdict(check_sudoku.Puzzles("\n".join(puzzles[:-1])), lines) == 2


def test_false_sudoku_lines_are_refused():
    blank = "." * 81
    other = GRID.translate(str.maketrans("12", "21"))
    cases = [
        (blank, f"2 {GRID} {GRID}"),
        (blank, f"2 {GRID} {GRID[:-1]}{GRID[0]}"),
        (GRID[0] + blank[1:], f"2 {GRID} {other}"),
        (blank, f"2 {GRID}"),
        (blank, f"2 {GRID} {other} {GRID}"),
        (blank, "1"),
        (blank, "0"),
        (GRID, "1 1"),
        (GRID, "0"),
        (GRID[0] + blank[1:], "0 1"),
        (blank, "0 325"),
        (GRID, "1 "),
        (GRID, "11"),
        (blank, "1 01"),
        (blank, "1  1"),
        ("11" + blank[2:], "1"),
        ("11" + blank[2:], "0 3"),
    ]
    for puzzle, line in cases:
        checker = check_sudoku.Puzzles(puzzle)
        assert verdict(checker, sudoku_lines([puzzle], [line])) == 4, line
    checker = check_sudoku.Puzzles("11" + blank[2:])
    assert verdict(checker, sudoku_lines(["11" + blank[2:]], ["0"])).startswith("0 puzzles")
    checker = check_sudoku.Puzzles(blank)
    assert isinstance(verdict(checker, sudoku_lines([blank], [f"2 {GRID} {other}"])), str)
    for text in ["." * 80, "x" * 81, "puzzle " + blank]:
        with pytest.raises(ValueError):
            check_sudoku.Puzzles(text)


def test_the_items_of_sudoku_are_in_the_order_of_the_program():
    sudoku = check_sudoku.Puzzles("")
    for cell in (0, 8, 40, 80):
        for value in (1, 5, 9):
            row, column = divmod(cell, 9)
            box = row // 3 * 3 + column // 3
            items = [cell, 81 + 9 * row, 162 + 9 * column, 243 + 9 * box]
            expected = [items[0], *(item + value - 1 for item in items[1:])]
            assert list(sudoku.options[9 * cell + value - 1]) == expected
    assert sudoku.primary == 324 and sudoku.bounds == [(1, 1)] * 324


def test_sudoku_on_the_command_line(tmp_path):
    puzzles, proof = tmp_path / "puzzles.txt", tmp_path / "proof"
    puzzles.write_text(GRID + "\n")
    proof.write_text("".join(line + "\n" for line in sudoku_lines([GRID], ["1"])))
    found = run(puzzles, proof)
    expected = "verified: 1 puzzles with one solution, 0 with none, 0 with several\n"
    assert (found.returncode, found.stdout, found.stderr) == (0, expected, "")
    proof.write_text("".join(line + "\n" for line in sudoku_lines([GRID], ["0"])))
    found = run(puzzles, proof)
    assert found.returncode == 1 and found.stderr.startswith("line 4: ")


# The program.

PROGRAM = os.environ.get("QUADRILLE")
needs_program = pytest.mark.skipif(not PROGRAM, reason="QUADRILLE does not name the program")


def quadrille(*arguments):
    command = [PROGRAM, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def claim_in(lines):
    return lines[4].removeprefix("claim ") if len(lines) > 4 else None


def program_verdict(problem, proof, claim):
    """The claim, or the line that is wrong."""
    found = quadrille("verify", problem, proof)
    if found.returncode == 0:
        return claim
    assert found.returncode == 1, found
    return int(re.search(r":(\d+): ", found.stderr)[1])


@needs_program
def test_the_program_proves_what_is_true(tmp_path):
    rng = random.Random(21)
    problem, proof = tmp_path / "p.dlx", tmp_path / "proof"
    for _ in range(60):
        draft = random_draft(rng)
        problem.write_text(draft.text())
        for claim in sorted(draft.true_claims()):
            kind = claim.split(" ")[0]
            found = quadrille("prove", "--claim", kind, "--output", proof, problem)
            assert found.returncode == 0, found
            assert verdict(checker_of(draft), proof.read_bytes()) == claim, proof.read_text()


@needs_program
def test_both_checkers_agree(tmp_path):
    rng = random.Random(22)
    problem, proof = tmp_path / "p.dlx", tmp_path / "proof"
    for _ in range(100):
        draft = random_draft(rng)
        problem.write_text(draft.text())
        checker = checker_of(draft)
        for claim in sorted(draft.true_claims()):
            lines = prove(draft, rng, claim)
            tries = [mutated(lines, rng, draft.items, len(draft.options)) for _ in range(4)]
            for own in [lines, moved(lines, rng), *tries]:
                text = "".join(line + "\n" for line in own)
                proof.write_text(text)
                expected = verdict(checker, text.encode())
                found = program_verdict(problem, proof, claim_in(own))
                assert found == expected, (draft.text(), text)


@needs_program
@pytest.mark.parametrize("name", FALSE)
def test_both_checkers_agree_on_false_proofs(name, tmp_path):
    text, claim, body, line = FALSE[name]
    problem, proof = tmp_path / "p.dlx", tmp_path / "proof"
    problem.write_text(text)
    digest = hashlib.sha256(text.encode()).hexdigest()
    lines = ["exact-cover-proof 1", f"problem sha256:{digest}"]
    lines += [f"options {text.count(chr(10)) - 1}", f"nodes {len(body)}", f"claim {claim}", *body]
    proof.write_text("".join(line + "\n" for line in lines))
    assert program_verdict(problem, proof, claim) == line
