"""Prints a digest of seeded games and decisions for every game and agent: run compiled and plain, and compared."""

import hashlib
import json
from itertools import islice

from helpers import ALL_GAMES, claimed, convention_positions, make_small, random_positions, tiny_budget
from ludoteca.protocol import Analysis


def digest_games(game) -> str:
    states = hashlib.sha256()
    for seed in range(3):
        for s in random_positions(game, seed):
            states.update(s.tobytes())
    return states.hexdigest()


def decide_some(game, name: str) -> list[Analysis]:
    """What an agent finds in the first three decisions of a game."""
    agent = make_small(name, game, seed=21, **tiny_budget(name, game))
    line = convention_positions(game, 100) if game.info.conventions else random_positions(game, 100)
    views = (game.observe(s, game.mover(s)) for s in line if game.mover(s) >= 0)
    return [agent.decide(view).analysis for view in islice(views, 3)]


def digest_decisions(game, name: str) -> str:
    told = hashlib.sha256()
    for analysis in decide_some(game, name):
        told.update(repr((analysis.actions, analysis.line, analysis.nodes, analysis.iterations)).encode())
    return told.hexdigest()


def digest_all() -> dict[str, str]:
    found = {}
    for game in ALL_GAMES:
        found[game.info.name] = digest_games(game)
        for name in claimed(game):
            found[f"{game.info.name} {name}"] = digest_decisions(game, name)
    return found


if __name__ == "__main__":
    print(json.dumps(digest_all()))
