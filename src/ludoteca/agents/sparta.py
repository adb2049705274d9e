"""Search on a convention (Lerer, Hu, Foerster and Brown, "Improving policies via search in cooperative partially
observable games", 2020): one action is changed, and everybody goes on by the convention.

Every action is tried in the same worlds, with the same chance to come, and what it gains over the convention's own
action is what counts: paired differences. Actions that fall behind are dropped early, in heats; one is preferred to the
convention's only if it gains more than `threshold`, and not by luck. Without worlds to believe in, the convention's
action stands, and so it does where time runs out before the partners are read.

Alone (`joint=no`): one member of the team searches, the others follow the convention, and are read that way. The
searcher need not go on by the convention itself: a bot that plays better among those who do makes a better judge of an
action. Jointly (`joint=yes`): everybody searches, and leaves the convention only by actions that nobody takes for the
convention's: see `reading.py`.
"""

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ludoteca.agents.belief import (
    MUTE,
    READ,
    ask_convention,
    draw_worlds,
    misleads,
    new_workspace,
    pass_chance,
    take_notes,
)
from ludoteca.agents.playouts import RETURNS, find_reward
from ludoteca.agents.signalling import Reader
from ludoteca.core.errors import UnknownName
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import fork
from ludoteca.protocol import (
    MAX_SEATS,
    OVER,
    ActionValue,
    Agent,
    Analysis,
    Budget,
    Convention,
    Decision,
    GameInfo,
    Settings,
    State,
    Watch,
    new_control,
    run_search,
)
from ludoteca.protocol.budget import DONE, LIMIT, STOP
from ludoteca.protocol.conventions import convention_action
from ludoteca.protocol.rules import apply, mover, returns, rewards


@dataclass(frozen=True)
class SpartaSettings(Settings):
    aliases: ClassVar = {"searcher": "playout_bot"}
    blueprint: str = ""
    """The convention that everybody follows, one of the game's; empty for the first."""
    playout_bot: str = ""
    """Who goes on in the own seat after an action that is tried: a bot that keeps the convention's notes; empty for the
    one that the convention names. (Jointly it is the convention's own.)"""
    reward: str = ""
    """What playouts are judged by: returns, or a reward that the game names; empty for what the convention says."""
    joint: bool = False
    """Whether the partners search, too."""
    worlds: int = 250
    """Worlds to try actions in."""
    samples: int = 750
    """How often to try an action that is neither better nor worse by then; worlds are used again, chance is new."""
    tries: int = 20_000
    """Guesses to find them with."""
    least: int = 25
    """Samples before an action may be dropped, and without which none is preferred to the convention's."""
    threshold: float = 0.02
    """What an action must gain over the convention's to be preferred."""
    errors: float = 0.5
    """By how many standard errors, too."""
    share: float = 0.02
    """Jointly: an action is free, and nobody reads it, where the convention makes it more rarely."""
    readings: int = 100
    """Jointly: worlds to find that out with."""
    public_limits: ClassVar = {"worlds": 1_000, "samples": 10_000, "tries": 100_000, "readings": 1_000}

    def check(self) -> None:
        self.require("worlds", 2, 100_000)
        self.require("samples", self.worlds, 1_000_000)
        self.require("tries", 1, 10_000_000)
        self.require("least", 2, self.worlds)
        self.require("threshold", 0.0, 1e6)
        self.require("errors", 0.0, 10.0)
        self.require("share", 0.0, 1.0)
        self.require("readings", 1, 100_000)


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
        info, s = self.game.info, self.settings
        known = {item.bot: item for item in info.conventions}
        name = info.bot_aliases.get(s.blueprint, s.blueprint) or info.conventions[0].bot
        if name not in known:
            raise UnknownName(f"convention of {info.name}", name, known)
        self.bot = info.bots.index(name)
        self.playout_bot = self._find_playout_bot(known[name])
        reward = s.reward or known[name].reward
        self.kind = find_reward(info, reward)
        self.low, self.span = (
            (0.0, 1.0) if reward == "returns" else (info.min_return, info.max_return - info.min_return)
        )
        self.workspace = new_workspace(self.game, known[name], s.worlds)
        self.reader = Reader(self.game, known[name], s.readings, s.share)

    def _find_playout_bot(self, convention: Convention) -> int:
        """The bot that goes on in the own seat; it must understand the notes of the convention."""
        bots = self.game.info.bots
        able = [name for name in (convention.bot, convention.playout_bot) if name]
        name = self.game.info.bot_aliases.get(self.settings.playout_bot, self.settings.playout_bot) or able[-1]
        if name not in able:
            raise UnknownName(f"playout bot on {convention.bot}", name, able)
        return bots.index(name)

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
        s, workspace = self.settings, self.workspace
        mine = self.bot if s.joint else self.playout_bot
        own = self._follow(view, seat, mine)
        free = self._read(view, seat, control)
        if free is None:
            return own
        expensive = self.reader.convention.expensive
        n = int(draw_worlds(view, seat, self.bot, expensive, s.worlds, s.tries, workspace, control, self.rng))
        if n < s.least:
            return own
        actions = np.array(self.game.legal_actions(view), np.int32)
        for i, action in enumerate(actions.tolist()):
            tally[i, ALIVE] = (action == own or free[action]) and not (free[action] and self._misleads(action, seat))
        barred = free[own] and self._misleads(own, seat)
        threshold, errors = (-math.inf, -math.inf) if barred else (s.threshold / self.span, s.errors)
        race(
            actions,
            own,
            n,
            s.samples,
            seat,
            self.bot,
            mine,
            self.kind,
            s.least,
            threshold,
            workspace,
            tally,
            control,
            self.rng,
        )
        tally[:, VALUE] = self.low * tally[:, VISITS] + self.span * tally[:, VALUE]
        return int(pick(actions, own, s.least, threshold, errors, tally))

    def _follow(self, view: State, seat: int, bot: int) -> int:
        """What a bot does here: any world will do, since it asks for nothing that is hidden."""
        self.workspace.telling[:] = MUTE
        draw_worlds(view, seat, self.bot, False, 1, 1, self.workspace, new_control(1), self.rng)
        ask_convention(1, seat, bot, self.workspace)
        return int(self.workspace.answers.argmax())

    def _misleads(self, action: int, seat: int) -> bool:
        """Jointly, whether an action makes a partner's notes untrue. Any world will do: what is hidden from the partner
        is not from `seat`."""
        return self.settings.joint and bool(misleads(0, action, seat, self.bot, self.workspace))

    def _read(self, view: State, seat: int, control: Any) -> list[bool] | None:
        """Mark which actions of partners were free; returns which actions are free now, or None if time ran out."""
        if self.settings.joint:
            return self.reader.mark(view, seat, self.workspace, control)
        self.workspace.telling[:] = READ
        return [True] * self.game.info.max_actions


