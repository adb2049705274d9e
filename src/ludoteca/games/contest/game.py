"""Live Contests, the checked face."""

from collections.abc import Mapping, Sequence
from typing import Any

from ludoteca.core.errors import SetupError
from ludoteca.games.contest import notation, presentation, rules
from ludoteca.games.contest import state as st
from ludoteca.games.contest.bots import BOTS
from ludoteca.games.contest.catalogue import (
    fit_between,
    list_combos,
    list_openers,
    list_roster,
    list_species,
    move_of,
)
from ludoteca.games.contest.contestants import (
    Contestant,
    check_field,
    find_contestant,
    parse_line,
)
from ludoteca.games.contest.levels import LEVELS
from ludoteca.games.contest.messages import play_and_listen, tell
from ludoteca.protocol import Game, GameInfo, Option, State

MODES = ("thesis", "game")
SWITCHES = {
    # option: (its choices after "mode", the bits of each)
    "nervousness": (("quarter", "fifth", "formula"), (0, st.NERVES_TEXT, st.NERVES_FORMULA)),
    "halves": (("down", "up"), (0, st.HALF_UP)),
    "freezing": (("gains", "both"), (0, st.FREEZE_BOTH)),
    "absentees": (("skipped", "counted"), (0, st.NEXT_IS_NEXT)),
    "resting": (("hit", "safe"), (0, st.REST_IS_SAFE)),
    "precedence": (("earlier", "later"), (0, st.LATER_GOES_FIRST)),
    "odds": (("uniform", "console"), (0, st.CONSOLE_ODDS)),
    "combinations": (("loose", "strict"), (0, st.STRICT_COMBOS)),
}
HELP = {
    "nervousness": "how often a later contestant becomes nervous: 25 %, 20 %, or 60 % shared by all who may",
    "halves": "how half of the hearts is rounded when they are taken",
    "freezing": "whether a frozen crowd also does not cool down",
    "absentees": "whether copies look past those who did not perform",
    "resting": "whether who rests can be startled",
    "precedence": "of several who want to be first next turn, who is",
    "odds": "of 1, 2, 4, 6, 8 hearts where nobody knows",
    "combinations": "strict: a turn without an appeal ends a combination; loose: the last move counts, however old",
}
DEFAULT = ("Betta", "Speranza", "Macy", "Plumy")

INFO = GameInfo(
    name="contest",
    title="Live Contest",
    version="1.0",
    summary="Four contestants, five turns: pick in secret, perform in order, and win the most hearts.",
    max_actions=st.MOVES,
    longest=rules.LONGEST,
    seats=(st.SEATS, st.SEATS),
    utility="constant-sum",
    min_return=0.0,
    max_return=1.0,
    chance=True,
    simultaneous=True,
    max_outcomes=rules.MAX_OUTCOMES,
    bots=BOTS,
    rewards=rules.REWARDS,
    levels=LEVELS,
    options=(
        Option("mode", "thesis: as in the thesis's program; game: as on the console, as far as known", "thesis", MODES),
        Option("condition", "of the contest", "beautiful", st.CONDITIONS),
        *(Option(name, HELP[name], "mode", ("mode", *choices)) for name, (choices, _) in SWITCHES.items()),
        Option("preliminary", "weight of the first round in per cent: 100 is 20 points a heart", 0, low=0, high=1000),
    ),
)


