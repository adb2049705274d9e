"""The guided search written again, for tests only: nodes are objects, nothing is compiled, and random numbers are drawn
in the same order, so that whole trees can be compared. Its evaluator is the game's own evaluation."""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ludoteca.core.rng import pick_weighted
from ludoteca.protocol import CHANCE, OVER, Game
from ludoteca.protocol import rules as generic


@dataclass
class Node:
    prior: float = 1.0
    visits: int = 0
    sums: list[float] = field(default_factory=list)
    value: list[float] | None = None  # once it is proven
    mover: int | None = None
    kids: dict[int, "Node"] = field(default_factory=dict)  # by action, in order

    def mean(self, seat: int) -> float:
        return self.value[seat] if self.value else self.sums[seat] / self.visits


@dataclass
class Puct:
    game: Game
    rng: Any
    exploration: float = 0.7
    reduction: float = 0.1

    def grow(self, root: Any, iterations: int) -> Node:
        self.seats = self.game.seats(root)
        tree = Node(sums=[0.0] * self.seats)
        done = -1  # the root's own evaluation does not count
        while done < iterations and not tree.value:
            self.simulate(tree, self.game.copy(root))
            done += 1
        return tree

    def simulate(self, node: Node, s: Any) -> None:
        path = [node]
        while True:
            seen = node.mover is not None
            if not seen:
                self.arrive(node, s)
            if node.mover == CHANCE and not node.value:
                actions = list(node.kids)
                odds = np.array([kid.prior for kid in node.kids.values()])
                action = actions[pick_weighted(self.rng, odds, len(odds))]
            elif node.value or not seen:
                break
            else:
                action = self.choose(node)
            generic.apply(s, action)
            node = node.kids[action]
            path.append(node)
        value = node.value or [self.scale(generic.evaluate(s, seat)) for seat in range(self.seats)]
        for step, above in reversed(list(enumerate(path))):
            if step + 1 < len(path) and path[step + 1].value and not above.value:
                self.prove(above)
            above.visits += 1
            value = above.value or value
            if not above.value:
                above.sums = [total + part for total, part in zip(above.sums, value, strict=True)]

    def arrive(self, node: Node, s: Any) -> None:
        node.mover = self.game.mover(s)
        if node.mover == OVER:
            node.value = self.result(s)
            return
        if node.mover == CHANCE:
            out, odds = np.zeros(64, np.int32), np.zeros(64)
            for i in range(generic.chances(s, out, odds)):
                node.kids[int(out[i])] = Node(float(np.float32(odds[i])), sums=[0.0] * self.seats)
            return
        legal = self.game.legal_actions(s)
        for action in legal:
            kid = node.kids[action] = Node(float(np.float32(1 / len(legal))), sums=[0.0] * self.seats)
            after = self.game.copy(s)
            generic.apply(after, action)
            if self.game.mover(after) == OVER:
                kid.value, kid.mover = self.result(after), OVER
        self.prove(node)

    def prove(self, node: Node) -> None:
        kids, proven = node.kids.values(), [kid for kid in node.kids.values() if kid.value]
        if node.mover == CHANCE:
            if len(proven) == len(kids):
                node.value = [sum(kid.prior * kid.value[seat] for kid in kids) for seat in range(self.seats)]
            return
        best = max(proven, key=lambda kid: kid.value[node.mover], default=None)
        if best and (len(proven) == len(kids) or best.value[node.mover] >= 1 - 1e-9):
            node.value = best.value

    def choose(self, node: Node) -> int:
        tried = sum(kid.prior for kid in node.kids.values() if kid.visits)
        unseen = node.mean(node.mover) - self.reduction * math.sqrt(tried)

        def score(kid: Node) -> float:
            value = kid.mean(node.mover) if kid.visits or kid.value else unseen
            if kid.value and kid.value[node.mover] <= 1e-9:
                value = -1e9
            return value + self.exploration * math.sqrt(node.visits) * kid.prior / (1 + kid.visits)

        return max(node.kids, key=lambda action: score(node.kids[action]))

    def scale(self, earned: float) -> float:
        info = self.game.info
        return (earned - info.min_return) / (info.max_return - info.min_return)

    def result(self, s: Any) -> list[float]:
        out = np.zeros(8)
        generic.returns(s, out)
        return [self.scale(out[seat]) for seat in range(self.seats)]
