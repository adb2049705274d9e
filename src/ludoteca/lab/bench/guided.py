"""The guided search beside open_spiel's AlphaZero search in Python, with the same network. open_spiel runs it by
our compiled inference, so that only the searches differ, by torch, as programs of its kind do, and, where JAX and Flax
are installed, by its own AlphaZero model of the same size. Self-play also beside itself with torch."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np

from ludoteca import agents, games
from ludoteca.agents.guided import Guided
from ludoteca.agents.network_evaluator import NetworkEvaluator
from ludoteca.core.rng import split_seed
from ludoteca.lab.bench import Row, compare, make_row
from ludoteca.lab.bench.networks import draw_tensors
from ludoteca.lab.bench.peers import Work, load_peer
from ludoteca.networks.declaration import Declaration, Head, Layer
from ludoteca.networks.files import NetworkFile
from ludoteca.protocol import Game
from ludoteca.training.selfplay_games import Search, play_games

SIMULATIONS, TREES, HIDDEN = 200, 256, (256, 256)
EXPLORATION = 1.4  # open_spiel's values are on [-1, 1], ours on [0, 1]: twice our 0.7


def measure_guided(name: str, encoder: str, seconds: float) -> list[Row]:
    """Simulations per CPU-second: one tree, and many trees of self-play. The game must be for two, and open_spiel must
    have it under the same name."""
    game, network = games.load(name), draw_network(games.load(name), encoder)
    bot = "open_spiel Python MCTSBot (PUCT), one tree, network by"
    peers = {f"{bot} our compiled inference": peer_search(name, network, network.start().run)}
    if find_spec("torch"):
        peers[f"{bot} torch"] = peer_search(name, network, torch_answer(network, single=True))
    if all(map(find_spec, ("jax", "flax", "optax", "orbax"))):
        peers["open_spiel AlphaZero in Python (JAX), its own model"] = peer_alphazero(name)
    rows = []
    for label, work in (
        ("guided, one tree", one_tree(game, network)),
        ("guided, self-play", many_trees(game, network)),
    ):
        for told, peer in peers.items():
            us, them = compare(work, peer, seconds)
            rows.append(make_row(name, label, us, them, told, "simulations/CPU-s"))
    if find_spec("torch"):
        us, them = compare(many_trees(game, network), many_trees(game, network, torch_answer(network)), seconds)
        rows.append(make_row(name, "guided, self-play", us, them, "the same with torch", "simulations/CPU-s"))
    return rows


Answer = Callable[[Any], dict[str, Any]]
"""From the inputs of one position, or of many, to the outputs of each head."""


def torch_answer(network: NetworkFile, single: bool = False) -> Answer:
    from ludoteca.training.model import build_model, load_torch, write_tensors

    torch = load_torch()
    torch.set_num_threads(1)
    model = build_model(network.declaration)
    write_tensors(network.declaration, model, network.tensors)
    model.eval()

    def answer(x: Any) -> dict[str, Any]:
        with torch.inference_mode():
            found = model(torch.from_numpy(x[None] if single else x))
        return {name: (value[0] if single else value).numpy() for name, value in found.items()}

    return answer


def draw_network(game: Game, encoder: str) -> NetworkFile:
    """Two hidden layers with random weights."""
    known = games.encoder(game.info.name, encoder)
    s = game.start()
    heads = (Head("policy", known.count_outputs(s)), Head("value", 1, "numbers", "tanh"))
    declaration = Declaration(known.count_inputs(s), heads, tuple(map(Layer, HIDDEN)), encoder=encoder)
    return NetworkFile(declaration, draw_tensors(declaration), {"game": game.info.name})


def one_tree(game: Game, network: NetworkFile) -> Work:
    agent = agents.make("guided", game, evaluator="rollouts", iterations=SIMULATIONS)
    assert isinstance(agent, Guided)
    agent.use(NetworkEvaluator(game, network))
    start = game.start()

    def work() -> int:
        return agent.decide(start).analysis.iterations

    return work


def many_trees(game: Game, network: NetworkFile, answer: Answer | None = None) -> Work:
    """Whole games; a simulation that ends in a proven position needs no evaluation, so evaluations are counted. With an
    `answer` it is asked instead of our inference."""
    evaluator, start = NetworkEvaluator(game, network), game.start()
    if answer:
        evaluator.inference.run_batch = answer  # type: ignore[assignment, method-assign]
    seeds = [split_seed(1, "bench", number) for number in range(TREES)]

    def work() -> int:
        return play_games(game, start, [evaluator], Search(simulations=32), seeds, most_trees=TREES).evaluations

    return work


def peer_search(name: str, network: NetworkFile, answer: Answer) -> Work:
    """Decisions in the first position, with as many simulations."""
    game = load_peer().load_game(name)
    from open_spiel.python.algorithms import mcts

    inputs = network.declaration.inputs

    class Evaluator(mcts.Evaluator):  # type: ignore[misc]
        """As open_spiel's AlphaZeroEvaluator: one inference a position, for its value and its priors."""

        def __init__(self) -> None:
            self.kept: dict[str, Any] = {}

        def _answer(self, state: Any) -> Any:
            key = str(state)
            if key not in self.kept:
                self.kept[key] = ask(answer, np.array(state.observation_tensor(), np.float32)[:inputs])
            return self.kept[key]

        def evaluate(self, state: Any) -> Any:
            value = self._answer(state)[1] * (1 - 2 * state.current_player())
            return np.array([value, -value])

        def prior(self, state: Any) -> Any:
            policy, legal = self._answer(state)[0], state.legal_actions()
            odds = np.exp(policy[legal] - policy[legal].max())
            return list(zip(legal, odds / odds.sum(), strict=True))

    evaluator, state = Evaluator(), game.new_initial_state()
    bot = mcts.MCTSBot(game, EXPLORATION, SIMULATIONS, evaluator, child_selection_fn=mcts.SearchNode.puct_value)

    def work() -> int:
        evaluator.kept.clear()
        bot.step(state)
        return SIMULATIONS

    return work


def peer_alphazero(name: str) -> Work:
    """The same decisions by open_spiel's own evaluator and model, as its AlphaZero makes them in self-play."""
    game = load_peer().load_game(name)
    from open_spiel.python.algorithms import mcts
    from open_spiel.python.algorithms.alpha_zero import evaluator, model_nnx

    shape, actions = game.observation_tensor_shape(), game.num_distinct_actions()
    model = model_nnx.Model.build_model("mlp", shape, actions, HIDDEN[0], len(HIDDEN), 1e-4, 1e-3, None)
    asked, state = evaluator.AlphaZeroEvaluator(game, model, cache_size=2 * SIMULATIONS), game.new_initial_state()
    bot = mcts.MCTSBot(game, EXPLORATION, SIMULATIONS, asked, child_selection_fn=mcts.SearchNode.puct_value)

    def work() -> int:
        asked._cache.clear()  # `clear_cache` would throw away what JAX has compiled, too
        bot.step(state)
        return SIMULATIONS

    return work


def ask(answer: Answer, x: Any) -> tuple[Any, float]:
    found = answer(x)
    return found["policy"].copy(), float(found["value"][0])
