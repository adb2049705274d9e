"""UCT against an independent implementation: whole trees must be equal, visits and values of every node, whatever the
settings. Then what it tells, what it keeps, and what it refuses. Quick in plain Python, too."""

import math
from dataclasses import replace

import numpy as np
import pytest

from agents.reference_uct import Uct
from helpers import after
from ludoteca import agents, games
from ludoteca.agents import mcts, playouts, reuse, root_statistics, search_tree, tree_snapshot
from ludoteca.agents.search_tree import NONE, ROOT
from ludoteca.core.errors import SettingsError, UnknownName
from ludoteca.core.rng import new_rng
from ludoteca.protocol import CHANCE, Budget, Watch, new_actions, new_states, words_of
from ludoteca.protocol import rules as generic
from ludoteca.protocol.budget import UNLIMITED
from tiny import auction, dice_race, kuhn, lanterns, pennies, runners, skirmish

C4 = games.load("connect_four")
DICE, PENNIES, RACE, AUCTION, SKIRMISH = dice_race.GAME, pennies.GAME, runners.GAME, auction.GAME, skirmish.GAME
CARDS, TEAM = kuhn.GAME, lanterns.GAME


def begin(game, *actions, **options):
    s = game.start(**options)
    for action in actions:
        game.play(s, action)
    return s


def late_connect_four():
    """The three columns on the right are empty, and one cell of the fourth: seat 1 is to move."""
    return begin(C4, *("abcd".index(letter) for letter in "abababbababacdcdcddcdcd"))


def compare(told, node, seat, low, span):
    """A `TreeNode` and its children against the reference."""
    assert told.visits == node.visits
    counted = seat if told.chooser is None or told.chooser < 0 else told.chooser
    assert told.value == pytest.approx(low + span * node.sums[counted] / max(1, node.visits))
    visited = {place: kid for place, kid in node.kids.items() if kid.visits > 0}
    assert {(kid.chooser, kid.action) for kid in told.children} == set(visited)
    for kid in told.children:
        compare(kid, visited[kid.chooser, kid.action], seat, low, span)


def hold_to_reference(game, s, iterations, scale=None, name="mcts", reference=None, **options):
    seat = game.mover(s)
    agent = agents.make(name, game, seed=3, iterations=iterations, snapshot=10**6, **options)
    uct = Uct(game, seat, agent.rng.copy(), **(reference or {}))
    analysis = agent.decide(game.observe(s, seat)).analysis
    root = game.copy(game.observe(s, seat))
    generic.retract(root, seat)
    tree = uct.grow(root, iterations)
    low, high = scale or (game.info.min_return, game.info.max_return)
    compare(analysis.tree, tree, seat, low, high - low)
    assert analysis.iterations == iterations
    return analysis, tree


