"""Matches: seeds, clocks, and agents that break the rules."""

import time

import pytest

from helpers import ALL_GAMES, describe, select
from ludoteca import agents, games
from ludoteca.core.errors import RecordError, SetupError
from ludoteca.core.rng import new_rng, split_seed
from ludoteca.lab.match import Clock, Conditions, OngoingMatch, Streams, play_match, play_series, share_forfeit
from ludoteca.protocol import Decision
from ludoteca.testing.agents import quick_agent

C4 = games.load("connect_four")
TENTH, SHORT = (Conditions(Clock(per_action=seconds)) for seconds in (0.1, 0.05))


class Scripted:
    """An agent of somebody else's: only `decide`, and whatever a test wants it to do."""

    def __init__(self, answer):
        self.answer = answer

    def decide(self, view, budget=None, watch=None):
        return self.answer(view, watch)


def first_legal(view, watch):
    return Decision(C4.legal_actions(view)[0])


def crash(view, watch):
    raise ZeroDivisionError("oh no")


def sleep(view, watch):
    time.sleep(5)


def obedient(view, watch):
    """Searches for ever, but stops when told to."""
    while not watch._stopped:
        time.sleep(0.005)
    return first_legal(view, watch)


@pytest.mark.parametrize("game", ALL_GAMES, ids=describe)
def test_equal_seeds_play_equal_games(game):
    seats = game.seats(game.start())
    able = agents.agents_for(game)
    names = [able[seat % len(able)] for seat in range(seats)]
    one = play_match(game, [quick_agent(name, game) for name in names], seed=4).record
    two = play_match(game, [quick_agent(name, game, seed=77) for name in names], seed=4).record
    assert one.actions == two.actions
    assert one.result == two.result


def test_different_seeds_play_different_games():
    players = [quick_agent("random", C4), quick_agent("random", C4)]
    assert len({play_match(C4, players, seed=seed).record.actions for seed in range(20)}) == 20


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (crash, "crashed: ZeroDivisionError: oh no"),
        (lambda view, watch: Decision(99), "illegal action 99"),
        (lambda view, watch: Decision("d"), "illegal action 'd'"),
        (lambda view, watch: Decision(True), "illegal action True"),
        (lambda view, watch: None, "crashed: AttributeError"),
    ],
)
def test_a_broken_agent_forfeits_and_the_match_stands(answer, reason):
    record = play_match(C4, [Scripted(first_legal), Scripted(answer)], seed=1).record
    assert record.result.forfeit == 1
    assert reason in record.result.reason
    assert record.result.returns == (1.0, -1.0)
    assert len(record.actions) == 1


@pytest.mark.alone
def test_a_late_agent_forfeits():
    started = time.perf_counter()
    record = play_match(C4, [Scripted(sleep), Scripted(first_legal)], conditions=TENTH).record
    assert time.perf_counter() - started < 2
    assert record.result.forfeit == 0
    assert "late" in record.result.reason


def test_an_agent_that_stops_when_told_is_not_late():
    record = play_match(C4, [Scripted(obedient), Scripted(first_legal)], conditions=SHORT).record
    assert record.result.forfeit is None


@pytest.mark.alone
def test_a_search_keeps_to_the_clock():
    players = [quick_agent("mcts", C4, seconds=60), quick_agent("random", C4)]
    match = play_match(C4, players, conditions=SHORT)
    assert match.record.result.forfeit is None
    assert max(match.seconds[0]) < 0.5


def test_a_clock_for_the_whole_game_runs_out():
    players = [Scripted(obedient), Scripted(first_legal)]
    record = play_match(C4, players, conditions=Conditions(Clock(per_game=0.12))).record
    assert record.result.forfeit == 0
    assert "out of time" in record.result.reason


@pytest.mark.parametrize("value", [0, -1, 1e9])
def test_absurd_clocks_are_refused(value):
    with pytest.raises(SetupError, match="clock"):
        Clock(per_action=value)


def test_the_number_of_players_must_fit():
    with pytest.raises(SetupError, match="2 seats, not 3"):
        play_match(C4, [quick_agent("random", C4)] * 3)


