"""Connect four beside open_spiel's (C++ states, C++ MCTS, Python alpha-beta) and beside the same playouts in C."""

import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from ludoteca import agents, games
from ludoteca.core.errors import PeerMissing
from ludoteca.core.rng import new_rng
from ludoteca.lab.bench import TURNS, Row, compare, make_row, rate
from ludoteca.lab.bench.guided import measure_guided
from ludoteca.lab.bench.peers import TEXTBOOK, our_playouts, peer_alphabeta, peer_bot

NAME = "connect_four"
SOURCE = Path(__file__).with_name("bench.c")
SIMULATIONS = 5_000
PLAYOUTS = 5_000
DEPTH = 9


def measure_playouts(seconds: float) -> list[Row]:
    """Random games inside compiled code beside random games inside open_spiel's C++."""
    game = games.load(NAME)
    ours = our_playouts(game, game.start(), PLAYOUTS * 10)
    us, them = compare(ours, peer_bot(NAME, rollouts=PLAYOUTS, simulations=2), seconds)
    return [make_row(NAME, "playouts", us, them, "open_spiel C++ random rollouts", "games/CPU-s")]


def measure_playouts_in_c(seconds: float) -> list[Row]:
    """The same games as a loop written by hand in C: the limit."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise PeerMissing("no C compiler (cc) to build the limit with")
    game = games.load(NAME)
    work = our_playouts(game, game.start(), PLAYOUTS * 10)
    work()
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / "limit")
        subprocess.run([compiler, "-O3", "-march=native", str(SOURCE), "-o", program], check=True)
        run_limit(program, 1000)
        pairs = [(rate(work, seconds / TURNS), run_limit(program, int(1e6 * seconds))) for _ in range(TURNS)]
    ours, limit = (sorted(column)[TURNS // 2] for column in zip(*pairs, strict=True))
    return [make_row(NAME, "playouts_limit", ours, limit, "the same loop in C, cc -O3 -march=native", "games/CPU-s")]


def run_limit(program: str, times: int) -> float:
    """Games per CPU-second of the C program."""
    done = subprocess.run([program, str(times), str(int(new_rng(1)[0]))], check=True, capture_output=True, text=True)
    return times / float(done.stdout.split()[2])


def measure_uct(seconds: float) -> list[Row]:
    """Playouts of UCT from the first position, one rollout each, a new tree each time."""
    game = games.load(NAME)
    agent = agents.make("mcts", game, iterations=SIMULATIONS)
    start = game.start()

    def ours() -> int:
        return agent.decide(start).analysis.iterations

    us, them = compare(ours, peer_bot(NAME, rollouts=1, simulations=SIMULATIONS), seconds)
    return [make_row(NAME, "uct", us, them, "open_spiel C++ MCTSBot, 1 rollout", "playouts/CPU-s")]


def measure_alphabeta(seconds: float) -> list[Row]:
    """Nodes of textbook alpha-beta, constant estimate, the same tree in both; and of our full search."""
    peer, name = peer_alphabeta(NAME, DEPTH)
    game = games.load(NAME)
    start = game.start()
    rows = []
    for measure, options in (("alphabeta", {"depth": DEPTH, **TEXTBOOK}), ("alphabeta_full", {"depth": DEPTH + 3})):
        agent = agents.make("alphabeta", game, nodes=10**12, **options)

        def ours(agent: Any = agent) -> int:
            return int(agent.decide(start).analysis.nodes)

        us, them = compare(ours, peer, seconds)
        rows.append(make_row(NAME, measure, us, them, name, "nodes/CPU-s"))
    return rows


def measure_search_with_a_network(seconds: float) -> list[Row]:
    """Simulations of a search that a network of two layers guides."""
    return measure_guided(NAME, "planes", seconds)


MEASURES = (
    measure_playouts, measure_playouts_in_c, measure_uct, measure_alphabeta, measure_search_with_a_network,
)  # fmt: skip
COVERS = ("mcts", "alphabeta", "guided")
