"""The compiled path of the match engine: the same games as one played step by step, and policies of one's own."""

from typing import Any, NamedTuple

import numpy as np
import pytest
from numba import typeof

from ludoteca import agents
from ludoteca.agents.playouts import UNIFORM
from ludoteca.core.code_key import make_key
from ludoteca.core.errors import IllegalAction, SetupError, UnknownName
from ludoteca.core.jit import as_int, compiled, compiles
from ludoteca.core.rng import below, new_rng, pick_weighted, split_seed
from ludoteca.lab.match import ASK, STOP, Bots, list_returns, new_rngs, play_batch, play_beside, repeat_states
from ludoteca.lab.match.compiled import play_all
from ludoteca.protocol import CHANCE, Decision
from ludoteca.protocol.rules import bot_action
from tiny import dice_race, lanterns, runners

RACE, TEAM, RUN = dice_race.GAME, lanterns.GAME, runners.GAME


def play_slowly(game, places, chance, rng):
    """The same game through the checked face, one action at a time: (final state, actions)."""
    s, actions = game.start(), []
    while not game.is_over(s):
        who = game.mover(s)
        legal = game.legal_actions(s)
        if who == CHANCE:
            outcomes = game.chances(s)
            action = outcomes[pick_weighted(chance, np.array([p for _, p in outcomes]), len(outcomes))][0]
        elif places[who] == UNIFORM:
            action = legal[below(rng, len(legal))]
        else:
            action = int(bot_action(s, places[who], rng))
        game.play(s, action)
        actions.append(action)
    return s, actions


@pytest.mark.parametrize(
    ("game", "places"), [(RACE, [0, 0]), (RACE, [0, UNIFORM]), (TEAM, [UNIFORM, 0]), (RUN, [UNIFORM] * 3)]
)
def test_a_batch_plays_what_single_steps_play(game, places):
    states, rngs = repeat_states(game, [game.start()], 12), new_rngs(5, "game", 12)
    plies = play_batch(game, states, Bots.seated(game, places), rngs)
    for i in range(12):
        rng = new_rng(5, "game", i)
        slow, actions = play_slowly(game, places, rng, rng)
        assert game.same(states[i], slow)
        assert plies[i] == len(actions)
        assert list_returns(game, states)[i].tolist() == game.returns(slow)
    assert len({state.tobytes() for state in states}) > 1


def test_chance_and_players_may_have_streams_of_their_own():
    rngs = np.array([[split_seed(1, "chance", i), split_seed(1, "bots", i)] for i in range(6)], np.uint64)
    states = repeat_states(RACE, [RACE.start()], 6)
    play_batch(RACE, states, Bots.seated(RACE, [UNIFORM, UNIFORM]), rngs.copy())
    for i in range(6):
        slow, _ = play_slowly(RACE, [UNIFORM, UNIFORM], rngs[i, :1].copy(), rngs[i, 1:].copy())
        assert RACE.same(states[i], slow)


def test_games_may_share_one_stream_in_turn():
    states = repeat_states(RACE, [RACE.start()], 4)
    play_batch(RACE, states, Bots.seated(RACE, [UNIFORM, 0]), new_rng(3)[None, :].copy())
    rng = new_rng(3)
    for i in range(4):
        assert RACE.same(states[i], play_slowly(RACE, [UNIFORM, 0], rng, rng)[0])


def test_each_game_may_have_its_own_seats():
    places = [[0, UNIFORM], [UNIFORM, 0], [0, 0]]
    states = repeat_states(RACE, [RACE.start()], 3)
    play_batch(RACE, states, Bots.seated(RACE, places), new_rngs(2, "game", 3))
    for i in range(3):
        rng = new_rng(2, "game", i)
        assert RACE.same(states[i], play_slowly(RACE, places[i], rng, rng)[0])


def test_bots_are_found_by_name():
    assert Bots.named(RACE, ["chaser", "random"]).places.tolist() == [[0, UNIFORM]]
    with pytest.raises(UnknownName, match="chaser"):
        Bots.named(RACE, ["chazer", "chaser"])


def test_what_does_not_fit_is_refused():
    states = repeat_states(RUN, [RUN.start(players=3)], 4)
    with pytest.raises(SetupError, match="3 seats"):
        play_batch(RUN, states, Bots.seated(RUN, [UNIFORM] * 2), new_rngs(1, "game", 4))
    with pytest.raises(SetupError, match="4 games take a generator each"):
        play_batch(RUN, states, Bots.seated(RUN, [UNIFORM] * 3), new_rngs(1, "game", 3))


def test_roots_are_taken_in_turn():
    first, second = RUN.start(players=2), RUN.start(players=3)
    states = repeat_states(RUN, [first, second], 5)
    assert [int(s.runners) for s in states] == [2, 3, 2, 3, 2]


class Recorder(NamedTuple):
    """Plays the first legal action, writes down who acted, and gives up after some actions."""

    seen: Any
    out: Any

    @compiled
    def choose(self, game: int, s: Any, seat: int, rng: Any) -> int:
        n = as_int(self.seen[game, 0])
        if n == 3:
            return STOP
        self.seen[game, 0] = n + 1
        self.seen[game, n + 1] = seat
        return 0


def test_a_policy_of_ones_own_keeps_notes_and_breaks_off():
    states = repeat_states(RUN, [RUN.start(players=3)], 2)
    seen = np.zeros((2, 8), np.int64)
    plies = play_batch(RUN, states, Recorder(seen, np.zeros(4, np.int32)), new_rngs(1, "game", 2))
    assert plies.tolist() == [3, 3]
    assert seen[:, :4].tolist() == [[3, 0, 1, 2]] * 2
    assert not any(RUN.is_over(s) for s in states)


def make_policy(answer: int) -> type:
    class Constant(NamedTuple):
        out: Any

        @compiled
        def choose(self, game: int, s: Any, seat: int, rng: Any) -> int:
            return answer

    return Constant


@pytest.mark.skipif(not compiles, reason="plain Python has no machine code to keep")
def test_machine_code_is_kept_apart_for_policies_that_differ_in_their_method_alone():
    """Two policies of one name and shape: the second must not get the code of the first."""
    out = np.zeros(4, np.int32)
    policies = [make_policy(answer)(out) for answer in (0, 0, STOP)]
    keys = [make_key(play_all.py_func, {}, (typeof(policy),), "") for policy in policies]
    assert keys[0] == keys[1] != keys[2]


def test_agents_play_beside_compiled_bots():
    """The agent's seat is asked, the other plays as it would among bots, chance and bots from one stream."""
    agent = agents.make("bot", RACE, bot="chaser")
    states = repeat_states(RACE, [RACE.start()], 1)
    turns = list(play_beside(RACE, states, Bots.seated(RACE, [ASK, UNIFORM]), new_rngs(4, "game", 1), {0: agent}))
    assert turns
    assert {turn.seat for turn in turns} == {0}
    assert all(turn.info.seconds > 0 for turn in turns)
    alone = repeat_states(RACE, [RACE.start()], 1)
    play_batch(RACE, alone, Bots.seated(RACE, [0, UNIFORM]), new_rngs(4, "game", 1))
    assert RACE.same(states[0], alone[0])


def test_an_illegal_action_beside_bots_is_refused():
    class Broken:
        def decide(self, view, budget=None, watch=None):
            return Decision(99)

    states = repeat_states(RACE, [RACE.start()], 1)
    with pytest.raises(IllegalAction):
        list(play_beside(RACE, states, Bots.seated(RACE, [ASK, 0]), new_rngs(4, "game", 1), {0: Broken()}))
