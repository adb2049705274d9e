"""Advice for somebody who plays on a console: the log of a contest under way, what is still unknown of it, undo.

The log is a record as in `transcripts.py`, with one field more, `me`: it can be resumed here and replayed there.
"""

import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ludoteca.core.errors import LudotecaError, RecordError
from ludoteca.games.contest import effects as e
from ludoteca.games.contest import state as st
from ludoteca.games.contest.catalogue import find_move, move_of
from ludoteca.games.contest.game import GAME
from ludoteca.games.contest.notation import find_seat, name_of, names_of, parse_action
from ludoteca.games.contest.transcripts import MissingFact, PlayedContest, replay_transcript
from ludoteca.protocol import State

BACK = "back"
Ask = Callable[[str], str]
"""Puts a question to the person and returns the answer; EOFError ends the session."""
Say = Callable[[str], None]
Advise = Callable[[State, int], int | None]
"""Shows advice for a seat that is to pick; returns the advised move."""


class TakenBack(Exception):
    """The person typed `back`."""


class Session:
    """A contest that is being entered, turn by turn."""

    def __init__(self, data: dict[str, Any], path: Path | None, ask: Ask, say: Say, advise: Advise) -> None:
        self.data, self.path = data, path
        self.ask_person, self.say, self.advise = ask, say, advise
        self.data.setdefault("turn", [])

    # --- talking ---------------------------------------------------------------------------------------------------

    def ask(self, question: str) -> str:
        answer = self.ask_person(question).strip()
        if answer.lower() == BACK:
            raise TakenBack
        return answer

    def run(self) -> PlayedContest:
        """Ask and advise until the contest is over. The log is written after every turn."""
        while True:
            contest = replay_transcript(self.data)
            s = contest.state
            if GAME.is_over(s):
                return contest
            try:
                if s.phase == st.DRAW_WINNER:
                    self._ask_winner(s)
                else:
                    self._enter_turn(s)
            except TakenBack:
                self._take_back()
            self.save()

    def _take_back(self) -> None:
        """Forget the turn under way, or the one before it if nothing of it was entered."""
        if self.data["turn"]:
            self.data["turn"].pop()
            self.say(f"turn {len(self.data['turn']) + 1} is taken back: enter it again")
        else:
            self.say("the first turn again")

    def _ask_winner(self, s: State) -> None:
        tied = [name_of(s, seat) for seat in GAME.legal_actions(s)]
        while True:
            try:
                seat = find_seat(s, self.ask(f"who won the tie ({', '.join(tied)})?"))
                self.data["winner"] = name_of(s, seat)
                replay_transcript(self.data)
                return
            except LudotecaError as error:
                self.data.pop("winner", None)
                self.say(str(error))

    # --- a turn ----------------------------------------------------------------------------------------------------

    def _enter_turn(self, s: State) -> None:
        me = find_seat(s, self.data["me"])
        self.say(GAME.draw(s))
        absent = int(s.status[me]) & (st.RESTING | st.RETIRED)
        advised = None if absent else self.advise(s, me)
        turn: dict[str, Any] = {"moves": self._ask_moves(s, me, advised)}
        self._ask_nerves(s, turn)
        while True:
            try:
                replay_transcript({**self.data, "turn": [*self.data["turn"], turn]})
                break
            except MissingFact as missing:
                self._ask_missing(s, missing, turn)
            except RecordError as error:
                self.say(f"{error}; enter this turn again")
                return
        self.data["turn"].append(turn)

    def _ask_moves(self, s: State, me: int, advised: int | None) -> dict[str, str]:
        moves: dict[str, str] = {}
        for place in range(st.SEATS):
            seat = int(s.order[place])
            if int(s.status[seat]) & (st.RESTING | st.RETIRED):
                continue
            default = advised if seat == me else None
            moves[name_of(s, seat)] = self._ask_move(s, seat, default)
        return moves

    def _ask_move(self, s: State, seat: int, default: int | None) -> str:
        cards = [move_of(int(number)) for number in s.moves[seat]]
        listed = ", ".join(f"{i} {card.english}" for i, card in enumerate(cards, 1))
        hint = f" [{default + 1}]" if default is not None else ""
        view = GAME.copy(s)
        view.phase, view.to_act = st.PICK, seat
        while True:
            answer = self.ask(f"{name_of(s, seat)} ({listed}){hint}:")
            if not answer and default is not None:
                return cards[default].english
            try:
                return cards[parse_action(view, answer)].english
            except LudotecaError as error:
                self.say(str(error))

    def _ask_nerves(self, s: State, turn: dict[str, Any]) -> None:
        """Only where somebody may have made others nervous."""
        shown = {find_move(move).effect_number for move in turn["moves"].values()}
        if e.NERVOUS_AFTER not in shown:
            return
        while True:
            answer = self.ask("who became nervous (names, or nothing)?")
            try:
                nervous = [name_of(s, find_seat(s, name)) for name in answer.split(",") if name.strip()]
            except LudotecaError as error:
                self.say(str(error))
                continue
            if nervous:
                turn["nervous"] = nervous
            return

    def _ask_missing(self, s: State, missing: MissingFact, turn: dict[str, Any]) -> None:
        if missing.needs == "hearts":
            answer = self.ask(f"hearts of {missing.who}'s unpredictable move (1, 2, 4, 6, 8)?")
            if answer.isascii() and answer.isdigit() and int(answer) in e.RANDOM_HEARTS:
                turn.setdefault("hearts", {})[missing.who] = int(answer)
            else:
                self.say("it brings 1, 2, 4, 6 or 8 hearts")
            return
        self.say(str(missing))
        answer = self.ask("the next order (four names)?")
        try:
            order = [find_seat(s, name) for name in answer.replace(">", ",").split(",")]
        except LudotecaError as error:
            self.say(str(error))
            return
        turn["next_order"] = [name_of(s, seat) for seat in order]
        try:
            replay_transcript({**self.data, "turn": [*self.data["turn"], turn]})
        except MissingFact:
            pass
        except RecordError as error:
            self.say(str(error))
            del turn["next_order"]

    # --- the log ---------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Write the log whole, or leave the old one."""
        if self.path is None:
            return
        part = self.path.with_suffix(self.path.suffix + ".part")
        try:
            part.write_text(format_transcript(self.data), encoding="utf-8")
            os.replace(part, self.path)
        except OSError as error:
            raise RecordError(f"cannot write {self.path}: {error.strerror}") from None


def load_session(path: Path) -> dict[str, Any]:
    """The log of a session, checked by playing it."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RecordError(f"cannot read {path}: {error}") from None
    contest = replay_transcript(data)
    if "me" not in data:
        raise RecordError(f'{path}: it does not say who you are: add me = "{names_of(contest.state)[0]}"')
    find_seat(contest.state, str(data["me"]))
    return data


def format_transcript(data: dict[str, Any]) -> str:
    """A record as TOML."""
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
