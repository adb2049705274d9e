"""Compiled and plain Python play equal games and decide alike, from equal seeds, in different processes.

    python -m ludoteca.testing.twins MODULE:ATTRIBUTE

prints the digests of a game in the mode of its process.
"""

import hashlib
import json
import os
import subprocess
import sys
from importlib import import_module
from itertools import islice

from ludoteca import agents, games
from ludoteca.core.jit import compiles
from ludoteca.protocol import Encoder, Game
from ludoteca.testing.agents import quick_options
from ludoteca.testing.encoders import encode_over, list_views
from ludoteca.testing.positions import convention_positions, random_positions

GAMES, DECISIONS, FEATURES = 3, 3, 5


def digest_game(game: Game) -> dict[str, str]:
    """Digests of seeded random games, of encoders, and of decisions of every agent that plays the game."""
    states = hashlib.sha256()
    for seed in range(GAMES):
        for s in random_positions(game, seed):
            states.update(s.tobytes())
    found = {"games": states.hexdigest()}
    for name, encoder in games.encoders_of(game).items():
        found[f"encoder {name}"] = _digest_features(game, encoder)
    for name in agents.agents_for(game):
        found[name] = _digest_decisions(game, name)
    return found


def _digest_features(game: Game, encoder: Encoder) -> str:
    """Of a few positions: their features, and the classes of their actions."""
    told = hashlib.sha256()
    for view in list_views(game, encoder, FEATURES):
        classes = [int(encoder.output_of(view, action)) for action in game.legal_actions(view)]
        told.update(encode_over(encoder, view).tobytes() + repr(classes).encode())
    return told.hexdigest()


def _digest_decisions(game: Game, name: str) -> str:
    """Of the first decisions of a game, with budgets that plain Python can spend, too."""
    agent = agents.make(name, game, seed=21, **quick_options(name, game, plain=True))
    line = convention_positions(game, 100) if game.info.conventions else random_positions(game, 100)
    views = (game.observe(s, game.mover(s)) for s in line if game.mover(s) >= 0)
    found = [agent.decide(view).analysis for view in islice(views, DECISIONS)]
    searched = sum(analysis.nodes + analysis.iterations for analysis in found)
    assert agent.budget is None or searched > 1, f"{name} did not search: to compare this proves nothing"
    answers = [(analysis.actions, analysis.line, analysis.nodes, analysis.iterations) for analysis in found]
    return hashlib.sha256(repr(answers).encode()).hexdigest()


def find_reference(game: Game) -> str:
    """`module:attribute` under which another process can import the game."""
    module = sys.modules[type(game).__module__]
    return f"{module.__name__}:{next(name for name, value in vars(module).items() if value is game)}"


def digest_elsewhere(game: Game, disable_jit: bool) -> dict[str, str]:
    """The digests that another process finds, compiled as usual or not at all."""
    path = os.pathsep.join(filter(None, sys.path))
    env = {**os.environ, "NUMBA_DISABLE_JIT": str(int(disable_jit)), "PYTHONPATH": path}
    for flag in ("NUMBA_BOUNDSCHECK", "NUMBA_OPT"):
        env.pop(flag, None)
    command = [sys.executable, "-m", "ludoteca.testing.twins", find_reference(game)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = json.loads(done.stdout)
    return found


class TwinsContract:
    """For every game: this process against one in the other mode. Where everything is compiled, that finds overflows
    and typing slips; where it is not, that the plain form is the same game."""

    game: Game

    def test_compiled_and_plain_play_the_same(self) -> None:
        here = digest_game(self.game)
        assert digest_elsewhere(self.game, disable_jit=compiles) == here


def main() -> None:
    module, _, attribute = sys.argv[1].partition(":")
    print(json.dumps(digest_game(getattr(import_module(module), attribute))))


if __name__ == "__main__":
    main()
