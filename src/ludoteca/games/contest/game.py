"""The game of Live Contests: options, text, and what front ends show."""

from collections.abc import Mapping, Sequence
from typing import Any

from ludoteca.core.arrays import Array
from ludoteca.core.errors import SetupError
from ludoteca.games.contest import notation, presentation, reasons, rules
from ludoteca.games.contest import state as st
from ludoteca.games.contest.bots import BOTS
from ludoteca.games.contest.catalogue import (
    crowd_appeal_in,
    list_combos,
    list_openers,
    list_roster,
    list_species,
    move_of,
)
from ludoteca.games.contest.contestants import (
    Contestant,
    check_count,
    check_lineup,
    find_contestant,
    parse_contestant,
    parse_lineup,
)
from ludoteca.games.contest.levels import IMPROVED_SETTINGS, LEVELS
from ludoteca.games.contest.messages import apply_with_events, describe_event
from ludoteca.games.contest.rewards import REWARDS
from ludoteca.games.contest.steps import list_steps
from ludoteca.protocol import Game, GameInfo, Option, State

MODES = ("thesis", "game")
SWITCHES = {
    # option: (its choices after "mode", the bits of each)
    "nervousness": (("quarter", "fifth", "formula"), (0, st.NERVES_TEXT, st.NERVES_FORMULA)),
    "halves": (("down", "up"), (0, st.HALF_UP)),
    "freezing": (("gains", "both"), (0, st.FREEZE_BOTH)),
    "absentees": (("skipped", "counted"), (0, st.PREVIOUS_BY_POSITION)),
    "resting": (("hit", "safe"), (0, st.REST_IS_SAFE)),
    "precedence": (("earlier", "later"), (0, st.LATER_GOES_FIRST)),
    "odds": (("uniform", "console"), (0, st.CONSOLE_ODDS)),
    "combinations": (("loose", "strict"), (0, st.STRICT_COMBOS)),
}
HELP = {
    "nervousness": "probability that a later contestant becomes nervous: 25 %, 20 %, or 60 % shared by all who may",
    "halves": "rounding when half of the hearts are taken",
    "freezing": "gains: a frozen crowd can still cool down; both: it cannot",
    "absentees": "whether copies skip contestants who did not perform",
    "resting": "whether a resting contestant can be startled",
    "precedence": "who goes first if several want to be first next turn",
    "odds": "probabilities of 1, 2, 4, 6, 8 hearts of an unpredictable move",
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
    rewards=REWARDS,
    levels=LEVELS,
    judges=(f"{IMPROVED_SETTINGS['win']},iterations=30000",),
    options=(
        Option("mode", "rules of the thesis's program, or of the console as far as known", "thesis", MODES),
        Option("condition", "condition of the contest", "beautiful", st.CONDITIONS),
        *(Option(name, HELP[name], "mode", ("mode", *choices)) for name, (choices, _) in SWITCHES.items()),
        Option("preliminary", "weight of the first round in per cent: 100 is 20 points a heart", 0, low=0, high=1000),
    ),
)


