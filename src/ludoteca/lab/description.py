"""What a tournament is, read from TOML or given in Python, and refused with a reason where it makes no sense.

game = "connect_four"
seed = 1
games = 400                  # at least so many; rounded up so that all meet equally often
format = "all"               # or "test": the first agent against the others
seating = "rotations"        # or "permutations"
opening = 4                  # so many random actions first, the same from every seat

[agents]                     # a name for each
strong = "mcts:iterations=500"
weak = "random"

[setup]                      # options of the game
variant = "standard"

[vary]                       # options that change from deal to deal: all values in turn, mixed by the seed
# ballot = [1, 2, 3]

[clock]                      # seconds; a late agent forfeits
per_action = 1.0

[stop]                       # end earlier
minutes = 30
sprt = { h0 = 0, h1 = 20 }   # two agents; in Elo for two seats, else in points of the mean
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from ludoteca import agents, games
from ludoteca.core.errors import LudotecaError, TournamentError, UnknownName, show_value
from ludoteca.core.reading import load_toml, parse_toml
from ludoteca.core.rng import MAX_SEED, split_seed
from ludoteca.lab.match import Clock
from ludoteca.lab.schedule import Design
from ludoteca.lab.statistics import Sprt
from ludoteca.protocol import Game

FORMATS, SEATINGS = ("all", "test"), ("rotations", "permutations")
MOST_GAMES, MOST_OPENING, MOST_VALUES = 10**7, 200, 10_000
MAY_CHANGE = ("games", "stop")  # between a run and the run that resumes it


@dataclass(frozen=True)
class Description:
    """A tournament. `check` refuses what cannot be played."""

    game: str
    agents: Mapping[str, str]
    games: int = 100
    seed: int = 0
    format: str = "all"
    seating: str = "rotations"
    opening: int = 0
    setup: Mapping[str, Any] = field(default_factory=dict)
    vary: Mapping[str, Any] = field(default_factory=dict)
    clock: Mapping[str, float] = field(default_factory=dict)
    stop: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def identity(self) -> dict[str, Any]:
        """What must be the same for a run to be continued."""
        return {key: value for key, value in self.to_json().items() if key not in MAY_CHANGE}

    @property
    def names(self) -> list[str]:
        return list(self.agents)

    def check(self) -> None:
        """Load the game, make every agent once, and look at every number; raises what is wrong."""
        self._check_values()
        game = load_game(self.game)
        seats = game.seats(game.start(dict(self.setup)))
        self._check_vary(game, seats)
        self._check_agents(game, seats)
        make_clock(self)
        sprt = find_sprt(self)
        if sprt is not None and len(self.agents) != 2:
            raise TournamentError(f"the rule sprt compares two agents, not {len(self.agents)}")

    def _check_values(self) -> None:
        _require_choice("format", self.format, FORMATS)
        _require_choice("seating", self.seating, SEATINGS)
        _require_whole("games", self.games, 1, MOST_GAMES)
        _require_whole("seed", self.seed, 0, MAX_SEED)
        _require_whole("opening", self.opening, 0, MOST_OPENING)
        minutes = self.stop.get("minutes", 1)
        for key in self.stop:
            _require_choice("stopping rule", key, ("minutes", "sprt"))
        if isinstance(minutes, bool) or not isinstance(minutes, int | float) or not 0 < minutes <= 10**6:
            raise TournamentError(f"minutes must be above 0, up to 1000000, not {minutes!r}")

    def _check_vary(self, game: Game, seats: int) -> None:
        for option, values in self.vary.items():
            if option in self.setup:
                raise TournamentError(f"{option} is in [setup] and in [vary]: choose one")
            if not isinstance(values, list | tuple) or not 1 <= len(values) <= MOST_VALUES:
                raise TournamentError(f"[vary] takes a list of 1 to {MOST_VALUES} values for {option}")
            for value in values:
                if game.seats(game.start({**self.setup, option: value})) != seats:
                    raise TournamentError(f"[vary] must not change the number of seats, as {option} = {value!r} does")

    def setup_for(self, deal: int) -> dict[str, Any]:
        """The game's options on a deal."""
        return {**self.setup, **{option: self._pick(option, deal) for option in self.vary}}

    def _pick(self, option: str, deal: int) -> Any:
        """Every value once before one comes again."""
        values = list(self.vary[option])
        turn, place = divmod(deal, len(values))
        Random(split_seed(self.seed, "vary", option, turn)).shuffle(values)
        return values[place]

    def _check_agents(self, game: Game, seats: int) -> None:
        if not isinstance(self.agents, Mapping) or not all(isinstance(v, str) for v in self.agents.values()):
            raise TournamentError('agents are a table of names: [agents] strong = "mcts:iterations=500"')
        least = 1 if game.info.co_operative else 2
        if len(self.agents) < least:
            raise TournamentError(
                f"{len(self.agents)} agent for the {seats} seats of {game.info.name}: name at least {least}; with "
                "fewer agents than seats they sit more than once"
            )
        if self.format == "test" and len(self.agents) < 2:
            raise TournamentError("format 'test' needs the agent under test and at least one other")
        for name, spec in self.agents.items():
            try:
                agents.make_from_spec(spec, game).close()
            except LudotecaError as error:
                raise TournamentError(f"agent {name!r} ({spec}): {error}") from None

    def design(self) -> Design:
        game = load_game(self.game)
        seats = game.seats(game.start(dict(self.setup)))
        return Design(len(self.agents), seats, self.seed, self.format, self.seating, game.info.co_operative)


