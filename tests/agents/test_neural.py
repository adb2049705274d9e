"""Policy networks as agents: legal, explained, refused in words; alone and in lockstep the same games."""

import numpy as np
import pytest

import tiny
from ludoteca import agents, games
from ludoteca.agents.neural import Policy
from ludoteca.core.errors import SettingsError, WeightsError
from ludoteca.lab.match import list_returns, new_rngs, play_match, repeat_states
from ludoteca.lab.match.networks import play_networks
from ludoteca.networks.declaration import Declaration, Head, Layer
from ludoteca.networks.files import load_file, save_file

CONNECT_FOUR = games.load("connect_four")


def write_network(path, game, encoder, record=None, units=None, heads=None):
    s = game.start()
    scales = tuple((1.0 / encoder.row_of_scales(s)).tolist())
    outputs = encoder.count_outputs(s) if units is None else units
    heads = heads or (Head("policy", outputs), Head("value", 1, "numbers", "tanh"))
    declaration = Declaration(encoder.count_inputs(s), heads, (Layer(16),), encoder=encoder.name, scales=scales)
    random = np.random.default_rng(1)
    tensors = {name: random.normal(size=size).astype(np.float32) for name, size in declaration.tensors().items()}
    save_file(path, declaration, tensors, {"game": game.info.name} if record is None else record)
    return path


@pytest.fixture(scope="module")
def weights(tmp_path_factory):
    path = tmp_path_factory.mktemp("weights") / "random.safetensors"
    return write_network(path, CONNECT_FOUR, games.encoder("connect_four", "planes"))


def test_it_plays_legal_actions_and_tells_their_probabilities(weights):
    agent = agents.make_from_spec(f"neural:weights={weights}", CONNECT_FOUR, 1)
    s = CONNECT_FOUR.start()
    for _ in range(6):
        CONNECT_FOUR.play(s, 3)
    decision = agent.decide(s)
    legal = CONNECT_FOUR.legal_actions(s)
    assert sorted(row.action for row in decision.analysis.actions) == legal
    assert 3 not in legal
    assert sum(row.probability for row in decision.analysis.actions) == pytest.approx(1.0)
    assert decision.action == decision.analysis.actions[0].action
    assert decision.analysis.actions[0].probability == max(row.probability for row in decision.analysis.actions)
    assert -1 < decision.analysis.value < 1
    match = play_match(CONNECT_FOUR, [agent, "random"], 5)
    assert match.result.forfeit is None


def test_illegal_first_choices_are_counted_from_game_to_game(weights):
    agent = agents.make_from_spec(f"neural:weights={weights}", CONNECT_FOUR, 1)
    s, counted = CONNECT_FOUR.start(), 0
    while not CONNECT_FOUR.is_over(s):
        outputs = agent.policy.inference.run(agent.policy.encoder.encode(s))["policy"]
        counted += int(outputs.argmax()) not in CONNECT_FOUR.legal_actions(s)
        decision = agent.decide(s)
        assert decision.analysis.illegal_choices == counted
        CONNECT_FOUR.play(s, decision.action)
    assert counted > 0
    agent.forget()
    assert agent.decide(CONNECT_FOUR.start()).analysis.illegal_choices == 0


def test_it_draws_by_probability_when_told_to(weights):
    spec = f"neural:weights={weights},sample=yes,temperature=5"
    s = CONNECT_FOUR.start()
    found = [agents.make_from_spec(spec, CONNECT_FOUR, seed).decide(s).action for seed in range(40)]
    assert len(set(found)) > 2
    again = [agents.make_from_spec(spec, CONNECT_FOUR, seed).decide(s).action for seed in range(40)]
    assert found == again
    with pytest.raises(SettingsError, match="temperature"):
        agents.make_from_spec(f"neural:weights={weights},temperature=0", CONNECT_FOUR)


def test_bad_weights_are_refused_when_the_agent_is_made(weights, tmp_path):
    planes = games.encoder("connect_four", "planes")

    def refuse(path, words, game=CONNECT_FOUR):
        with pytest.raises(WeightsError, match=words):
            agents.make_from_spec(f"neural:weights={path}", game)

    refuse(tmp_path / "nowhere.safetensors", "no weights at")
    refuse("nonsense", "no file 'nonsense', and no network of that name")
    (tmp_path / "cut.safetensors").write_bytes(weights.read_bytes()[:-9])
    refuse(tmp_path / "cut.safetensors", "no whole safetensors")
    refuse(write_network(tmp_path / "a.safetensors", CONNECT_FOUR, planes, units=9), "9 outputs; planes has 7")
    numbers = (Head("value", 1, "numbers"),)
    refuse(write_network(tmp_path / "b.safetensors", CONNECT_FOUR, planes, heads=numbers), "has no policy, only value")
    refuse(weights, "for connect_four, not for checkers", games.load("checkers"))
    other = write_network(tmp_path / "c.safetensors", CONNECT_FOUR, planes, {"game": "checkers"})
    refuse(other, "'planes' of checkers, which there is not", games.load("checkers"))
    with pytest.raises(WeightsError, match="no network comes with connect_four: name a file"):
        agents.make("neural", CONNECT_FOUR)
    assert "neural" not in agents.agents_for(CONNECT_FOUR)


@pytest.mark.parametrize("game", [CONNECT_FOUR, tiny.kuhn.GAME], ids=lambda game: game.info.name)
def test_in_lockstep_it_plays_the_games_that_the_agent_plays(game, tmp_path):
    encoder = games.encoders_of(game)["plain"]
    path = write_network(tmp_path / "a.safetensors", game, encoder)
    policy, n = Policy(game, load_file(path)), 30
    states = repeat_states(game, [game.start()], n)
    found = play_networks(game, states, [policy, "random"], new_rngs(1, "game", n))
    assert found.decisions[0] > 0
    assert found.decisions[1] == 0
    agent = agents.make_from_spec(f"neural:weights={path}", game, 1)
    again = repeat_states(game, [game.start()], n)
    from ludoteca.agents.playouts import UNIFORM
    from ludoteca.lab.match import ASK, Bots, play_beside

    rngs, illegal = new_rngs(1, "game", n), 0
    for i in range(n):
        agent.forget()
        for _ in play_beside(game, again[i : i + 1], Bots.seated(game, [ASK, UNIFORM]), rngs[i : i + 1], {0: agent}):
            pass
        illegal += agent.illegal_choices
    assert again.tobytes() == states.tobytes()
    assert illegal == found.illegal[0]
    assert np.array_equal(list_returns(game, states), list_returns(game, again))


def test_lockstep_needs_a_network():
    from ludoteca.core.errors import SetupError

    states = repeat_states(CONNECT_FOUR, [CONNECT_FOUR.start()], 2)
    with pytest.raises(SetupError, match="no network is seated"):
        play_networks(CONNECT_FOUR, states, ["random", "random"], new_rngs(1, "game", 2))
