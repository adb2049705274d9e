"""Teams with networks that come with the game, thousands of games at a time, on the decks that teams of bots have."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from ludoteca.agents.neural import Policy, list_networks
from ludoteca.games.hanabi.bots import BOTS
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.study.simulation import Results, collect_results, deal_decks, play_in_chunks
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
    states, rngs = deal_decks(GAME.start(players=len(team)), games, seed)
    done, spent = play_in_chunks(
        lambda some, random: play_networks(GAME, some, seating, random), states, rngs, AT_ONCE, report
    )
    return collect_results(team, np.arange(done), states[:done], spent)