@pytest.mark.parametrize("game", ALL_GAMES, ids=describe)
def test_the_forfeit_rule(game):
    s = game.start()
    shares = share_forfeit(game, s, 1)
    info = game.info
    assert shares[1] == info.min_return
    assert all(info.min_return <= share <= info.max_return for share in shares)
    if info.zero_sum:
        assert sum(shares) == pytest.approx(0)
    if info.co_operative:
        assert set(shares) == {info.min_return}


def test_agents_see_only_their_view():
    """A match hands out `observe(s, seat)` and nothing else."""
    for game in select(lambda info: info.hidden):
        seen = []

        class Spy:
            def __init__(self, game, seen, inner):
                self.game, self.seen, self.inner = game, seen, inner

            def decide(self, view, budget=None, watch=None):
                seat = self.game.mover(view)
                self.seen.append(self.game.same(self.game.observe(view, seat), view))
                return self.inner.decide(view)

        players = [Spy(game, seen, quick_agent("random", game, seed=seat)) for seat in range(2)]
        play_match(game, players, seed=3)
        assert seen
        assert all(seen)


def test_a_series_rotates_the_seats_and_repeats_the_chance():
    game = next(iter(select(lambda info: info.chance and not info.hidden and info.seats == (2, 2))))
    players = [quick_agent("random", game), quick_agent("random", game)]
    rows = list(play_series(game, players, 6, seed=9))
    assert [seating for _, seating, _ in rows] == [(0, 1), (1, 0)] * 3
    seeds = [match.record.seed for _, _, match in rows]
    assert seeds[0] == seeds[1] != seeds[2]
    again = list(play_series(game, players, 6, seed=9))
    assert [m.record.actions for _, _, m in rows] == [m.record.actions for _, _, m in again]


def test_agents_may_be_named_by_their_specification():
    match = play_match(C4, ["minimax:depth=1", "random"], seed=2)
    assert [seat["agent"] for seat in match.seats] == ["minimax", "random"]
    made = [quick_agent("minimax", C4, depth=1), quick_agent("random", C4)]
    assert match.actions == play_match(C4, made, seed=2).actions


def test_a_match_begins_in_any_position():
    s = C4.start()
    for column in (3, 3, 2):
        C4.play(s, column)
    before = s.tobytes()
    match = play_match(C4, ["random", "random"], seed=2, start=s)
    assert match.movers[0] == 1
    assert s.tobytes() == before
    assert C4.is_over(match.final)
    with pytest.raises(RecordError, match="given position"):
        match.record  # noqa: B018


def test_turns_are_seen_before_they_are_played_and_a_match_can_be_broken_off():
    ongoing = OngoingMatch(C4, ["minimax:depth=1", "random"], seed=2)
    seen = []
    for turn in ongoing.turns():
        assert turn.action in C4.legal_actions(turn.state)
        assert turn.decision.action == turn.action
        seen.append((turn.ply, turn.seat))
        if turn.ply == 4:
            break
    match = ongoing.finish()
    assert seen == [(0, 0), (1, 1), (2, 0), (3, 1), (4, 0)]
    assert match.result is None
    assert len(match.actions) == 4  # the last one was shown and not played


def test_a_study_may_bring_its_own_streams():
    """The usual ones, given by hand, play the same game; other seeds for the seats another one."""
    game = next(iter(select(lambda info: info.chance and info.seats == (2, 2))))
    seeds = [split_seed(5, "seat", seat) for seat in range(2)]
    usual = Streams(5, new_rng(5, "chance"), new_rng(5, "opening"), seeds)
    other = Streams(5, new_rng(5, "chance"), new_rng(5, "opening"), [1, 2])
    actions = play_match(game, ["random", "random"], seed=5).actions
    assert play_match(game, ["random", "random"], usual).actions == actions
    assert play_match(game, ["random", "random"], other).actions != actions


def test_an_agent_without_a_seed_keeps_its_own_random_numbers():
    agent = quick_agent("random", C4, seed=9)
    streams = [Streams(0, new_rng(0), new_rng(0), [None, None]) for _ in range(2)]
    first, second = (play_match(C4, [agent, agent], stream).actions for stream in streams)
    assert first != second
