"""Games as text, in Portable Draughts Notation: reading, writing, replaying.

Read: any number of games; tags, {comments}, (variations, nested), NAGs ($2, !, ?, a star behind a move), `;` comments,
lines that begin with `%`, move numbers. Variations are passed over. Results are kept as they are written; `outcomes.py`
says who won. `databases.py` reads whole files of games, the bad ones reported one by one.
"""

import re
import textwrap
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ludoteca.core.errors import LudotecaError, TranscriptError
from ludoteca.games.checkers.board import RULE_SETS
from ludoteca.games.checkers.fen import format_fen
from ludoteca.games.checkers.game import GAME
from ludoteca.protocol import State

SEVEN_TAGS = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
GAME_TYPES = {  # GameType: the number of a rule set; who starts, the size, the notation, whether the board is mirrored
    "english": "21,B,8,8,N1,0",
    "italian": "22,W,8,8,N2,1",
    "russian": "25,W,8,8,A0,0",
    "brazilian": "26,W,8,8,A0,0",
}
RESULTS = {"1-0": 1, "2-0": 1, "0-1": -1, "0-2": -1, "1/2-1/2": 0, "1-1": 0, "*": None, "0-0": None}
WIDTH = 79
BYTE_ORDER_MARK = "\ufeff"

_TOKEN = re.compile(
    r"""(?P<space>\s+|^%[^\n]*|\.{2,}) | (?P<tag>\[\s*(?P<name>\w+)\s*"(?P<value>(?:[^"\\]|\\.)*)"\s*\])
      | (?P<open>[\[{(]) | (?P<close>\)) | (?P<rest>;[^\n]*) | (?P<nag>\$\d+|[!?]+|(?<=\d)\*(?=\s+(?!1\.)\d))
      | (?P<result>1/2[ ]*-[ ]*1/2|(?:1[ ]*-[ ]*[01]|2[ ]*-[ ]*0|0[ ]*-[ ]*[012])(?![\d-])|\*)
      | (?P<number>\d+\.(?:\.\.)?) | (?P<move>[a-h]?\d+(?:\s*[-x:]\s*[a-h]?\d+)+)""",
    re.VERBOSE | re.IGNORECASE | re.MULTILINE,
)


@dataclass
class Transcript:
    """One game as it is written."""

    tags: dict[str, str] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    """By the number of moves that stand before them."""
    result: str = "*"
    places: list[tuple[int, int]] = field(default_factory=list)
    """Line and column of each move."""

    @property
    def is_blank(self) -> bool:
        return not (self.tags or self.moves or self.comments)


@dataclass(frozen=True)
class Replay:
    """A transcript played on the board."""

    options: dict[str, Any]
    actions: list[int]
    final: Any
    """The last state."""


# --- reading -------------------------------------------------------------------------------------------------------


class _Source:
    """A text that knows its lines. `first` is the number of the first one."""

    def __init__(self, text: str, first: int) -> None:
        self.text, self.first = text, first
        self.starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def place(self, at: int) -> tuple[int, int]:
        """Line and column."""
        line = bisect_right(self.starts, at)
        return self.first + line - 1, at - self.starts[line - 1] + 1

    def refuse(self, at: int, complaint: str) -> TranscriptError:
        line, column = self.place(at)
        return TranscriptError(f"line {line}, column {column}: {complaint}")


def parse_pdn(text: str) -> list[Transcript]:
    """Every game of a text, unplayed. TranscriptError names the line and column of what cannot be read."""
    return list(walk_pdn(text))


def walk_pdn(text: str, first_line: int = 1) -> Iterator[Transcript]:
    """The same, one after another: nothing is read before it is asked for. `first_line` is for a part of a file."""
    game, source = Transcript(), _Source(text, first_line)
    at = len(text) - len(text.removeprefix(BYTE_ORDER_MARK))
    while at < len(text):
        token = _TOKEN.match(text, at)
        if not token:
            raise source.refuse(at, f"{text[at : at + 12].split()[0]!r} is no move, tag or comment")
        kind = token.lastgroup if token.lastgroup not in ("name", "value") else "tag"
        if kind == "tag" and (game.moves or game.result != "*"):
            yield game
            game = Transcript()
        at = _take(source, token, kind or "", game)
        if kind == "result":
            yield game
            game = Transcript()
    if not game.is_blank:
        yield game


def _take(source: _Source, token: re.Match[str], kind: str, game: Transcript) -> int:
    """Put one token into the game; return where the next begins."""
    if kind == "tag":
        game.tags[token["name"]] = re.sub(r"\\(.)", r"\1", token["value"])
    elif kind == "move":
        game.moves.append(re.sub(r"\s", "", token[0]))
        game.places.append(source.place(token.start()))
    elif kind == "result":
        game.result = token[0].replace(" ", "")
    elif kind == "open":
        return _skip(source, token.start(), game)
    elif kind == "close":
        raise source.refuse(token.start(), "a ) without its (")
    return token.end()


