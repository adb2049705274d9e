"""Teams with networks that come with the game, thousands of games at a time, on the decks that teams of bots have."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from ludoteca.agents.neural import Policy, list_networks
from ludoteca.core.rng import split_seed
from ludoteca.games.hanabi.bots import BOTS
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.study.simulation import Results, collect_results, shuffle_decks
from ludoteca.lab.match import repeat_states
from ludoteca.lab.match.networks import AT_ONCE, play_networks
from ludoteca.networks.files import load_file


def shipped_networks() -> dict[str, Path]:
    return list_networks(GAME.info.name)


def fits(team: Sequence[str]) -> bool:
    """Whether it has a network, and nobody but networks and bots."""
    networks = shipped_networks()
    return any(name in networks for name in team) and all(name in networks or name in BOTS for name in team)


def play_network_team(
    team: Sequence[str], games: int, seed: int, report: Callable[[int], None] | None = None
) -> Results:
    """Deck by deck comparable with `play_bots`. Ctrl-C ends it early, with the games that are complete."""
    networks = shipped_networks()
    policies = {name: Policy(GAME, load_file(networks[name])) for name in set(team) if name in networks}
    seating: list[Policy | str] = [policies.get(name, name) for name in team]
    states = repeat_states(GAME, [GAME.start(players=len(team))], games)
    rngs = np.array([[split_seed(seed, "deck", i), split_seed(seed, "bots", i)] for i in range(games)], np.uint64)
    shuffle_decks(states, rngs)
    play_networks(GAME, states[:1].copy(), seating, rngs[:1].copy())  # compiled before the clock starts
    begun, done = time.process_time(), 0
    try:
        for at in range(0, games, AT_ONCE):
            play_networks(GAME, states[at : at + AT_ONCE], seating, rngs[at : at + AT_ONCE])
            done = min(at + AT_ONCE, games)
            if report:
                report(done)
    except KeyboardInterrupt:
        if done < 2:
            raise
    return collect_results(team, np.arange(done), states[:done], time.process_time() - begun)
