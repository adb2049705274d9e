"""Every agent on every game that it can play, apart from the pairs that a game's own module measures more closely.

The unit is what the agent counts: iterations, nodes, or whole decisions where it counts nothing.
"""

from collections.abc import Callable
from itertools import count
from typing import Any

from ludoteca import agents, games
from ludoteca.core.errors import LudotecaError
from ludoteca.core.rng import split_seed
from ludoteca.lab.bench import Row, compare, make_row, rate
from ludoteca.lab.bench.peers import Work, load_peer, peer_expectiminimax, peer_random
from ludoteca.lab.match import OngoingMatch
from ludoteca.protocol import Agent, Analysis, Game, State

POSITIONS = 12
SEARCHED = 30_000  # nodes of a tree search for one decision; an iteration counts for thirty
DEPTH = 5
PEERS: dict[str, Callable[[str, int], tuple[Work, str]]] = {
    "random": peer_random,
    "minimax": peer_expectiminimax,
    "expectiminimax": peer_expectiminimax,
}


def measure_agents(name: str, covered: tuple[str, ...], seconds: float) -> list[Row]:
    """One row for each agent that can play the game and is not `covered` elsewhere."""
    game = games.load(name)
    views = draw_views(game)
    return [
        measure_agent(game, agent, views, seconds)
        for agent in agents.names()
        if agent not in covered and can_play(agent, game)
    ]


def can_play(name: str, game: Game) -> bool:
    kind = agents.load(name)
    if kind.refusal(game.info) is not None or not kind.stands_alone(game.info):
        return False
    return name != "bot" or bool(game.info.bots)


def draw_views(game: Game) -> list[State]:
    """What the seats to act saw along random games: the same positions in every run."""
    views: list[State] = []
    players = ["random"] * game.seats(game.start())
    for number in count():
        for turn in OngoingMatch(game, players, split_seed(1, "bench", number)).turns():
            if turn.seat >= 0:
                views.append(game.observe(turn.state, turn.seat))
            if len(views) == POSITIONS:
                return views
    raise AssertionError("random games have no end")


def measure_agent(game: Game, name: str, views: list[State], seconds: float) -> Row:
    agent = make_agent(name, game)
    unit, count = find_unit(agent, views[0])

    def ours() -> int:
        agent.forget()
        return sum(count(agent.decide(view).analysis) for view in views)

    peer = find_peer(name, game)
    if peer is None:
        ours()
        return make_row(game.info.name, name, rate(ours, seconds), None, None, f"{unit}/CPU-s")
    us, them = compare(ours, peer[0], seconds)
    return make_row(game.info.name, name, us, them, peer[1], f"{unit}/CPU-s")


def make_agent(name: str, game: Game) -> Agent:
    return agents.make(name, game, **budget_options(name, game))


def budget_options(name: str, game: Game) -> dict[str, Any]:
    """A budget of one size in whatever units the agent counts; a fixed depth where it has no other end."""
    options: dict[str, Any] = {"depth": DEPTH} if name in ("minimax", "expectiminimax") else {}
    if agents.load(name).budget is None:
        return options
    try:
        agents.make(name, game, nodes=SEARCHED, **options)
    except LudotecaError:
        return options | {"iterations": SEARCHED // 30}
    return options | {"nodes": SEARCHED}


def find_unit(agent: Agent, view: State) -> tuple[str, Callable[[Analysis], int]]:
    """What the agent counts, and how to read it."""
    first = agent.decide(view).analysis
    if first.iterations:
        return "iterations", lambda analysis: analysis.iterations
    if first.nodes:
        return "nodes", lambda analysis: analysis.nodes
    return "decisions", lambda analysis: 1


def find_peer(agent: str, game: Game) -> tuple[Work, str] | None:
    """A peer's same search of the same game, where open_spiel has both."""
    if agent not in PEERS or game.info.name not in load_peer().registered_names():
        return None
    return PEERS[agent](game.info.name, DEPTH)
