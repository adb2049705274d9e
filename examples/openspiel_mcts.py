"""OpenSpiel's Python MCTS against ours on a game of ours, both ways round, with the same number of simulations.

pip install 'ludoteca[openspiel]'
python examples/openspiel_mcts.py --game checkers --games 20
"""

import argparse
import time
from typing import Any

import numpy as np
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

from ludoteca import agents
from ludoteca.adapters import openspiel


def play(game: openspiel.OurGame, theirs: int, simulations: int, seed: int, spent: dict[str, float]) -> float:
    """One game; the return of OpenSpiel's player, who has the seat `theirs`."""
    random = np.random.RandomState(seed)
    bot = MCTSBot(game, 1.4, simulations, RandomRolloutEvaluator(1, random), random_state=random)
    agent = agents.make("mcts", game.setting.game, iterations=simulations, seed=seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        started = time.process_time()
        if state.current_player() == theirs:
            state.apply_action(bot.step(state))
            spent["theirs"] += time.process_time() - started
        else:
            node = state.node
            action = agent.decide(game.setting.game.observe(node.state, node.who)).action
            spent["ours"] += time.process_time() - started
            state.apply_action(next(number for number, own in node.actions.items() if own == action))
    return float(state.returns()[theirs])


def main() -> None:
    parser: Any = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="checkers", help="a game of two seats by turns, without chance")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--simulations", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game, spent = openspiel.load_ours(given.game), {"ours": 0.0, "theirs": 0.0}
    print("| OpenSpiel's MCTS plays | won | drawn | lost |")
    print("|---|---:|---:|---:|")
    for seat, name in enumerate(("first", "second")):
        results = [play(game, seat, given.simulations, given.seed + i, spent) for i in range(given.games // 2)]
        won, lost = sum(r > 0 for r in results), sum(r < 0 for r in results)
        print(f"| {name} | {won} | {len(results) - won - lost} | {lost} |", flush=True)
    print(f"CPU-seconds of decisions: OpenSpiel's {spent['theirs']:.1f}, ours {spent['ours']:.2f}")


if __name__ == "__main__":
    main()
