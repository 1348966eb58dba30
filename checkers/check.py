"""Checks a proof of a number of solutions: check.py PROBLEM.dlx PROOF, check.py PUZZLES.txt PROOF.

Puzzles are classic 9x9 Sudoku, one of 81 characters a line. Python 3.10 or later is needed.
Exit codes: 0: what is printed is true; 1: this line of the proof is wrong; 2: nothing is decided.
A residue (see docs/proofs.md) is a set of live options and, for each primary item, the number of
its coverings or CLOSED. Its solutions are the sets of live options that cover each open item as
often as its bounds less its coverings say, and of which no two share a secondary item, unless both
give it the same colour. From the last node to the first, their number is found for each residue:
1. `first` has those of the problem: no option without a primary item, or with one that takes none.
2. `after` choosing an option, exactly those are gone that can't be in a solution with it: solutions
   are those with the option, less it. After excluding it, those without it are left. Items are
   closed that take no more options, or that neither demand nor have any.
3. A branch is on an open item to be covered once. A solution has exactly one of its live options.
4. The `conditions` determine the solutions. None is on two `parts`: a solution is a union of one of
   each. Renaming options one to one, so that the conditions become others', keeps their number.
5. `=`: only the empty set solves it. `-i`: item i has too few options, or see check_capacity.py.
Lines that refer to a node lead to the same residue, and are further up: nothing is circular.
"""

import fileinput, hashlib, importlib, math, re, sys, types  # noqa: E401

CLOSED = -1  # Sets of options are integers, by bits. Surrogates stand for bytes that are not UTF-8.
NAME, COLOUR = (rf"[^\s\x00-\x1f\x7f-\x9f\ufeff\ud800-\udfff{more}]+" for more in (":|", ""))
ITEM = rf"(?:(?:0*([0-9]{{0,10}}):)?0*([0-9]{{1,10}})\|)?({NAME})|.*"
ENTRY = rf"({NAME})(?::({COLOUR}))?|\|0*([0-9]{{1,20}})|.*"
N, CHILD, ANY = "[1-9][0-9]{0,9}", "(?:-?[1-9][0-9]{0,9}|=)", "(?:0|[1-9][0-9]*)"
NODE = rf"{N}(?: {CHILD})*|\? {N} {CHILD} {CHILD}|&(?: {CHILD}| \.)*|~ {N}(?: {N})*|=|-{N}"
CLAIM = f"(?:none|unique|count {ANY}|cheapest none|cheapest {ANY} {ANY})"
Wrong = type("Wrong", (Exception,), {})  # a line: the last one read, unless its number is given


def require(condition, reason: str, *line: int, error=Wrong) -> None:
    if not condition:
        raise error(reason, *line)


def members(options: int) -> list[int]:
    return [bit.start() for bit in re.finditer("1", f"{options:b}"[::-1])]


def read(proof, pattern: str, what: str = "") -> str:
    line, proof.number = proof.file.readline(proof.limit + 1), proof.number + 1
    good = len(line) <= proof.limit and re.fullmatch(f"(?:{pattern})\n".encode(), line)
    require(good, f"found {line[:60]}, expected {what or pattern}, {proof.limit} bytes at most")
    return line[:-1].decode()


