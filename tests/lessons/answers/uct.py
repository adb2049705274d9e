"""A right answer to lesson 6."""

import math


class Node:
    def __init__(self, chooser):
        self.chooser = chooser  # the seat that chose to come here
        self.visits, self.total = 0, 0.0
        self.children = {}


def ucb(total, visits, parent_visits, c):
    return total / visits + c * math.sqrt(math.log(parent_visits) / visits)


def descend(node, c):
    def rank(action):
        child = node.children[action]
        return ucb(child.total, child.visits, node.visits, c)

    return max(node.children, key=rank)


def uct(game, state, iterations, rng, c=1.4):
    root = Node(None)
    for _ in range(iterations):
        now, node = game.copy(state), root
        path = [root]
        while not game.is_over(now):
            untried = [action for action in game.legal_actions(now) if action not in node.children]
            action = rng.choice(untried) if untried else descend(node, c)
            if untried:
                node.children[action] = Node(game.mover(now))
            game.play(now, action)
            node = node.children[action]
            path.append(node)
            if untried:
                break
        while not game.is_over(now):
            game.play(now, rng.choice(game.legal_actions(now)))
        result = game.returns(now)
        for node in path:
            node.visits += 1
            if node is not root:
                node.total += result[node.chooser]
    return {action: child.visits for action, child in root.children.items()}
