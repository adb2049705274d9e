"""Search on a convention (Lerer, Hu, Foerster and Brown, "Improving policies via search in cooperative partially
observable games", 2020): one action is changed, and everybody goes on by the convention.

Every action is tried in the same worlds, with the same chance to come, and what it gains over the convention's own
action is what counts: paired differences. Actions that fall behind are dropped early; one is preferred to the
convention's only if it gains more than `threshold`, and not by luck. Without worlds to believe in, the convention's
action stands.

Alone (`joint=no`): one member of the team searches, the others follow the convention, and are read that way. Jointly
(`joint=yes`): everybody searches. An action of the convention is always allowed; another one only if it leaves no
partner with a false note. So notes stay true, and all know it: see `belief.py`.
"""

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ludoteca.agents.belief import draw_worlds, follow_blueprint, misleads, new_desk, pass_chance, take_notes
from ludoteca.errors import UnknownName
from ludoteca.jit import as_int, compiled
from ludoteca.protocol import (
    MAX_SEATS,
    OVER,
    ActionValue,
    Agent,
    Analysis,
    Budget,
    Decision,
    GameInfo,
    Settings,
    State,
    Watch,
    new_control,
    run_search,
)
from ludoteca.protocol.budget import DONE, LIMIT, STOP
from ludoteca.protocol.rules import apply, follow, mover, returns
from ludoteca.rng import fork


@dataclass(frozen=True)
class SpartaSettings(Settings):
    blueprint: str = ""
    """The convention that everybody follows, one of the game's; empty for the first."""
    joint: bool = False
    """Whether the partners search, too."""
    worlds: int = 200
    """Worlds to try actions in."""
    tries: int = 20_000
    """Guesses to find them with."""
    least: int = 25
    """Worlds before an action may be dropped, and without which none is preferred to the convention's."""
    threshold: float = 0.05
    """What an action must gain over the convention's to be preferred."""
    errors: float = 1.0
    """By how many standard errors, too."""
    doubt: float = 0.05
    """Jointly: how much less likely a world is for each action of a partner that the convention would not have made."""
    guarded: ClassVar = {"worlds": 1_000, "tries": 100_000}

    def check(self) -> None:
        self.require("worlds", 2, 100_000)
        self.require("tries", 1, 10_000_000)
        self.require("least", 2, self.worlds)
        self.require("threshold", 0.0, 1e6)
        self.require("errors", 0.0, 10.0)
        self.require("doubt", 1e-6, 0.999)


class Sparta(Agent):
    name = "sparta"
    summary = "follows a convention of its team, and leaves it where playing on from there gains more"
    Settings = SpartaSettings
    settings: SpartaSettings
    budget = Budget(iterations=20_000)

    @classmethod
    def refusal(cls, info: GameInfo) -> str | None:
        if not info.conventions:
            return "the game has no convention of a team to search on; use mcts or ismcts"
        return None

    def prepare(self) -> None:
        info = self.game.info
        known = {item.bot: item for item in info.conventions}
        name = self.settings.blueprint or info.conventions[0].bot
        if name not in known:
            raise UnknownName(f"convention of {info.name}", name, known)
        self.bot = info.bots.index(name)
        self.desk = new_desk(self.game, known[name], self.settings.worlds)

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        assert budget is not None
        control = new_control(budget.units("iterations"))
        tally = np.zeros((self.game.info.max_actions, COLUMNS))
        [chosen] = run_search([lambda: self._search(view, seat, tally, control)], [control], budget.seconds, watch)
        rows = [
            ActionValue(action, float(tally[i, VALUE] / tally[i, VISITS]), int(tally[i, VISITS]))
            if tally[i, VISITS]
            else ActionValue(action)
            for i, action in enumerate(self.game.legal_actions(view))
        ]
        rows.sort(key=lambda row: (row.action != chosen, -(row.value or 0.0)))
        done = int(control[DONE])
        return Decision(int(chosen), Analysis(tuple(rows), (int(chosen),), rows[0].value, iterations=done))

    def _search(self, view: State, seat: int, tally: Any, control: Any) -> int:
        """The action of `seat`; what was found out about each goes into `tally`. (Not compiled as a whole: each
        compiled caller of the convention costs seconds to compile.)"""
        s, desk = self.settings, self.desk
        own = int(follow_blueprint(view, seat, self.bot, desk, self.rng))
        doubt = s.doubt if s.joint else 0.0
        n = int(draw_worlds(view, seat, self.bot, doubt, s.tries, desk, control, self.rng))
        actions = np.array(self.game.legal_actions(view), np.int32)
        for i, action in enumerate(actions.tolist()):
            tally[i, ALIVE] = not s.joint or n == 0 or action == own or self._is_honest(seat, action)
        race(actions, own, n, seat, self.bot, s.least, s.threshold, desk, tally, control, self.rng)
        return int(pick(actions, own, s.least, s.threshold, s.errors, tally))

    def _is_honest(self, seat: int, action: int) -> bool:
        """Whether it misleads no partner; what partners hold is the same in all worlds."""
        self.desk.spare[:] = self.desk.minds[0]
        return not misleads(self.desk.worlds[0], seat, self.bot, self.desk.spare, action)