class Problem:
    def __init__(self, text: str):  # in Knuth's format; numbers primary items first, from 0
        rows = [re.findall("[^ \t\r\f]+", line) for line in text.removeprefix("\ufeff").split("\n")]
        head, *rows = [row for row in rows if row and row[0][0] != "|"] or [[""]]
        primary, *secondary = re.split(r" \| ?", " ".join(head), maxsplit=1)
        tokens = primary.split(" ") + (secondary[0].split(" ") if any(secondary) else [])
        self.primary, self.bounds, names, words = primary.count(" ") + 1, [], {}, []
        for item, token in enumerate(tokens):
            low, high, name = re.fullmatch(ITEM, token).groups()
            low, high = int(low or (0 if low == "" else high or 1)), int(high or 1)
            good = name and names.setdefault(name, item) == item and low <= high < 1 << 32
            good = good and (item < self.primary or name == token)
            require(good, f"the item {token[:60]!r} is wrong", error=ValueError)
            self.bounds.append((low, high) if item < self.primary else (0, 1))
            bounds = {(low, low): f"{low}|", (1, 1): ""}.get((low, high), f"{low}:{high}|")
            words.append("| " * (item == self.primary) + bounds + name)
        self.hash, live = hashlib.sha256(f"{' '.join(words)}\n".encode()), 0
        self.options, self.costs, self.options_of, self.alike = [], [], [0] * len(names), {}
        for index, row in enumerate(rows):
            matches = [re.fullmatch(ENTRY, token) for token in row]
            words, cost = [m[0] for m in matches if not m[3]], sum(int(m[3] or 0) for m in matches)
            option = {names.get(m[1], -1): m[2] for m in matches if not m[3]}
            good = all(item >= (self.primary if colour else 0) for item, colour in option.items())
            good = good and 0 < len(option) == len(words) and cost < 1 << 64
            require(good, f"the option {' '.join(row)[:60]!r} is wrong", error=ValueError)
            self.options[index:], self.costs[index:] = [option], [cost]
            self.hash.update(f"{' '.join(words)}{f' |{cost}' * (cost > 0)}\n".encode())
            for item, colour in option.items():
                self.options_of[item] |= 1 << index
                self.alike[item, colour] = self.alike.get((item, colour), 0) | 1 << index
            live |= (min(option) < self.primary and all(self.bounds[i][1] for i in option)) << index
        self.many = [item for item in range(self.primary) if self.bounds[item] != (1, 1)]
        self.first = self.after((live, (0,) * self.primary))

    def after(self, residue: tuple, *chosen: int) -> tuple:
        live, covered = residue[0] & ~sum(1 << option for option in chosen), list(residue[1])
        for item, colour in (entry for option in chosen for entry in self.options[option].items()):
            if item < self.primary:  # It is open, as the option is live.
                covered[item] += 1
                if covered[item] < self.bounds[item][1]:
                    continue
                covered[item] = CLOSED
            live &= ~self.options_of[item] | (self.alike[item, colour] if colour else 0)
        for item in self.many:
            if covered[item] >= self.bounds[item][0] and not live & self.options_of[item]:
                covered[item] = CLOSED
        return live, tuple(covered)

    def conditions(self, live: int, covered: tuple, image: dict[int, int]):
        """Finds of how many options of an item, counting a colour once, solutions have any."""
        for item, (low, high) in enumerate(self.bounds):
            count, classes = covered[item] if item < self.primary else 0, {}
            for o in members(live & self.options_of[item]):
                classes.setdefault(self.options[o][item] or o, set()).add(image.get(o, o))
            if count != CLOSED and (item < self.primary or len(classes) > 1):
                found = max(low - count, 0), min(high - count, len(classes))
                sets = frozenset(map(frozenset, classes.values()))
                yield item, (*found, sets) if found != (0, len(classes)) else None

    def parts(self, live: int, covered: tuple):
        parts = []
        for item, _ in self.conditions(live, covered, {}):
            own = live & self.options_of[item]
            require(own, f"item {item + 1} is open and in no part")
            parts = [p for p in parts if not p & own] + [own | sum(p for p in parts if p & own)]
        for part in sorted(parts, key=lambda part: part & -part):
            yield part, tuple(n if o & part else CLOSED for o, n in zip(self.options_of, covered))

    def check(self, proof) -> str:
        proof.limit, awaited, steps = 100 + 12 * (len(self.options) + 2), {0: self.first}, []
        read(proof, f"problem sha256:{self.hash.hexdigest()}")
        read(proof, f"options {len(self.options)}")
        nodes, claim = int(read(proof, f"nodes {N}")[6:]), read(proof, f"claim {CLAIM}")[6:]
        after, costs = self.after, self.costs if claim[:8] == "cheapest" else [0] * len(self.costs)
        for index in range(nodes):
            kind, *tokens = read(proof, NODE, "a node").split(" ")
            live, covered = residue = awaited.pop(index, (0, None))
            require(covered is not None, "no line refers to this one")
            if kind == "~":
                other = awaited.get(index + int(tokens[0]))
                require(other and costs is not self.costs, "unknown child, or costs are claimed")
                images = [int(token) - 1 for token in tokens[1:]]
                good = live.bit_count() == len(images) and sorted(images) == members(other[0])
                image = dict(zip(members(live), images))
                renamed = {own for _, own in self.conditions(live, covered, image)} - {None}
                good = good and renamed == {own for _, own in self.conditions(*other, {})} - {None}
                require(good, "the live options are not a renaming of the child's")
                ways, tokens = [(other, 0)], tokens[:1]
            elif kind == "?":
                o = int(tokens.pop(0)) - 1
                require(live >> o & 1, "the option is not live")
                ways = [(after((live ^ 1 << o, covered)), 0), (after(residue, o), costs[o])]
            elif kind == "&":
                ways = [(part, 0) for part in self.parts(live, covered)]
                require(len(ways) > 1, "the residue does not fall into parts")
            elif kind.isdigit():
                i = int(kind) - 1
                good = i < self.primary and self.bounds[i] == (1, 1) and covered[i] == 0
                require(good, "the item is not open, or is not to be covered once")
                ways = [(after(residue, o), costs[o]) for o in members(live & self.options_of[i])]
            else:
                ways, tokens = [(residue, 0)] * (nodes == 1), [kind]
            require(len(tokens) == len(ways), f"{len(tokens)} children, expected {len(ways)}")
            steps.append((kind == "&", []))
            for key, (child, cost) in zip(tokens, ways):
                if key == "=":
                    require(not child[0] and set(child[1]) <= {CLOSED}, "something is left")
                elif key[0] == "-":
                    i, key = int(key[1:]) - 1, "-"
                    size = (child[0] & sum(self.options_of[i : i + 1])).bit_count()
                    good = i < self.primary and -1 < child[1][i] < self.bounds[i][0] - size
                    good = good or importlib.import_module("check_capacity").is_low(self, i, *child)
                    require(good, f"item {i + 1} is closed, or has enough options and capacity")
                elif key != ".":
                    key = index + int(key)
                    good = key < nodes and awaited.setdefault(key, child) == child
                    require(good, f"the child {key - index} has another residue, or there is none")
                steps[-1][1].append((key, cost))
        require(not proof.file.read(1), "expected the end", nodes + 6)
        values = {"=": (0, 1), "-": (0, 0), ".": (0, None)}  # least cost, number of solutions
        for index in reversed(range(nodes)):
            found = [(cost + values[key][0], values[key][1]) for key, cost in steps[index][1]]
            if steps[index][0]:
                counts = [count for _, count in found]
                require(0 in counts or None not in counts, "`.` next to solutions", index + 6)
                found = [(sum(cost for cost, _ in found), 0 if 0 in counts else math.prod(counts))]
            least = min((cost for cost, count in found if count), default=0)
            least, count = values[index] = least, sum(n for cost, n in found if cost == least)
        true = [f"cheapest {least} {count}" if count else "cheapest none"]
        if costs is not self.costs:
            true = [f"count {count}", *["none", "unique"][count : count + 1]]
        require(claim in true, f"the claim is {claim:.60}, but the nodes say {true[0]:.60}", 5)
        return claim


if __name__ == "__main__":
    sys.modules["check"] = sys.modules["__main__"]  # for check_sudoku
    getattr(sys, "set_int_max_str_digits", abs)(0)  # large counts are written in full
    try:
        require(len(sys.argv) == 3, __doc__.partition("\n")[0], error=ValueError)
        files = {path: fileinput.hook_compressed(path, "rb") for path in sys.argv[1:]}
        packed = [p[-4:] == ".zst" or f.peek(4)[:4] == b"(\xb5/\xfd" for p, f in files.items()]
        require(not any(packed), "zstd: decompress it first", error=ValueError)
        text = files[sys.argv[1]].read().decode("utf-8", "surrogateescape")
        proof = types.SimpleNamespace(file=files[sys.argv[2]], number=0, limit=124)
        kind = read(proof, "exact-cover-proof 1|sudoku-proof 1")
        checker = Problem if kind[0] == "e" else importlib.import_module("check_sudoku").Puzzles
        print("verified:", checker(text).check(proof), flush=True)
    except Wrong as error:
        sys.exit("line {1}: {0}".format(*error.args, proof.number))
    except Exception as error:  # also MemoryError: only a wrong line has exit code 1
        print(str(error) or repr(error), file=sys.stderr)
        sys.exit(2)
