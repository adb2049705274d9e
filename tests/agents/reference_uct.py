"""UCT written again, for tests only: nodes are objects, nothing is compiled, and random numbers are drawn in the same
order, so that whole trees can be compared."""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ludoteca.core.rng import below, pick_weighted
from ludoteca.protocol import CHANCE, OVER, Game
from ludoteca.protocol import rules as generic

NEVER = 10**9


@dataclass
class Node:
    seats: int
    visits: int = 0
    available: int = 0
    sums: list[float] = field(default_factory=list)
    kids: dict[tuple[int, int], "Node"] = field(default_factory=dict)  # by (chooser, action)
    next_picker: "Node | None" = None

    def __post_init__(self) -> None:
        self.sums = [0.0] * self.seats

    def kid(self, who: int, action: int) -> "Node":
        return self.kids.setdefault((who, action), Node(self.seats))


@dataclass
class Uct:
    """Grows a tree for `seat`. `policy` is a bot's place or None; `reward` and `others` are places of rewards, or None
    for returns."""

    game: Game
    seat: int
    rng: Any
    exploration: float = 0.28
    closed: bool = True
    decoupled: bool = True
    modelled: bool = False
    shared: bool = False
    policy: int | None = None
    cap: int = NEVER
    reward: int | None = None
    others: int | None = None
    fixed: bool = False

    def grow(self, root: Any, iterations: int) -> Node:
        tree = Node(self.game.seats(root))
        for _ in range(iterations):
            s = self.game.copy(root)
            if self.game.info.hidden:
                generic.guess(s, self.seat, self.rng)
            path = self.descend(tree, s)
            self.play_out(s)
            rewards = self.measure(s, tree.seats)
            for node in path:
                node.visits += 1
                node.sums = [total + reward for total, reward in zip(node.sums, rewards, strict=True)]
        return tree

    def descend(self, tree: Node, s: Any) -> list[Node]:
        node = bandit = tree
        path = [tree]
        while (who := self.game.mover(s)) != OVER:
            if who == CHANCE:
                outcomes = self.game.chances(s)
                place = pick_weighted(self.rng, np.array([p for _, p in outcomes]), len(outcomes))
                action = outcomes[place][0]
                if not self.closed:
                    self.game.play(s, action)
                    continue
            elif self.modelled and who != self.seat:
                self.game.play(s, self.follow_policy(s))
                continue
            else:
                bandit = self.find_bandit(s, node, bandit)
                action = self.choose(bandit, s, who)
                if bandit is not node:
                    path += [bandit, bandit.kid(who, action)]
            node = node.kid(who, action)
            path.append(node)
            self.game.play(s, action)
            in_a_round = self.decoupled and self.game.info.simultaneous and generic.pending(s) > 0
            if node.visits == 0 and not in_a_round:
                break
        return path

    def find_bandit(self, s: Any, node: Node, before: Node) -> Node:
        if not (self.game.info.simultaneous and self.decoupled and generic.pending(s) > 0):
            return node
        before.next_picker = before.next_picker or Node(node.seats)
        return before.next_picker

    def choose(self, bandit: Node, s: Any, who: int) -> int:
        info, legal = self.game.info, self.game.legal_actions(s)
        varies = not self.fixed and (info.hidden or self.modelled or (info.chance and not self.closed))
        if not varies:
            kids = [bandit.kid(who, action) for action in legal]
            return legal[self.pick([self.score(kid, bandit.visits, who) for kid in kids])]
        best, top, ties, new, missing = -1, -math.inf, 0, -1, 0
        for action in legal:  # in this order: each draws its random numbers as it comes
            if (who, action) not in bandit.kids:
                missing += 1
                new = action if below(self.rng, missing) == 0 else new
                continue
            kid = bandit.kids[who, action]
            kid.available += 1  # it could have been chosen, even where one that was never tried goes before
            score = self.score(kid, kid.available, who)
            ties = 1 if score > top else ties + (score == top)
            if score > top or (score == top and below(self.rng, ties) == 0):
                best, top = action, score
        if missing == 0:
            return best
        bandit.kid(who, new).available = 1
        return new

    def score(self, kid: Node, total: int, who: int) -> float:
        if kid.visits == 0:
            return math.inf
        mean = kid.sums[self.seat if self.shared else who] / kid.visits
        return mean + 2 * self.exploration * math.sqrt(2 * math.log(max(1, total)) / kid.visits)

    def pick(self, scores: list[float]) -> int:
        """The place of the largest; among equals by reservoir sampling."""
        best, ties = 0, 1
        for i in range(1, len(scores)):
            if scores[i] > scores[best]:
                best, ties = i, 1
            elif scores[i] == scores[best]:
                ties += 1
                best = i if below(self.rng, ties) == 0 else best
        return best

    def play_out(self, s: Any) -> None:
        moves = 0
        while moves < self.cap and (who := self.game.mover(s)) != OVER:
            if who == CHANCE:
                self.game.play(s, self.game.draw_chance(s, self.rng))
            else:
                self.game.play(s, self.follow_policy(s))
                moves += 1

    def follow_policy(self, s: Any) -> int:
        if self.policy is not None:
            return int(generic.bot_action(s, self.policy, self.rng))
        legal = self.game.legal_actions(s)
        return legal[below(self.rng, len(legal))]

    def measure(self, s: Any, seats: int) -> list[float]:
        own, others = (self.count(s, kind, seats) for kind in (self.reward, self.others))
        return [own[seat] if seat == self.seat else others[seat] for seat in range(seats)]

    def count(self, s: Any, kind: int | None, seats: int) -> list[float]:
        out = np.zeros(seats)
        if kind is not None:
            generic.rewards(s, kind, out)
            return out.tolist()
        info = self.game.info
        if self.game.mover(s) == OVER or self.cap == NEVER:
            generic.returns(s, out)
        else:
            out[:] = [generic.evaluate(s, seat) for seat in range(seats)]
        return [(value - info.min_return) / (info.max_return - info.min_return) for value in out.tolist()]
