"""Games of a network that imitates Bot2: with Bot2, with Bot1 and with itself."""

from typing import Any

import numpy as np

from ludoteca.agents.neural import Policy
from ludoteca.core.progress import Report
from ludoteca.games.hanabi.game import GAME
from ludoteca.lab.match import new_rngs, repeat_states
from ludoteca.lab.match.networks import play_networks
from ludoteca.networks.files import NetworkFile
from ludoteca.protocol import Game

PARTNERS = ("bot2", "bot1", "itself")


class FallbackPolicy(Policy):
    """Where the largest output is no legal action, what the encoder's rule puts in its place, as the Bologna project
    does. `Policy` takes the largest legal output."""

    def __init__(self, game: Game, network: NetworkFile) -> None:
        super().__init__(game, network)
        self._network, self.inference = self.inference, self  # type: ignore[assignment]
        self.replaced = 0
        self._views: Any = None
        self._allowed: Any = None

    def look(self, states: Any, places: Any, views: Any) -> tuple[Any, Any]:
        x, legal = super().look(states, places, views)
        self._views, self._allowed = views, legal.copy()
        legal[:] = True  # the choice is made below
        return x, legal

    def run_batch(self, x: Any) -> dict[str, Any]:
        outputs = self._network.run_batch(x)[self.head]
        best = outputs.argmax(axis=1)
        for row in np.flatnonzero(~self._allowed[np.arange(len(best)), best]).tolist():
            view, encoder = self._views[row], self.encoder
            legal = [int(encoder.action_of(view, int(i))) for i in np.flatnonzero(self._allowed[row])]
            action = encoder.replace_illegal(view, int(best[row]), sorted(legal))
            outputs[row, int(encoder.output_of(view, action))] = np.inf
            self.replaced += 1
        return {self.head: outputs}


def play_teams(policy: Policy, games: int, seed: int, report: Report) -> dict[str, Any]:
    """By partner the mean score (a strike-out keeps its points) with its standard error, the mean if a strike-out
    scores 0, and the share of decisions whose first choice was illegal. With a bot the network has
    each seat in half of the games."""
    found = {}
    for partner in PARTNERS:
        other = policy if partner == "itself" else partner
        teams: list[list[Any]] = [[policy, other]] if partner == "itself" else [[policy, other], [other, policy]]
        before = getattr(policy, "replaced", 0)
        played = [play_team(team, games // len(teams), seed, number, report) for number, team in enumerate(teams)]
        scores, lives = (np.concatenate([part[i] for part in played]) for i in (0, 1))
        decisions, illegal = (sum(part[i] for part in played) for i in (2, 3))
        illegal += getattr(policy, "replaced", 0) - before
        found[partner] = {
            "mean": float(scores.mean()), "error": float(scores.std(ddof=1)) / len(scores) ** 0.5,
            "zero": float(np.where(lives > 0, scores, 0).mean()), "games": len(scores),
            "illegal": illegal / max(1, decisions),
        }  # fmt: skip
    return found


def play_team(team: list[Any], games: int, seed: int, number: int, report: Report) -> tuple[Any, Any, int, int]:
    """Scores, lives left, decisions of networks, and illegal first choices."""
    states = repeat_states(GAME, [GAME.start()], games)
    choices = play_networks(GAME, states, team, new_rngs(seed, f"imitation {number}", games), report=report)
    return states["score"].astype(float), states["lives"].copy(), sum(choices.decisions), sum(choices.illegal)
