"""UCT: the formula, convergence, chance, simultaneous picks, many seats, hidden information, threads, reuse."""

import math
import threading

import pytest

import tiny
from agents.test_values import C4, C4_ENDGAMES, best_actions, endgames
from helpers import bound_median, brute_force, describe, select, wait_until
from ludoteca import agents
from ludoteca.core.errors import LudotecaError, SettingsError, UnknownName
from ludoteca.protocol import CHANCE, Budget, Watch
from ludoteca.testing import random_positions
from ludoteca.testing.agents import quick_agent
from tiny.runners import TRACK


def by_kind(**wanted):
    return next(g for g in tiny.GAMES if all(getattr(g.info, k) == v for k, v in wanted.items()))


DICE = by_kind(chance=True, hidden=False)
PENNIES = by_kind(simultaneous=True)
CARDS = by_kind(hidden=True, co_operative=False)
TEAM = by_kind(hidden=True, co_operative=True)
RACE = by_kind(utility="general", simultaneous=False)
AUCTION = by_kind(utility="general", simultaneous=True)


def test_the_first_iterations_try_every_action_once():
    rows = quick_agent("mcts", C4, iterations=7).decide(C4.start()).analysis.actions
    assert [row.visits for row in rows] == [1] * 7
    rows = quick_agent("mcts", C4, iterations=8).decide(C4.start()).analysis.actions
    assert sorted(row.visits for row in rows) == [1] * 6 + [2]


@pytest.mark.parametrize("exploration", [0.3, 1 / math.sqrt(2)])
def test_the_next_action_maximises_the_uct_formula(exploration):
    """mean + 2 Cp sqrt(2 ln N / n) of the counts after N iterations names the action of iteration N + 1."""
    for n in (7, 20, 55, 130):
        before = quick_agent("mcts", C4, iterations=n, exploration=exploration).decide(C4.start()).analysis.actions
        later = quick_agent("mcts", C4, iterations=n + 1, exploration=exploration).decide(C4.start()).analysis.actions
        counts = {row.action: row.visits for row in before}
        (grown,) = [row.action for row in later if row.visits > counts[row.action]]

        def score(row, n=n):
            return (row.value + 1) / 2 + 2 * exploration * math.sqrt(2 * math.log(n) / row.visits)

        assert score(next(r for r in before if r.action == grown)) == pytest.approx(max(score(r) for r in before))


@pytest.mark.parametrize("game", select(lambda i: not (i.hidden or i.simultaneous)), ids=describe)
def test_it_converges_to_the_best_action(game):
    positions = C4_ENDGAMES if game is C4 else endgames(game)
    for s in positions[:8]:
        _, value, values = best_actions(game, s)
        decision = quick_agent("mcts", game, iterations=30_000).decide(s)
        gap = value - values[decision.action]
        assert gap <= 0.02 * (game.info.max_return - game.info.min_return)
        if game.info.utility == "zero-sum":
            assert decision.analysis.value == pytest.approx(value, abs=0.12)


def test_closed_and_open_loop_agree_with_the_expected_value():
    s = DICE.start()
    best, value, _ = best_actions(DICE, s)
    for chance in ("closed", "open"):
        decision = quick_agent("mcts", DICE, iterations=60_000, chance=chance).decide(s)
        assert decision.action in best
        assert decision.analysis.value == pytest.approx(value, abs=0.08)


def test_a_closed_tree_has_chance_nodes_and_an_open_one_has_none():
    for chance, expected in (("closed", True), ("open", False)):
        tree = quick_agent("mcts", DICE, iterations=500, chance=chance, snapshot=200).decide(DICE.start()).analysis.tree
        assert (CHANCE in choosers_in(tree)) == expected


def test_decoupled_picks_are_even_and_sequential_ones_give_themselves_away():
    s = PENNIES.start(rounds=1)
    rows = quick_agent("mcts", PENNIES, iterations=20_000).decide(s).analysis.actions
    assert all(0.45 < row.visits / 20_000 < 0.55 for row in rows)
    assert all(abs(row.value) < 0.1 for row in rows)
    rows = quick_agent("mcts", PENNIES, iterations=20_000, picks="sequential").decide(s).analysis.actions
    assert all(row.value < -0.9 for row in rows), "the opponent sees the pick and always wins"


