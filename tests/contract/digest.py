"""Prints a digest of seeded games and decisions for every game and agent: run compiled and plain, and compared."""

import hashlib
import json

from helpers import ALL_GAMES, TINY, claimed, make_small, random_positions


def digest_games(game) -> str:
    states = hashlib.sha256()
    for seed in range(3):
        for s in random_positions(game, seed):
            states.update(s.tobytes())
    return states.hexdigest()


def digest_decisions(game, name: str) -> str:
    agent = make_small(name, game, seed=21, **TINY.get(name, {}))
    told = hashlib.sha256()
    made = 0
    for s in random_positions(game, 100):
        if made == 3:
            break
        if game.mover(s) >= 0:
            made += 1
            analysis = agent.decide(game.observe(s, game.mover(s))).analysis
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
