"""A bridge to other Dicewars servers, such as the course's: an object with `act(obs)` around any of our agents.

    player = make({"player": 2, "order": [1, 2, 3, 4]}, agent="bot", bot="kb.stei_adt")
    player.act({"owner": {1: 2, ...}, "dice": {1: 5, ...}, "neighbours": {1: [2, 7], ...}, "attacks": 0,
                "transfers": 0, "turns": 3, "time_left": 9.5})

answers `("attack", source, target)`, `("transfer", source, target)` or `("end",)`. Areas and players have the ids of
the server; areas may be text there. `make` compiles all that decisions need, so that the first one comes as quickly as
the others. Reserves are not shown by such servers: `course_reserves.py` counts our own and estimates the others'.

An agent keeps to the budget that it was made with. One that counts seconds gets less where the clock is short, and one
that was given no budget of its own but counts seconds gets a share of the clock.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from ludoteca import agents
from ludoteca.core.errors import PositionError, SetupError, show_value
from ludoteca.games.dicewars import land, maps, state
from ludoteca.games.dicewars.agents.course_reserves import Reserves
from ludoteca.games.dicewars.constants import AREAS, MAX_BATTLES, MAX_DICE, MAX_PLAYERS, MAX_TURNS, TRANSFERS, VARIANTS
from ludoteca.games.dicewars.game import GAME
from ludoteca.protocol import Agent, Budget, Decision, State

FIELDS = ("owner", "dice", "neighbours", "attacks", "transfers", "turns", "time_left")
SHARE = 0.02  # of the time that is left, for one decision of an agent that was given no budget
MOST = 0.25  # of the time that is left, for one that was given seconds
LEAST_SECONDS = 0.005
MOST_DIGITS = 9  # of the id of an area that is sorted as a number
LARGEST = 10**9  # of the counts and of the seconds in an observation

Action = tuple[str] | tuple[str, Any, Any]


class Decider(Protocol):
    """What the bridge needs of an agent."""

    budget: Budget | None

    def decide(self, view: State, budget: Budget | None = None) -> Decision: ...


class Bridge:
    """One player of one game on a foreign server."""

    def __init__(
        self,
        agent: Decider,
        player: Any,
        order: Sequence[Any],
        variant: int,
        transfers: int = TRANSFERS,
        has_budget: bool = False,
    ) -> None:
        """`transfers`: how many a turn the server allows. `has_budget`: whether the agent was given one."""
        self.agent, self.player, self.order, self.variant = agent, player, list(order), variant
        self.transfers, self.has_budget = transfers, has_budget
        self.reserves = Reserves(len(self.order), self.order.index(player))
        self._map: tuple[tuple[frozenset[int], ...], State] | None = None
        self.turn = -1
        self.retreated = False
        """Whether a transfer of this turn left the border: the server does not remember it, and some agents ask."""

    def act(self, obs: Mapping[str, Any]) -> Action:
        ids = check_observation(obs, self.order)
        begins = obs["turns"] != self.turn or obs["attacks"] + obs["transfers"] == 0
        if begins:
            self.turn, self.retreated = obs["turns"], False
        s = self.read(obs, ids)
        if begins:
            self.reserves.begin_turn(s)
        s.reserve[: len(self.order)] = self.reserves.dice
        action = self.agent.decide(s, self._budget(float(obs["time_left"]))).action
        if action == state.END:
            self.reserves.end_turn(s)
            return ("end",)
        source, target = int(state.source_of(action)), int(state.target_of(action))
        if s.owner[target] != s.turn:
            return ("attack", ids[source], ids[target])
        self.retreated |= bool(land.is_border(s, source))
        return ("transfer", ids[source], ids[target])

    def read(self, obs: Mapping[str, Any], ids: list[Any]) -> State:
        """The observation as a state in which this player is to move."""
        place = {area: i for i, area in enumerate(ids)}
        s = self._start(tuple(frozenset(place[other] for other in obs["neighbours"][area]) for area in ids))
        for i, area in enumerate(ids):
            land.assign(s, i, self.order.index(obs["owner"][area]))
            s.dice[i] = obs["dice"][area]
        s.phase, s.left, s.turn = state.TURN, 0, self.order.index(self.player)
        s.transfers = min(TRANSFERS, max(0, TRANSFERS - self.transfers) + obs["transfers"])
        s.retreated = self.retreated
        s.battles = min(MAX_BATTLES - 1, int(obs["attacks"]))
        s.turns = min(MAX_TURNS - 1, len(self.order) * int(obs["turns"]))
        return s

    def _start(self, neighbours: tuple[frozenset[int], ...]) -> State:
        """The empty map; it stays the same in a game, and reading it takes longer than a decision."""
        if self._map is None or self._map[0] != neighbours:
            text = maps.to_json(maps.Map(neighbours))
            s = GAME.start(players=len(self.order), variant=VARIANTS[self.variant], map=text)
            self._map = (neighbours, s)
        return GAME.copy(self._map[1])

    def _budget(self, time_left: float) -> Budget | None:
        """None where the agent's own budget counts; a share of the clock where that is less, in seconds."""
        own = self.agent.budget
        if own is None or own.seconds is None:
            return None
        share = max(LEAST_SECONDS, (MOST if self.has_budget else SHARE) * time_left)
        return replace(own, seconds=min(own.seconds, share) if self.has_budget else share)


