"""Games of a network that imitates Bot2: with Bot2, with Bot1 and with itself."""

from typing import Any

import numpy as np

from ludoteca.agents.encoding import Choice
from ludoteca.agents.neural import Policy
from ludoteca.core.progress import Report
from ludoteca.games.hanabi.game import GAME
from ludoteca.lab.match import new_rngs, repeat_states
from ludoteca.lab.match.networks import play_networks
from ludoteca.protocol import State

PARTNERS = ("bot2", "bot1", "itself")


class FallbackPolicy(Policy):
    """Where the largest output is no legal action, what the encoder's rule puts in its place, as the Bologna project
    does. `Policy` takes the largest legal output."""

    def choose(self, x: Any, legal: Any, views: Any, choice: Choice, rngs: Any) -> tuple[Any, int]:
        chosen = self.inference.run_batch(x)[self.head].argmax(axis=1)
        illegal = np.flatnonzero(~legal[np.arange(len(chosen)), chosen])
        for row in illegal.tolist():
            chosen[row] = self.replace(views[row], int(chosen[row]), legal[row])
        return chosen, len(illegal)

    def replace(self, view: State, output: int, legal: Any) -> int:
        """The output of the action that the rule has for an illegal one."""
        encoder = self.encoder
        allowed = sorted(int(encoder.action_of(view, int(i))) for i in np.flatnonzero(legal))
        return int(encoder.output_of(view, encoder.replace_illegal(view, output, allowed)))


def play_teams(policy: Policy, games: int, seed: int, report: Report) -> dict[str, Any]:
    """By partner the mean score (a strike-out keeps its points) with its standard error, the mean if a strike-out
    scores 0, and the share of decisions whose first choice was illegal. With a bot the network has
    each seat in half of the games."""
    found = {}
    for partner in PARTNERS:
        other = policy if partner == "itself" else partner
        teams: list[list[Any]] = [[policy, other]] if partner == "itself" else [[policy, other], [other, policy]]
        played = [play_team(team, games // len(teams), seed, number, report) for number, team in enumerate(teams)]
        scores, lives = (np.concatenate([part[i] for part in played]) for i in (0, 1))
        decisions, illegal = (sum(part[i] for part in played) for i in (2, 3))
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
