"""The module for the course's server: what it is given counts, no threads, reserves, and its first decision in time."""

import random
import sys

import pytest

from commands import run_command
from games.dicewars.course_server import Player, install, load, show
from ludoteca import agents
from ludoteca.core.errors import SettingsError
from ludoteca.core.jit import compiles
from ludoteca.games.dicewars import state
from ludoteca.games.dicewars.agents.course import make
from ludoteca.games.dicewars.agents.course_ai import check_agent, read_board
from ludoteca.games.dicewars.agents.course_reserves import Reserves
from ludoteca.games.dicewars.constants import MAX_DICE
from ludoteca.games.dicewars.game import GAME
from ludoteca.games.dicewars.land import is_border
from ludoteca.games.dicewars.tournament import start_games
from ludoteca.lab.match import ASK, Bots, play_beside
from ludoteca.protocol import CHANCE

ORDER = [1, 2, 3, 4]
pytestmark = pytest.mark.skipif(not compiles, reason="minutes uncompiled")


@pytest.fixture
def server(monkeypatch):
    """The names that the module imports; gone after the test."""
    for name in ("dicewars", "dicewars.client", "dicewars.client.ai_driver"):
        monkeypatch.setitem(sys.modules, name, None)
    install()


def play(player, board=11, most=10**6):
    """The player at the first seat against three of the course's bots."""
    states, rngs = start_games([board], 3)
    bots = Bots.named(GAME, ["kb.stei_adt"] * 4)
    bots.places[0, 0] = ASK
    for turn in play_beside(GAME, states, bots, rngs, {0: player}):
        yield turn
        if len(player.took) >= most:
            return


def test_the_server_loads_it_and_it_plays_a_game_without_threads(server, tmp_path):
    file = tmp_path / "warlord.py"
    told = run_command("dicewars", "course-ai", "--agent", "warlord:iterations=60", "--out", file)
    assert told.returncode == 0, told.stderr
    player = Player(load(file).AI, 0, ORDER)
    turns = list(play(player))
    assert len(turns) > 30
    assert len({count for _, count in player.threads}) == 1, "the number of threads stays as it is"
    assert player.left > 5
    assert run_command("dicewars", "course-ai", "--out", file).returncode == 0  # its own file is written anew


def test_it_heeds_the_number_of_transfers(server, tmp_path):
    file = tmp_path / "few.py"
    run_command("dicewars", "course-ai", "--agent", "warlord:iterations=20", "--out", file)
    player = Player(load(file).AI, 0, ORDER, max_transfers=2)
    most = 0
    for _ in play(player, most=120):
        most = max(most, player.transfers)
    assert most == 2  # one more would have failed in the player


@pytest.mark.parametrize(("options", "spent"), [({"iterations": 40}, 40), ({"iterations": 90}, 90)])
def test_the_budget_that_it_is_given_is_spent_whatever_the_clock_shows(options, spent):
    bridge = make({"player": 1, "order": ORDER}, "warlord", **options)
    seen = []
    decide = bridge.agent.decide
    bridge.agent.decide = lambda view, budget=None: seen.append(decide(view, budget)) or seen[-1]
    shown = read_board(show(dealt()))
    for left in (0.01, 9.0):
        bridge.act(shown | {"attacks": 0, "transfers": 0, "turns": 0, "time_left": left})
    counts = {decision.analysis.iterations for decision in seen}
    assert len(counts) == 1
    assert spent / 2 < counts.pop() <= spent


def dealt():
    """A game after the deal: the first seat is to act."""
    states, rngs = start_games([11], 3)
    while GAME.mover(states[0]) == CHANCE:
        GAME.play(states[0], GAME.draw_chance(states[0], rngs[0]))
    return states[0]


def full_board(seed):
    """A position in which everybody has all areas full, but for a few of their own."""
    s, rng = dealt(), random.Random(seed)
    for area in range(34):
        s.dice[area] = MAX_DICE if rng.random() < 0.97 else rng.randrange(2, MAX_DICE)
    return s


def test_reserves_are_counted_as_the_rules_count_them():
    """Turn by turn without attacks, where all of it can be known; the rules fill the land, and so do we."""
    kept = 0
    for seed in range(20):
        s = full_board(seed)
        reserves = Reserves(4, 0)
        for _ in range(6):
            reserves.begin_turn(s)
            assert reserves.dice == [int(count) for count in s.reserve[:4]], seed
            kept += sum(reserves.dice[1:]) > 0
            reserves.end_turn(s)
            for _ in range(4):
                GAME.play(s, state.END)
                while GAME.mover(s) == CHANCE:  # wherever the dice fall: what is left counts
                    GAME.play(s, GAME.chances(s)[0][0])
    assert kept > 50, "there were reserves to be counted"


def test_who_has_room_left_has_no_reserve_unless_it_was_attacked():
    s = full_board(0)
    s.dice[:34] = MAX_DICE
    reserves = Reserves(4, 0)
    reserves.begin_turn(s)
    reserves.end_turn(s)
    rival = int(s.owner[next(area for area in range(34) if s.owner[area] != 0)])
    area = next(area for area in range(34) if s.owner[area] == rival and is_border(s, area))
    s.dice[area] = MAX_DICE - 2
    reserves.begin_turn(s)
    assert reserves.dice[rival] == 0
    attacker = next(
        other for other in range(34) if int(s.neighbours[area]) >> other & 1 and s.owner[other] != s.owner[area]
    )
    s.dice[attacker] = 1  # what a failed attack leaves
    reserves.begin_turn(s)
    assert reserves.dice[rival] > 0


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("warlord:seconds=1", "start a thread.*at most 5000 iterations"),
        ("warlord:iterations=100000", "start a thread"),
        ("mcts:seconds=0.1", "mcts:iterations=300"),
        ("program:true", "another program"),
    ],
)
def test_what_the_course_forbids_is_refused(spec, sentence, tmp_path):
    with pytest.raises(SettingsError, match=sentence):
        check_agent(spec)
    told = run_command("dicewars", "course-ai", "--agent", spec, "--out", tmp_path / "x.py")
    assert told.returncode == 2
    assert not (tmp_path / "x.py").exists()


def test_files_that_cannot_be_are_refused(tmp_path):
    foreign = tmp_path / "mine.py"
    foreign.write_text("print(1)\n")
    for file in (foreign, tmp_path / "no module.py", tmp_path / "warlord.txt"):
        assert run_command("dicewars", "course-ai", "--out", file).returncode == 2
    assert foreign.read_text() == "print(1)\n"
    assert agents.make_from_spec("warlord", GAME).budget.iterations == 300  # what `--agent warlord` plays with
