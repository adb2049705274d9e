"""The adapters beside what they stand next to, for every game that both have by the same name: PettingZoo's own
environments step by step, open_spiel from Python and pgx beside the batch with observations."""

import pkgutil
import random
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np

from ludoteca import games
from ludoteca.core.errors import ExtraMissing
from ludoteca.lab.bench import Row, compare, make_row, rate
from ludoteca.lab.bench.peers import Work, load_peer

BATCH, STEPS, PLAYED = 1024, 20, 3  # games side by side; steps of a batch and games between two looks at the clock
BY_TURNS, BATCHED, UNIT = "environment by turns", f"batch of {BATCH} with observations", "moves/CPU-s"


def measure_adapters(seconds: float) -> list[Row]:
    for package in ("pettingzoo", "gymnasium"):
        if find_spec(package) is None:
            raise ExtraMissing(f"this needs {package}: pip install 'ludoteca[pettingzoo,gymnasium]'")
    rows = []
    for name in games.names():
        for find, measure, work in (
            (find_pettingzoo, BY_TURNS, our_turns),
            (find_openspiel, BATCHED, our_batch),
            (find_pgx, BATCHED, our_batch),
        ):
            peer = find(name)
            if peer is not None:
                ours, theirs = compare(work(name), peer[0], seconds)
                rows.append(make_row(name, measure, ours, theirs, peer[1], UNIT))
        if find_pettingzoo(name) is None:
            rows.append(make_row(name, BY_TURNS, rate(our_turns(name), seconds), None, None, UNIT))
    return rows


# --- ours --------------------------------------------------------------------------------------------------------


def our_turns(name: str) -> Work:
    from ludoteca.adapters import pettingzoo

    return partial(play_turns, pettingzoo.env(name))


def play_turns(env: Any) -> int:
    """Random moves of an environment by turns, ours or PettingZoo's; at most so many a game."""
    moves = 0
    for _ in range(PLAYED):
        env.reset()
        for _ in env.agent_iter(500):
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
            else:
                legal = seen["action_mask"].nonzero()[0]
                env.step(int(legal[int(random.random() * len(legal))]))
                moves += 1
    return moves


def our_batch(name: str) -> Work:
    """Every seat is the caller's, so that each step is one move with one observation."""
    from ludoteca.adapters import gymnasium

    batch = gymnasium.vector_env(name, BATCH, opponents=None)
    x, _ = batch.reset(seed=1)
    rewards, over = np.zeros(BATCH), np.zeros(BATCH, np.bool_)

    def work() -> int:
        for _ in range(STEPS):
            batch.step_into(batch.draw_actions(), x, rewards, over)
        return BATCH * STEPS

    return work


# --- peers -------------------------------------------------------------------------------------------------------


def find_pettingzoo(name: str) -> tuple[Work, str] | None:
    """PettingZoo's own environment of a game, with its usual wrappers, if it can be loaded."""
    from pettingzoo import __version__ as version
    from pettingzoo import classic

    for module in pkgutil.iter_modules(classic.__path__):
        if module.name.rpartition("_v")[0] == name:
            try:
                env = getattr(classic, module.name).env()
            except (ImportError, AttributeError):
                return None  # what it is made of is not installed: pip install 'pettingzoo[classic]'
            return partial(play_turns, env), f"PettingZoo {version}, {module.name}"
    return None


def find_openspiel(name: str) -> tuple[Work, str] | None:
    if name not in load_peer().registered_names():
        return None
    game = load_peer().load_game(name)
    return partial(play_openspiel, game), "open_spiel C++ states from Python, with tensor and mask"


def play_openspiel(game: Any) -> int:
    moves = 0
    for _ in range(PLAYED):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, odds)[0])
                continue
            np.asarray(state.observation_tensor(state.current_player()), np.float32)
            state.legal_actions_mask()
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
    return moves


def find_pgx(name: str) -> tuple[Work, str] | None:
    """pgx on the CPU, where it is installed: the same batch, stepped by a jitted function."""
    if find_spec("pgx") is None:
        return None
    import pgx

    if name not in pgx.available_envs():
        return None
    return start_pgx(pgx.make(name)), f"pgx {pgx.__version__} on the CPU, batch of {BATCH}, a jitted step"


def start_pgx(env: Any) -> Work:
    import jax
    from pgx.experimental import auto_reset

    def act(state: Any, key: Any) -> Any:
        scores = jax.random.gumbel(key, state.legal_action_mask.shape)
        actions = jax.numpy.where(state.legal_action_mask, scores, -jax.numpy.inf).argmax(-1)
        keys = jax.random.split(key, BATCH)
        return jax.vmap(auto_reset(env.step, env.init))(state, actions, keys)

    step: Callable[..., Any] = jax.jit(act)
    held = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), BATCH)), jax.random.PRNGKey(2)]

    def work() -> int:
        for _ in range(STEPS):
            held[1], key = jax.random.split(held[1])
            held[0] = step(held[0], key)
        held[0].observation.block_until_ready()
        return BATCH * STEPS

    return work
