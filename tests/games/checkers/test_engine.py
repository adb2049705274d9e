"""The engine: its evaluation, its search, its answers."""

import numpy as np
import pytest

from ludoteca import agents
from ludoteca.core.errors import UnsupportedGame
from ludoteca.core.jit import as_int, compiles
from ludoteca.core.rng import below, new_rng
from ludoteca.games import load
from ludoteca.games.checkers.board import RULE_SETS
from ludoteca.games.checkers.engine.evaluation import FEATURES, FULL, PHASES, evaluate, write_features
from ludoteca.games.checkers.engine.weights import load_weights
from ludoteca.games.checkers.game import GAME
from ludoteca.lab.match import Conditions, Streams, play_match
from ludoteca.protocol import Budget, Watch


def random_states(rules, n, seed, longest=70):
    rng = new_rng(seed)
    while n > 0:
        s = GAME.start(rules=rules)
        for _ in range(below(rng, longest)):
            legal = GAME.legal_actions(s)
            if legal:
                GAME.play(s, legal[below(rng, len(legal))])
        if not GAME.is_over(s):
            n -= 1
            yield s


def boards_of(s):
    side = int(s.to_move)
    boards = (s.men[side], s.kings[side], s.men[1 - side], s.kings[1 - side])
    return as_int(s.rules), as_int(side), *(as_int(board) for board in boards)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_evaluation_is_the_weighted_sum_of_its_features(rules):
    weights = np.random.default_rng(1).integers(-200, 200, (PHASES, FEATURES))
    for s in random_states(rules, 40, 2):
        features = np.zeros(FEATURES, np.int64)
        pieces = write_features(*boards_of(s), features)
        opening, ending = weights @ features
        assert evaluate(weights, *boards_of(s)) == (opening * pieces + ending * (FULL - pieces)) // FULL


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_evaluation_sees_both_sides_alike(rules):
    """Turning the board round and swapping the colours leaves the mover's points."""
    weights, _ = load_weights(RULE_SETS.index(rules))
    for s in random_states(rules, 40, 3):
        number, side, *boards = boards_of(s)
        turned = [as_int(int(f"{int(board):035b}"[::-1], 2)) for board in boards]
        assert evaluate(weights, number, side, *boards) == evaluate(weights, number, as_int(1 - side), *turned)


def plain_search(s, depth):
    """Whether the mover can force a win (1), must lose (-1), or neither, within so many moves."""
    if GAME.is_over(s):
        return int(GAME.returns(s)[int(s.to_move)])
    if depth == 0:
        return 0
    best = -1
    for action in GAME.legal_actions(s):
        child = GAME.copy(s)
        GAME.play(child, action)
        best = max(best, -plain_search(child, depth - 1))
    return best


@pytest.mark.parametrize("rules", RULE_SETS)
def test_forced_wins_are_found(rules):
    """In small endings: what brute force calls won within three moves, the engine calls won, and plays it."""
    agent = agents.make("checkers_engine", GAME, nodes=20_000 if compiles else 300, table=12)
    rng = np.random.default_rng(6)
    won = 0
    for _ in range(80 if compiles else 4):
        squares = rng.permutation(np.arange(5, 29))[:4]
        fen = f"W:WK{squares[0]},K{squares[1]},K{squares[2]}:B{squares[3]}"
        s = GAME.start(rules=rules, fen=fen)
        if len(GAME.legal_actions(s)) < 2 or plain_search(s, 3) != 1:  # an only move is played at once
            continue
        won += 1
        decision = agent.decide(s)
        assert decision.analysis.proven
        assert decision.analysis.value == 1.0
    assert won > 0 or not compiles


def test_it_takes_what_is_free_and_sees_through_an_exchange():
    agent = agents.make("checkers_engine", GAME, nodes=20_000 if compiles else 500, table=12)
    s = GAME.start(rules="unisa", fen="W:W22,31,32:B18,2,3")
    assert GAME.format_action(s, agent.decide(s).action) == "22x15"


def test_a_repetition_is_avoided_by_the_winning_side():
    """Two kings against one in the corner: the engine does not shuffle to a draw while it is winning."""
    agent = agents.make("checkers_engine", GAME, nodes=30_000 if compiles else 300, table=14)
    s = GAME.start(rules="english", fen="W:WK15,K18,K23:BK10,K29")
    rng = new_rng(4)
    while not GAME.is_over(s) and s.ply < 160:
        legal = GAME.legal_actions(s)
        action = agent.decide(s).action if GAME.mover(s) == 0 else legal[below(rng, len(legal))]
        GAME.play(s, action)
    assert s.winner == 0 or not compiles


def test_equal_nodes_give_equal_decisions_and_depth_is_respected():
    for s in random_states("english", 4, 8):
        first = agents.make("checkers_engine", GAME, nodes=3000, table=12).decide(s)
        second = agents.make("checkers_engine", GAME, nodes=3000, table=12).decide(s)
        assert (first.action, first.analysis.line, first.analysis.nodes) == (
            second.action,
            second.analysis.line,
            second.analysis.nodes,
        )
        shallow = agents.make("checkers_engine", GAME, depth=2, table=12).decide(s, Budget(nodes=10**6))
        assert shallow.analysis.depth <= 2


@pytest.mark.parametrize("rules", RULE_SETS)
def test_its_line_can_be_played(rules):
    agent = agents.make("checkers_engine", GAME, nodes=20_000 if compiles else 300, table=12)
    for s in random_states(rules, 5, 12):
        decision = agent.decide(s)
        assert decision.analysis.line[0] == decision.action
        for action in decision.analysis.line:
            GAME.play(s, action)


def test_it_refuses_other_games():
    with pytest.raises(UnsupportedGame, match="only checkers; use alphabeta"):
        agents.make("checkers_engine", load("connect_four"))


@pytest.mark.skipif(not compiles, reason="too slow uncompiled")
def test_it_beats_the_original_programs_hard_level():
    """A short form of the match that `lab` plays at length: six openings with both colours, few nodes."""
    hard = agents.make_from_spec("Hard", GAME, 2)
    engine = agents.make("checkers_engine", GAME, nodes=60_000)
    results = []
    for opening in range(6):
        for seat in (0, 1):
            rng = new_rng(opening, "opening")
            players = [engine, hard] if seat == 0 else [hard, engine]
            match = play_match(GAME, players, Streams(0, rng, rng, [None, None]), None, Conditions(opening=4))
            results.append(match.result.returns[seat])
    assert results.count(-1.0) == 0
    assert results.count(1.0) >= 10


def test_a_search_that_was_stopped_before_it_began_still_looks_ahead():
    """On a busy machine the clock may run out before the search gets a turn: it must not play just any move."""
    s = GAME.start(rules="unisa", fen="W:W22,32:B4,12,18")  # capturing is free there
    agent, watch = agents.make("checkers_engine", GAME, seconds=10, table=8), Watch()
    watch.stop()
    decision = agent.decide(s, watch=watch)
    assert GAME.format_action(s, decision.action) == "22x15"
    assert decision.analysis.depth >= 1
