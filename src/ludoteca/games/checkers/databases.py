"""Files of PDN with thousands of games, read in a stream: one game in memory at a time, in time in proportion to the
file. A game that cannot be read or replayed is reported with its number and line, and the rest is kept."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ludoteca.core.errors import LudotecaError, TranscriptError
from ludoteca.games.checkers.board import WHITE
from ludoteca.games.checkers.fen import Position, parse_fen
from ludoteca.games.checkers.game import GAME, rules_number
from ludoteca.games.checkers.outcomes import Convention, Evidence, find_outcome
from ludoteca.games.checkers.pdn import BYTE_ORDER_MARK, Transcript, find_rules, replay, walk_pdn
from ludoteca.protocol import State

LONGEST_GAME = 200_000  # characters: the longest annotated games have a tenth of it
MOST_KEPT = 1_000  # bad games, and games with a position, that are listed; all are counted
REPORT_EVERY = 1_000  # lines

_BEGINS = re.compile("[{;]")  # a comment, in braces or to the end of the line
_EVENT = re.compile(r"\s*\[\s*Event\s", re.IGNORECASE)


@dataclass(frozen=True)
class BadGame:
    """A game that was left out: its place in the file, and why."""

    number: int
    line: int
    reason: str


@dataclass(frozen=True)
class Written:
    """A game as it is written, not replayed yet: its number in the file, from 1, and the line where it begins."""

    number: int
    line: int
    transcript: Transcript


@dataclass(frozen=True)
class Found:
    """A game in which the wanted position occurs, after so many plies."""

    number: int
    line: int
    ply: int
    white: str
    black: str
    outcome: int | None
    """1 if White won, -1 if Black, 0 for a draw, None if unknown; by the convention of the file."""


@dataclass
class Survey:
    """What is in a file."""

    games: int = 0
    """Those that replay."""
    moves: int = 0
    bad: list[BadGame] = field(default_factory=list)
    bad_games: int = 0
    rules: Counter[str] = field(default_factory=Counter)
    evidence: Evidence = field(default_factory=Evidence)
    outcomes: dict[Convention, Counter[int | None]] = field(
        default_factory=lambda: {"white": Counter(), "first": Counter()}
    )
    """Won by White (1), by Black (-1), drawn (0), unknown (None), as either convention reads the results."""
    found: dict[Convention, list[Found]] = field(default_factory=lambda: {"white": [], "first": []})
    found_games: int = 0

    @property
    def results(self) -> Counter[int | None]:
        return self.outcomes[self.evidence.convention]

    @property
    def matches(self) -> list[Found]:
        return self.found[self.evidence.convention]


# --- reading -------------------------------------------------------------------------------------------------------


def read_lines(path: Path, report: Callable[[int, int], None] | None = None) -> Iterator[str]:
    """The lines of a file in UTF-8, with or without a byte-order mark, or else in Windows-1252, as old files are.
    `report(done, total)` tells the bytes read, now and then."""
    try:
        total, done = path.stat().st_size, 0
        with path.open("rb") as file:
            for number, line in enumerate(iter(lambda: file.readline(LONGEST_GAME), b"")):
                done += len(line)
                if report and number % REPORT_EVERY == 0:
                    report(done, total)
                yield _decode(line)
    except OSError as error:
        raise TranscriptError(f"cannot read {path}: {error.strerror}") from None


def _decode(line: bytes) -> str:
    try:
        return line.decode("utf-8").removeprefix(BYTE_ORDER_MARK)
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace")


def read_games(lines: Iterable[str]) -> Iterator[Written | BadGame]:
    """Every game of a file, in order; those that cannot be read as what is wrong with them."""
    number = 0
    for first, text in split_games(lines):
        try:
            if len(text) >= LONGEST_GAME:
                raise TranscriptError(f"line {first}: a game of more than {LONGEST_GAME:,} characters")
            for transcript in walk_pdn(text, first):
                number += 1
                yield Written(number, first, transcript)
        except TranscriptError as error:
            number += 1
            yield BadGame(number, first, str(error))


def split_games(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The file cut before each list of tags, with the number of the first line. A tag inside a comment does not count,
    unless it is Event, which begins a game even if a comment before it was never closed."""
    kept: list[str] = []
    size, first = 0, 1
    has_body = in_comment = has_event = False
    for number, line in enumerate(lines, 1):
        is_tag = line.lstrip().startswith("[")
        is_event = is_tag and _EVENT.match(line) is not None
        if (is_tag and has_body and not in_comment) or (is_event and (has_event or in_comment)):
            yield first, "".join(kept)
            kept, size, first = [], 0, number
            has_body = in_comment = has_event = False
        if not kept and not line.strip():
            first = number + 1
            continue
        if size < LONGEST_GAME:  # what is longer is refused: no need to keep it
            kept.append(line)
            size += len(line)
        has_event = has_event or is_event
        in_comment = _leaves_open(line, in_comment)
        has_body = has_body or not (is_tag or line.startswith("%") or not line.strip())
    if kept:
        yield first, "".join(kept)


def _leaves_open(line: str, in_comment: bool) -> bool:
    """Whether a line ends inside a {comment}."""
    at = 0
    while True:
        if in_comment:
            at = line.find("}", at)
            if at < 0:
                return True
        else:
            begins = _BEGINS.search(line, at)
            if begins is None or begins[0] == ";":
                return False
            at = begins.start()
        in_comment = not in_comment
        at += 1


# --- looking through -----------------------------------------------------------------------------------------------


def survey(games: Iterable[Written | BadGame], rules: str = "", fen: str = "") -> Survey:
    """Replay every game and count. `rules` is for games whose tags name none; `fen` asks for games with a position."""
    told = Survey()
    for item in games:
        if isinstance(item, BadGame):
            _note_bad(told, item)
            continue
        try:
            _look_through(told, item, rules, fen)
        except LudotecaError as error:
            _note_bad(told, BadGame(item.number, item.line, str(error)))
    return told


def _note_bad(told: Survey, game: BadGame) -> None:
    told.bad_games += 1
    if len(told.bad) < MOST_KEPT:
        told.bad.append(game)


def _look_through(told: Survey, item: Written, default: str, fen: str) -> None:
    transcript = item.transcript
    rules = find_rules(transcript.tags, default or "english")
    played = replay(transcript, rules)
    told.games += 1
    told.moves += len(played.actions)
    told.rules[rules] += 1
    told.evidence.add(transcript, played)
    ply = _find_position(played.options, played.actions, parse_fen(fen, rules_number(rules))) if fen else None
    told.found_games += ply is not None
    for convention in told.outcomes:
        outcome = find_outcome(transcript, played, convention)
        told.outcomes[convention][outcome] += 1
        if ply is not None and len(told.found[convention]) < MOST_KEPT:
            white, black = transcript.tags.get("White", "?"), transcript.tags.get("Black", "?")
            told.found[convention].append(Found(item.number, item.line, ply, white, black, outcome))


def _find_position(options: dict[str, Any], actions: list[int], wanted: Position) -> int | None:
    """After how many plies a position occurs first; None if it does not."""
    s = GAME.start(options)
    for ply, action in enumerate(actions):
        if _is_at(s, wanted):
            return ply
        GAME.play(s, action)
    return len(actions) if _is_at(s, wanted) else None


def _is_at(s: State, wanted: Position) -> bool:
    return (
        int(s.to_move) == wanted.to_move
        and (int(s.men[WHITE]), int(s.men[1 - WHITE])) == wanted.men
        and (int(s.kings[WHITE]), int(s.kings[1 - WHITE])) == wanted.kings
    )