class Contest(Game):
    """Takes one option more than INFO lists: `contestants`, four in starting order, as a text (see `contestants.py`)
    or as a list of texts and `Contestant`s."""

    info = INFO
    rules = rules.RULES

    def parse_setup(self, options: Mapping[str, Any] | None = None) -> State:
        rest = dict(options or {})
        given = rest.pop("contestants", DEFAULT)
        setup = super().parse_setup(rest)
        condition = st.CONDITIONS[int(setup.condition)]
        lineup = read_lineup_option(given, condition)
        setup.switches = _find_switches(setup)
        for seat, contestant in enumerate(lineup):
            _write_contestant(setup, seat, contestant, condition)
        if setup.preliminary:
            for contestant in lineup:
                if contestant.introduction is None:
                    raise SetupError(
                        f"the points of {contestant.name} in the first round are not known: give them, as in "
                        "Name=Species:Move/Move/Move/Move@120, or play without the preliminary"
                    )
        return setup

    def format_setup(self, setup: State) -> dict[str, Any]:
        lineup = lineup_of(setup)
        return super().format_setup(setup) | {"contestants": ", ".join(contestant.to_text() for contestant in lineup)}

    def format_action(self, s: State, action: int) -> str:
        return notation.format_action(s, action)

    def parse_action(self, s: State, text: str) -> int:
        return notation.parse_action(s, text)

    def draw(self, s: State) -> str:
        return notation.draw_contest(s)

    def show(self, view: State) -> dict[str, Any]:
        return {"text": self.draw(view), **presentation.show_position(view)}

    def stage(self, view: State) -> dict[str, Any]:
        return presentation.show_stage(view)

    def steps(self, s: State, action: int) -> list[dict[str, Any]]:
        return list_steps(self.copy(s), action)

    def catalogue(self) -> dict[str, Any]:
        return presentation.show_catalogue()

    def show_action(self, s: State, action: int) -> dict[str, Any]:
        if s.phase == st.PICK:
            return presentation.show_pick(s, int(s.to_act), action)
        return presentation.show_outcome(s, action)

    def give_reasons(self, view: State, action: int, language: str = "en") -> list[str]:
        return reasons.give_reasons(view, action, language)

    def narrate(self, s: State, action: int, language: str = "en") -> list[str]:
        return [describe_event(event, language) for event in apply_with_events(self.copy(s), action)]

    def reveals(self, s: State, action: int, seat: int) -> bool:
        """Everybody sees chance. A pick is seen only by its owner."""
        return s.phase != st.PICK or (seat >= 0 and self.mover(s) == seat)

    def describe_result(self, s: State) -> str:
        if s.winner == st.NONE:
            return "not over yet"
        totals = ", ".join(f"{notation.name_of(s, seat)} {int(s.totals[seat])}" for seat in range(st.SEATS))
        return f"{notation.name_of(s, int(s.winner))} won ({totals})"


def read_lineup_option(given: Any, condition: str) -> list[Contestant]:
    if isinstance(given, str):
        return parse_lineup(given, condition)
    if not isinstance(given, list | tuple) or not all(isinstance(who, str | Contestant) for who in given):
        raise SetupError("contestants must be a text or a list of four names")
    check_count(len(given))
    return check_lineup([who if isinstance(who, Contestant) else parse_contestant(who, condition) for who in given])


def lineup_of(setup: State) -> list[Contestant]:
    """The contestants of a setup record."""
    lineup = []
    for seat in range(st.SEATS):
        name = notation.name_of(setup, seat)
        if setup.roster[seat] != st.NONE:
            lineup.append(find_contestant(name, st.CONDITIONS[int(setup.condition)]))
            continue
        species = list_species()[int(setup.species[seat])]
        moves = tuple(int(number) for number in setup.moves[seat])
        points = int(setup.introduction[seat])
        lineup.append(Contestant(name, species, moves, None if points < 0 else points, bool(setup.mega[seat])))
    return lineup


def _find_switches(setup: State) -> int:
    """The bits of the options. An option that is left to the mode has the mode's bits."""
    switches = 0
    for name, (_, bits) in SWITCHES.items():
        chosen = int(setup[name])
        if chosen:
            switches |= bits[chosen - 1]
        elif MODES[int(setup.mode)] == "game":
            switches |= bits[-1]
    return switches


def _write_contestant(setup: State, seat: int, contestant: Contestant, condition: str) -> None:
    places = {entry.name: i for i, entry in reversed(list(enumerate(list_roster())))}
    setup.roster[seat] = st.NONE if contestant.own else places[contestant.name]
    setup.species[seat] = list_species().index(contestant.species)
    setup.introduction[seat] = -1 if contestant.introduction is None else contestant.introduction
    setup.mega[seat] = contestant.mega
    for i, byte in enumerate(contestant.name.encode()):
        setup.names[seat, i] = byte if byte < 128 else byte - 256
    write_moves(setup, seat, contestant.moves, condition)


def write_moves(records: State | Array, seat: int, moves: Sequence[int], condition: str) -> None:
    """Write four moves into a setup or a state that has not begun, or into an array of them."""
    combos = 0
    cards = [move_of(number) for number in moves]
    for a, card in enumerate(cards):
        appeal = crowd_appeal_in(card.condition, condition)
        records.moves[..., seat, a] = card.number
        records.effects[..., seat, a] = card.effect_number
        records.appeals[..., seat, a] = st.pack_appeal(
            st.CONDITIONS.index(card.condition), appeal, card.number in list_openers()
        )
        for b, second in enumerate(cards):
            if (card.number, second.number) in list_combos():
                combos |= 1 << (4 * a + b)
    records.combos[..., seat] = combos if combos < 2**15 else combos - 2**16


GAME = Contest()

__all__ = ["GAME", "Contest", "read_lineup_option", "write_moves"]
