"""Names of items, colours and labels in Knuth's format, made from Python objects."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence

_QUOTED = re.compile(r"`([^`]*)`")
_OPTION = re.compile(r"\boption (\d+)\b|\boptions (\d+) and (\d+)\b")
_PARSED_OPTION = re.compile(r"(?<=: )option (\d+)(?= (?:has|gives) )")
# The format is UTF-8, which has no surrogates, and may begin with U+FEFF.
_NO_COLOR = r"\s\x00-\x1f\x7f-\x9f\ufeff\ud800-\udfff"
_NOT_ITEM = re.compile(rf"[:|{_NO_COLOR}]+")
_NOT_COLOR = re.compile(rf"[{_NO_COLOR}]+")


def item_names(objects: Iterable[Hashable]) -> list[str]:
    """Different names of items: the objects as text where that is possible.

    Characters that a name can't have become `_`. Where the names would then not be different, or
    are empty, they are generated: `i0_`, which is not the name of a cell.
    """
    return _names(objects, _NOT_ITEM, "i{}_")


def color_names(objects: Iterable[Hashable]) -> list[str]:
    """Different names of colours."""
    return _names(objects, _NOT_COLOR, "c{}")


def label_text(label: Hashable) -> str | None:
    """A label as one line of text; None if that is not possible."""
    text = str(label)
    is_line = text.isprintable() and text == text.strip() and text != ""
    return text if is_line else None


def with_objects(message: str, labels: Sequence[Hashable], items: Mapping[str, Hashable]) -> str:
    """A message of the library about the objects that the caller knows.

    Labels take the place of the numbers of options, which count from 1, and items that of their
    names.
    """

    def item(found: re.Match[str]) -> str:
        return repr(items[found[1]]) if found[1] in items else found[0]

    def option(found: re.Match[str]) -> str:
        names = [repr(labels[int(number) - 1]) for number in found.groups() if number]
        return f"option {names[0]}" if len(names) == 1 else f"options {' and '.join(names)}"

    return _OPTION.sub(option, _QUOTED.sub(item, message))


def numbered_from_0(message: str) -> str:
    """A message of the parser, whose numbers of options count from 1, with those of Python."""
    return _PARSED_OPTION.sub(lambda found: f"option {int(found[1]) - 1}", message, count=1)


def _names(objects: Iterable[Hashable], invalid: re.Pattern[str], generated: str) -> list[str]:
    texts = [_text(item) for item in objects]
    replaced = [invalid.sub("_", text) for text in texts]
    count = Counter(replaced)
    seen: set[str] = set()
    names = []
    for index, (text, name) in enumerate(zip(texts, replaced)):
        is_possible = text == name != "" and name not in seen
        if not is_possible and (count[name] > 1 or name.strip("_") == ""):
            name = generated.format(index)
            while name in count or name in seen:
                name += "_"
        seen.add(name)
        names.append(name)
    return names


def _text(item: Hashable) -> str:
    """An object as text. Parts of a tuple are separated by commas, as coordinates are."""
    if isinstance(item, tuple):
        return ",".join(_text(part) for part in item)
    return str(item)