def _skip(source: _Source, start: int, game: Transcript) -> int:
    """Pass over a comment (which is kept) or a variation; return where the text goes on."""
    text = source.text
    if text[start] == "[":
        raise source.refuse(start, 'a tag must look like [Event "Name"]')
    if text[start] == "{":
        end = text.find("}", start)
        if end < 0:
            raise source.refuse(start, "the comment that begins here is never closed with }")
        kept = game.comments.get(len(game.moves))
        comment = " ".join(text[start + 1 : end].split())
        game.comments[len(game.moves)] = f"{kept} {comment}" if kept else comment
        return end + 1
    depth, at = 0, start
    while at < len(text):
        if text[at] == "{":
            at = _skip(source, at, Transcript()) - 1
        depth += (text[at] == "(") - (text[at] == ")")
        at += 1
        if depth == 0:
            return at
    raise source.refuse(start, "the variation that begins here is never closed with )")


# --- replaying -----------------------------------------------------------------------------------------------------


def find_rules(tags: Mapping[str, str], default: str = "english") -> str:
    """The rule set that the tags name."""
    variant = tags.get("Variant", "").lower()
    if variant in RULE_SETS:
        return variant
    number = tags.get("GameType", "").partition(",")[0].strip()
    if not number:
        return default
    for rules, game_type in GAME_TYPES.items():
        if game_type.partition(",")[0] == number:
            return rules
    raise TranscriptError(f"GameType {number} is none of {', '.join(GAME_TYPES.values())}")


def replay(transcript: Transcript, rules: str = "") -> Replay:
    """Play a transcript through. The draw rules are off: people play on. TranscriptError names the first bad move."""
    options: dict[str, Any] = {
        "rules": rules or find_rules(transcript.tags),
        "repetition": "off",
        "quiet_moves": 0,
        "federation_draws": "off",
    }
    if "FEN" in transcript.tags:
        options["fen"] = transcript.tags["FEN"]
    s = GAME.start(options)
    actions = list(play_moves(transcript, s))
    return Replay(options, actions, s)


def play_moves(transcript: Transcript, s: State) -> Iterator[int]:
    """Play the moves on a state, in place: each action after it was played."""
    for i, text in enumerate(transcript.moves):
        try:
            action = GAME.parse_action(s, text)
            GAME.play(s, action)
        except LudotecaError as error:
            line, column = transcript.places[i] if i < len(transcript.places) else (0, 0)
            where = f"line {line}, column {column}: " if line else ""
            raise TranscriptError(f"{where}move {i // 2 + 1}, {text}: {error}") from None
        yield action


# --- writing -------------------------------------------------------------------------------------------------------


def format_pdn(
    options: Mapping[str, Any],
    actions: Iterable[int],
    tags: Mapping[str, str] | None = None,
    comments: Mapping[int, str] | None = None,
) -> str:
    """A game as PDN. `1-0` means that White won; an unfinished game's result is taken from the tags, or is `*`."""
    setup = GAME.parse_setup(options)
    s = GAME.start(setup)
    words, comments = _comment(comments, 0), comments or {}
    written = {**_make_tags(GAME.format_setup(setup), s), **(tags or {})}
    for i, action in enumerate(actions):
        if i % 2 == 0:
            words.append(f"{i // 2 + 1}.")
        words.append(GAME.format_action(s, action))
        words += _comment(comments, i + 1)
        GAME.play(s, action)
    result = _format_result(s) if GAME.is_over(s) else written.get("Result", "*")
    written["Result"] = result
    ordered = [*SEVEN_TAGS, *(name for name in written if name not in SEVEN_TAGS)]
    lines = [f'[{name} "{_escape(written.get(name, "?"))}"]' for name in ordered]
    body = textwrap.wrap(" ".join([*words, result]), WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", *body, ""])


def _comment(comments: Mapping[int, str] | None, i: int) -> list[str]:
    return ["{" + comments[i].replace("}", ")") + "}"] if comments and i in comments else []


def _make_tags(options: Mapping[str, Any], s: State) -> dict[str, str]:
    rules = str(options["rules"])
    tags = {"GameType": GAME_TYPES[rules]} if rules in GAME_TYPES else {"Variant": rules}
    if "fen" in options:
        tags |= {"SetUp": "1", "FEN": format_fen(s)}
    return tags


def _format_result(s: State) -> str:
    return {0: "1-0", 1: "0-1"}.get(int(s.winner), "1/2-1/2")


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