CASES = {
    "connect four": (C4, late_connect_four(), {}, {}),
    "exploration": (C4, late_connect_four(), {"exploration": 1.0}, {"exploration": 1.0}),
    "captures": (SKIRMISH, SKIRMISH.start(), {}, {}),
    "capped": (SKIRMISH, SKIRMISH.start(), {"cap": 2}, {"cap": 2}),
    "closed chance": (DICE, DICE.start(), {}, {}),
    "open chance": (DICE, DICE.start(), {"chance": "open"}, {"closed": False}),
    "modelled": (DICE, DICE.start(), {"chance": "open", "others": "playout"}, {"closed": False, "modelled": True}),
    "a bot plays out": (DICE, DICE.start(), {"playout": "chaser"}, {"policy": 0}),
    "capped bot": (DICE, DICE.start(), {"playout": "chaser", "cap": 1}, {"policy": 0, "cap": 1}),
    "three seats": (RACE, RACE.start(players=3), {}, {}),
    "shared": (RACE, RACE.start(players=3), {"shared": True}, {"shared": True}),
    "picks": (PENNIES, PENNIES.start(), {}, {}),
    "second picker": (PENNIES, begin(PENNIES, 1), {}, {}),
    "sequential": (PENNIES, PENNIES.start(), {"picks": "sequential"}, {"decoupled": False}),
    "modelled picks": (PENNIES, PENNIES.start(), {"others": "playout"}, {"modelled": True, "decoupled": False}),
    "auction": (AUCTION, begin(AUCTION, 1), {}, {"fixed": True}),
    "open auction": (AUCTION, begin(AUCTION, 1), {"chance": "open"}, {"fixed": True, "closed": False}),
    "sequential auction": (AUCTION, begin(AUCTION, 0), {"picks": "sequential"}, {"fixed": True, "decoupled": False}),
    "auction against bots": (
        AUCTION,
        begin(AUCTION, 0, 2),
        {"others": "playout", "chance": "open"},
        {"fixed": True, "decoupled": False, "modelled": True, "closed": False},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_tree_is_that_of_the_reference(case):
    game, s, options, reference = CASES[case]
    hold_to_reference(game, s, 25 if game is SKIRMISH else 60, reference=reference, **options)


@pytest.mark.parametrize(
    ("options", "reference"),
    [
        ({"reward": "win"}, {"reward": 0, "others": 0}),
        ({"reward": "win", "others_reward": "trail"}, {"reward": 0, "others": 1}),
        ({"reward": "trail", "shared": True}, {"reward": 1, "others": 1, "shared": True}),
    ],
    ids=str,
)
def test_other_rewards_are_counted_as_the_reference_does(options, reference):
    s = RACE.start(players=3)
    s.place[:3] = (2, 3, 1)
    hold_to_reference(RACE, s, 50, scale=(0.0, 1.0), reference=reference, **options)


# --- what it tells ---------------------------------------------------------------------------------------------------


def test_the_answer_is_what_the_root_says():
    analysis, tree = hold_to_reference(C4, late_connect_four(), 80)
    rows = {row.action: (row.visits, row.value) for row in analysis.actions}
    assert rows == {
        action: (kid.visits, pytest.approx(-1 + 2 * kid.sums[1] / kid.visits)) for (_, action), kid in tree.kids.items()
    }
    best = analysis.actions[0]
    assert best.visits == max(visits for visits, _ in rows.values())
    assert analysis.value == best.value
    assert [row.visits for row in analysis.actions] == sorted((row.visits for row in analysis.actions), reverse=True)
    line, node = [best.action], tree.kids[1, best.action]
    while any(kid.visits for kid in node.kids.values()):
        (_, action), node = max(node.kids.items(), key=lambda item: item[1].visits)
        line.append(action)
    assert list(analysis.line) == line
    assert analysis.depth == len(line)


def test_nodes_are_counted():
    """Each iteration opens one position at the most: the root, then kids that come up again."""
    assert [agents.make("mcts", C4, iterations=n).decide(C4.start()).analysis.nodes for n in (1, 7, 8)] == [8, 8, 15]


def test_the_final_choice_goes_by_visits_or_by_value():
    rows = [mcts.ActionValue(0, 0.1, 50), mcts.ActionValue(1, 0.9, 10), mcts.ActionValue(2, None, 0)]
    by_visits, by_value = (agents.make("mcts", C4, final=final) for final in ("visits", "value"))
    assert by_visits.pick_best(rows).action == 0
    assert by_value.pick_best(rows).action == 1
    equal = [mcts.ActionValue(i, 0.5, 10) for i in range(3)] + [mcts.ActionValue(3, 0.4, 9)]
    for agent in (by_visits, by_value):
        assert {agent.pick_best(equal).action for _ in range(40)} == {0, 1, 2}
    assert by_value.final_score(rows[2]) == -math.inf
    assert by_visits.final_score(rows[2]) == 0


def test_a_limit_is_divided_among_threads():
    assert mcts._share(10, 3) == [4, 3, 3]
    assert mcts._share(11, 3) == [4, 4, 3]
    assert mcts._share(2, 4) == [1, 1, 1, 1]
    assert mcts._share(UNLIMITED, 2) == [UNLIMITED, UNLIMITED]


def test_threads_grow_trees_of_their_own():
    """Their counts are added up; the first is grown with the agent's own random numbers."""
    s = late_connect_four()
    agent = agents.make("mcts", C4, iterations=31, threads=2, seed=4)
    rng = agent.rng.copy()
    analysis = agent.decide(s).analysis
    first, second = (root_statistics.count_root(tree, 1) for tree in agent.trees)
    added = {}
    for action, visits, total in first + second:
        n, earned = added.get(action, (0, 0.0))
        added[action] = n + visits, earned + total
    assert {
        row.action: (row.visits, pytest.approx((row.value + 1) / 2 * row.visits)) for row in analysis.actions
    } == added
    assert (sum(n for _, n, _ in first), sum(n for _, n, _ in second), analysis.iterations) == (16, 15, 31)
    for tree, own in zip(agent.trees, (rng.copy(), new_rng(int(rng[0]), 1)), strict=True):
        node = Uct(C4, 1, own).grow(s, 16 if tree is agent.trees[0] else 15)
        told = {action: visits for action, visits, _ in root_statistics.count_root(tree, 1)}
        assert told == {action: kid.visits for (_, action), kid in node.kids.items()}
    assert agent.least_budget() == Budget(iterations=4)


def test_it_can_be_watched_and_stopped():
    watch, s = Watch(), late_connect_four()
    agent = agents.make("mcts", C4, iterations=60)
    decision = agent.decide(s, None, watch)
    told = watch.partial_analysis()
    assert sorted(row.visits for row in told.actions) == sorted(row.visits for row in decision.analysis.actions)
    assert (told.iterations, told.nodes) == (60, decision.analysis.nodes)
    picture = watch.snapshot(5)
    assert (picture.visits, picture.count()) == (60, 5)
    watch = Watch()
    watch.stop()
    assert agent.decide(s, None, watch).analysis.iterations == 1, "one iteration at least: there must be an answer"
    search_tree.clear(agent.trees[0])
    assert watch.partial_analysis() is None


# --- trees in memory -------------------------------------------------------------------------------------------------


def small_tree():
    """A root with three children side by side; the second has two of its own, added one by one."""
    tree = search_tree.new_tree(20, 2)
    search_tree.add_children(tree, ROOT, 0, np.array([4, 5, 6], np.int32), 3)
    kids = [search_tree.add_child(tree, 2, action, 1) for action in (8, 9)]
    for node, visits in ((ROOT, 10), (1, 3), (2, 6), (3, 1), (kids[0], 2), (kids[1], 4)):
        tree.nodes[node].visits = visits
        tree.sums[node] = (visits / 2, visits / 4)
    return tree


def test_children_are_linked_and_found():
    tree = small_tree()
    assert tree_snapshot.children_of(tree, ROOT) == [1, 2, 3]
    assert tree_snapshot.children_of(tree, 2) == [5, 4], "the newest comes first"
    assert (int(tree.nodes[ROOT].count), int(tree.nodes[2].count), int(tree.used[0])) == (3, 2, 6)
    assert [int(tree.nodes[i].availability) for i in range(6)] == [0, 0, 0, 0, 1, 1]
    assert search_tree.find_child(tree, 2, 8, 1) == 4
    assert search_tree.find_child(tree, 2, 9, 1) == 5
    assert search_tree.find_child(tree, 2, 8, 0) == NONE, "another chooser's"
    assert search_tree.find_child(tree, 2, 7, 1) == NONE
    search_tree.add_children(tree, 2, 0, np.array([1, 2], np.int32), 2)
    assert tree_snapshot.children_of(tree, 2) == [6, 7, 5, 4], "a block of another chooser goes in front"


def test_a_full_tree_takes_no_more():
    tree = search_tree.new_tree(3, 1)
    assert search_tree.has_space(tree, 2)
    assert not search_tree.has_space(tree, 3)
    assert [search_tree.add_child(tree, ROOT, i, 0) for i in range(3)] == [1, 2, NONE]
    assert int(tree.used[0]) == 3
    search_tree.clear(tree)
    assert (int(tree.used[0]), int(tree.nodes[ROOT].count), int(tree.nodes[ROOT].first)) == (1, 0, NONE)


@pytest.mark.parametrize("game", [C4, DICE, PENNIES, AUCTION], ids=lambda game: game.info.name)
def test_a_full_tree_goes_on_without_growing(game):
    """Iterations go on at its leaves: all of them are counted, in a tree of the size allowed."""
    s = game.start() if game is not AUCTION else begin(AUCTION, 1)
    agent = agents.make("mcts", game, iterations=110, max_nodes=100)
    analysis = agent.decide(s).analysis
    assert 100 - 8 < analysis.nodes <= 100 or game is PENNIES
    assert analysis.iterations == 110
    assert sum(row.visits for row in analysis.actions) == 110


def test_memory_is_asked_for_by_the_budget():
    agent = agents.make("mcts", C4, iterations=10, max_nodes=1000)
    per_iteration = 7 + 2
    assert agent.capacity(10) == 10 * per_iteration + per_iteration + 1
    assert agent.capacity(10**6) == agent.capacity(UNLIMITED) == 1000
    assert agents.make("mcts", C4, reuse=True, max_nodes=1000).capacity(10) == 1000
    assert agents.make("mcts", DICE).capacity(1) == 2 * (3 + 2) + 1, "chance is wider than choice"
    assert agents.make("mcts", AUCTION).capacity(1) == 2 * 3 * (2 * 3 + 1) + 1, "a round of three picks"
    first = agent.allocate_trees(C4.start(), 10)[0]
    assert agent.allocate_trees(C4.start(), 9)[0] is first
    assert agent.allocate_trees(C4.start(), 11)[0] is not first


def test_a_picture_shows_the_most_visited():
    tree = small_tree()
    whole = tree_snapshot.draw_tree(tree, 0, -1.0, 2.0, 100)
    assert whole.count() == 6
    assert (whole.action, whole.chooser, whole.visits, whole.value) == (None, None, 10, 0.0)
    assert [(kid.action, kid.chooser, kid.visits, kid.value) for kid in whole.children] == [
        (5, 0, 6, 0.0), (4, 0, 3, 0.0), (6, 0, 1, 0.0),
    ]  # fmt: skip
    assert [(kid.action, kid.chooser, kid.value) for kid in whole.children[0].children] == [(9, 1, -0.5), (8, 1, -0.5)]
    part = tree_snapshot.draw_tree(tree, 0, -1.0, 2.0, 3)
    assert [kid.action for kid in part.children] == [5]
    assert [kid.action for kid in part.children[0].children] == [9]
    for node in (4, 5, search_tree.add_child(tree, 4, 7, 0), search_tree.add_child(tree, 5, 7, 0)):
        tree.nodes[node].visits = 5
    hardly = tree_snapshot.draw_tree(tree, 0, -1.0, 2.0, 6)
    assert {kid.action for kid in hardly.children} == {4, 5, 6}, "the root's moves are all there, also one tried once"
    tree.nodes[3].visits = 0
    assert tree_snapshot.draw_tree(tree, 0, -1.0, 2.0, 100).count() == 7, "what was never visited is left out"


def test_lines_follow_the_most_visited():
    tree = small_tree()
    assert root_statistics.count_root(tree, 1) == [(4, 3, 0.75), (5, 6, 1.5), (6, 1, 0.25)]
    assert root_statistics.follow_most_visited(tree, 5, 10) == (5, 9)
    assert root_statistics.follow_most_visited(tree, 5, 0) == (5,)
    assert root_statistics.follow_most_visited(tree, 4, 10) == (4,)
    tree.nodes[4].visits = tree.nodes[5].visits = 4
    assert root_statistics.follow_most_visited(tree, 5, 10) == (5, 9), "the first of equals"
    tree.nodes[4].visits = tree.nodes[5].visits = 0
    assert root_statistics.follow_most_visited(tree, 5, 10) == (5,), "not into what was never visited"


# --- reuse -----------------------------------------------------------------------------------------------------------


def shape(tree, node=ROOT):
    """A tree as nested tuples."""
    row = tree.nodes[node]
    kids = tuple(shape(tree, kid) for kid in tree_snapshot.children_of(tree, node))
    place = (None, None) if node == ROOT else (int(row.action), int(row.chooser))
    return *place, int(row.visits), int(row.availability), int(row.count), tree.sums[node].tolist(), kids


def test_a_part_of_a_tree_is_copied_whole():
    tree, fresh = small_tree(), search_tree.new_tree(20, 2)
    reuse.extract(tree, 2, fresh, np.empty(20, np.int32))
    _, _, *rest = shape(tree, 2)
    assert shape(fresh) == (None, None, *rest)
    assert int(fresh.used[0]) == 3
    reuse.extract(tree, ROOT, fresh, np.empty(20, np.int32))
    assert shape(fresh) == shape(tree)


def test_the_position_is_found_below_the_moves_played():
    agent = agents.make("mcts", C4, iterations=120, reuse=True, max_nodes=2000)
    s = late_connect_four()
    agent.decide(s)
    tree = agent.trees[0]
    for visited in (1, 0):
        for kid in tree_snapshot.children_of(tree, ROOT):
            tree.nodes[kid].visits = visited
            child = after(C4, s, int(tree.nodes[kid].action))
            assert find(tree, s, child, 4) == (kid if visited else NONE)
    assert find(tree, s, s, 1) == ROOT


def find(tree, s, target, plies):
    states = new_states(C4.state_dtype, plies + 1)
    states[0], states[-1] = s, target
    words = words_of(states)
    return reuse.find_position(tree, ROOT, states[:-1], words[:-1], words[-1], 0)


def test_no_deeper_than_memory():
    agent = agents.make("mcts", C4, iterations=200, reuse=True, max_nodes=5000)
    s = late_connect_four()
    line = agent.decide(s).analysis.line
    target = s
    for move in line[:2]:
        target = after(C4, target, move)
    assert find(agent.trees[0], s, target, 3) != NONE
    assert find(agent.trees[0], s, target, 2) == NONE


@pytest.mark.parametrize("threads", [1, 2])
def test_the_next_decision_goes_on_with_the_kept_tree(threads):
    agent = agents.make("mcts", C4, iterations=60, reuse=True, max_nodes=3000, threads=threads)
    s = late_connect_four()
    first = agent.decide(s)
    for move in first.analysis.line[:2]:
        C4.play(s, move)
    kept = [shape_after(tree, first.analysis.line[:2]) for tree in agent.trees]
    second = agent.decide(s)
    assert sum(row.visits for row in second.analysis.actions) == 60 + sum(max(0, visits - 1) for visits in kept)
    agent.forget()
    assert sum(row.visits for row in agent.decide(s).analysis.actions) == 60
    C4.play(s, C4.legal_actions(s)[0])
    agent.decide(s)
    agent.decide(late_connect_four())
    assert sum(row.visits for row in agent.decide(C4.start()).analysis.actions) == 60, "not in the tree"


def shape_after(tree, line):
    """The visits of a node, by the actions that lead there; 0 if it is not there."""
    node = ROOT
    for action in line:
        node = next((kid for kid in tree_snapshot.children_of(tree, node) if tree.nodes[kid].action == action), NONE)
        if node == NONE:
            return 0
    return int(tree.nodes[node].visits)


# --- playouts --------------------------------------------------------------------------------------------------------


def test_playouts_count_their_actions():
    out, odds = new_actions(DICE), np.zeros(3)
    states = new_states(DICE.state_dtype, 2)
    states[0] = DICE.start()
    states[0].place[:] = (6, 6)
    for cap, plies in ((0, 0), (1, 1)):
        s = states[0].copy()
        assert playouts.play_out(s, 0, cap, out, odds, new_rng(1)) == plies
    total = playouts.play_many(states[:1], states[1:], 20, out, odds, new_rng(2))
    rng, counted = new_rng(2), 0
    for _ in range(20):
        s = DICE.copy(states[0])
        uct = Uct(DICE, 0, rng)
        while DICE.mover(s) != -2:
            DICE.play(s, DICE.draw_chance(s, rng) if DICE.mover(s) == CHANCE else uct.follow_policy(s))
            counted += 1
    assert total == counted
    assert int(states[0].turns) == 0, "the position to play from stays as it is"


def test_rewards_are_found_by_name():
    assert playouts.find_reward(RACE.info, "returns") == playouts.RETURNS
    assert [playouts.find_reward(RACE.info, name) for name in RACE.info.rewards] == [0, 1]
    with pytest.raises(UnknownName, match="did you mean win"):
        playouts.find_reward(RACE.info, "wim")


# --- what it refuses -------------------------------------------------------------------------------------------------


def test_settings_have_limits():
    limits = {"exploration": (0.0, 1e6), "cap": (0, 10**6), "threads": (1, 64), "max_nodes": (100, 2 * 10**9),
              "snapshot": (0, 10**6)}  # fmt: skip
    for name, (low, high) in limits.items():
        for value in (low - 1, high + 1):
            with pytest.raises(SettingsError, match=f"{name} must be from"):
                agents.make("mcts", SKIRMISH, **{name: value})
        for value in (low, high):
            agents.make("mcts", SKIRMISH, **{name: value})
    for name in ("final", "chance", "picks", "others"):
        with pytest.raises(UnknownName, match=f"there is no {name} 'nonsense'"):
            agents.make("mcts", DICE, **{name: "nonsense"})


@pytest.mark.parametrize(
    ("game", "options", "told"),
    [
        (RACE, {"reward": "win", "others_reward": "returns"}, "different scales"),
        (RACE, {"reward": "returns", "others_reward": "win"}, "different scales"),
        (CARDS, {"cap": 5}, "cap needs an evaluation"),
        (PENNIES, {"reuse": True}, "reuse needs"),
        (DICE, {"reuse": True, "chance": "open"}, "reuse needs"),
        (DICE, {"others": "playout"}, "needs chance=open"),
        (C4, {"others": "playout", "reuse": True}, "reuse=no"),
    ],
    ids=range(7),  # games have no name that is the same in every worker
)
def test_settings_that_do_not_fit_are_refused(game, options, told):
    name = "ismcts" if game.info.hidden else "mcts"
    with pytest.raises(SettingsError, match=told):
        agents.make(name, game, **options)


def test_settings_that_fit_are_taken():
    for game, options in (
        (RACE, {"reward": "win", "others_reward": "trail"}),
        (PENNIES, {"cap": 3}),
        (C4, {"cap": 3, "reuse": True}),
        (DICE, {"reuse": True}),
        (DICE, {"others": "playout", "chance": "open"}),
        (C4, {"others": "playout"}),
    ):
        agents.make("mcts", game, **options)
    assert agents.load("mcts").refusal(C4.info) is None
    assert agents.load("mcts").refusal(replace(C4.info, hidden=True)).startswith("it needs perfect information")


def test_a_known_bug_is_repeated():
    """The mistaken agent sees a small prize where a large one was drawn."""
    rows = {}
    for name, prize, bug in (("small", 0, ""), ("large", 1, ""), ("mistaken", 1, "small_prize")):
        agent = agents.make("mcts", AUCTION, iterations=40, known_bug=bug, seed=2)
        rows[name] = agent.decide(begin(AUCTION, prize)).analysis.actions
    assert rows["mistaken"] == rows["small"] != rows["large"]
    with pytest.raises(UnknownName, match="small_prize"):
        agents.make("mcts", AUCTION, known_bug="small_price")
    with pytest.raises(UnknownName, match="chaser"):
        agents.make("mcts", DICE, playout="chasr")
