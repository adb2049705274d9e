"""`warlord`: looks at the promising actions and plays the rest of the game in its head, many times, after each.

In its head everybody plays like the best of the course's players. Candidates share their luck (the same stream of
chance for each), and the worse half is dropped again and again, so that most games are spent on those that are close
(sequential halving; Karnin, Koren and Somekh 2013).
"""

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ludoteca.bits import lowest_bit
from ludoteca.games.dicewars.bots import BOTS, advise
from ludoteca.games.dicewars.bots.attacks import hold
from ludoteca.games.dicewars.bots.transfers import can_transfer, find_evacuation
from ludoteca.games.dicewars.rules import (
    END,
    apply,
    chances,
    count_moved,
    encode,
    evaluate,
    mover,
    target_of,
    touch,
)
from ludoteca.games.dicewars.tables import AREAS, ODDS
from ludoteca.jit import as_int, compiled
from ludoteca.protocol import (
    CHANCE,
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
    new_states,
    run_search,
)
from ludoteca.protocol.budget import DONE, LIMIT, STOP, UNLIMITED
from ludoteca.rng import advance, pick_weighted

CANDIDATES = 16  # looked at, at the most
LEAST_ODDS = 0.25  # of an attack that is looked at
GAMES_A_SECOND = 5_000  # about what one core plays: to plan for a budget in seconds


@compiled
def play_out(s: Any, seat: int, bot: int, cap: int, rng: Any) -> float:
    """Play on, everybody as the bot: 1 if the seat wins, 0 if not; its estimated chance after `cap` actions."""
    out, odds = np.empty(AREAS, np.int32), np.empty(AREAS)
    for _ in range(cap):
        who = mover(s)
        if who == OVER:
            return 1.0 if s.winner == seat else 0.0
        if s.land[seat] == 0:
            return 0.0
        if who == CHANCE:
            n = chances(s, out, odds)
            apply(s, as_int(out[pick_weighted(rng, odds, n)]))
        else:
            apply(s, advise(s, bot, rng))
    share = evaluate(s, seat)
    return (share * (s.players - 1) + 1.0) / s.players


@compiled
def add_candidate(out: Any, n: int, action: int) -> int:
    for i in range(n):
        if out[i] == action:
            return n
    if n < CANDIDATES:
        out[n] = action
        n += 1
    return n


@compiled
def write_candidates(s: Any, bot: int, rng: Any, out: Any) -> int:
    """The bot's own action first. While it brings dice forward: other ways to do so; else attacks, withdrawal, end."""
    first = advise(s, bot, rng)
    n = add_candidate(out, 0, first)
    is_transfer = first != END and s.owner[target_of(first)] == s.turn
    if is_transfer and not s.retreated:
        n = add_advances(s, out, n)
    n = add_attacks(s, out, n)
    if can_transfer(s, 0):
        action = find_evacuation(s)
        if action != END:
            n = add_candidate(out, n, action)
        n = add_advances(s, out, n)
    return add_candidate(out, n, END)


@compiled
def add_attacks(s: Any, out: Any, n: int) -> int:
    """Attacks from the best down, by odds and by the chance to hold what is taken; room is left for the rest."""
    seat = as_int(s.turn)
    own = as_int(s.land[seat])
    most = CANDIDATES - 5
    found = np.empty(4 * AREAS, np.int64)
    score = np.empty(4 * AREAS)
    k = 0
    rest = own
    while rest:
        source = lowest_bit(rest)
        rest &= rest - 1
        dice = as_int(s.dice[source])
        targets = as_int(s.neighbours[source]) & ~own if dice > 1 else 0
        while targets:
            target = lowest_bit(targets)
            targets &= targets - 1
            odds = ODDS[dice, s.dice[target]]
            if odds >= LEAST_ODDS and k < len(found):
                found[k] = encode(source, target)
                score[k] = odds * (0.3 + hold(s, target, dice - 1, seat))
                k += 1
    while k > 0 and n < most:
        best = 0
        for i in range(1, k):
            if score[i] > score[best]:
                best = i
        n = add_candidate(out, n, as_int(found[best]))
        k -= 1
        found[best], score[best] = found[k], score[k]
    return n


