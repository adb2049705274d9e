"""What has changed between two JSON values, as assignments: so that a position is sent once, and then what is new."""

from collections.abc import Iterator
from typing import Any

Assignment = list[Any]
"""[path, value] sets the value there (an index after the end of a list adds to it); [path] alone removes a key."""

_NOTHING = object()


def find_patch(before: Any, after: Any) -> list[Assignment]:
    """The assignments that make `after` out of `before`, both of them objects."""
    return list(_compare(before, after, []))


def _compare(before: Any, after: Any, path: list[str | int]) -> Iterator[Assignment]:
    if before is after:
        return  # what a game keeps, such as the names of its squares
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _compare_objects(before, after, path)
    elif isinstance(before, list | tuple) and isinstance(after, list | tuple) and len(before) <= len(after):
        for place, item in enumerate(after):
            yield from _compare(before[place] if place < len(before) else _NOTHING, item, [*path, place])
    elif type(before) is not type(after) or before != after:
        yield [path, after]


def _compare_objects(before: dict[str, Any], after: dict[str, Any], path: list[str | int]) -> Iterator[Assignment]:
    for key in before.keys() - after.keys():
        yield [[*path, str(key)]]
    for key, value in after.items():
        yield from _compare(before.get(key, _NOTHING), value, [*path, str(key)])


def apply_patch(value: Any, patch: list[Assignment]) -> Any:
    """`value` with the assignments carried out, in place. Programs that follow a table need it; the site's own pages do
    the same in `lib/patches.js`."""
    for path, *new in patch:
        inner = value
        for key in path[:-1]:
            inner = inner[key]
        if not new:
            del inner[path[-1]]
        elif isinstance(inner, list) and path[-1] == len(inner):
            inner.append(new[0])
        else:
            inner[path[-1]] = new[0]
    return value
