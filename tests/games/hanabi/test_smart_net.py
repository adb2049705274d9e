"""smart_net: its weights fit their names, with smart's order it plays as smart does, and no clue of it misleads."""

import numpy as np
import pytest

from ludoteca import make_agent
from ludoteca.core.jit import compiles
from ludoteca.core.rng import new_rng
from ludoteca.games.hanabi.bots import smart_notes
from ludoteca.games.hanabi.bots.smart_net import card_moves, features, policy
from ludoteca.games.hanabi.bots.team import shuffle_deck
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.study.simulation import play_bots
from ludoteca.networks.weights import load_tensors
from ludoteca.protocol import CHANCE

pytestmark = pytest.mark.skipif(not compiles, reason="whole games of bots; the contract tests run them plain")


def test_every_weight_has_a_name():
    tables, _ = load_tensors(policy.WEIGHTS)
    assert {"smart_net-2", "smart_net_partner-2"} <= set(tables)
    for table in tables.values():
        assert table.shape == (len(features.MOVE_KINDS), features.COLUMNS + 1, 1 + policy.HIDDEN)
        for kind, rows in zip(features.MOVE_KINDS, table, strict=True):
            named = len(features.POSITION_FEATURES) + len(features.MOVE_FEATURES[kind])
            assert np.abs(rows[named:-1, 0]).sum() == 0
    assert policy.LEARNED.shape[:2] == (2, 6)


def test_a_network_scores_moves_as_it_should():
    """Two hidden units by hand: one that is on, one that is off."""
    table = np.zeros(policy.LEARNED.shape[2:])
    table[features.DISCARD, 0, 0] = 2.0  # "always"
    first = len(features.POSITION_FEATURES)  # the first feature of the move
    table[features.DISCARD, first, 1], table[features.DISCARD, -1, 1] = 3.0, 10.0
    table[features.DISCARD, first, 2], table[features.DISCARD, -1, 2] = -3.0, 100.0
    moves = card_moves.new_moves()
    card_moves.add_move(moves, 4, features.DISCARD, (0.5,))
    scores, position = np.zeros(1), np.zeros(first)
    position[0] = 1.0
    policy.score_moves(table, position, moves, scores)
    assert scores[0] == 2.0 + 10.0 * 1.5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_smarts_order_it_plays_as_smart_does(players):
    """Most games are the same; where probabilities are counted by copies, few are not, and the mean is."""
    unlearned = np.array([[policy.tabulate(policy.SMART_ORDER)] * 6] * 2)
    ours = play_bots(["smart_net"] * players, 1000, 8, weights=unlearned)
    theirs = play_bots(["smart"] * players, 1000, 8)
    assert abs(ours.built.mean() - theirs.built.mean()) < 0.15
    assert (ours.moves == theirs.moves).mean() > 0.5


def test_what_was_learned_is_better_than_smart():
    """By 0.9 points beside smart and 1.2 with itself, most of which 1,000 decks must show."""
    teams = (["smart", "smart"], ["smart", "smart_net"], ["smart", "smart_net_partner"], ["smart_net", "smart_net"])
    smart, net_beside, partner, own = (play_bots(team, 1000, 8).zero.mean() for team in teams)
    assert smart + 0.6 < partner < own
    assert net_beside < partner


@pytest.mark.parametrize("name", ["smart_net", "smart_net_partner"])
def test_a_hint_never_misleads(name):
    """What its player then notes of a card is true, if it was true before."""
    bot = make_agent("bot", GAME, bot=name)
    clues = 0
    for seed in range(5):
        s = GAME.start()
        shuffle_deck(s, new_rng(seed))
        notes = np.zeros((5, 5), np.int64)
        smart_notes.begin(s, notes)
        while not GAME.is_over(s):
            if GAME.mover(s) == CHANCE:
                GAME.play(s, GAME.legal_actions(s)[0])
                continue
            seat = GAME.mover(s)
            action = bot.decide(GAME.observe(s, seat)).action
            smart_notes.settle(s, notes)
            before = count_true(s, notes, 1 - seat)
            smart_notes.update_notes(s, notes, 1 - seat, action)
            if action >= 10:
                clues += 1
                assert count_true(s, notes, 1 - seat) >= before
            GAME.play(s, action)
    assert clues > 50


def count_true(s, notes, seat):
    """The slots of a hand of which the notes allow the card that is there."""
    return sum(int(notes[seat, i]) >> int(s.cards[s.hands[seat, i]]) & 1 for i in range(int(s.held[seat])))