class Contest(Game):
    """One option more than INFO lists: `contestants`, four in starting order: a text as in `contestants.py`, or a list
    of names and of `Contestant`s."""

    info = INFO
    rules = rules.RULES

    def parse_setup(self, options: Mapping[str, Any] | None = None) -> State:
        rest = dict(options or {})
        given = rest.pop("contestants", DEFAULT)
        setup = super().parse_setup(rest)
        condition = st.CONDITIONS[int(setup.condition)]
        field = parse_field(given, condition)
        setup.switches = _find_switches(setup)
        for seat, contestant in enumerate(field):
            _seat_contestant(setup, seat, contestant, condition)
        if setup.preliminary:
            for contestant in field:
                if contestant.introduction is None:
                    raise SetupError(
                        f"the points of {contestant.name} in the first round are not known: give them, as in "
                        "Name=Species:Move/Move/Move/Move@120, or play without the preliminary"
                    )
        return setup

    def format_setup(self, setup: State) -> dict[str, Any]:
        field = read_field(setup)
        return super().format_setup(setup) | {"contestants": ", ".join(contestant.to_text() for contestant in field)}

    def format_action(self, s: State, action: int) -> str:
        return notation.format_action(s, action)

    def parse_action(self, s: State, text: str) -> int:
        return notation.parse_action(s, text)

    def draw(self, s: State) -> str:
        return notation.draw_contest(s)

    def show(self, view: State) -> dict[str, Any]:
        return {"text": self.draw(view), **presentation.show_position(view)}

    def show_action(self, s: State, action: int) -> dict[str, Any]:
        return presentation.show_move(s, int(s.to_act), action) if s.phase == st.PICK else {}

    def narrate(self, s: State, action: int, language: str = "english") -> list[str]:
        return [tell(event, language) for event in play_and_listen(self.copy(s), action)]

    def reveals(self, s: State, action: int, seat: int) -> bool:
        """Chance is seen by all; a pick by its owner, until the contest is over."""
        return s.phase != st.PICK or (seat >= 0 and self.mover(s) == seat)

    def describe_result(self, s: State) -> str:
        if s.winner == st.NONE:
            return "not over yet"
        totals = ", ".join(f"{notation.name_of(s, seat)} {int(s.totals[seat])}" for seat in range(st.SEATS))
        return f"{notation.name_of(s, int(s.winner))} won ({totals})"


def parse_field(given: Any, condition: str) -> list[Contestant]:
    if isinstance(given, str):
        return parse_line(given, condition)
    if not isinstance(given, list | tuple):
        raise SetupError(f"contestants are four names, not {given!r}")
    return check_field([who if isinstance(who, Contestant) else find_contestant(str(who), condition) for who in given])


def read_field(setup: State) -> list[Contestant]:
    """The contestants of a setup record."""
    field = []
    for seat in range(st.SEATS):
        name = notation.name_of(setup, seat)
        if setup.roster[seat] != st.NONE:
            field.append(find_contestant(name, st.CONDITIONS[int(setup.condition)]))
            continue
        species = list_species()[int(setup.species[seat])]
        moves = tuple(int(number) for number in setup.moves[seat])
        points = int(setup.introduction[seat])
        field.append(Contestant(name, species, moves, None if points < 0 else points, bool(setup.mega[seat])))
    return field


def _find_switches(setup: State) -> int:
    """The bits of the options; those left to the mode as the mode has them."""
    switches = 0
    for name, (_, bits) in SWITCHES.items():
        chosen = int(setup[name])
        if chosen:
            switches |= bits[chosen - 1]
        elif MODES[int(setup.mode)] == "game":
            switches |= bits[-1]
    return switches


def _seat_contestant(setup: State, seat: int, contestant: Contestant, condition: str) -> None:
    places = {entry.name: i for i, entry in reversed(list(enumerate(list_roster())))}
    setup.roster[seat] = st.NONE if contestant.own else places[contestant.name]
    setup.species[seat] = list_species().index(contestant.species)
    setup.introduction[seat] = -1 if contestant.introduction is None else contestant.introduction
    setup.mega[seat] = contestant.mega
    for i, byte in enumerate(contestant.name.encode()):
        setup.names[seat, i] = byte if byte < 128 else byte - 256
    seat_contestant(setup, seat, contestant.moves, condition)


def seat_contestant(records: Any, seat: int, moves: Sequence[int], condition: str) -> None:
    """Write four moves into a setup or a state that has not begun, or into an array of them."""
    combos = 0
    cards = [move_of(number) for number in moves]
    for a, card in enumerate(cards):
        fit = fit_between(card.condition, condition)
        records.moves[..., seat, a] = card.number
        records.kinds[..., seat, a] = card.kind
        records.fits[..., seat, a] = st.pack_fit(
            st.CONDITIONS.index(card.condition), fit, card.number in list_openers()
        )
        for b, second in enumerate(cards):
            if (card.number, second.number) in list_combos():
                combos |= 1 << (4 * a + b)
    records.combos[..., seat] = combos if combos < 2**15 else combos - 2**16


GAME = Contest()

__all__ = ["GAME", "Contest", "parse_field", "seat_contestant"]