@compiled
def add_advances(s: Any, out: Any, n: int) -> int:
    """Transfers one step nearer to the border, from the most dice down: at most four."""
    own = as_int(s.land[s.turn])
    everything = (1 << as_int(s.areas)) - 1
    edge = own & touch(s, everything & ~own)
    behind = own & ~edge
    added = 0
    while edge and added < 4:
        step = behind & touch(s, edge)
        for dice in range(8, 2, -1):
            rest = step
            while rest and added < 4:
                source = lowest_bit(rest)
                rest &= rest - 1
                targets = as_int(s.neighbours[source]) & edge if s.dice[source] == dice else 0
                while targets and added < 4:
                    target = lowest_bit(targets)
                    targets &= targets - 1
                    if count_moved(s, source, target) > 1:
                        before = n
                        n = add_candidate(out, n, encode(source, target))
                        added += n - before
        edge = step
        behind &= ~step
    return n


@compiled
def think(
    states: Any, actions: Any, n: int, bot: int, cap: int, sums: Any, visits: Any, control: Any, rng: Any
) -> None:
    """Play games after each of n actions of `states[0]`; best ones first in `actions` when it ends."""
    seat = as_int(states[0].turn)
    word = np.empty(1, np.uint64)
    rounds = 1
    while 1 << rounds < n:
        rounds += 1
    left = n
    while left > 1 and control[STOP] == 0:
        for _ in range(max(1, control[LIMIT] // (rounds * left))):
            luck = advance(rng)
            for i in range(left):
                word[0] = luck
                states[1] = states[0]
                apply(states[1], as_int(actions[i]))
                sums[i] += play_out(states[1], seat, bot, cap, word)
                visits[i] += 1
                control[DONE] += 1
            if control[STOP] != 0 or control[DONE] >= 2 * control[LIMIT]:
                break
        sort_by_mean(actions, sums, visits, left)
        left = (left + 1) // 2


@compiled
def sort_by_mean(actions: Any, sums: Any, visits: Any, n: int) -> None:
    for i in range(1, n):
        j = i
        while j > 0 and sums[j] * visits[j - 1] > sums[j - 1] * visits[j]:
            actions[j], actions[j - 1] = actions[j - 1], actions[j]
            sums[j], sums[j - 1] = sums[j - 1], sums[j]
            visits[j], visits[j - 1] = visits[j - 1], visits[j]
            j -= 1


@dataclass(frozen=True)
class WarlordSettings(Settings):
    bot: str = "kb.stei_adt"
    """Who plays at every seat in its head."""
    cap: int = 2000
    """Actions of such a game, chance included, before its end is estimated."""

    def check(self) -> None:
        self.require_choice("bot", BOTS)
        self.require("cap", 1, 10**6)


class Warlord(Agent):
    name = "warlord"
    summary = "plays the rest of the game of Dicewars in its head, many times, after each promising action"
    Settings = WarlordSettings
    settings: WarlordSettings
    budget: Budget | None = Budget(iterations=300)

    @classmethod
    def refusal(cls, info: GameInfo) -> str | None:
        return None if info.name == "dicewars" else "it plays only dicewars; use mcts or greedy"

    def check_budget(self, budget: Budget) -> None:
        budget.units("iterations")

    def least_budget(self) -> Budget:
        return Budget(iterations=1)

    def prepare(self) -> None:
        self.place = BOTS.index(self.settings.bot)
        self.states = new_states(self.game.state_dtype, 2)

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        assert budget is not None
        actions, visits = np.zeros(CANDIDATES, np.int64), np.zeros(CANDIDATES, np.int64)
        sums = np.zeros(CANDIDATES)
        n = int(write_candidates(view, self.place, self.rng, actions))
        limit = budget.units("iterations")
        if limit == UNLIMITED:
            limit = int((budget.seconds or 1.0) * GAMES_A_SECOND) + 1
        control = new_control(limit)
        self.states[0] = view
        work = partial(think, self.states, actions, n, self.place, self.settings.cap, sums, visits, control, self.rng)
        run_search([work], [control], budget.seconds, watch)
        return self._conclude(view, actions[:n], sums[:n], visits[:n], int(control[DONE]))

    def _conclude(self, view: State, actions: Any, sums: Any, visits: Any, games: int) -> Decision:
        others = int(view.players) - 1
        rows = []
        for action, total, count in zip(actions.tolist(), sums.tolist(), visits.tolist(), strict=True):
            chance = total / count if count else None
            value = None if chance is None else chance - (1.0 - chance) / others
            rows.append(ActionValue(action, value, count))
        return Decision(rows[0].action, Analysis(tuple(rows), (rows[0].action,), rows[0].value, iterations=games))


__all__ = ["Warlord", "WarlordSettings"]
