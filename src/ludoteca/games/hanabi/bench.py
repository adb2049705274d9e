"""Speed of hanabi: beside open_spiel (the Hanabi Learning Environment in C++, driven from Python), beside PettingZoo if
it is installed, and games of bots."""

import random
import warnings
from typing import Any, NamedTuple

import numpy as np

from ludoteca import games
from ludoteca.agents.playouts import NO_CAP, UNIFORM, play_out
from ludoteca.core.arrays import Actions
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import Rng, below, new_rng
from ludoteca.games.hanabi.encoders import hle
from ludoteca.games.hanabi.rules import legal_actions
from ludoteca.games.hanabi.study.simulation import play_bots, shuffle_decks
from ludoteca.lab.bench import Row, compare, make_row, rate
from ludoteca.lab.bench.peers import load_peer
from ludoteca.lab.match import new_rngs, play_batch, repeat_states
from ludoteca.protocol import State, new_actions, new_states
from ludoteca.protocol.stepping import settle, step

NAME = "hanabi"
PEER = "open_spiel C++ states, driven from Python"
ORIGINALS = {"bologna2": (1, "the original Java"), "smart": (2_900, "the author's program in C++")}
"""Games per CPU-second of the programs that the bots come from. They cannot be installed, and were measured once."""
BATCH, STEPS, FEW = 5_000, 20, 3  # random games between two looks at the clock: compiled, open_spiel, PettingZoo


class SeeingRandom(NamedTuple):
    """A policy of the match engine: any legal action, after the mover's observation vector is written."""

    out: Actions
    vector: Any

    @compiled
    def choose(self, game: int, s: State, seat: int, rng: Rng) -> int:
        hle.fill(s, seat, self.vector)
        return as_int(self.out[below(rng, legal_actions(s, self.out))])


def play_theirs(seen: bool) -> int:
    """Random games of open_spiel from Python. Returns the number of moves."""
    game = load_peer().load_game(NAME, {"players": 2})
    moves = 0
    for _ in range(STEPS):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, odds)[0])
                continue
            if seen:
                state.observation_tensor(state.current_player())
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
    return moves


def play_pettingzoo(env: Any) -> int:
    """Random games of PettingZoo, where every turn comes with its vector. Returns the number of moves."""
    moves = 0
    for _ in range(FEW):
        env.reset()
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            env.step(None if over or cut else int(random.choice(np.flatnonzero(seen["action_mask"]))))
            moves += not (over or cut)
    return moves


def play_ours(vectors: Any = None) -> int:
    """The same here, with one compiled call a move; with `vectors`, a second call writes the mover's vector."""
    game, rng = games.load(NAME), new_rng(1)
    states, out, odds = np.zeros(1, game.state_dtype), new_actions(game), np.zeros(game.info.max_outcomes)
    start = game.start()
    moves = 0
    for _ in range(STEPS):
        states[0] = start
        n = settle(states, out, odds, rng)
        while n:
            if vectors is not None:
                hle.fill_many(states, vectors)
            n = step(states, int(out[random.randrange(n)]), out, odds, rng)
            moves += 1
    return moves


def measure_random_play(seconds: float) -> list[Row]:
    """Moves of random games: in compiled batches with the 658-bit vector, and step by step from Python."""
    game = games.load(NAME)
    start, rngs = game.start(), new_rngs(1, "game", BATCH)
    states, vector = repeat_states(game, [start], BATCH), np.zeros(hle.size(start), np.int8)
    policy = SeeingRandom(new_actions(game), vector)

    def ours() -> int:
        states[:] = start
        shuffle_decks(states, rngs)
        play_batch(game, states, policy, rngs)
        return int(states["ply"].sum())

    us, them = compare(ours, lambda: play_theirs(True), seconds)
    batch = make_row(NAME, "random play with the 658-bit vector", us, them, PEER, "moves/CPU-s")
    us, them = compare(play_ours, lambda: play_theirs(False), seconds)
    single = make_row(NAME, "random play from Python, step by step", us, them, PEER, "moves/CPU-s")
    return [batch, single, beside_pettingzoo(vector.reshape(1, -1), seconds)]


def beside_pettingzoo(vectors: Any, seconds: float) -> Row:
    """Step by step from Python, with the vector. PettingZoo is optional: without it, there is only our figure."""
    measure = "random play from Python with the 658-bit vector"
    try:
        with warnings.catch_warnings():  # of its own parts, which it calls deprecated
            warnings.simplefilter("ignore", DeprecationWarning)
            from pettingzoo import __version__ as version
            from pettingzoo.classic import hanabi_v5
        env = hanabi_v5.env(players=2)  # which needs packages of its own
    except ImportError as error:
        play_ours(vectors)
        note = f"PettingZoo cannot be loaded ({error}); try pip install 'pettingzoo[classic]'"
        return make_row(NAME, measure, rate(lambda: play_ours(vectors), seconds), None, note, "moves/CPU-s")
    us, them = compare(lambda: play_ours(vectors), lambda: play_pettingzoo(env), seconds)
    return make_row(NAME, measure, us, them, f"PettingZoo {version}, hanabi_v5", "moves/CPU-s")


def measure_playouts(seconds: float) -> list[Row]:
    """Random games inside compiled code, with chance drawn by its probabilities."""
    game = games.load(NAME)
    start, scratch = game.start(), new_states(game.state_dtype, 1)
    out, odds, rng = new_actions(game), np.zeros(game.info.max_outcomes), new_rng(1)

    def ours() -> int:
        for _ in range(1000):
            scratch[0] = start
            play_out(scratch[0], UNIFORM, NO_CAP, out, odds, rng)
        return 1000

    ours()
    return [make_row(NAME, "playouts", rate(ours, seconds), None, None, "games/CPU-s")]


def measure_bots(seconds: float) -> list[Row]:
    """Whole games of two bots, beside the programs that they come from."""
    rows = []
    for bot, (theirs, program) in ORIGINALS.items():

        def work(bot: str = bot) -> int:
            return len(play_bots([bot, bot], 500, 1).built)

        work()
        peer = f"{program}, measured once"
        rows.append(make_row(NAME, f"{bot} games", rate(work, seconds), theirs, peer, "games/CPU-s"))
    return rows


MEASURES = (measure_random_play, measure_playouts, measure_bots)
COVERS = ("bot",)
ALONE = (("bots", "smart games"),)
