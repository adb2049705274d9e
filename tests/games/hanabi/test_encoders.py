"""The encoders: sizes, slices, numbers worked out by hand, nothing hidden in them, one by one as in batches."""

import itertools

import numpy as np
import pytest

from ludoteca.core.errors import UnsupportedGame
from ludoteca.core.rng import new_rng
from ludoteca.games.hanabi.encoders import bologna, bologna_any, chiappini, hle, hle_stacks
from ludoteca.games.hanabi.game import GAME
from ludoteca.protocol import CHANCE, new_states
from ludoteca.testing import random_positions

FOUR = {"variant": "four_colours"}


def views(seed, **options):
    """What the seats to act see along a random game."""
    for s in random_positions(GAME, seed, **options):
        if GAME.mover(s) >= 0:
            yield s, GAME.observe(s, GAME.mover(s))


def stack(rows):
    states = new_states(GAME.state_dtype, len(rows))
    for i, row in enumerate(rows):
        states[i] = row
    return states


def covers(slices, size):
    ends = sorted((part.start, part.stop) for part in slices.values())
    return ends[0][0] == 0 and ends[-1][1] == size and all(a[1] == b[0] for a, b in itertools.pairwise(ends))


@pytest.mark.parametrize(("players", "size"), [(2, 658), (3, 956), (4, 1041), (5, 1280)])
def test_the_environments_vector_has_its_length_and_named_parts(players, size):
    s = GAME.start(players=players)
    assert hle.size(s) == size
    assert covers(hle.slices(s), size)


def test_the_other_encoders_have_their_length_and_named_parts():
    assert covers(bologna.SLICES, 195)
    assert covers(chiappini.SLICES, 215)
    assert (chiappini.SIZE, chiappini.MEMORY, chiappini.OUTPUTS) == (99, 116, 35)
    with pytest.raises(UnsupportedGame, match="two players"):
        bologna.encode(GAME.start(players=3))
    with pytest.raises(UnsupportedGame, match="four_colours"):
        chiappini.encode(GAME.start())


@pytest.mark.parametrize("players", [2, 4])
def test_where_cards_stand_beside_their_stacks_follows_from_the_environments_vector(players):
    for _, view in list(views(5, players=players))[::4]:
        row, parts = hle_stacks.ENCODER.encode(view), hle_stacks.slices(view)
        bits = hle.encode(view, GAME.mover(view))
        assert covers(parts, len(row))
        assert np.array_equal(row[: len(bits)], bits)
        stacks = row[parts["fireworks"]].reshape(5, 5)
        ahead = np.arange(5) - np.where(stacks.any(axis=1), stacks.argmax(axis=1) + 1, 0)[:, None]  # [colour, rank]
        hands = row[parts["hands"]].reshape(-1, 25)
        seen = [hands @ (ahead < 0).ravel(), hands @ (ahead == 0).ravel(), hands @ (ahead == 1).ravel()]
        assert np.array_equal(row[parts["seen_stacks"]].reshape(-1, 3), np.stack(seen, axis=1))
        possible = row[parts["knowledge"]].reshape(-1, 35)[:, :25]
        held = possible.any(axis=1)
        known = row[parts["known_stacks"]].reshape(-1, 3)
        following, built = possible @ (ahead == 0).ravel(), possible @ (ahead < 0).ravel()
        count = possible.sum(axis=1)
        wanted = np.stack([following == count, following > 0, built == count], axis=1) & held[:, None]
        assert np.array_equal(known, wanted)


def encode_all(view):
    seat = GAME.mover(view)
    told = [hle.encode(view, seat)]
    if view.players == 2:
        for exact in (False, True):
            for canonical in (False, True):
                told += list(bologna.encode(view, exact, canonical))
    if view.colours_used == 4:
        told += [chiappini.encode(view), chiappini.encode(view, memory=True)]
    return [row.tobytes() for row in told]


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 5}, FOUR], ids=str)
def test_what_is_hidden_changes_no_number(options):
    compared = 0
    for seed in range(3):
        for _, view in list(views(seed, **options))[::3]:
            seat = GAME.mover(view)
            worlds = [GAME.guess(view, seat, new_rng(i)) for i in range(3)]
            told = encode_all(view)
            assert all(encode_all(GAME.observe(world, seat)) == told for world in worlds)
            assert all(hle.encode(world, seat).tobytes() == told[0] for world in worlds)
            compared += 1
    assert compared > 5