def test_the_second_picker_decides_like_the_first():
    s = PENNIES.start(rounds=1)
    PENNIES.play(s, 0)
    rows = quick_agent("mcts", PENNIES, iterations=20_000).decide(PENNIES.observe(s, 1)).analysis.actions
    assert all(0.45 < row.visits / 20_000 < 0.55 for row in rows)


def test_each_seat_maximises_its_own_reward_unless_it_is_shared():
    s = RACE.start()
    own = quick_agent("mcts", RACE, iterations=40_000).decide(s).analysis.value
    shared = quick_agent("mcts", RACE, iterations=40_000, shared=True).decide(s).analysis.value
    assert own == pytest.approx(brute_force(RACE, s)[0], abs=0.1)
    assert shared > own + 0.1, "with a shared reward the others help"


def before_the_finish(players=2):
    """Seat 0 is one step from the end of the track, the others stand at its beginning."""
    s = RACE.start(players=players)
    s.place[0] = TRACK - 1
    return s


def test_another_reward_can_be_maximised():
    """Walking wins at once: that is worth 1 where winning counts, and the most where returns do. Who would rather trail
    does not walk."""
    s, walk = before_the_finish(), RACE.words.index("walk")
    analysis = quick_agent("mcts", RACE, iterations=2_000, reward="win").decide(s).analysis
    assert analysis.actions[0].value == 1.0
    assert analysis.value == 1.0
    returns = quick_agent("mcts", RACE, iterations=2_000).decide(s).analysis
    assert returns.value == pytest.approx(RACE.info.max_return)
    trailing = quick_agent("mcts", RACE, iterations=2_000, reward="trail", others_reward="trail").decide(RACE.start())
    assert trailing.action == walk, "the shortest step, where every action leads on"
    with pytest.raises(UnknownName, match="win"):
        quick_agent("mcts", RACE, reward="wins")


def choosers_in(node):
    return {node.chooser}.union(*(choosers_in(child) for child in node.children))


def test_other_seats_can_be_modelled_as_in_playouts():
    s = PENNIES.start(rounds=1)
    rows = quick_agent("mcts", PENNIES, iterations=2000, others="playout").decide(s).analysis.actions
    assert all(row.value == pytest.approx(0, abs=0.15) for row in rows)  # the other throws a coin
    assert quick_agent("mcts", C4, iterations=300, others="playout").decide(C4.start()).analysis.depth == 1
    with pytest.raises(SettingsError, match="chance=open"):
        quick_agent("mcts", DICE, others="playout")


def test_modelled_seats_are_not_in_the_tree_and_play_worse_than_searching_ones():
    options = {"chance": "open", "iterations": 20_000, "snapshot": 300}
    searched, modelled = (
        quick_agent("mcts", DICE, others=others, **options).decide(DICE.start()).analysis
        for others in ("search", "playout")
    )
    assert choosers_in(searched.tree) == {None, 0, 1}
    assert choosers_in(modelled.tree) == {None, 0}
    assert modelled.value > searched.value + 0.1


def test_other_seats_can_maximise_something_else():
    """If the others would rather trail than win, seat 0 wins more."""
    s, options = RACE.start(), {"iterations": 20_000, "reward": "win"}
    against, with_help = (
        quick_agent("mcts", RACE, others_reward=other, **options).decide(s).analysis.value for other in ("win", "trail")
    )
    assert with_help > against + 0.2
    with pytest.raises(UnknownName, match="reward"):
        quick_agent("mcts", C4, others_reward="fun")
    with pytest.raises(SettingsError, match="cannot be mixed"):
        quick_agent("mcts", RACE, reward="win", others_reward="returns")


def test_a_known_bug_is_repeated():
    """With the bug every prize is taken for the small one: the decision is that of a game with a small prize."""
    small, large = (AUCTION.start() for _ in range(2))
    AUCTION.play(small, 0)
    AUCTION.play(large, 1)
    told = {}
    for name, s, bug in (("small", small, ""), ("large", large, ""), ("mistaken", large, "small_prize")):
        told[name] = quick_agent("mcts", AUCTION, iterations=500, known_bug=bug).decide(s).analysis.actions
    assert told["mistaken"] == told["small"] != told["large"]
    with pytest.raises(UnknownName, match="known bug of auction 'small_price'; did you mean small_prize"):
        quick_agent("mcts", AUCTION, known_bug="small_price")