def parse_description(text: str) -> Description:
    """From TOML."""
    return build_description(parse_toml(text, TournamentError, "the description"))


def build_description(content: Mapping[str, Any]) -> Description:
    """From a mapping; unknown keys get the near misses."""
    known = [item.name for item in fields(Description)]
    for key in content:
        if key not in known:
            raise UnknownName("key of a tournament", key, known)
    for key in ("game", "agents"):
        if key not in content:
            raise TournamentError(f"the description lacks {key}")
    for key in ("agents", "setup", "vary", "clock", "stop"):
        if not isinstance(content.get(key, {}), Mapping):
            raise TournamentError(f"{key} must be a table, as in [{key}], not {show_value(content[key])}")
    description = Description(**content)
    description.check()
    return description


def read_description(path: Path) -> Description:
    return build_description(load_toml(path, TournamentError))


@lru_cache(maxsize=16)
def load_game(name: str) -> Game:
    """A game of the package by name, or any other as 'module:attribute', which workers can import."""
    module, colon, attribute = name.partition(":")
    if not colon:
        return games.load(name)
    try:
        game = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise TournamentError(f"cannot import the game {name!r}: {error}") from None
    if not isinstance(game, Game):
        raise TournamentError(f"{name!r} is no Game but {type(game).__name__}")
    return game


def make_clock(description: Description) -> Clock:
    for key in description.clock:
        _require_choice("clock", key, ("per_action", "per_game"))
    try:
        return Clock(**description.clock)
    except TypeError:
        raise TournamentError(f"the clock takes seconds as numbers, not {dict(description.clock)!r}") from None


def find_sprt(description: Description) -> Sprt | None:
    values = description.stop.get("sprt")
    if values is None:
        return None
    if not isinstance(values, Mapping) or not {"h0", "h1"} <= set(values) <= {"h0", "h1", "alpha", "beta"}:
        raise TournamentError(f"sprt takes h0 and h1, and may take alpha and beta; not {values!r}")
    if not all(isinstance(value, int | float) and not isinstance(value, bool) for value in values.values()):
        raise TournamentError(f"sprt takes numbers, not {values!r}")
    return Sprt(**values)


def _require_choice(kind: str, value: Any, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise UnknownName(kind, value, choices)


def _require_whole(name: str, value: Any, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise TournamentError(f"{name} must be a whole number from {low} to {high}, not {value!r}")