GAIN, SQUARES, ALIVE, VALUE, VISITS, COLUMNS = range(6)  # of each action; gains are over `own`
PRUNING, SURE = 2.0, 3.0  # standard errors at which an action counts as beaten, and the convention's own
STEP = 5  # samples between two looks at what can be dropped


@compiled
def race(
    actions: Any, own: int, n: int, samples: int, seat: int, bot: int, mine: int, kind: int, least: int,
    threshold: float, workspace: Any, tally: Any, control: Any, rng: Any,
) -> None:  # fmt: skip
    """Play on after each action in world after world, by the convention, until one action is left.

    In heats, each twice as long as the one before: the better half of the actions goes on to the next. So most of the
    samples of the last ones are not the lucky ones that brought them there."""
    word = np.zeros(1, np.uint64)
    heat, done = least, 0
    for sample in range(samples if n > 0 else 0):
        if control[STOP] or control[DONE] >= control[LIMIT]:
            break
        word[0] = fork(rng)
        if try_actions(sample % n, actions, own, seat, bot, mine, kind, workspace, tally, control, word) == 0:
            break
        done += 1
        if done >= least and done % STEP == 0 and drop_beaten(actions, own, threshold, tally) == 1:
            break
        if done == heat and samples - sample > heat:
            drop_half(actions, own, tally)
            heat, done = 2 * heat, 0


@compiled
def try_actions(
    world: int, actions: Any, own: int, seat: int, bot: int, mine: int, kind: int,
    workspace: Any, tally: Any, control: Any, word: Any,
) -> int:  # fmt: skip
    """Every action left, in the same world, with the same chance to come. Returns how many there were beside `own`."""
    base = play_on(world, own, seat, bot, mine, kind, workspace, word.copy())
    control[DONE] += 1
    rivals = 0
    for i in range(len(actions)):
        if tally[i, ALIVE] == 0.0 or control[DONE] >= control[LIMIT]:
            continue
        score = base
        if actions[i] != own:
            score = play_on(world, as_int(actions[i]), seat, bot, mine, kind, workspace, word.copy())
            control[DONE] += 1
            rivals += 1
        tally[i, GAIN] += score - base
        tally[i, SQUARES] += (score - base) ** 2
        tally[i, VALUE] += score
        tally[i, VISITS] += 1.0
    return rivals


@compiled
def play_on(world: int, action: int, seat: int, bot: int, mine: int, kind: int, workspace: Any, rng: Any) -> float:
    """What `seat` has earned in the end if this action is made in a world, the others then follow the convention, and
    `seat` goes on as the bot `mine` does."""
    workspace.room[0] = workspace.worlds[world]
    s = workspace.room[0]
    workspace.spare[:] = workspace.minds[world]
    for _ in range(len(workspace.history)):  # no game is longer
        take_notes(s, bot, workspace.spare, action)
        apply(s, action)
        pass_chance(s, workspace, rng)
        who = mover(s)
        if who == OVER:
            break
        action = as_int(convention_action(s, who, mine if who == seat else bot, workspace.spare[who]))
    earned = np.zeros(MAX_SEATS)
    if kind == RETURNS:
        returns(s, earned)
    else:
        rewards(s, kind, earned)
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
def drop_half(actions: Any, own: int, tally: Any) -> None:
    """Drop the worse half of the rivals of the convention's action."""
    rivals = 0
    for i in range(len(actions)):
        rivals += tally[i, ALIVE] > 0.0 and actions[i] != own
    for _ in range(rivals // 2):
        worst = -1
        for i in range(len(actions)):
            if tally[i, ALIVE] and actions[i] != own and (worst < 0 or tally[i, GAIN] < tally[worst, GAIN]):
                worst = i
        tally[worst, ALIVE] = 0.0


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
