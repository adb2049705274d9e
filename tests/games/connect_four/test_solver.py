"""The solver against published scores, brute force, and itself through the mirror."""

import json
from itertools import islice

import pytest
from typer.testing import CliRunner

from helpers import after, brute_force
from ludoteca import agents, games
from ludoteca.core.errors import SettingsError, TableError, UnsupportedGame
from ludoteca.core.rng import below, new_rng
from ludoteca.games.connect_four.agents.solving import BEST, plies_to_end
from ludoteca.games.connect_four.boards import fours, landings, mirror
from ludoteca.games.connect_four.cli import app
from ludoteca.games.connect_four.rules import CELLS, has_line
from ludoteca.games.connect_four.study.mistakes import find_mistakes, grade, select_positions
from ludoteca.games.connect_four.study.positions import (
    DISTANCES,
    PHASES,
    SEED,
    SETS,
    draw_positions,
    format_positions,
    load_positions,
    make_positions,
    name_set,
)
from ludoteca.games.connect_four.study.solving import reach
from ludoteca.protocol import Budget, Watch

GAME = games.load("connect_four")
ENOUGH = Budget(nodes=10**12)

# Positions with their scores as Pascal Pons published them (the columns are numbered there).
PUBLISHED = {
    "2252576253462244111563365343671351441": -1,
    "7422341735647741166133573473242566": 1,
    "23163416124767223154467471272416755633": 0,
    "65214673556155731566316327373221417": -1,
    "274552224131661": 0,
    "5455174361263362": -1,
    "32164625": 11,
}


@pytest.fixture(scope="module")
def solver():
    return agents.make("connect_four_solver", GAME, table=18)


@pytest.fixture(scope="module")
def exact():
    return agents.make("connect_four_solver", GAME, table=18, exact=True)


def random_position(rng, discs, **options):
    """A position of a random game with so many discs that is not over."""
    while True:
        s = GAME.start(**options)
        while s.ply < discs and not GAME.is_over(s):
            actions = GAME.legal_actions(s)
            GAME.play(s, actions[below(rng, len(actions))])
        if not GAME.is_over(s):
            return s


def scores(solver, s):
    return {action: proof.low for action, proof in solver.search(s, ENOUGH, Watch()).items()}


@pytest.mark.parametrize(("moves", "score"), PUBLISHED.items())
def test_published_scores(solver, moves, score):
    assert max(scores(solver, reach(moves)).values()) == score


def slow_score(s, known):
    """A score by trying everything under the rules: how many of the winner's discs are left, and one."""
    spot = s.tobytes()
    if spot not in known:
        if GAME.is_over(s):
            seat = int(s.ply) & 1
            left = (CELLS + 2 - int(s.ply)) // 2
            known[spot] = 0 if s.winner < 0 else (left if s.winner == seat else -left)
        else:
            known[spot] = max(-slow_score(after(GAME, s, action), known) for action in GAME.legal_actions(s))
    return known[spot]


@pytest.mark.parametrize("variant", ["standard", "misere"])
def test_late_positions_agree_with_brute_force(exact, variant):
    rng, known = new_rng(5, variant), {}
    for _ in range(25):
        s = random_position(rng, 32 + below(rng, 9), variant=variant)
        found = {action: -slow_score(after(GAME, s, action), known) for action in GAME.legal_actions(s)}
        assert scores(exact, s) == found
        decision = exact.decide(s)
        assert found[decision.action] == max(found.values())
        assert decision.analysis.proven
        assert decision.analysis.value == brute_force(GAME, s)[int(s.ply) & 1]


def test_the_distance_is_the_length_of_best_play(solver):
    rng = new_rng(6)
    for _ in range(10):
        s = random_position(rng, 20 + below(rng, 10))
        discs, score = int(s.ply), max(scores(solver, s).values())
        while not GAME.is_over(s):
            GAME.play(s, solver.decide(s).action)
        assert int(s.ply) - discs == plies_to_end(score, discs)
        assert (s.winner == (discs & 1)) == (score > 0)


def test_mirror_images_have_mirrored_scores(exact):
    rng = new_rng(7)
    for _ in range(5):
        s = random_position(rng, 16)
        image = s.copy()
        image.discs[0], image.discs[1] = mirror(int(s.discs[0])), mirror(int(s.discs[1]))
        assert {6 - action: score for action, score in scores(exact, s).items()} == scores(exact, image)


def test_cells_that_make_four_are_those_of_the_rules():
    rng = new_rng(8)
    for _ in range(50):
        s = random_position(rng, 8 + below(rng, 25))
        board, own = int(s.discs[0] | s.discs[1]), int(s.discs[int(s.ply) & 1])
        found = fours(own, board)
        cells = [1 << bit for bit in range(49) if bit % 7 != 6 and not board >> bit & 1]
        assert found == sum(cell for cell in cells if has_line(own | cell))
        assert bin(landings(board)).count("1") == len(GAME.legal_actions(s))


