"""Transcripts: contests written down in TOML, replayed turn by turn.

    mode = "game"
    condition = "beautiful"
    contestants = ["Betta", "Speranza", "Trod", "Plumy"]      # in starting order; your own as in contestants.py

    [[turn]]
    moves = { Betta = "Safeguard", Speranza = "Round", Trod = 2, Plumy = "Fiortempesta" }
    nervous = ["Plumy"]                                        # who became nervous in this turn
    hearts = { Trod = 4 }                                      # what an unpredictable move brought
    next_order = ["Speranza", "Plumy", "Betta", "Trod"]        # where a tie or a shuffle was drawn

`winner` at the top names who won a tie for the first place. Options of the game go to the top, too.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludoteca.core.errors import LudotecaError, RecordError
from ludoteca.core.reading import load_toml
from ludoteca.games.contest import state as st
from ludoteca.games.contest.game import GAME, INFO
from ludoteca.games.contest.messages import apply_with_events, describe_event
from ludoteca.games.contest.notation import find_seat
from ludoteca.games.contest.replayed import PlayedContest, Transcript
from ludoteca.games.contest.turn_replay import TurnReplay, parse_names, play_drawn_order
from ludoteca.protocol import State

OPTIONS = tuple(option.name for option in INFO.options)
TOP_FIELDS = ("contestants", "me", "start_order", "turn", "winner", *OPTIONS)


def read_transcript(path: Path) -> PlayedContest:
    """Replay a contest from a file."""
    return replay_transcript(parse_file(path))


def parse_file(path: Path) -> Transcript:
    """The tables of a TOML file."""
    return load_toml(path, RecordError)


def replay_transcript(data: Transcript) -> PlayedContest:
    """Replay a contest. What cannot have happened is refused, with its turn."""
    turns = _check_fields(data)
    try:
        s = GAME.start({key: data[key] for key in ("contestants", *OPTIONS) if key in data})
    except LudotecaError as error:
        raise RecordError(f"before the first turn: {error}") from None
    _draw_start_order(s, data)
    contest = PlayedContest(s)
    for number, turn in enumerate(turns, 1):
        if GAME.is_over(s) or s.phase == st.DRAW_WINNER:
            raise RecordError(f"turn {number}: the contest is over already")
        contest.turns.append(TurnReplay(s, number, turn).play())
    if s.phase == st.DRAW_WINNER and "winner" in data:
        _declare_winner(s, str(data["winner"]))
    elif "winner" in data and data["winner"] != contest.winner:
        raise RecordError(f"the winner is {contest.winner or 'not known yet'}, not {data['winner']}")
    return contest


def _check_fields(data: Transcript) -> list[dict[str, Any]]:
    """The turns of a transcript whose fields are known."""
    for key in data:
        if key not in TOP_FIELDS:
            raise RecordError(f"unknown field {key!r}; known: {', '.join(TOP_FIELDS)}")
    if "contestants" not in data:
        raise RecordError("a transcript names its contestants, in starting order")
    turns = data.get("turn", [])
    if not isinstance(turns, list) or not all(isinstance(turn, dict) for turn in turns):
        raise RecordError("turns are [[turn]] tables")
    if len(turns) > st.TURNS:
        raise RecordError(f"turn {st.TURNS + 1}: a contest has {st.TURNS} turns, not {len(turns)}")
    return turns


def _draw_start_order(s: State, data: Transcript) -> None:
    """Equal introductions: the first order is drawn, as the transcript says."""
    if s.phase == st.DRAW_ORDER:
        if "start_order" not in data:
            raise RecordError("before the first turn: equal introductions are drawn; give start_order")
        play_drawn_order(s, parse_names(s, data["start_order"], "start_order"), "before the first turn")
    elif "start_order" in data:
        raise RecordError("before the first turn: nothing is drawn here; contestants are in starting order")


def _declare_winner(s: State, name: str) -> None:
    seat = find_seat(s, name)
    if seat not in GAME.legal_actions(s):
        raise RecordError(f"{name} does not have the most hearts and cannot have won")
    apply_with_events(s, seat)


def list_sentences(contest: PlayedContest, language: str) -> Iterator[tuple[int, list[str]]]:
    """For each turn its number, and what happened in sentences."""
    for turn in contest.turns:
        yield turn.number, [describe_event(event, language) for event in turn.events]


def format_transcript(data: Transcript) -> str:
    """A transcript as TOML."""
    lines = [f"{key} = {_format(value)}" for key, value in data.items() if key != "turn"]
    for turn in data.get("turn", []):
        lines += ["", "[[turn]]", *(f"{key} = {_format(value)}" for key, value in turn.items())]
    return "\n".join(lines) + "\n"


def _format(value: Any) -> str:
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, list):
        return "[" + ", ".join(_format(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_format(key)} = {_format(item)}" for key, item in value.items()) + " }"
    return str(value).lower() if isinstance(value, bool) else str(value)