def check_observation(obs: Mapping[str, Any], order: Sequence[Any]) -> list[Any]:
    """The ids of the areas in order; PositionError names what is missing or wrong."""
    if not isinstance(obs, Mapping):
        raise PositionError(f"an observation is a mapping with {', '.join(FIELDS)}, not {type(obs).__name__}")
    for field in FIELDS:
        if field not in obs:
            raise PositionError(f"the observation misses {field}; it needs {', '.join(FIELDS)}")
    for field in ("attacks", "transfers", "turns", "time_left"):
        _check_number(field, obs[field], whole=field != "time_left")
    for field in ("owner", "dice", "neighbours"):
        if not isinstance(obs[field], Mapping):
            raise PositionError(f"{field} must map areas, not be {type(obs[field]).__name__}")
    if not 2 <= len(obs["owner"]) <= AREAS:
        raise PositionError(f"a map has 2 to {AREAS} areas, not {len(obs['owner'])}")
    ids = sorted(obs["owner"], key=_by_number)
    for area in ids:
        _check_area(obs, area, order)
    return ids


def _check_number(field: str, value: Any, whole: bool) -> None:
    """NaN fails every comparison, so it is refused here, too."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= LARGEST
    if not is_number or (whole and value != int(value)):
        kind = "whole number" if whole else "number"
        raise PositionError(f"{field} must be a {kind} from 0 to {LARGEST}, not {show_value(value)}")


def _check_area(obs: Mapping[str, Any], area: Any, order: Sequence[Any]) -> None:
    for field in ("dice", "neighbours"):
        if area not in obs[field]:
            raise PositionError(f"{field} misses the area {show_value(area)}")
    name, owner, dice, others = show_value(area), obs["owner"][area], obs["dice"][area], obs["neighbours"][area]
    if owner not in order:
        raise PositionError(f"area {name} belongs to {show_value(owner)}, who is not in the order {list(order)}")
    if type(dice) is not int or not 1 <= dice <= MAX_DICE:
        raise PositionError(f"area {name} must have 1 to {MAX_DICE} dice, not {show_value(dice)}")
    if not isinstance(others, Collection) or isinstance(others, str) or len(others) > AREAS:
        raise PositionError(f"area {name} must have a list of at most {AREAS} neighbours, not {show_value(others)}")
    known = list(obs["owner"])  # a list: a neighbour that cannot be hashed is unknown, too
    for other in others:
        if other not in known:
            raise PositionError(f"area {name} has an unknown neighbour {show_value(other)}")


def _by_number(area: Any) -> tuple[int, str]:
    text = area if isinstance(area, str) else show_value(area)
    is_number = text.isdecimal() and len(text) <= MOST_DIGITS
    return (int(text), "") if is_number else (10**MOST_DIGITS, text)


def make(info: Mapping[str, Any], agent: str | Decider = "warlord", seed: int = 0, **options: Any) -> Bridge:
    """A player for a foreign game, warmed up. `info` has `player` (its own id) and `order` (all ids as they move);
    `variant` may be one of ours, `course` if left out, and `transfers` how many the server allows a turn. `agent` is
    the name of an agent, with its settings and its budget as `options`, or one made already."""
    for field in ("player", "order"):
        if field not in info:
            raise SetupError(f"info misses {field}; it needs player and order")
    order = list(info["order"])
    if info["player"] not in order or not 2 <= len(set(order)) == len(order) <= MAX_PLAYERS:
        raise SetupError(f"order must name 2 to 8 different players, {info['player']!r} among them, not {order}")
    variant = info.get("variant", "course")
    if variant not in VARIANTS:
        raise SetupError(f"variant must be one of {', '.join(VARIANTS)}, not {variant!r}")
    transfers = info.get("transfers", TRANSFERS)
    if type(transfers) is not int or not 0 <= transfers <= LARGEST:
        raise SetupError(f"transfers must be a whole number from 0, not {show_value(transfers)}")
    player = agents.make(agent, GAME, seed, **options) if isinstance(agent, str) else agent
    has_budget = not isinstance(agent, str) or any(key in options for key in agents.BUDGET_KEYS)
    bridge = Bridge(player, info["player"], order, VARIANTS.index(variant), transfers, has_budget)
    _warm_up(bridge)
    return bridge


def _warm_up(bridge: Bridge) -> None:
    """Compile, or load, all that a turn needs, by acting on a little map; the agent is as new after it."""
    ids = list(range(1, len(bridge.order) + 2))
    owners = dict(zip(ids, [*bridge.order, bridge.player], strict=True))
    near = {area: [other for other in (area - 1, area + 1) if other in ids] for area in ids}
    counts = {"attacks": 0, "transfers": 0, "turns": 0, "time_left": 1.0}
    obs = {"owner": owners, "dice": dict.fromkeys(ids, 3), "neighbours": near, **counts}
    twin = Bridge(bridge.agent, bridge.player, bridge.order, bridge.variant, bridge.transfers, bridge.has_budget)
    s = twin.read(obs, ids)
    for function in (state.source_of, state.target_of):
        function(1)
    land.is_border(s, 0)
    twin.reserves.end_turn(s)
    twin.reserves.begin_turn(s)
    if isinstance(bridge.agent, Agent):
        twin.act(obs)
        bridge.agent.forget()
        bridge.agent.reseed(bridge.agent.seed)