def test_playout_policies():
    s = DICE.start()
    for options in ({"playout": "chaser"}, {"cap": 2}, {"cap": 1, "playout": "chaser"}):
        decision = quick_agent("mcts", DICE, iterations=2_000, **options).decide(s)
        assert decision.analysis.iterations == 2_000
    with pytest.raises(UnknownName, match="chaser"):
        quick_agent("mcts", DICE, playout="chasr")
    with pytest.raises(SettingsError, match="evaluation"):
        quick_agent("ismcts", CARDS, cap=3)


def test_the_final_choice_by_visits_or_by_value():
    for final in ("visits", "value"):
        for seed in range(5):
            rows = quick_agent("mcts", C4, seed=seed, iterations=300, final=final).decide(C4.start()).analysis.actions
            assert getattr(rows[0], final if final == "value" else "visits") == max(
                getattr(row, final if final == "value" else "visits") for row in rows
            )


def test_threads_add_up_and_are_reproducible():
    s = C4.start()
    twice = [quick_agent("mcts", C4, iterations=1001, threads=3).decide(s).analysis for _ in range(2)]
    assert twice[0].iterations == 1001
    assert sum(row.visits for row in twice[0].actions) == 1001
    assert twice[0].actions == twice[1].actions


def test_reuse_keeps_the_tree_below_the_moves_played():
    agent = quick_agent("mcts", C4, iterations=3_000, reuse=True)
    s = C4.start()
    first = agent.decide(s)
    reply = first.analysis.line[1]
    C4.play(s, first.action)
    C4.play(s, reply)
    kept = next(c for c in _tree(agent).children if c.action == first.action)
    kept = next(c for c in kept.children if c.action == reply)
    second = agent.decide(s)
    assert sum(row.visits for row in second.analysis.actions) == pytest.approx(3_000 + kept.visits, abs=1)
    fresh = quick_agent("mcts", C4, iterations=3_000).decide(s)
    assert sum(row.visits for row in fresh.analysis.actions) == 3_000


def _tree(agent):
    from ludoteca.agents.tree_snapshot import draw_tree

    return draw_tree(agent.trees[0], 0, -1.0, 2.0, 10**6)


def test_reuse_starts_afresh_where_the_position_is_not_in_the_tree():
    agent = quick_agent("mcts", C4, iterations=500, reuse=True)
    agent.decide(C4.start())
    other = C4_ENDGAMES[0]
    assert sum(row.visits for row in agent.decide(other).analysis.actions) == 500


@pytest.mark.parametrize("game", [PENNIES, CARDS, TEAM], ids=describe)
def test_reuse_is_refused_where_it_would_be_wrong(game):
    name = "ismcts" if game.info.hidden else "mcts"
    with pytest.raises(SettingsError, match="reuse"):
        quick_agent(name, game, reuse=True)


def test_a_full_tree_goes_on_without_growing():
    analysis = quick_agent("mcts", C4, iterations=20_000, max_nodes=150).decide(C4.start()).analysis
    assert analysis.iterations == 20_000
    assert analysis.nodes <= 150
    for game in (DICE, PENNIES, TEAM):
        name = "ismcts" if game.info.hidden else "mcts"
        s = next(s for s in random_positions(game, 1) if game.mover(s) >= 0)
        small = quick_agent(name, game, iterations=5_000, max_nodes=100)
        assert small.decide(game.observe(s, game.mover(s))).analysis.nodes <= 100


# --- hidden information ----------------------------------------------------------------------------------------------


def dealt(cards, *actions):
    s = CARDS.start()
    for action in (*cards, *actions):
        CARDS.play(s, action)
    return s


@pytest.mark.parametrize(("card", "right"), [(2, 1), (0, 0)])
def test_facing_a_bet_the_king_calls_and_the_jack_folds(card, right):
    s = dealt((1, card), 1)
    decision = quick_agent("ismcts", CARDS, iterations=5_000).decide(CARDS.observe(s, 1))
    assert decision.action == right


def test_the_queen_never_bets_into_the_unknown_first():
    """Betting the queen only gets called by the king: passing first is never worse."""
    s = dealt((1, 2))
    analysis = quick_agent("ismcts", CARDS, iterations=40_000).decide(CARDS.observe(s, 0)).analysis
    values = {row.action: row.value for row in analysis.actions}
    assert values[0] >= values[1] - 0.05


