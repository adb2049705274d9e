"""Recorded contests: what was picked and what chance brought, in a TOML file, played again turn by turn.

    mode = "game"
    condition = "beautiful"
    contestants = ["Betta", "Speranza", "Trod", "Plumy"]      # in starting order; own ones as in contestants.py

    [[turn]]
    moves = { Betta = "Safeguard", Speranza = "Round", Trod = 2, Plumy = "Fiortempesta" }
    nervous = ["Plumy"]                                        # who became nervous in this turn
    hearts = { Trod = 4 }                                      # what an unpredictable move brought
    next_order = ["Speranza", "Plumy", "Betta", "Trod"]        # where a tie or a shuffle was drawn

`winner` at the top names who won a tie for the first place. Options of the game go to the top, too.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ludoteca.core.errors import LudotecaError, RecordError
from ludoteca.games.contest import effects as e
from ludoteca.games.contest import state as st
from ludoteca.games.contest.catalogue import move_of
from ludoteca.games.contest.game import GAME, INFO
from ludoteca.games.contest.messages import Event, apply_with_events
from ludoteca.games.contest.notation import find_seat, name_of, names_of, parse_action
from ludoteca.games.contest.permutations import PERMUTATIONS
from ludoteca.protocol import CHANCE, State

TURN_FIELDS = ("moves", "nervous", "hearts", "next_order")
OPTIONS = tuple(option.name for option in INFO.options)
TOP_FIELDS = ("contestants", "me", "start_order", "turn", "winner", *OPTIONS)


class MissingFact(RecordError):
    """A record is sound so far, but says nothing of something that chance decided."""

    def __init__(self, message: str, needs: str, who: str = "") -> None:
        super().__init__(message)
        self.needs, self.who = needs, who


@dataclass(frozen=True)
class PlayedTurn:
    """One turn as it was played again."""

    number: int
    order: tuple[str, ...]
    stars_before: int
    stars_after: int
    moves: dict[str, str]
    """What each contestant performed; those who did not are left out."""
    hearts: dict[str, int]
    next_order: tuple[str, ...]
    """Empty after the last."""
    events: tuple[Event, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "turn": self.number,
            "order": list(self.order),
            "stars_before": self.stars_before,
            "stars_after": self.stars_after,
            "moves": self.moves,
            "hearts": self.hearts,
            "next_order": list(self.next_order),
            "events": [event.to_json() for event in self.events],
        }


@dataclass
class PlayedContest:
    """A recorded contest, played again as far as the record goes."""

    state: State
    turns: list[PlayedTurn] = field(default_factory=list)

    @property
    def totals(self) -> dict[str, int]:
        return {name_of(self.state, seat): int(self.state.totals[seat]) for seat in range(st.SEATS)}

    @property
    def winner(self) -> str | None:
        return name_of(self.state, int(self.state.winner)) if self.state.winner != st.NONE else None

    def to_json(self) -> dict[str, Any]:
        tied = [name for name, total in self.totals.items() if total == max(self.totals.values())]
        return {
            "condition": st.CONDITIONS[int(self.state.condition)],
            "contestants": names_of(self.state),
            "turns": [turn.to_json() for turn in self.turns],
            "totals": self.totals,
            "winner": self.winner,
            "tied_for_first": tied if len(tied) > 1 else [],
        }


def read_transcript(path: Path) -> PlayedContest:
    """Play a recorded contest from a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RecordError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from None
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RecordError(f"{path}: {error}") from None
    return replay_transcript(data)


