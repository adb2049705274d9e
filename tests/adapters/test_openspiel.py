"""Our games pass OpenSpiel's own test and its algorithms play them; its games are played by our agents."""

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import cfr, exploitability, mcts

import tiny
from commands import run_command
from helpers import ALL_GAMES, describe
from ludoteca import agents, games
from ludoteca.adapters import openspiel
from ludoteca.core.errors import NotationError, UnknownName, UnsupportedGame
from ludoteca.core.rng import new_rng

QUICK = {"dicewars": {"players": 2}}  # options under which random games are short


@pytest.mark.parametrize("game", ALL_GAMES, ids=describe)
def test_every_game_passes_openspiels_test(game):
    long = game.info.longest > 100_000
    ours = openspiel.load_ours(game, **QUICK.get(game.info.name, {}))
    pyspiel.random_sim_test(ours, num_sims=1, serialize=not long, verbose=False)


def test_installed_games_are_registered():
    assert "ludoteca_hanabi" in openspiel.register_all()
    game = pyspiel.load_game("ludoteca_hanabi(players=3)")
    assert (game.num_players(), game.num_distinct_actions()) == (3, 30)


def test_cfr_solves_a_tiny_game():
    """Kuhn poker is worth -1/18 to the first player."""
    game = openspiel.load_ours(tiny.kuhn.GAME)
    solver = cfr.CFRSolver(game)
    for _ in range(150):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < 0.01


def play_chance(state, random):
    while state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(random.choice(outcomes, p=odds)))


def test_its_information_set_search_guesses_by_our_rules():
    game = openspiel.load_ours("hanabi", players=2, colours=2)
    random, rng = np.random.RandomState(1), new_rng(1)
    state = game.new_initial_state()
    play_chance(state, random)
    twins = [openspiel.resample(state, 0, rng) for _ in range(20)]
    assert {twin.information_state_string(0) for twin in twins} == {state.information_state_string(0)}
    assert len({twin.information_state_string(1) for twin in twins}) > 10  # seat 1 sees the cards that seat 0 guesses
    bot = openspiel.make_ismcts(game, simulations=20, seed=1)
    assert bot.step(state) in state.legal_actions()


def test_its_mcts_finds_a_win_in_our_game():
    game = openspiel.load_ours("connect_four")
    state = game.new_initial_state()
    for column in (3, 0, 3, 0, 3, 6):
        state.apply_action(column)
    random = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 200, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    assert bot.step(state) == 3


# --- its games ---------------------------------------------------------------------------------------------------


def test_our_search_plays_its_games():
    """Ten playouts of three moves on chess and backgammon, whose chance is ours to draw; tic-tac-toe to its end."""
    for name, moves in (("chess", 2), ("backgammon", 2), ("tic_tac_toe", 9)):
        game = games.load(f"openspiel_{name}")
        agent, s, rng = agents.make("mcts", game, iterations=5, seed=1), game.start(), new_rng(1)
        played = 0
        while not game.is_over(s) and played < moves:
            if game.mover(s) < 0:
                game.play(s, game.draw_chance(s, rng))
                continue
            game.play(s, agent.decide(game.observe(s, game.mover(s))).action)
            played += 1
        twin = game.from_bytes(s.tobytes())
        assert game.draw(twin) == game.draw(s)
        assert played


def test_a_state_is_its_actions():
    """Python's states may be forgotten: a row is played again."""
    game = openspiel.load_theirs("tic_tac_toe")
    s = game.start()
    game.play(s, game.parse_action(s, "x(1,1)"))
    drawn = game.draw(s)
    game.rows._states.clear()
    assert game.draw(s) == drawn
    assert game.parse_action(s, "0") == 0
    with pytest.raises(NotationError, match="as it is listed"):
        game.parse_action(s, "x(9,9)")


def test_alphabeta_draws_its_tic_tac_toe():
    result = run_command(
        "match", "openspiel_tic_tac_toe", "alphabeta:depth=9", "alphabeta:depth=9", "--games", "2", "--json"
    )
    assert result.returncode == 0, result.stderr
    assert '"drawn": 2' in result.stdout or '"draws": 2' in result.stdout


@pytest.mark.parametrize(("name", "said"), [("leduc_poker", "hidden information"), ("goofspiel", "simultaneous")])
def test_other_kinds_are_refused_with_the_reason(name, said):
    with pytest.raises(UnsupportedGame, match=said):
        games.load(f"openspiel_{name}")
    with pytest.raises(UnknownName, match="did you mean chess"):
        games.load("openspiel_ches")


def test_what_openspiel_says_reaches_the_player():
    game = openspiel.load_theirs("tic_tac_toe")
    rows, s = game.rows, game.start()
    rows.fail(s, RuntimeError("broken"))
    s.who = 0
    with pytest.raises(Exception, match="broken"):
        game.play(s, 0)
