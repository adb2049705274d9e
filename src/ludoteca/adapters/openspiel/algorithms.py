"""What OpenSpiel's algorithms need to play our games: a resampler of what is hidden."""

from typing import Any

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from ludoteca.adapters.openspiel.ours import OurGame, OurState
from ludoteca.core.rng import Rng, new_rng


def resample(state: OurState, player: int, rng: Rng) -> OurState:
    """A state that `player` cannot tell from this one, drawn by the game's own `guess`."""
    twin: OurState = state.clone()
    twin.node = state.node.guess(player, rng)
    return twin


def make_ismcts(game: OurGame, simulations: int, seed: int = 0, exploration: float = 2.0) -> Any:
    """OpenSpiel's information-set MCTS for a game of ours, with random rollouts."""
    random, rng = np.random.RandomState(seed % 2**32), new_rng(seed, "resample")
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random),
        uct_c=exploration,
        max_simulations=simulations,
        random_state=random,
    )
    bot.set_resampler(lambda state, player: resample(state, player, rng))
    return bot
