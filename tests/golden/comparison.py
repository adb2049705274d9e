"""Two records held against each other: which key, what field, was -> is."""

import math
from collections.abc import Iterator
from typing import Any

TOLERANCE = 1e-9
ABSENT = "(absent)"
SHOWN = 120


def list_differences(was: Any, found: Any, key: str) -> Iterator[str]:
    """A line for every difference."""
    if isinstance(was, dict) and isinstance(found, dict):
        for name in dict.fromkeys((*was, *found)):
            yield from list_differences(was.get(name, ABSENT), found.get(name, ABSENT), f"{key}/{name}")
    elif isinstance(was, list) and isinstance(found, list):
        yield from _compare_lists(was, found, key)
    elif not is_equal(was, found):
        begin = _find_difference(was, found)
        yield f"{key}: was {_show(was, begin)} -> is {_show(found, begin)}"


def _compare_lists(was: list[Any], found: list[Any], key: str) -> Iterator[str]:
    """Of lists of numbers and words the first difference tells enough: what follows depends on it."""
    plain = not any(isinstance(item, dict | list) for item in (*was, *found))
    for place, (old, new) in enumerate(zip(was, found, strict=False)):
        told = list(list_differences(old, new, f"{key}[{place}]"))
        yield from told
        if told and plain:
            break
    if len(was) != len(found):
        yield f"{key}: was {len(was)} items -> is {len(found)} items"


def is_equal(was: Any, found: Any) -> bool:
    """Numbers to about nine digits, all else exactly."""
    numbers = (int, float)
    if (
        isinstance(was, bool)
        or isinstance(found, bool)
        or not (isinstance(was, numbers) and isinstance(found, numbers))
    ):
        return type(was) is type(found) and bool(was == found)
    return math.isclose(was, found, rel_tol=TOLERANCE, abs_tol=TOLERANCE) or (math.isnan(was) and math.isnan(found))


def _find_difference(was: Any, found: Any) -> int:
    """Where long texts are to be shown from: a little before they part."""
    if not (isinstance(was, str) and isinstance(found, str)) or max(len(was), len(found)) <= SHOWN:
        return 0
    parting = next((i for i, (a, b) in enumerate(zip(was, found, strict=False)) if a != b), min(len(was), len(found)))
    return max(0, parting - 20)


def _show(value: Any, begin: int) -> str:
    text = f"...{value[begin:]!r}" if begin else repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