GAIN, SQUARES, VALUE, VISITS, ALIVE, COLUMNS = 0, 1, 2, 3, 4, 5  # what is counted for each action; gains are over `own`
PRUNING, SURE = 2.0, 3.0  # standard errors at which an action counts as beaten, and the convention's own
STEP = 5  # worlds between two looks at what can be dropped


@compiled
def race(
    actions: Any, own: int, n: int, seat: int, bot: int, least: int, threshold: float, desk: Any, tally: Any,
    control: Any, rng: Any,
) -> None:  # fmt: skip
    """Play on after each action in world after world, by the convention, until one action is left."""
    word = np.zeros(1, np.uint64)
    for world in range(n):
        if control[STOP] or control[DONE] >= control[LIMIT]:
            break
        word[0] = fork(rng)
        base = play_on(world, own, seat, bot, desk, word.copy())
        control[DONE] += 1
        rivals = 0
        for i in range(len(actions)):
            if tally[i, ALIVE] == 0.0 or control[DONE] >= control[LIMIT]:
                continue
            score = base
            if actions[i] != own:
                score = play_on(world, as_int(actions[i]), seat, bot, desk, word.copy())
                control[DONE] += 1
                rivals += 1
            tally[i, GAIN] += score - base
            tally[i, SQUARES] += (score - base) ** 2
            tally[i, VALUE] += score
            tally[i, VISITS] += 1.0
        if rivals == 0:
            break
        if world + 1 >= least and (world + 1) % STEP == 0 and drop_beaten(actions, own, threshold, tally) == 1:
            break


@compiled
def play_on(world: int, action: int, seat: int, bot: int, desk: Any, rng: Any) -> float:
    """What `seat` has earned in the end if this action is made in a world and everybody then follows the convention."""
    desk.room[0] = desk.worlds[world]
    s = desk.room[0]
    desk.spare[:] = desk.minds[world]
    for _ in range(len(desk.history)):  # no game is longer
        take_notes(s, bot, desk.spare, action)
        apply(s, action)
        pass_chance(s, desk, rng)
        who = mover(s)
        if who == OVER:
            break
        action = as_int(follow(s, who, bot, desk.spare[who]))
    earned = np.zeros(MAX_SEATS)
    returns(s, earned)
    return earned[seat]


@compiled
def spread_of(tally: Any, i: int) -> tuple[float, float]:
    """The mean gain of an action over the convention's, and its standard error."""
    n = tally[i, VISITS]
    mean = tally[i, GAIN] / n
    return mean, math.sqrt(max(0.0, tally[i, SQUARES] / n - mean * mean) / (n - 1.0))


@compiled
def drop_beaten(actions: Any, own: int, threshold: float, tally: Any) -> int:
    """Drop actions that surely gain less than the threshold, or than the best one; the convention's own, too, if that
    one surely gains more. Returns how many are left."""
    bar, sure = threshold, False
    for i in range(len(actions)):
        if tally[i, ALIVE]:
            mean, error = spread_of(tally, i)
            bar = max(bar, mean - PRUNING * error)
            sure = sure or mean - SURE * error > threshold
    left = 0
    for i in range(len(actions)):
        if tally[i, ALIVE]:
            mean, error = spread_of(tally, i)
            beaten = sure if actions[i] == own else mean + PRUNING * error < bar
            tally[i, ALIVE] = 0.0 if beaten else 1.0
            left += not beaten
    return left


@compiled
def pick(actions: Any, own: int, least: int, threshold: float, errors: float, tally: Any) -> int:
    """The action that gains most, if that is more than the threshold and no luck; else the convention's."""
    best, action = threshold, own
    for i in range(len(actions)):
        if tally[i, ALIVE] and tally[i, VISITS] >= least and actions[i] != own:
            mean, error = spread_of(tally, i)
            if mean > best and mean > errors * error:
                best, action = mean, as_int(actions[i])
    return action
