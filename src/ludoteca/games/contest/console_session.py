"""A session with a person who plays on a console: asks what happened, advises, keeps the transcript, undoes entries.

The transcript has one field more than others, `me`. It can be continued here and replayed like any other.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ludoteca.core.errors import LudotecaError, RecordError
from ludoteca.core.files import write_atomic
from ludoteca.games.contest import effects as e
from ludoteca.games.contest import state as st
from ludoteca.games.contest.catalogue import find_move, move_of
from ludoteca.games.contest.game import GAME
from ludoteca.games.contest.notation import find_seat, name_of, names_of, parse_action
from ludoteca.games.contest.replayed import PlayedContest, Transcript
from ludoteca.games.contest.transcripts import format_transcript, parse_file, replay_transcript
from ludoteca.games.contest.turn_replay import MissingFact
from ludoteca.protocol import State

BACK = "back"
Ask = Callable[[str], str]
"""Asks the person a question and returns the answer; EOFError ends the session."""
Say = Callable[[str], None]
Advise = Callable[[State, int], int | None]
"""Shows advice for a seat that is to pick; returns the advised move."""


class TakenBack(Exception):
    """The person typed `back`."""


class Session:
    """A contest that a person enters turn by turn."""

    def __init__(self, data: Transcript, path: Path | None, ask: Ask, say: Say, advise: Advise) -> None:
        self.data, self.path = data, path
        self.ask_person, self.say, self.advise = ask, say, advise
        self.data.setdefault("turn", [])

    # --- questions -------------------------------------------------------------------------------------------------

    def ask(self, question: str) -> str:
        answer = self.ask_person(question).strip()
        if answer.lower() == BACK:
            raise TakenBack
        return answer

    def run(self) -> PlayedContest:
        """Ask and advise until the contest is over. The transcript is saved after every turn."""
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
        """Undo the turn under way, or the last one if nothing of this one was entered."""
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
        """Asked only if a move can make others nervous."""
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

    # --- the transcript ----------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Write the transcript; if that fails the old file stays."""
        if self.path is None:
            return
        try:
            write_atomic(self.path, format_transcript(self.data))
        except OSError as error:
            raise RecordError(f"cannot write {self.path}: {error.strerror}") from None


def load_session(path: Path) -> Transcript:
    """The transcript of a session, checked by replaying it."""
    data = parse_file(path)
    contest = replay_transcript(data)
    if "me" not in data:
        raise RecordError(f'{path}: your contestant is missing: add me = "{names_of(contest.state)[0]}"')
    find_seat(contest.state, str(data["me"]))
    return data