def replay_transcript(data: dict[str, Any]) -> PlayedContest:
    """Play a record; whatever cannot have happened is refused with its turn."""
    for key in data:
        if key not in TOP_FIELDS:
            raise RecordError(f"unknown field {key!r}; known: {', '.join(TOP_FIELDS)}")
    if "contestants" not in data:
        raise RecordError("a record names its contestants, in starting order")
    try:
        s = GAME.start({key: data[key] for key in ("contestants", *OPTIONS) if key in data})
    except LudotecaError as error:
        raise RecordError(f"before the first turn: {error}") from None
    turns = data.get("turn", [])
    if not isinstance(turns, list) or not all(isinstance(turn, dict) for turn in turns):
        raise RecordError("turns are [[turn]] tables")
    if len(turns) > st.TURNS:
        raise RecordError(f"turn {st.TURNS + 1}: a contest has {st.TURNS} turns, and here are {len(turns)}")
    contest = PlayedContest(s)
    if s.phase == st.DRAW_ORDER:
        if "start_order" not in data:
            raise RecordError("before the first turn: equal introductions are drawn; give start_order")
        _play_drawn_order(s, _parse_names(s, data["start_order"], "start_order"), "before the first turn")
    elif "start_order" in data:
        raise RecordError("before the first turn: nothing is drawn here; contestants are in starting order")
    for number, turn in enumerate(turns, 1):
        if GAME.is_over(s) or s.phase == st.DRAW_WINNER:
            raise RecordError(f"turn {number}: the contest is over already")
        contest.turns.append(_Turn(s, number, turn).play())
    if s.phase == st.DRAW_WINNER and "winner" in data:
        _declare_winner(s, str(data["winner"]))
    elif "winner" in data and data["winner"] != contest.winner:
        raise RecordError(f"the winner is {contest.winner or 'not known yet'}, not {data['winner']}")
    return contest


def _declare_winner(s: State, name: str) -> None:
    seat = find_seat(s, name)
    if seat not in GAME.legal_actions(s):
        raise RecordError(f"{name} does not have the most hearts and cannot have won")
    apply_with_events(s, seat)


def _play_drawn_order(s: State, seats: list[int], where: str) -> list[Event]:
    """Play the drawn order that makes the next order `seats`."""
    base = [int(seat) for seat in s.order]
    allowed = GAME.legal_actions(s)
    for outcome in allowed:
        if [base[place] for place in PERMUTATIONS[outcome]] == seats:
            return apply_with_events(s, outcome)
    names = " > ".join(name_of(s, seat) for seat in seats)
    orders = [" > ".join(name_of(s, base[place]) for place in PERMUTATIONS[outcome]) for outcome in allowed[:6]]
    raise RecordError(f"{where}: the next order cannot be {names}; by hearts it is {', or '.join(orders)}")


def _parse_names(s: State, names: Any, what: str) -> list[int]:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise RecordError(f"{what} is a list of names, not {names!r}")
    return [find_seat(s, name) for name in names]


