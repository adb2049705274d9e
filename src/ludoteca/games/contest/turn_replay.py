"""One turn of a transcript: picks, then chance as it was written down. What cannot have happened is refused."""

from typing import Any

from ludoteca.core.errors import LudotecaError, RecordError
from ludoteca.games.contest import effects as e
from ludoteca.games.contest import state as st
from ludoteca.games.contest.catalogue import move_of
from ludoteca.games.contest.game import GAME
from ludoteca.games.contest.messages import Event, apply_with_events
from ludoteca.games.contest.notation import find_seat, name_of, parse_action
from ludoteca.games.contest.permutations import PERMUTATIONS
from ludoteca.games.contest.replayed import PlayedTurn
from ludoteca.protocol import CHANCE, State

TURN_FIELDS = ("moves", "nervous", "hearts", "next_order")


class MissingFact(RecordError):
    """A transcript is sound so far, but does not say what chance decided."""

    def __init__(self, message: str, needs: str, who: str = "") -> None:
        super().__init__(message)
        self.needs, self.who = needs, who


class TurnReplay:
    """Plays one turn of a transcript on `s`."""

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
        order, stars, before = names_in_order(s), int(s.stars), s.totals.copy()
        picks = self._pick()
        nervous = set(parse_names(s, data.get("nervous", []), "nervous"))
        events = self._run(nervous, dict(data.get("hearts", {})))
        hearts = {name_of(s, seat): int(s.totals[seat] - before[seat]) for seat in range(st.SEATS)}
        over = GAME.is_over(s) or s.phase == st.DRAW_WINNER
        following = () if over else names_in_order(s)
        if "next_order" in data and not self.drawn_order:
            self._check_order(following)
        performed = {event.who for event in events if event.kind == "performs"}
        moves = {name: move for name, move in picks.items() if name in performed}
        return PlayedTurn(self.number, order, stars, int(s.stars), moves, hearts, following, tuple(events))

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
            if self._picks_left() == 1:  # the last pick plays the turn
                self.events += apply_with_events(s, action)
                break
            GAME.play(s, action)
        for seat in wanted:
            raise self.refuse(f"{name_of(s, seat)} cannot perform in this turn")
        return picks

    def _picks_left(self) -> int:
        s = self.s
        return sum(
            s.picks[seat] == st.NONE and not int(s.status[seat]) & (st.RESTING | st.RETIRED) for seat in range(st.SEATS)
        )

    def _run(self, nervous: set[int], hearts: dict[str, Any]) -> list[Event]:
        """Let chance do what the transcript says, until the next picks; return the events of this turn."""
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
            text = f"turn {self.number}: {name} showed an unpredictable move: give hearts = {{ {name} = ... }}"
            raise MissingFact(text, "hearts", name)
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
            text = f"turn {self.number}: the next order was drawn, since some of {', '.join(tied)} are equal"
            raise MissingFact(f"{text}: give next_order", "next_order")
        seats = parse_names(self.s, self.data["next_order"], "next_order")
        self.events += play_drawn_order(self.s, seats, f"turn {self.number}")
        self.drawn_order = True

    def _check_order(self, following: tuple[str, ...]) -> None:
        """A next_order that was not drawn must be the one that follows from the hearts."""
        seats = parse_names(self.s, self.data["next_order"], "next_order")
        given = tuple(name_of(self.s, seat) for seat in seats)
        if not following:
            raise self.refuse("there is no next order: the contest is over")
        if given != following:
            raise self.refuse(f"the next order is {' > '.join(following)}, not {' > '.join(given)}")


def play_drawn_order(s: State, seats: list[int], where: str) -> list[Event]:
    """Draw the outcome that puts the next turn in the order `seats`."""
    base = [int(seat) for seat in s.order]
    allowed = GAME.legal_actions(s)
    for outcome in allowed:
        if [base[place] for place in PERMUTATIONS[outcome]] == seats:
            return apply_with_events(s, outcome)
    names = " > ".join(name_of(s, seat) for seat in seats)
    orders = [" > ".join(name_of(s, base[place]) for place in PERMUTATIONS[outcome]) for outcome in allowed[:6]]
    raise RecordError(f"{where}: the next order cannot be {names}; by hearts it is {', or '.join(orders)}")


def parse_names(s: State, names: Any, what: str) -> list[int]:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise RecordError(f"{what} is a list of names, not {names!r}")
    return [find_seat(s, name) for name in names]


def names_in_order(s: State) -> tuple[str, ...]:
    """The contestants by position."""
    return tuple(name_of(s, int(seat)) for seat in s.order)
