"""Teams with agents, such as a search. A game takes seconds then, so several processes can share the games.

Ctrl-C ends a study early, with the games that are complete.
"""

import time
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from ludoteca import agents
from ludoteca.agents.signalling import check_team
from ludoteca.agents.sparta import Sparta
from ludoteca.core.errors import SetupError, UnknownName, WorkError
from ludoteca.core.rng import new_rng, split_seed
from ludoteca.games.hanabi.bots import BOT_ALIASES, BOTS
from ludoteca.games.hanabi.bots.rebuild_notes import draw_cards
from ludoteca.games.hanabi.bots.team import PLAYERS, shuffle_deck
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.state import MAX_PLAYERS
from ludoteca.games.hanabi.study.network_teams import fits, play_network_team, shipped_networks
from ludoteca.games.hanabi.study.simulation import Results, play_bots
from ludoteca.lab.match import Streams, play_match
from ludoteca.lab.parallel import SerialPool, WorkerPool, run_tasks
from ludoteca.protocol import Agent, State

Team = tuple[str, ...]
Task = tuple[Team, int, int]
"""The team, the seed, the number of the deck."""
Played = tuple[int, int, int, float]
"""Cards built, lives left, moves, CPU-seconds."""


def parse_team(text: str) -> Team:
    """`sparta:worlds=100,joint=yes,smart` as two players: a word with = belongs to the player before it. Older names of
    bots are replaced."""
    team: list[str] = []
    for word in (part.strip() for part in text.split(",")):
        if team and "=" in word and ":" not in word:
            team[-1] += f",{word}"
        else:
            team.append(word)
    if not 2 <= len(team) <= MAX_PLAYERS:
        raise SetupError(f"a team has two to five players, as in smart,smart; not {len(team)}")
    return tuple(BOT_ALIASES.get(name, name) for name in team)


def play_team(
    team: Sequence[str],
    games: int,
    seed: int,
    report: Callable[[int], None] | None = None,
    pool: WorkerPool | None = None,
) -> Results:
    """Bots by name and agents as `sparta:worlds=100`, on the decks that a team of bots has with this seed. The result
    of a deck depends on the seed and its number only, however many processes share the games. (Bots and networks that
    come with the game are played in this process.)"""
    if all(name in PLAYERS for name in team):
        return play_bots(team, games, seed, report=report)
    if fits(team):
        return play_network_team(team, games, seed, report)
    seat_team(tuple(team))  # errors are raised here, and workers find the compiled code on disk
    found: dict[int, Played] = {}
    tasks = ((tuple(team), seed, deck) for deck in range(games))
    try:
        for (_, _, deck), played in run_tasks(pool or SerialPool(), play_deck, tasks):
            found[deck] = played
            if report:
                report(len(found))
    except KeyboardInterrupt:
        if len(found) < 2:
            raise
    return _gather(team, found)


@lru_cache(maxsize=1)
def seat_team(team: Team) -> tuple[Agent, ...]:
    """The players, kept from game to game. Refuses those who cannot play, or not with each other."""
    networks = shipped_networks()
    specs = []
    for name in team:
        if name not in BOTS and name not in networks and name.partition(":")[0] not in agents.names():
            raise UnknownName("bot of hanabi", name, (*PLAYERS, *networks, *agents.agents_for(GAME)))
        kind = "bot:bot=" if name in BOTS else "neural:weights=" if name in networks else ""
        specs.append(kind + name)
    players = tuple(agents.make_from_spec(spec, GAME) for spec in specs)
    check_team([player.reader for player in players if isinstance(player, Sparta) and player.settings.joint])
    for player in players:
        player.warm_up(GAME.observe(deal(len(team), 1), 0))
    return players


def play_deck(task: Task) -> Played:
    """Play one game."""
    team, seed, deck = task
    players = seat_team(team)
    begun = time.process_time()
    seats = [split_seed(seed, "agents", deck, seat) for seat in range(len(team))]
    streams = Streams(seed, new_rng(seed, "chance"), new_rng(seed, "opening"), seats)  # the deck leaves none to chance
    match = play_match(GAME, players, streams, deal(len(team), split_seed(seed, "deck", deck)))
    if match.result is None or match.result.forfeit is not None:
        raise WorkError(f"deck {deck}: {match.result.reason if match.result else 'the game was broken off'}")
    s = match.final
    return int(s.score), int(s.lives), int(s.ply), time.process_time() - begun


def deal(players: int, deck_seed: int) -> State:
    """A state with this deck and full hands."""
    s = GAME.start(players=players)
    shuffle_deck(s, np.array([deck_seed], np.uint64))
    draw_cards(s)
    return s


def _gather(team: Sequence[str], found: dict[int, Played]) -> Results:
    decks = np.array(sorted(found))
    built, lives, moves = np.array([found[deck][:3] for deck in decks.tolist()]).T
    seconds = sum(played[3] for played in found.values())
    start = GAME.start(players=len(team))
    most = int(start.colours_used) * int(start.ranks_used)
    return Results(tuple(team), decks, built, lives, moves, seconds, most)


def format_games(results: Results) -> str:
    """A CSV line for each deck, to compare teams deck by deck."""
    rows = zip(results.decks, results.built, results.lives, results.moves, strict=True)
    return "deck,built,lives,moves\n" + "".join(f"{','.join(map(str, row))}\n" for row in rows)
