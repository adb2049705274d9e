"""Dicewars as a game: checked setups and actions, text, results."""

from collections.abc import Mapping
from typing import Any

from ludoteca.core.errors import SetupError, show_value
from ludoteca.games.dicewars import bots, maps, notation, presentation, reasons, rules, state
from ludoteca.games.dicewars.constants import AREAS, MAX_BATTLES, MAX_PLAYERS, MAX_TURNS, QUIET_ROUNDS, VARIANTS
from ludoteca.games.dicewars.rolls import Roll, draw_roll
from ludoteca.protocol import Game, GameInfo, Level, Option, State

INFO = GameInfo(
    name="dicewars",
    title="Dicewars",
    version="1.0",
    summary="Attack neighbouring areas with your dice; who owns the whole map wins.",
    max_actions=rules.MAX_ACTIONS,
    longest=rules.LONGEST,
    seats=(2, MAX_PLAYERS),
    seat_names=notation.SEAT_NAMES,
    chance=True,
    max_outcomes=AREAS,
    bots=bots.BOTS,
    levels=(
        Level("Easy", "bot:bot=dt.sdc", "attacks where it has the most dice to spare"),
        Level("Intermediate", "bot:bot=dt.stei", "attacks what it can win and hold"),
        Level(
            "Hard", "bot:bot=kb.stei_adt", "the strongest of the course: moves its dice before and after its attacks"
        ),
        Level("Expert", "warlord", "a tuned strategy that plays the next round out before it moves"),
    ),
    judges=("warlord:iterations=1200",),
    options=(
        Option("players", "how many play", default=4, low=2, high=MAX_PLAYERS),
        Option(
            "variant",
            "standard; course: transfers put off the end, too; original: no transfers, no wear, scattered starts",
            default="standard",
            choices=VARIANTS,
        ),
        Option("map_seed", "what the map is grown from; 0 draws it by chance", default=0, high=maps.LARGEST_SEED),
    ),
)


class Dicewars(Game):
    """It has two more options than INFO lists: `map`, a map as `maps.to_json` makes it, or its text (on the command
    line, `--set map=@FILE`; never the name of a file, since options also come from strangers), and `size`, the number
    of areas of a smaller map, which is the middle of the one that `map_seed` grows."""

    info = INFO
    rules = rules.RULES

    def parse_setup(self, options: Mapping[str, Any] | None = None) -> State:
        rest = dict(options or {})
        source, size = rest.pop("map", None), rest.pop("size", None)
        setup = super().parse_setup(rest)
        if source:
            if setup.map_seed or size:
                raise SetupError("a game has either a map or the seed of one, not both")
            use_map(setup, maps.parse(source))
        elif size not in (None, 0):
            use_map(setup, grow_sized(setup, size))
        return setup

    def format_setup(self, setup: State) -> dict[str, Any]:
        options = super().format_setup(setup)
        if setup.areas and setup.map_seed:
            return options | {"size": int(setup.areas)}
        own = self.map_of(setup)
        return options | ({"map": maps.to_json(own)} if own and not setup.map_seed else {})

    def map_of(self, setup: State) -> maps.Map | None:
        """The map of a setup, with its picture; None if chance is to draw it."""
        if setup.areas:
            return maps.from_masks(setup.neighbours, int(setup.areas), setup.hexes)
        return maps.grow(int(setup.map_seed), int(setup.variant)) if setup.map_seed else None

    def format_action(self, s: State, action: int) -> str:
        return notation.format_action(s, action)

    def parse_action(self, s: State, text: str) -> int:
        return notation.parse_action(s, text)

    def draw(self, s: State) -> str:
        return notation.draw_board(s)

    def show_roll(self, s: State, outcome: int, seed: int) -> Roll:
        """Dice to show for a battle that is about to have this outcome, in the game with this seed."""
        if s.phase != state.BATTLE:
            raise SetupError("dice are rolled only in a battle")
        attacker, defender = int(s.dice[s.source]), int(s.dice[s.target])
        return draw_roll(attacker, defender, outcome == state.WON, seed, int(s.battles))

    # --- for front ends --------------------------------------------------------------------------------------------

    def stage(self, view: State) -> dict[str, Any]:
        return presentation.show_map(view)

    def show(self, view: State) -> dict[str, Any]:
        return presentation.show_position(view)

    def show_action(self, s: State, action: int) -> dict[str, Any]:
        return presentation.show_action(s, action)

    def give_reasons(self, view: State, action: int, language: str = "en") -> list[str]:
        return reasons.give_reasons(view, action, language)

    def steps(self, s: State, action: int) -> list[dict[str, Any]]:
        after = self.copy(s)
        self.play(after, action)
        return presentation.list_steps(s, after, action)

    def explain(self, view: State, attempt: Mapping[str, Any]) -> dict[str, Any]:
        return presentation.explain_attempt(view, attempt)

    def end_code(self, s: State) -> dict[str, Any]:
        return presentation.end_code(s)

    def describe_result(self, s: State) -> str:
        if s.phase != state.ENDED:
            return "not over yet"
        if s.winner != state.NOBODY:
            return f"{self.info.seat_name(int(s.winner))} won: all {int(s.areas)} areas"
        if s.battles >= MAX_BATTLES:
            return f"nobody won: {MAX_BATTLES} battles"
        if s.turns >= MAX_TURNS:
            return f"nobody won: {MAX_TURNS} turns"
        return f"nobody won: {QUIET_ROUNDS} rounds without a battle"


def grow_sized(setup: State, size: object) -> maps.Map:
    if type(size) is not int and not (isinstance(size, str) and size.isdecimal() and len(size) < 4):
        raise SetupError(f"size is a number of areas, not {show_value(size)}")
    if not setup.map_seed:
        raise SetupError("size cuts the map of a seed: give map_seed, too")
    return maps.grow_small(int(setup.map_seed), int(setup.variant), int(size))


def use_map(setup: State, own: maps.Map) -> None:
    """Write a map into a setup record."""
    if own.areas < setup.players:
        raise SetupError(f"the map has {own.areas} areas, too few for {int(setup.players)} players")
    setup.areas = own.areas
    setup.neighbours[:] = own.masks()
    setup.hexes[:] = own.hexes


GAME = Dicewars()

__all__ = ["GAME", "Dicewars", "use_map"]
