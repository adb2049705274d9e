"""What every game is held to, whatever its kind. Games are chosen by declared capability, never by name."""

import numpy as np
import pytest

from helpers import ALL_GAMES, FEW, after, describe, played, random_positions, select
from ludoteca.core.errors import GameOver, IllegalAction, NotationError, SetupError, StateError, UnknownName
from ludoteca.core.jit import compiles
from ludoteca.core.rng import new_rng
from ludoteca.protocol import CHANCE, OVER
from ludoteca.protocol import rules as generic

SEEDS = range(FEW)
every_game = pytest.mark.parametrize("game", ALL_GAMES, ids=describe)


def positions(game):
    return [s for seed in SEEDS for s in played(game, seed)]


@every_game
def test_sizes_are_within_what_is_declared(game):
    """At every position of whole games, not only at those that are kept."""
    info = game.info
    for seed in range(2):
        plies = -1
        for s in random_positions(game, seed):
            plies += 1
            legal = game.legal_actions(s)
            assert len(legal) <= (info.max_outcomes if game.mover(s) == CHANCE else info.max_actions)
            assert len(set(legal)) == len(legal)
            assert info.seats[0] <= game.seats(s) <= info.seats[1]
            assert -2 <= game.mover(s) < game.seats(s)
        assert plies <= info.longest


@every_game
def test_somebody_can_act_until_the_game_is_over(game):
    for s in positions(game):
        assert bool(game.legal_actions(s)) == (game.mover(s) != OVER)


@every_game
def test_nothing_is_legal_after_the_end(game):
    for s in positions(game):
        if game.is_over(s):
            before = s.tobytes()
            assert game.legal_actions(s) == []
            with pytest.raises(GameOver, match="over"):
                game.play(s, 0)
            assert s.tobytes() == before


@every_game
def test_an_illegal_action_is_refused_and_changes_nothing(game):
    for s in positions(game)[:40]:
        if game.is_over(s):
            continue
        before = s.tobytes()
        for wrong in ({-7, 10**6} | set(range(40))) - set(game.legal_actions(s)):
            with pytest.raises(IllegalAction, match="not legal here; legal: "):
                game.play(s, wrong)
            assert s.tobytes() == before


@every_game
def test_returns_are_what_is_declared(game):
    info = game.info
    for s in positions(game):
        values = game.returns(s)
        assert len(values) == game.seats(s)
        assert all(info.min_return <= value <= info.max_return for value in values)
        if info.zero_sum:
            assert sum(values) == pytest.approx(0)
        if info.co_operative:
            assert len(set(values)) == 1
        if not info.running and not game.is_over(s):
            assert values == [0.0] * len(values)


@every_game
def test_actions_go_through_notation_and_back(game):
    for s in positions(game):
        for action in game.legal_actions(s):
            assert game.parse_action(s, game.format_action(s, action)) == action


@every_game
def test_unreadable_text_is_a_notation_error(game):
    s = game.start()
    for text in ("", "?", "xyzzy 99", "\x00", "d" * 1000):
        with pytest.raises(NotationError):
            game.parse_action(s, text)


@every_game
def test_bytes_go_out_and_back(game):
    for s in positions(game)[:30]:
        assert game.same(game.from_bytes(s.tobytes()), s)
        assert game.same(game.copy(s), s)
    with pytest.raises(StateError, match="bytes"):
        game.from_bytes(b"short")


@every_game
def test_the_board_is_drawn(game):
    """And most positions look different."""
    shown = {s.tobytes(): game.draw(s) for s in positions(game)[:30]}
    assert all(text.strip() for text in shown.values())
    assert len(set(shown.values())) > len(shown) / 2


