"""The networks that come with Hanabi, and the encoder and the commands they need."""

import json
import subprocess
import sys

import numpy as np
import pytest

from ludoteca import agents, games
from ludoteca.agents.neural import Policy, list_networks
from ludoteca.core.errors import WeightsError
from ludoteca.games.hanabi.bots import SMART_NET, bot_action
from ludoteca.games.hanabi.bots.rebuild_notes import draw_cards
from ludoteca.games.hanabi.bots.smart_net.policy import LEARNED
from ludoteca.games.hanabi.encoders.smart_moves import ENCODER, SLICES
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.rules import apply
from ludoteca.games.hanabi.study import network_teams
from ludoteca.games.hanabi.study.imitation_play import FallbackPolicy
from ludoteca.games.hanabi.study.network_teams import play_network_team
from ludoteca.games.hanabi.study.simulation import play_bots
from ludoteca.games.hanabi.study.teams import deal, play_deck, play_team
from ludoteca.games.hanabi.training.move_network import check_gate, convert, write
from ludoteca.lab.match.networks import BEST
from ludoteca.networks.files import NetworkFile, load_file
from ludoteca.networks.policies import load_policy

NETWORKS = list_networks("hanabi")
SEATED = [(name, int(name[-1]) if name.startswith("net_bot2_") else 2) for name in NETWORKS]


def walk(decks):
    """Positions of games of smart_net: the state, and what its mover sees."""
    for deck in range(decks):
        s = deal(2, deck + 1)
        while not s.over:
            yield s, GAME.observe(s, int(s.turn))
            apply(s, int(bot_action(s, SMART_NET, np.ones(1, np.uint64))))
            draw_cards(s)


def test_the_network_of_smart_net_makes_its_choices():
    policy, rows = Policy(GAME, NetworkFile(*convert(LEARNED[0, 2]), {})), []
    for s, view in walk(3):
        row = ENCODER.encode(view)
        rows.append(row)
        outputs = policy.inference.run(row)["policy"]
        legal = [int(action) for action in GAME.legal_actions(view)]
        assert max(legal, key=lambda i: (outputs[i], -i)) == bot_action(s, SMART_NET, np.ones(1, np.uint64))
    assert len(rows) > 150
    assert np.array(rows)[:, SLICES["finesse"]].shape[1] == 5
    check_gate(LEARNED[0, 2], np.array(rows))
    with pytest.raises(WeightsError, match="too large for this network"):
        check_gate(LEARNED[0, 2] * 20, np.array(rows))


def test_networks_are_scored_on_the_decks_of_bots(tmp_path, monkeypatch):
    """A network of smart_net's weights plays its very games, with itself and beside it."""
    file = tmp_path / "same.safetensors"
    write(file, LEARNED[0, 2], {"game": "hanabi"})
    monkeypatch.setattr(network_teams, "shipped_networks", lambda: {"same": file})
    wanted = play_bots(["smart_net", "smart_net"], 12, 5)
    for team in (["same", "same"], ["same", "smart_net"]):
        assert play_network_team(team, 12, 5).built.tolist() == wanted.built.tolist()


def test_net_best_keeps_to_the_convention_of_smart():
    """Beside a player of the convention no point is lost: both read each other's clues."""
    found = play_team(["net_best", "smart_net"], 60, 5)
    wanted = play_bots(["smart_net", "smart_net"], 60, 5)
    assert abs((found.built - wanted.built).mean()) < 0.3
    assert found.lives.min() > 0


@pytest.mark.parametrize(("name", "players"), SEATED)
def test_in_lockstep_as_with_agents(name, players):
    team = (name,) * players
    built = play_network_team(team, 2, 3).built.tolist()
    assert [play_deck((team, 3, deck))[0] for deck in range(2)] == built


@pytest.mark.slow
def test_pupils_play_like_their_teacher():
    """Within 0.2 points over 10,000 games; so many decks can only show something gone wrong."""
    for players in (3, 4, 5):
        taught = play_bots(["bot2"] * players, 150, 9).built
        played = play_network_team([f"net_bot2_{players}"] * players, 150, 9).built
        assert abs((played - taught).mean()) < 0.2 + 4 * (played - taught).std() / 150**0.5


def test_a_bridge_answers_with_legal_actions():
    """The features tell what is legal; a network that was trained with a mask needs to be told."""
    encoder = games.encoder("hanabi", "bologna")
    answer = load_policy(NETWORKS["net_bot2"], 195, 20, "bologna", encoder.legal_of)
    raw = load_policy(NETWORKS["net_bot2"], 195, 20, "bologna")
    illegal = 0
    for _, view in walk(2):
        row, legal = encoder.encode(view), GAME.legal_actions(view)
        assert encoder.action_of(view, answer(row)) in legal
        illegal += encoder.action_of(view, raw(row)) not in legal
    assert illegal


@pytest.mark.parametrize(("name", "players"), SEATED)
def test_what_comes_with_the_game_has_its_record_and_is_small(name, players):
    network = load_file(NETWORKS[name])
    assert network.record["game"] == "hanabi"
    assert NETWORKS[name].stat().st_size < 1_000_000
    agent = agents.make_from_spec(f"neural:weights={name}", GAME)
    view = GAME.observe(deal(players, 1), 0)
    assert agent.decide(view).action in GAME.legal_actions(view)


def test_the_rule_of_the_project_replaces_illegal_choices():
    """A discard while all tokens are there becomes a clue about the value of the other's first card."""
    network = load_file(NETWORKS["net_bot2"])
    policy = FallbackPolicy(GAME, network)
    states = np.repeat(np.array([deal(2, 1)]), 2).view(np.recarray)
    views = states.copy()
    x, legal = policy.look(states, np.arange(2), views)
    assert not legal[0, 7]
    policy.inference = Answers(np.eye(20, dtype=np.float32)[[7, 0]])
    chosen, illegal = policy.choose(x, legal, views, BEST, np.ones((1, 1), np.uint64))
    first = int(states[0].cards[states[0].hands[1, 0]])
    assert chosen.tolist() == [10 + first % 5, 0]
    assert illegal == 1


class Answers:
    def __init__(self, outputs):
        self.outputs = outputs

    def run_batch(self, x):
        return {"policy": self.outputs}


def test_score_and_bridge_know_their_names():
    command = [sys.executable, "-m", "ludoteca", "hanabi", "score", "--bots", "net_bot2,net_bot2", "--games", "4"]
    done = subprocess.run([*command, "--seed", "1", "--json"], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["bots"] == ["net_bot2", "net_bot2"]
    from ludoteca.cli.bridge import make_server

    server = make_server("bologna", "net_bot2", None, ("127.0.0.1", 0))
    server.server_close()
    assert games.encoder("hanabi", "bologna").count_inputs(GAME.start()) == 195