def test_a_short_budget_still_wins_at_once_and_stops_a_win():
    agent = agents.make("connect_four_solver", GAME, table=10, nodes=30)
    assert agent.decide(reach("ababab")).action == 0
    decision = agent.decide(reach("gacaba"))
    assert decision.action == 0
    assert not decision.analysis.proven


def test_what_it_cannot_do_is_said():
    with pytest.raises(UnsupportedGame, match="use alphabeta or mcts"):
        agents.make("connect_four_solver", games.load("checkers"))
    with pytest.raises(SettingsError, match="table"):
        agents.make("connect_four_solver", GAME, table=40)


# --- the test positions --------------------------------------------------------------------------------------------


def test_the_positions_are_of_their_sets_and_differ():
    found = load_positions()
    assert {item.set for item in found} == set(SETS)
    assert len({sum(item.set == name for item in found) for name in SETS}) == 1
    assert len({item.state().tobytes() for item in found}) == len(found)
    for item in found:
        phase, _, level = item.set.partition("-")
        best = max(item.scores.values())
        assert len(item.moves) in PHASES[phase]
        assert plies_to_end(best, len(item.moves)) in DISTANCES[level]
        assert name_set(len(item.moves), best) == item.set
        assert sorted(item.scores) == GAME.legal_actions(item.state())
        assert all(abs(score) <= BEST for score in item.scores.values())


def test_the_solver_finds_the_same_scores_again(exact):
    found = load_positions()
    for item in found[:: len(found) // 24]:
        assert scores(exact, item.state()) == item.scores


def test_the_file_comes_from_its_seed():
    drawn = [moves for moves, _ in islice(draw_positions(SEED, lambda phase: True), 40)]
    assert set(drawn) <= {item.moves for item in load_positions()}


def test_positions_are_written_and_read(tmp_path):
    made = make_positions(1, seed=4)
    assert [item.set for item in made] == list(SETS)
    path = tmp_path / "positions.csv"
    path.write_text(format_positions(made))
    assert list(load_positions(path)) == made
    other = tmp_path / "other.csv"
    other.write_text("set,moves\nbegin-easy,abc\n")
    with pytest.raises(TableError, match="no file of test positions"):
        load_positions(other)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("begin-easy,aaaaaaa,0,0,0,0,0,0,0", "line 2: the moves 'aaaaaaa' cannot be played"),
        ("begin-easy,abc,0,0,0,0,0,0,", "every open column must have a score"),
        ("hardest,abc,0,0,0,0,0,0,0", "no set 'hardest', only begin-easy"),
        ("", "has no positions"),
    ],
)
def test_positions_of_a_user_are_checked(tmp_path, line, words):
    path = tmp_path / "positions.csv"
    path.write_text(f"set,moves,a,b,c,d,e,f,g\n{line}\n")
    with pytest.raises(TableError, match=words):
        load_positions(path)


def test_mistakes_are_moves_that_change_the_result():
    positions = select_positions(4)
    assert len(positions) == 4 * len(SETS)
    perfect = find_mistakes(agents.make("connect_four_solver", GAME, table=16), positions)
    assert not any(perfect)
    worst = [item.is_mistake(min(item.scores, key=item.scores.__getitem__)) for item in positions]
    assert any(worst)
    *sets, everything = grade(positions, worst)
    assert [item.set for item in sets] == list(SETS)
    assert everything.mistakes == sum(worst) == sum(item.mistakes for item in sets)
    low, high = everything.interval
    assert low < everything.share < high
    drawn = [item for item in load_positions() if max(item.scores.values()) == 0]
    assert drawn
    for item in drawn[:5]:
        assert {item.is_mistake(action) for action, score in item.scores.items() if score < 0} <= {True}
        assert not any(item.is_mistake(action) for action, score in item.scores.items() if score == 0)


def run_json(*words):
    return json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)


def test_the_command_tells_the_share_of_each_set():
    told = run_json("mistakes", "--agent", "random", "--positions", "2")
    assert [item["set"] for item in told["sets"]] == [*SETS, "all"]
    assert [item["positions"] for item in told["sets"]] == [2] * len(SETS) + [2 * len(SETS)]
    assert told["agent"] == "random"
    told = run_json("mistakes", "--agent", "mcts", "--iterations", "20", "--positions", "1")
    assert told["agent"] == "mcts:iterations=20"


def test_the_command_solves_a_position():
    told = run_json("solve", "2252576253462244111563365343671351441")
    assert told["score"] == -1
    assert [(item["move"], item["score"]) for item in told["actions"]] == [("f", -1), ("g", -2)]
    assert [item["plies"] for item in told["actions"]] == [4, 2]