@every_game
def test_setups_go_out_and_back_and_bad_ones_are_refused(game):
    setup = game.parse_setup()
    options = game.format_setup(setup)
    assert game.parse_setup(options).tobytes() == setup.tobytes()
    with pytest.raises(UnknownName, match="no option"):
        game.parse_setup({"colour_of_the_box": "red"})
    for option in game.info.options:
        with pytest.raises((UnknownName, SetupError)):
            game.parse_setup({option.name: "no such thing"})
        if not option.choices:
            with pytest.raises(SetupError, match=f"from {option.low} to {option.high}"):
                game.parse_setup({option.name: option.high + 1})


@pytest.mark.parametrize("game", select(lambda info: info.chance), ids=describe)
def test_chances_sum_to_one(game):
    seen = 0
    for s in positions(game):
        if game.mover(s) == CHANCE:
            seen += 1
            assert sum(p for _, p in game.chances(s)) == pytest.approx(1)
            assert all(p > 0 for _, p in game.chances(s))
    assert seen


@pytest.mark.parametrize("game", select(lambda info: info.simultaneous), ids=describe)
def test_picks_do_not_depend_on_pending_ones(game):
    seen = 0
    for s in positions(game):
        if game.mover(s) < 0 or generic.pending(s) == 0:
            continue
        seen += 1
        seat = game.mover(s)
        alone = game.copy(s)
        generic.retract(alone, seat)
        assert game.mover(alone) == seat
        assert generic.pending(alone) == 0
        assert game.legal_actions(alone) == game.legal_actions(s)
        view = game.observe(s, seat)
        generic.retract(view, seat)
        assert game.same(view, game.observe(alone, seat)), "a view after retract still depends on pending picks"
    assert seen


def keys_of(game, rows):
    """The keys of states, which are laid out side by side in the order given."""
    states = generic.new_states(game.state_dtype, len(rows))
    for i, s in enumerate(rows):
        states[i] = s
    words = generic.words_of(states)
    return [int(generic.key(states[i], words[i])) for i in range(len(rows))]


@every_game
def test_a_key_depends_on_the_state_and_on_nothing_else(game):
    rows = [s for seed in SEEDS for s in played(game, seed)][:400]
    assert keys_of(game, rows[::-1]) == keys_of(game, rows)[::-1]


@every_game
def test_positions_with_equal_keys_can_be_treated_alike(game):
    """A game may call positions equal that differ in their history. While the game runs they must agree in all that a
    search asks for."""
    seeds = range(4 * FEW) if compiles else SEEDS
    running = [s for seed in seeds for s in played(game, seed) if game.mover(s) != OVER]
    distinct = {s.tobytes(): s for s in running}
    rows = list(distinct.values())[:400]
    found = {}
    for s, key in zip(rows, keys_of(game, rows), strict=True):
        estimates = tuple(generic.evaluate(s, seat) for seat in range(game.seats(s)))
        said = (game.mover(s), sorted(game.legal_actions(s)), game.returns(s), estimates)
        assert found.setdefault(key, said) == said
    assert len(found) >= 0.9 * len(rows)


@every_game
def test_an_estimate_lies_in_the_range_of_returns(game):
    for s in positions(game):
        for seat in range(game.seats(s)):
            assert game.info.min_return <= generic.evaluate(s, seat) <= game.info.max_return


@pytest.mark.parametrize("game", select(lambda info: info.rewards), ids=describe)
def test_other_rewards_lie_between_zero_and_one(game):
    out = np.full(generic.MAX_SEATS, np.nan)
    for s in positions(game):
        for kind in range(len(game.info.rewards)):
            generic.rewards(s, kind, out)
            values = out[: game.seats(s)]
            assert ((values >= 0) & (values <= 1)).all()


@pytest.mark.parametrize("game", select(lambda info: info.bots), ids=describe)
def test_bots_advise_legal_actions(game):
    for s in positions(game):
        if game.mover(s) >= 0:
            for bot in range(len(game.info.bots)):
                assert generic.bot_action(s, bot, new_rng(1)) in game.legal_actions(s)


@every_game
def test_playing_on_a_copy_leaves_the_original(game):
    s = game.start()
    before = s.tobytes()
    after(game, s, game.legal_actions(s)[0])
    assert s.tobytes() == before