def test_batches_are_the_same_as_one_by_one():
    rows = [view for _, view in views(4, players=2)]
    states = stack(rows)
    out = np.ones((len(rows), 658), np.int8)
    hle.fill_many(states, out)
    assert all(np.array_equal(row, hle.encode(view, GAME.mover(view))) for row, view in zip(out, rows, strict=True))
    features, orders = np.ones((len(rows), 195)), np.zeros((len(rows), 5), np.int64)
    bologna.fill_many(states, False, True, features, orders)
    for i, view in enumerate(rows):
        one, order = bologna.encode(view, canonical=True)
        assert np.array_equal(features[i], one)
        assert np.array_equal(orders[i], order)
    rows = [view for _, view in views(4, **FOUR)]
    inputs = np.ones((len(rows), 215))
    chiappini.fill_many(stack(rows), inputs)
    assert all(np.array_equal(row, chiappini.encode(view, memory=True)) for row, view in zip(inputs, rows, strict=True))


def test_features_worked_out_by_hand():
    """Nothing was told: 45 cards are out of sight, all fireworks are empty, 1 of each colour can be built."""
    s = GAME.start(deck="r1 r2 r3 r4 r5 r1 y1 g2 w3 b5")
    while GAME.mover(s) == CHANCE:
        GAME.play(s, GAME.legal_actions(s)[0])
    features, order = bologna.encode(GAME.observe(s, 0))
    part = {name: features[where] for name, where in bologna.SLICES.items()}
    assert order.tolist() == [3, 4, 0, 1, 2]
    assert (part["fuse"], part["clues"], part["deck"]) == (3, 8, 40)
    assert part["other_value"].tolist() == [1, 1, 2, 3, 5]
    assert part["other_colour"].reshape(5, 5).argmax(axis=1).tolist() == [2, 3, 4, 0, 1]
    ones = 15 - 2  # two of them are in the other hand
    assert part["current_value_shares"][:5] == pytest.approx(
        [round(100 * ones / 45, 2), 20.0, 20.0, 22.22, 8.89], abs=0.01
    )
    exact, _ = bologna.encode(GAME.observe(s, 0), exact=True)
    assert exact[bologna.SLICES["current_playability"]] == pytest.approx([ones / 45] * 5, abs=1e-5)
    # the mover cannot know more of the other hand than that it is five of all fifty cards
    assert part["other_playability"] == pytest.approx([15 / 50] * 5, abs=1e-5)


def test_actions_go_through_the_projects_numbers_and_back():
    order = np.array([2, 0, 1, 4, 3])
    assert sorted(bologna.permute_action(action, order) for action in range(20)) == list(range(20))
    for action in range(20):
        assert bologna.restore_action(bologna.permute_action(action, order), order) == action
    assert bologna.permute_action(5, order) == 0  # play the oldest
    assert bologna.permute_action(10, order) == 16  # red is the second colour there
    s = GAME.start(**FOUR)
    assert sorted(chiappini.output_of(s, action) for action in range(35)) == list(range(35))
    assert all(chiappini.action_of(chiappini.output_of(s, action)) == action for action in range(35))


