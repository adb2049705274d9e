"""Search on a convention (Lerer, Hu, Foerster and Brown, "Improving policies via search in cooperative partially
observable games", 2020): change one action, and let everybody follow the convention after it.

Every action is tried in the same worlds (`belief.py`), with the same chance to come. What counts is its gain over the
convention's own action: paired differences. Actions that fall behind are dropped early (`racing.py`). An action is
preferred to the convention's only if it gains more than `threshold`, and not by luck. If no possible worlds are found,
or time runs out before the partners' signals are read, the convention's action stands.

Alone (`joint=no`): one member of the team searches; the others follow the convention, and their actions are read that
way. The searcher need not continue with the convention itself: a bot that plays better among players who follow it
judges an action better. Jointly (`joint=yes`): everybody searches, and deviates from the convention only by actions
that nobody takes for the convention's: see `signalling.py`.
"""

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ludoteca.agents.belief import (
    BINDING,
    IGNORED,
    Viewpoint,
    ask_convention,
    draw_worlds,
    look_back,
    misleads,
    new_workspace,
)
from ludoteca.agents.playouts import find_reward
from ludoteca.agents.racing import ALIVE, COLUMNS, VALUE, VISITS, Race, pick, race
from ludoteca.agents.signalling import Reader
from ludoteca.core.errors import SettingsError, UnknownName
from ludoteca.protocol import Agent, Convention, GameInfo, Settings, State
from ludoteca.protocol.analysis import ActionValue, Analysis, Decision
from ludoteca.protocol.budget import DONE, Budget, Watch, new_control, run_search
from ludoteca.protocol.conventions import action_history


