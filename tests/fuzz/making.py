"""Texts, bytes and JSON that are nearly right: seeds with a few wounds, and things that nobody thinks of."""

import json
from typing import Any

from hypothesis import strategies as st

NASTY = (
    "", " ", "\n", "\r\n", "\x00", "\ufeff", "\ud800", "é", "٣", "²", "½", "Ⅷ", "\U0001d7d7", "İ", "ß", "\u202e",
    "0", "-1", "1e999", "-0", "0x10", "1_0", "NaN", "Infinity", "-Infinity", "null", "true", "false",
    "9" * 30, "9" * 5000, "1" + "0" * 400, "[", "]", "{", "}", '"', "'", "\\", ",", ":", ";", "=", "/", "#", "@",
    "(", ")", "(((", "[" * 2000, "{" * 500, '{"a":' * 900, "../", "%s", "%", "${a}", "x", "-", "..", "\t", "W:W1:B32",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, 2**64, -(2**63) - 1, 10**400, 10**5000, 0.5, -0.0, 1e308, float("nan"),
    float("inf"), "", "x", "9" * 5000, "\ud800", "\x00", [], [[]], [None], {}, {"a": {}}, [1, 2, 3], ["a"] * 3,
)  # fmt: skip


@st.composite
def wounded(draw: Any, seeds: tuple[str, ...]) -> str:
    """A seed in which a few pieces are gone, doubled, moved, or something else; sometimes no seed at all."""
    text = draw(st.sampled_from((*seeds, "")))
    for _ in range(draw(st.integers(0, 5))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        piece = draw(st.sampled_from(("cut", "put", "double", "draw")))
        if piece == "cut":
            text = text[:start] + text[end:]
        elif piece == "put":
            text = text[:start] + draw(st.sampled_from(NASTY)) + text[end:]
        elif piece == "double":
            text = text[:end] + text[start:end] * draw(st.integers(1, 40)) + text[end:]
        else:
            text = text[:start] + draw(st.text(max_size=8)) + text[end:]
    return text


@st.composite
def wounded_value(draw: Any, seeds: tuple[Any, ...]) -> Any:
    """A value as JSON has it, in which a few parts are something else."""
    value = _copy(draw(st.sampled_from(seeds)))
    for _ in range(draw(st.integers(0, 3))):
        value = _replace(draw, value, draw(st.integers(0, 4)))
    return value


def _replace(draw: Any, value: Any, depth: int) -> Any:
    if depth and isinstance(value, dict) and value:
        key = draw(st.sampled_from(sorted(value, key=str)))
        change = draw(st.sampled_from(("in", "in", "gone", "named")))
        if change == "gone":
            return {name: item for name, item in value.items() if name != key}
        if change == "named":
            return {**value, draw(st.text(max_size=5)): value[key]}
        return {**value, key: _replace(draw, value[key], depth - 1)}
    if depth and isinstance(value, list) and value:
        place = draw(st.integers(0, len(value) - 1))
        change = draw(st.sampled_from(("in", "in", "gone", "many")))
        if change == "gone":
            return value[:place] + value[place + 1 :]
        if change == "many":
            return value[:place] + [value[place]] * draw(st.integers(2, 60)) + value[place:]
        return [*value[:place], _replace(draw, value[place], depth - 1), *value[place + 1 :]]
    return draw(st.sampled_from(VALUES))


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(item) for key, item in value.items()}
    return [_copy(item) for item in value] if isinstance(value, list) else value


def as_json(value: Any) -> str:
    """Written so that integers of any length can be."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(str(key))}:{as_json(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(as_json, value)) + "]"
    if type(value) is int and abs(value) >= 10**400:
        return "1" + "0" * (5000 if value >= 10**5000 else 400)
    return json.dumps(value)


@st.composite
def wounded_bytes(draw: Any, seeds: tuple[bytes, ...]) -> bytes:
    data = bytearray(draw(st.sampled_from((*seeds, b""))))
    for _ in range(draw(st.integers(0, 6))):
        place = draw(st.integers(0, max(0, min(len(data), 600) - 1)))
        change = draw(st.sampled_from(("flip", "cut", "put", "end")))
        if change == "flip" and data:
            data[place] ^= draw(st.integers(1, 255))
        elif change == "cut":
            del data[place : place + draw(st.integers(1, 40))]
        elif change == "put":
            data[place:place] = draw(st.binary(max_size=12))
        else:
            del data[place:]
    return bytes(data)
