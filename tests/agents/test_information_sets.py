"""Information-set UCT against an independent implementation, on hidden cards: every node's visits, values and how often
it was available. Quick in plain Python, too."""

import pytest

from agents.reference_uct import Uct
from agents.test_uct import begin, hold_to_reference
from ludoteca import agents
from ludoteca.agents import search_tree, tree_snapshot, uct
from ludoteca.agents.search_tree import NONE, ROOT
from ludoteca.core.errors import SettingsError
from ludoteca.core.rng import new_rng
from ludoteca.protocol import Watch
from tiny import auction, dice_race, kuhn, lanterns, pennies, signals

CARDS, TEAM, SIGNALS = kuhn.GAME, lanterns.GAME, signals.GAME
SHOW = lanterns.SHOW
CASES = {
    "first to bet": (CARDS, begin(CARDS, 1, 2), {}, {}),
    "facing a bet": (CARDS, begin(CARDS, 2, 1, 1), {}, {}),
    "explores": (CARDS, begin(CARDS, 0, 2, 0), {"exploration": 1.5}, {"exploration": 1.5}),
    "others are modelled": (CARDS, begin(CARDS, 0, 1), {"others": "playout"}, {"modelled": True}),
    "a team": (TEAM, begin(TEAM, 0, 2), {}, {}),
    "a lantern is shown": (TEAM, begin(TEAM, 0, 2, SHOW), {}, {}),
    "one bot plays out": (TEAM, begin(TEAM, 1, 2), {"playout": "keeper"}, {"policy": 0}),
    "few actions a playout": (TEAM, begin(TEAM, 1, 2), {"cap": 1}, {"cap": 1}),
    "signals": (SIGNALS, begin(SIGNALS, 0, 2), {}, {}),
    "dice in the open": (dice_race.GAME, dice_race.GAME.start(), {}, {}),
    "picks": (pennies.GAME, pennies.GAME.start(), {}, {}),
    "an auction": (auction.GAME, begin(auction.GAME, 1), {}, {"fixed": True}),
    "shared": (CARDS, begin(CARDS, 2, 0), {"shared": True}, {"shared": True}),
}


def hold(case, iterations):
    game, s, options, reference = CASES[case]
    analysis, tree = hold_to_reference(
        game, s, iterations, name="ismcts", reference={"closed": False, **reference}, **options
    )
    return game, s, options, analysis, tree


@pytest.mark.parametrize("case", CASES)
def test_the_tree_is_that_of_the_reference(case):
    hold(case, 40 if case in ("signals", "an auction") else 70)


@pytest.mark.parametrize("case", ["facing a bet", "a team", "a lantern is shown"])
def test_a_child_counts_how_often_it_could_have_been_chosen(case):
    game, s, options, reference = CASES[case]
    seat = game.mover(s)
    agent = agents.make("ismcts", game, seed=5, iterations=60, **options)
    uct = Uct(game, seat, agent.rng.copy(), closed=False, **reference)
    view = game.observe(s, seat)
    agent.decide(view)
    same_availability(agent.trees[0], ROOT, uct.grow(view, 60))
    assert int(agent.trees[0].nodes[ROOT].availability) == 0


def same_availability(tree, number, node):
    kids = tree_snapshot.children_of(tree, number)
    assert len(kids) == len(node.kids) == int(tree.nodes[number].count)
    for kid in kids:
        row = tree.nodes[kid]
        twin = node.kids[int(row.chooser), int(row.action)]
        assert (int(row.visits), int(row.availability)) == (twin.visits, twin.available)
        same_availability(tree, kid, twin)


def test_what_the_seat_sees_is_all_it_uses():
    """Whatever the other holds, the search is the same."""
    told = [
        agents.make("ismcts", CARDS, seed=7, iterations=30).decide(CARDS.observe(begin(CARDS, card, 1, 1), 1)).analysis
        for card in (0, 2)
    ]
    assert told[0].actions == told[1].actions


def test_a_full_tree_goes_on_without_growing():
    agent = agents.make("ismcts", SIGNALS, seed=5, iterations=130, max_nodes=100)
    s = begin(SIGNALS, 0, 1)
    analysis = agent.decide(SIGNALS.observe(s, 0)).analysis
    assert (analysis.nodes, analysis.iterations) == (100, 130)
    assert sum(row.visits for row in analysis.actions) == 130


def test_nodes_of_two_choosers_are_told_apart():
    """Open loop: the same action of another seat is another child."""
    tree = search_tree.new_tree(10, 2)
    first, second = (search_tree.add_child(tree, ROOT, 4, chooser) for chooser in (0, 1))
    assert (search_tree.find_child(tree, ROOT, 4, 0), search_tree.find_child(tree, ROOT, 4, 1)) == (first, second)
    assert search_tree.find_child(tree, ROOT, 5, 0) == NONE
    assert (tree.nodes[second].next_sibling, tree.nodes[first].next_sibling) == (first, NONE)
    for node in (first, second):
        row = tree.nodes[node]
        assert (row.visits, row.availability, row.first, row.count, row.next_picker) == (0, 1, NONE, 0, NONE)
        assert tree.sums[node].tolist() == [0.0, 0.0]
    assert [search_tree.add_child(tree, first, action, 0) for action in range(8)][-2:] == [9, NONE]
    assert int(tree.nodes[first].count) == 7


def test_ties_between_actions_are_broken_at_random():
    agent, s = agents.make("ismcts", CARDS), begin(CARDS, 0, 1)
    tree = search_tree.new_tree(10, 2)
    kids = [search_tree.add_child(tree, ROOT, action, 0) for action in (kuhn.PASS, kuhn.BET)]
    for kid in kids:
        tree.nodes[kid].visits, tree.sums[kid] = 1, 0.5
    workspace = agent.new_workspace(2)
    chosen = {uct.choose_varying(tree, agent.plan, s, ROOT, 0, workspace, new_rng(seed)) for seed in range(20)}
    assert chosen == set(kids)


def test_it_stops_when_told_but_answers():
    watch = Watch()
    watch.stop()
    analysis = agents.make("ismcts", CARDS, iterations=50).decide(CARDS.observe(begin(CARDS, 0, 1), 0), None, watch)
    assert analysis.analysis.iterations == 1
    assert agents.make("ismcts", CARDS, iterations=50).decide(begin(CARDS, 0, 1)).analysis.iterations == 50


def test_it_plays_everything_and_its_chance_is_open():
    kind = agents.load("ismcts")
    for game in (CARDS, TEAM, pennies.GAME, dice_race.GAME):
        assert kind.refusal(game.info) is None
    with pytest.raises(SettingsError, match="chance must be open"):
        agents.make("ismcts", CARDS, chance="closed")
    agents.make("ismcts", CARDS, chance="open")
    with pytest.raises(SettingsError, match="exploration must be from"):
        agents.make("ismcts", CARDS, exploration=-1)
