"""keen: its weights fit their names, with smart's order it plays as smart does, and it never gives a false hint."""

import numpy as np
import pytest

from ludoteca import make_agent
from ludoteca.games.hanabi import GAME
from ludoteca.games.hanabi.bots import keen, keen_sight, smart_notes
from ludoteca.games.hanabi.bots.keen_weights import WEIGHTS
from ludoteca.games.hanabi.table import deal_deck, play_table
from ludoteca.jit import compiles
from ludoteca.protocol import CHANCE
from ludoteca.rng import new_rng

pytestmark = pytest.mark.skipif(not compiles, reason="whole games of bots; the contract tests run them plain")


def test_every_weight_has_a_name():
    for rows in WEIGHTS.values():
        for kind, row in zip(keen_sight.MOVES, rows, strict=True):
            assert len(row) == len(keen_sight.MOMENT) + len(keen_sight.DETAILS[kind])
    assert keen.BRED.shape == (6, len(keen_sight.MOVES), keen_sight.COLUMNS)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_smarts_order_it_plays_as_smart_does(players):
    """Most games are the same; where probabilities are counted by copies, few are not, and the mean is."""
    unbred = np.array([keen.tabulate(keen.SMART_ORDER)] * 6)
    ours = play_table(GAME, ["keen"] * players, 1000, 8, weights=unbred)
    theirs = play_table(GAME, ["smart"] * players, 1000, 8)
    assert abs(ours.built.mean() - theirs.built.mean()) < 0.15
    assert (ours.moves == theirs.moves).mean() > 0.5


def test_bred_it_is_better_than_smart_with_itself_and_beside_it():
    """By 0.6 points beside it and 1.0 with itself, of which 1,000 decks must show half of the first."""
    teams = (["smart", "smart"], ["smart", "keen"], ["keen", "keen"])
    means = [play_table(GAME, team, 1000, 8).zero.mean() for team in teams]
    assert means[0] + 0.3 < means[1] < means[2]


def test_a_hint_never_misleads():
    """What its player then notes of a card is true, if it was true before."""
    bot = make_agent("bot", GAME, bot="keen")
    hints = 0
    for seed in range(5):
        s = GAME.start()
        deal_deck(s, new_rng(seed))
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
            smart_notes.note(s, notes, 1 - seat, action)
            if action >= 10:
                hints += 1
                assert count_true(s, notes, 1 - seat) >= before
            GAME.play(s, action)
    assert hints > 50


def count_true(s, notes, seat):
    """The slots of a hand of which the notes allow the card that is there."""
    return sum(int(notes[seat, i]) >> int(s.cards[s.hands[seat, i]]) & 1 for i in range(int(s.held[seat])))