def play_team(name, seed, **options):
    team = [quick_agent(name, TEAM, seed=seed + seat, **options) for seat in (0, 1)]
    from ludoteca.core.rng import new_rng

    rng = new_rng(seed, "deal")
    s = TEAM.start()
    while not TEAM.is_over(s):
        who = TEAM.mover(s)
        TEAM.play(s, TEAM.draw_chance(s, rng) if who == CHANCE else team[who].decide(TEAM.observe(s, who)).action)
    return TEAM.returns(s)[0]


def test_a_team_with_running_rewards_beats_chance():
    """It names every lantern that was shown and wastes no match. (Sharing one tree, it believes that the partner
    knows what it knows, so it never spends a match for the partner: a known limit of the single observer.)"""
    games = 300
    searching = sum(play_team("ismcts", seed, iterations=100) for seed in range(games)) / games
    random = sum(play_team("random", seed) for seed in range(games)) / games
    assert searching > random + 0.15


def test_a_shown_lantern_is_named():
    s = TEAM.start()
    for action in (0, 2, TEAM.words.index("show")):
        TEAM.play(s, action)
    assert quick_agent("ismcts", TEAM, iterations=500).decide(TEAM.observe(s, 1)).action == 2


# --- anytime ---------------------------------------------------------------------------------------------------------


@pytest.mark.alone
@pytest.mark.parametrize("name", ["mcts", "alphabeta", "minimax", "expectiminimax"])
def test_a_time_limit_is_kept(name):
    """Never early; and the median of seven decisions is not surely (at 95 %) above twice the limit."""
    agent = agents.make(name, C4, **({"depth": 40} if name != "mcts" else {}))
    agent.warm_up(C4.start())
    limit, taken = 0.3, []

    def decide_in_time():
        taken.append(agent.decide(C4.start(), Budget(seconds=limit)).analysis.seconds)
        return taken[-1]

    low, _ = bound_median(decide_in_time, rounds=7)
    assert min(taken) >= limit
    assert low < 2 * limit


LONG = Budget(seconds=3600)  # searches that are stopped from outside, however busy the machine


def decide_in_a_thread(agent, watch):
    """Start a decision; returns the thread, and a list that gets the answer."""
    answers = []
    thread = threading.Thread(target=lambda: answers.append(agent.decide(C4.start(), LONG, watch)))
    thread.start()
    return thread, answers


@pytest.mark.parametrize("name", ["mcts", "alphabeta", "minimax", "expectiminimax"])
def test_another_thread_sees_progress_and_stops_it(name):
    agent = agents.make(name, C4, **({"depth": 40} if name != "mcts" else {}))
    agent.warm_up(C4.start())
    watch = Watch()
    thread, answers = decide_in_a_thread(agent, watch)
    seen = [(0, 0.0)]
    for _ in range(5):
        wait_until(lambda: watch.done > seen[-1][0])
        seen.append((watch.done, watch.fraction))
    assert not answers
    watch.stop()
    thread.join()
    fractions = [fraction for _, fraction in seen]
    assert fractions == sorted(fractions)
    assert 0 < fractions[1] <= fractions[-1] < 1
    assert answers[0].analysis.seconds < LONG.seconds
    assert answers[0].action in range(7)


def test_the_tree_can_be_drawn_while_it_grows():
    agent = agents.make("mcts", C4)
    agent.warm_up(C4.start())
    watch = Watch()
    thread, answers = decide_in_a_thread(agent, watch)
    wait_until(lambda: watch.done)
    first = watch.snapshot(300)
    wait_until(lambda: watch.snapshot(300).visits > first.visits and watch.snapshot(300).count() == 300)
    assert not answers
    watch.stop()
    thread.join()
    assert answers


def test_settings_are_checked():
    for options in (
        {"exploration": -1},
        {"final": "vists"},
        {"chance": "ajar"},
        {"threads": 0},
        {"max_nodes": 1},
        {"cap": -1},
        {"iterations": 0},
        {"seconds": -2},
        {"iterations": "many"},
        {"exploration": "much"},
        {"reuse": "perhaps"},
    ):
        with pytest.raises(LudotecaError):
            quick_agent("mcts", C4, **options)
