"""The doctor: a network against simple players, and in words what is wrong if it loses to one."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca import agents
from ludoteca.core.progress import Report, silent
from ludoteca.core.rng import split_seed
from ludoteca.lab.match import Conditions, play_match
from ludoteca.lab.statistics import wilson
from ludoteca.protocol import Agent, Game
from ludoteca.training.selfplay_plan import Doctor

TRIVIAL = ("random", "greedy")
OPENING = Conditions(opening=2)  # random actions first: players that always do the same meet different games
ADVICE = {
    "network": (
        "the bare network loses to {rival}: it has learned nothing yet, or learned it wrongly. If more iterations do "
        "not help, look at policy_loss in the curve (it must fall), and try a lower rate or more simulations"
    ),
    "search": (
        "even with a search it loses to {rival}: its values mislead the search. Look at value_loss in the curve; a "
        "smaller `trust`, more games an iteration or a lower rate help most often"
    ),
    "weak": "with a search it is still weaker than {rival}: more iterations, more simulations or a larger network",
}


@dataclass(frozen=True)
class Check:
    """What came of the games against one player."""

    player: str
    """network: without a search. search: with one."""
    rival: str
    games: int
    score: float
    """Share of the points: a win is 1, a draw 1/2. In games of several seats: how often it earns more than the mean of
    the others."""
    low: float
    high: float
    """95 % interval."""
    words: str
    """What is wrong; empty if nothing is."""


def examine(
    game: Game, setup: dict[str, Any], weights: Path, doctor: Doctor, seed: int, report: Report = silent
) -> list[Check]:
    """The bare network and the search against random, greedy, rollouts and the game's own bots. Teams are examined by
    what they earn beside a team of the other."""
    checks = []
    rivals = list_rivals(game, doctor)
    for number, (name, spec) in enumerate(rivals.items()):
        for player in ("network", "search"):
            report(f"examining: {player} against {name}", number, len(rivals))
            agent = _make_player(game, weights, doctor, player)
            other = agents.make_from_spec(spec, game)
            scores = score_games(game, setup, agent, other, doctor.games, split_seed(seed, "doctor", player, name))
            checks.append(judge(player, name, scores))
    return checks


def list_rivals(game: Game, doctor: Doctor) -> dict[str, str]:
    """Simple players of this game: name and specification."""
    found = {"random": "random"}
    if agents.load("greedy").refusal(game.info) is None and game.has_evaluation:
        found["greedy"] = "greedy"
    name = "mcts" if agents.load("mcts").refusal(game.info) is None else "ismcts"
    found["rollouts"] = f"{name}:iterations={doctor.rollouts}"
    return found | {bot: f"bot:bot={bot}" for bot in game.info.bots}


def must_mix(game: Game) -> bool:
    """Whether who always does the same is found out: rivals that see different things."""
    return (game.info.hidden or game.info.simultaneous) and not game.info.co_operative


def _make_player(game: Game, weights: Path, doctor: Doctor, player: str) -> Agent:
    if player == "network":
        return agents.make("neural", game, weights=str(weights), sample=must_mix(game))
    return agents.make("guided", game, weights=str(weights), iterations=doctor.simulations)


def score_games(game: Game, setup: dict[str, Any], agent: Agent, other: Agent, games: int, seed: int) -> list[float]:
    """The agent moves one seat on from game to game; the other player has the other seats."""
    seats = game.seats(game.start(dict(setup)))
    scores = []
    for number in range(games):
        deal = split_seed(seed, number // seats)
        if game.info.co_operative:
            own, rest = (play(game, [player] * seats, deal, setup)[0] for player in (agent, other))
        else:
            place = number % seats
            players = [agent if seat == place else other for seat in range(seats)]
            returns = play(game, players, deal, setup)
            own = returns.pop(place)
            rest = float(np.mean(returns)) if returns else 0.0
        scores.append(1.0 if own > rest else 0.5 if own == rest else 0.0)
    return scores


def play(game: Game, players: list[Agent], deal: int, setup: dict[str, Any]) -> list[float]:
    """What each seat earned in a game."""
    result = play_match(game, players, deal, setup, OPENING).result
    assert result is not None  # without a clock every game has an end
    return list(result.returns)


def judge(player: str, rival: str, scores: list[float]) -> Check:
    """The score with its interval, and what is wrong if it is surely below one half."""
    low, high = wilson(sum(scores), len(scores))
    words = ""
    if high < 0.5 and rival in TRIVIAL:
        words = ADVICE[player].format(rival=rival)
    elif high < 0.5 and player == "search":
        words = ADVICE["weak"].format(rival=rival)
    return Check(player, rival, len(scores), float(np.mean(scores)), low, high, words)