def test_canonical_features_do_not_depend_on_the_names_of_colours():
    """The same game with colours renamed: equal features at almost every position (full ties are broken by name)."""
    renamed = [3, 0, 4, 2, 1]
    same = plain = total = 0
    for seed in range(6):
        game = list(random_positions(GAME, seed))
        cards = [int(card) for card in game[-1].cards[: int(game[-1].drawn)]]
        decks = [cards, [renamed[card // 5] * 5 + card % 5 for card in cards]]
        twins = [GAME.start(deck=" ".join(f"{'rygwb'[c // 5]}{c % 5 + 1}" for c in deck)) for deck in decks]
        for action in game[-1].moves[: int(game[-1].ply)].tolist():
            for twin in twins:
                while GAME.mover(twin) == CHANCE:
                    GAME.play(twin, GAME.legal_actions(twin)[0])
            seen = [GAME.observe(twin, GAME.mover(twin)) for twin in twins]
            (a, first), (b, second) = (bologna.encode(view, canonical=True) for view in seen)
            total += 1
            same += np.array_equal(a, b)
            plain += np.array_equal(bologna.encode(seen[0])[0], bologna.encode(seen[1])[0])
            other = 10 + renamed[action - 10] if 10 <= action < 15 else action
            if np.array_equal(a, b) and [renamed[c] for c in first] == second.tolist():
                assert bologna.permute_action(action, first) == bologna.permute_action(other, second)
            GAME.play(twins[0], action)
            GAME.play(twins[1], other)
    assert same > 0.6 * total
    assert plain < 0.2 * total


def named(view):
    row = bologna_any.ENCODER.encode(view)
    return {name: row[part] for name, part in bologna_any.slices(view).items()}


def test_for_any_number_of_players_as_for_two():
    """With two players the numbers are those of the project's features, whose colours have another order."""
    for _, view in itertools.islice(views(3), 30):
        wide, (row, order) = named(view), bologna.encode(view)
        old = {name: row[part] for name, part in bologna.SLICES.items()}
        for whose, theirs in (("own", "current"), ("other", "other")):
            for name in ("playability", "uselessness", "entropy"):
                assert np.allclose(wide[f"{whose}_{name}"], old[f"{theirs}_{name}"])
            shares = wide[f"{whose}_colours"].reshape(5, 5)[:, order]
            assert np.allclose(shares.ravel(), old[f"{theirs}_colour_shares"] / 100, atol=1e-4)
        assert np.array_equal(wide["fireworks"][order], old["fireworks"])
        assert np.array_equal(wide["other_colour"].reshape(5, 5)[:, order].ravel(), old["other_colour"])
        ranks = wide["other_rank"].reshape(5, 5) @ np.arange(1, 6)
        assert np.array_equal(ranks, old["other_value"])


@pytest.mark.parametrize("players", [3, 4, 5])
def test_each_other_hand_has_its_place_and_what_it_may_hold(players):
    for s, view in itertools.islice(views(players, players=players), 0, 60, 7):
        found, seat, cards = named(view), GAME.mover(s), int(s.hand_size)
        assert covers(bologna_any.slices(view), bologna_any.size(view))
        assert np.array_equal(
            found["held"], found["other_colour"].reshape(-1, 5).T.dot(found["other_rank"].reshape(-1, 5)).ravel()
        )
        for ahead in range(1, players):
            owner = (seat + ahead) % players
            hand = [int(s.cards[order]) for order in s.hands[owner, : s.held[owner]]]
            first = (ahead - 1) * cards
            seen = found["other_rank"].reshape(-1, 5)[first : first + len(hand)].argmax(axis=1)
            assert seen.tolist() == [card % 5 for card in hand]
            playable = [s.piles[card // 5] == card % 5 for card in hand]
            assert found["other_playable"][first : first + len(hand)].tolist() == playable
            unseen = found["unseen"].reshape(-1, 25)[ahead - 1]
            assert all(unseen[card] >= 1 for card in hand)  # as far as the mover can tell, it may hold what it holds
            assert found["other_cards"][ahead - 1] == len(hand)


def test_features_of_the_project_tell_what_is_legal():
    for encoder in (bologna.ENCODER, bologna.CANONICAL):
        for _, view in views(4):
            legal = {int(encoder.output_of(view, int(action))) for action in GAME.legal_actions(view)}
            assert set(np.flatnonzero(bologna.legal_of(encoder.encode(view))).tolist()) == legal