@dataclass(frozen=True)
class SpartaSettings(Settings):
    aliases: ClassVar = {"searcher": "playout_bot"}
    blueprint: str = ""
    """The convention that everybody follows, one of the game's; empty for the first."""
    playout_bot: str = ""
    """Who continues in the own seat after an action that is tried: a bot that keeps the convention's notes; empty for
    the one that the convention names. (Jointly it is the convention's own.)"""
    reward: str = ""
    """What playouts are judged by: returns, or a reward that the game names; empty for what the convention says."""
    joint: bool = False
    """Whether the partners search, too."""
    worlds: int = 250
    """Worlds to try actions in."""
    samples: int = 750
    """How often to try an action that is neither better nor worse by then; worlds are reused, chance is drawn anew."""
    tries: int = 20_000
    """Guesses to find worlds with."""
    least: int = 25
    """Samples before an action may be dropped, and without which none is preferred to the convention's."""
    threshold: float = 0.02
    """What an action must gain over the convention's to be preferred."""
    errors: float = 0.5
    """And by how many standard errors."""
    share: float = 0.02
    """Jointly: an action that the convention makes in a smaller share of worlds is free, and signals nothing."""
    readings: int = 100
    """Jointly: worlds to estimate that share with."""
    followers: str = "all"
    """Alone: whose past actions are read by the convention: all, none, or seats as in 0+2. Those of others say nothing
    of what is hidden."""
    public_limits: ClassVar = {"worlds": 1_000, "samples": 10_000, "tries": 100_000, "readings": 1_000}

    def check(self) -> None:
        if self.followers not in ("all", "none") and not all(part.isdigit() for part in self.followers.split("+")):
            raise SettingsError(f"followers must be all, none, or seats as in 0+2, not {self.followers!r}")
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
    quick: ClassVar = {"worlds": 12, "samples": 24, "least": 4, "tries": 60, "readings": 12, "iterations": 60}
    quick_plain: ClassVar = {"worlds": 2, "samples": 2, "least": 2, "tries": 60, "readings": 2, "iterations": 3}

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
        self.reward = find_reward(info, reward)
        self.low, self.span = (
            (0.0, 1.0) if reward == "returns" else (info.min_return, info.max_return - info.min_return)
        )
        self.workspace = new_workspace(self.game, known[name], s.worlds)
        self.reader = Reader(self.game, known[name], s.readings, s.share)

    def _find_playout_bot(self, convention: Convention) -> int:
        """The bot that continues in the own seat; it must understand the notes of the convention."""
        bots = self.game.info.bots
        able = [name for name in (convention.bot, convention.playout_bot) if name]
        name = self.game.info.bot_aliases.get(self.settings.playout_bot, self.settings.playout_bot) or able[-1]
        if name not in able:
            raise UnknownName(f"playout bot on {convention.bot}", name, able)
        return bots.index(name)

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        assert budget is not None
        control = new_control(budget.units("iterations"))
        statistics = np.zeros((self.game.info.max_actions, COLUMNS))
        [chosen] = run_search([lambda: self._search(view, seat, statistics, control)], [control], budget.seconds, watch)
        rows = [
            ActionValue(action, float(row[VALUE] / row[VISITS]), int(row[VISITS]))
            if row[VISITS]
            else ActionValue(action)
            for action, row in zip(self.game.legal_actions(view), statistics, strict=False)
        ]
        rows.sort(key=lambda row: (row.action != chosen, -(row.value or 0.0)))
        done = int(control[DONE])
        return Decision(int(chosen), Analysis(tuple(rows), (int(chosen),), rows[0].value, iterations=done))

    def _search(self, view: State, seat: int, statistics: Any, control: Any) -> int:
        """The action of `seat`; what was found out about each goes into `statistics`. (Not compiled as a whole: each
        compiled caller of the convention costs seconds to compile.)"""
        s, workspace = self.settings, self.workspace
        playout_bot = self.bot if s.joint else self.playout_bot
        own = self._follow(view, seat, playout_bot)
        free = self._read_signals(view, seat, control)
        if free is None:
            return own
        viewpoint = Viewpoint(seat, self.bot, self.reader.convention.expensive)
        worlds = int(draw_worlds(view, viewpoint, s.worlds, s.tries, workspace, control, self.rng))
        if worlds < s.least:
            return own
        actions = np.array(self.game.legal_actions(view), np.int32)
        legal = actions.tolist()
        barred = {action for action in legal if s.joint and free[action] and self._misleads(viewpoint, action)}
        for i, action in enumerate(legal):
            statistics[i, ALIVE] = (action == own or free[action]) and action not in barred
        threshold, errors = (-math.inf, -math.inf) if own in barred else (s.threshold / self.span, s.errors)
        plan = Race(
            actions, statistics, own, seat, self.bot, playout_bot, self.reward, worlds, s.samples, s.least, threshold
        )
        race(plan, workspace, control, self.rng)
        statistics[:, VALUE] = self.low * statistics[:, VISITS] + self.span * statistics[:, VALUE]
        return int(pick(plan, errors))

    def _follow(self, view: State, seat: int, bot: int) -> int:
        """What a bot does here: any world will do, since it asks for nothing that is hidden."""
        self.workspace.signals[:] = IGNORED
        viewpoint = Viewpoint(seat, self.bot, expensive=False)
        draw_worlds(view, viewpoint, 1, 1, self.workspace, new_control(1), self.rng)
        ask_convention(1, seat, bot, self.workspace)
        return int(self.workspace.answers.argmax())

    def _misleads(self, viewpoint: Viewpoint, action: int) -> bool:
        """Whether an action makes a partner's notes untrue. Any world will do: what is hidden from the partner is not
        hidden from the seat."""
        return bool(misleads(0, action, viewpoint, self.workspace))

    def _read_signals(self, view: State, seat: int, control: Any) -> list[bool] | None:
        """Mark which actions of partners were free; returns which actions are free now, or None if time ran out."""
        if self.settings.joint:
            return self.reader.mark(view, seat, self.workspace, control)
        self.workspace.signals[:] = BINDING
        if self.settings.followers != "all":
            self._ignore_others(view, seat)
        return [True] * self.game.info.max_actions

    def _ignore_others(self, view: State, seat: int) -> None:
        """Nothing is read into the actions of those who do not follow the convention."""
        named = self.settings.followers
        followers = set() if named == "none" else {int(place) for place in named.split("+")}
        for i, who in enumerate(self._list_movers(view, seat)):
            if who not in followers:
                self.workspace.signals[i] = IGNORED

    def _list_movers(self, view: State, seat: int) -> list[int]:
        """Who made each action so far: any world will do, since everybody saw who acted."""
        count = int(action_history(view, self.workspace.history))
        return [int(look_back(view, seat, i, self.workspace, self.rng)) for i in range(count)]
