"""Games as text, in Portable Draughts Notation: reading, writing, replaying.

Read: any number of games; tags, {comments}, (variations, nested), NAGs ($2, !, ?), `;` comments, move numbers.
Variations are passed over. Results are kept as they are written; `find_outcome` says who won, because two conventions
clash in English files: `1-0` can mean that White won, or the first player, who is Black.
"""

import re
import textwrap
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ludoteca.core.errors import LudotecaError, TranscriptError
from ludoteca.games.checkers.board import FIRST, RULE_SETS, WHITE
from ludoteca.games.checkers.fen import format_fen
from ludoteca.games.checkers.game import GAME
from ludoteca.protocol import State

Convention = Literal["white", "first"]  # whose win `1-0` is
SEVEN_TAGS = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
GAME_TYPES = {  # GameType: the number of a rule set; who starts, the size, the notation, whether the board is mirrored
    "english": "21,B,8,8,N1,0",
    "italian": "22,W,8,8,N2,1",
    "russian": "25,W,8,8,A0,0",
    "brazilian": "26,W,8,8,A0,0",
}
RESULTS = {"1-0": 1, "2-0": 1, "0-1": -1, "0-2": -1, "1/2-1/2": 0, "1-1": 0, "*": None, "0-0": None}
WIDTH = 79

_TOKEN = re.compile(
    r"""(?P<space>\s+) | (?P<tag>\[\s*(?P<name>\w+)\s*"(?P<value>(?:[^"\\]|\\.)*)"\s*\])
      | (?P<open>[\[{(]) | (?P<close>\)) | (?P<rest>;[^\n]*) | (?P<nag>\$\d+|[!?]+)
      | (?P<result>1/2-1/2|(?:1-0|2-0|0-1|0-2|1-1|0-0)(?![\d-])|\*)
      | (?P<number>\d+\.(?:\.\.)?) | (?P<move>[a-h]?\d+(?:\s*[-x:]\s*[a-h]?\d+)+)""",
    re.VERBOSE | re.IGNORECASE,
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


def parse_pdn(text: str) -> list[Transcript]:
    """Every game of a text, unplayed. TranscriptError names the line and column of what cannot be read."""
    return list(walk_pdn(text))


def walk_pdn(text: str) -> Iterator[Transcript]:
    """The same, one after another: nothing is read before it is asked for."""
    game = Transcript()
    lines = [0, *(found.end() for found in re.finditer("\n", text))]
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if not token:
            raise TranscriptError(f"{_place(text, at)}: {text[at : at + 12].split()[0]!r} is no move, tag or comment")
        kind = token.lastgroup if token.lastgroup not in ("name", "value") else "tag"
        if kind == "tag" and (game.moves or game.result != "*"):
            yield game
            game = Transcript()
        at = _take(text, token, kind or "", game, lines)
        if kind == "result":
            yield game
            game = Transcript()
    if not game.is_blank:
        yield game


def _take(text: str, token: re.Match[str], kind: str, game: Transcript, lines: list[int]) -> int:
    """Put one token into the game; return where the next begins. `lines`: where each line begins."""
    if kind == "tag":
        game.tags[token["name"]] = re.sub(r"\\(.)", r"\1", token["value"])
    elif kind == "move":
        game.moves.append(re.sub(r"\s", "", token[0]))
        line = bisect_right(lines, token.start())
        game.places.append((line, token.start() - lines[line - 1] + 1))
    elif kind == "result":
        game.result = token[0]
    elif kind == "open":
        return _skip(text, token.start(), game)
    elif kind == "close":
        raise TranscriptError(f"{_place(text, token.start())}: a ) without its (")
    return token.end()


def _skip(text: str, start: int, game: Transcript) -> int:
    """Pass over a comment (which is kept) or a variation; return where the text goes on."""
    if text[start] == "[":
        raise TranscriptError(f'{_place(text, start)}: a tag must look like [Event "Name"]')
    if text[start] == "{":
        end = text.find("}", start)
        if end < 0:
            raise TranscriptError(f"{_place(text, start)}: the comment that begins here is never closed with }}")
        kept = game.comments.get(len(game.moves))
        comment = " ".join(text[start + 1 : end].split())
        game.comments[len(game.moves)] = f"{kept} {comment}" if kept else comment
        return end + 1
    depth, at = 0, start
    while at < len(text):
        if text[at] == "{":
            at = _skip(text, at, Transcript()) - 1
        depth += (text[at] == "(") - (text[at] == ")")
        at += 1
        if depth == 0:
            return at
    raise TranscriptError(f"{_place(text, start)}: the variation that begins here is never closed with )")


def _line_and_column(text: str, at: int) -> tuple[int, int]:
    return text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1


def _place(text: str, at: int) -> str:
    line, column = _line_and_column(text, at)
    return f"line {line}, column {column}"


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
    actions: list[int] = []
    for i, text in enumerate(transcript.moves):
        try:
            action = GAME.parse_action(s, text)
            GAME.play(s, action)
        except LudotecaError as error:
            line, column = transcript.places[i] if i < len(transcript.places) else (0, 0)
            where = f"line {line}, column {column}: " if line else ""
            raise TranscriptError(f"{where}move {i // 2 + 1}, {text}: {error}") from None
        actions.append(action)
    return Replay(options, actions, s)


def find_outcome(transcript: Transcript, played: Replay, convention: Convention = "white") -> int | None:
    """1 if White won, -1 if Black, 0 for a draw, None if unknown. The final position decides where it can; otherwise
    the written result does, by the convention given (see `find_convention`)."""
    winner = int(played.final.winner)
    if winner >= 0:
        return 1 if winner == WHITE else -1
    written = RESULTS[transcript.result]
    return written if written is None else written * _sign(convention, str(played.options["rules"]))


def _sign(convention: Convention, rules: str) -> int:
    return 1 if convention == "white" or FIRST[RULE_SETS.index(rules)] == WHITE else -1


def find_convention(games: Iterable[tuple[Transcript, Replay]]) -> Convention:
    """The convention of a collection, by a vote of the games whose final position shows who won."""
    votes = 0
    for transcript, played in games:
        written, winner = RESULTS[transcript.result], int(played.final.winner)
        if written and winner >= 0 and FIRST[RULE_SETS.index(str(played.options["rules"]))] != WHITE:
            votes += 1 if (winner == WHITE) == (written > 0) else -1
    return "first" if votes < 0 else "white"


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