class _Turn:
    """One turn of a record, played on `s`."""

    def __init__(self, s: State, number: int, data: dict[str, Any]) -> None:
        self.s, self.number, self.data = s, number, data
        self.events: list[Event] = []
        self.drawn_order = False

    def refuse(self, what: str) -> RecordError:
        return RecordError(f"turn {self.number}: {what}")

    def play(self) -> PlayedTurn:
        try:
            return self._play()
        except RecordError:
            raise
        except LudotecaError as error:
            raise self.refuse(str(error)) from None

    def _play(self) -> PlayedTurn:
        s, data = self.s, self.data
        for key in data:
            if key not in TURN_FIELDS:
                raise self.refuse(f"unknown field {key!r}; known: {', '.join(TURN_FIELDS)}")
        order = tuple(name_of(s, int(seat)) for seat in s.order)
        stars, before = int(s.stars), s.totals.copy()
        picks = self._pick()
        nervous = set(_parse_names(s, data.get("nervous", []), "nervous"))
        told = self._run(set(nervous), dict(data.get("hearts", {})))
        hearts = {name_of(s, seat): int(s.totals[seat] - before[seat]) for seat in range(st.SEATS)}
        over = GAME.is_over(s) or s.phase == st.DRAW_WINNER
        following = () if over else tuple(name_of(s, int(seat)) for seat in s.order)
        if "next_order" in data and not self.drawn_order:
            self._check_order(following)
        performed = {event.who for event in told if event.kind == "performs"}
        moves = {name: move for name, move in picks.items() if name in performed}
        return PlayedTurn(self.number, order, stars, int(s.stars), moves, hearts, following, tuple(told))

    def _pick(self) -> dict[str, str]:
        """Everybody who can perform picks; what is not needed must not be there."""
        s = self.s
        given = self.data.get("moves", {})
        if not isinstance(given, dict):
            raise self.refuse('moves is a table: moves = { Betta = "Safeguard", ... }')
        wanted = {find_seat(s, name): str(move) for name, move in given.items()}
        picks = {}
        while s.phase == st.PICK and int(s.turn) + 1 == self.number:
            seat = int(s.to_act)
            if seat not in wanted:
                raise self.refuse(f"the move of {name_of(s, seat)} is missing")
            action = parse_action(s, wanted.pop(seat))
            picks[name_of(s, seat)] = move_of(int(s.moves[seat, action])).english
            last = self._picks_left() == 1
            if not last:
                GAME.play(s, action)
            else:
                self.events += apply_with_events(s, action)
                break
        for seat in wanted:
            raise self.refuse(f"{name_of(s, seat)} cannot perform in this turn")
        return picks

    def _picks_left(self) -> int:
        s = self.s
        return sum(
            s.picks[seat] == st.NONE and not int(s.status[seat]) & (st.RESTING | st.RETIRED) for seat in range(st.SEATS)
        )

    def _run(self, nervous: set[int], hearts: dict[str, Any]) -> list[Event]:
        """Chance as the record has it, until the next picks."""
        s = self.s
        while GAME.mover(s) == CHANCE and s.phase != st.DRAW_WINNER:
            if s.phase == st.DRAW_HEARTS:
                action = self._find_hearts(hearts)
            elif s.phase == st.DRAW_NERVES:
                action = self._find_nerves(nervous)
            else:
                self._draw_order()
                break
            self.events += apply_with_events(s, action)
        if nervous:
            raise self.refuse(f"{name_of(s, min(nervous))} cannot have become nervous")
        for name in hearts:
            raise self.refuse(f"{name} did not show an unpredictable move")
        return [event for event in self.events if event.kind != "turn" or event.n == self.number]

    def _find_hearts(self, hearts: dict[str, Any]) -> int:
        name = name_of(self.s, int(self.s.order[int(self.s.position)]))
        if name not in hearts:
            told = f"turn {self.number}: {name} showed an unpredictable move: give hearts = {{ {name} = ... }}"
            raise MissingFact(told, "hearts", name)
        value = hearts.pop(name)
        if value not in e.RANDOM_HEARTS.tolist():
            raise self.refuse(f"an unpredictable move brings 1, 2, 4, 6 or 8 hearts, not {value!r}")
        return e.RANDOM_HEARTS.tolist().index(value)

    def _find_nerves(self, nervous: set[int]) -> int:
        """Those of the record who can be made nervous now."""
        legal = GAME.legal_actions(self.s)
        reachable = max(legal)
        mask = 0
        for i in range(st.SEATS):
            seat = int(self.s.order[i])
            if reachable >> i & 1 and seat in nervous:
                mask |= 1 << i
                nervous.discard(seat)
        return mask

    def _draw_order(self) -> None:
        if "next_order" not in self.data:
            tied = [name_of(self.s, int(seat)) for seat in self.s.order]
            told = f"turn {self.number}: the next order was drawn, since some of {', '.join(tied)} are equal"
            raise MissingFact(f"{told}: give next_order", "next_order")
        seats = _parse_names(self.s, self.data["next_order"], "next_order")
        self.events += _play_drawn_order(self.s, seats, f"turn {self.number}")
        self.drawn_order = True

    def _check_order(self, following: tuple[str, ...]) -> None:
        """A next_order that was not drawn must be the one that follows from the hearts."""
        seats = _parse_names(self.s, self.data["next_order"], "next_order")
        given = tuple(name_of(self.s, seat) for seat in seats)
        if not following:
            raise self.refuse("there is no next order: the contest is over")
        if given != following:
            raise self.refuse(f"the next order is {' > '.join(following)}, not {' > '.join(given)}")


def list_sentences(contest: PlayedContest, language: str) -> Iterator[tuple[int, list[str]]]:
    """Turn by turn: its number, and what happened in it."""
    from ludoteca.games.contest.messages import describe_event

    for turn in contest.turns:
        yield turn.number, [describe_event(event, language) for event in turn.events]
