"""Search on a convention, in a tiny game of signals: beliefs by enumeration, playouts and races by an independent
implementation, signals by hand. Quick in plain Python, too."""

import math

import numpy as np
import pytest

from ludoteca import agents, games
from ludoteca.agents import belief, racing, signalling, sparta
from ludoteca.agents.belief import BINDING, FREE, IGNORED, Viewpoint
from ludoteca.agents.racing import ALIVE, GAIN, SQUARES, VALUE, VISITS
from ludoteca.core.errors import SettingsError, SetupError, UnknownName
from ludoteca.core.rng import fork, new_rng
from ludoteca.protocol import CHANCE, EVERYBODY, OVER, Budget, Watch, new_control
from ludoteca.protocol.budget import DONE, STOP
from tiny import kuhn, signals

GAME = signals.GAME
CODE, MIRROR, GAMBLER = signals.CODE, signals.MIRROR, signals.GAMBLER
RED, GREEN, BLUE, ONE, TWO, THREE = range(6)
CONVENTIONS = {CODE: GAME.info.conventions[0], MIRROR: GAME.info.conventions[1]}
DECK = (GREEN, BLUE, RED, RED, GREEN, BLUE, GREEN, BLUE)


def begin(*actions, deck=DECK):
    """After these actions, with the cards coming in this order."""
    s = GAME.start()
    for action in actions:
        deal(s, deck)
        GAME.play(s, action)
    deal(s, deck)
    return s


def deal(s, deck=DECK):
    while GAME.mover(s) == CHANCE:
        place = next(int(place) for place in s.held if s.deck[int(place)] == signals.UNKNOWN)
        GAME.play(s, deck[place])


def follow(bot, plies, deck=DECK, free=None):
    """What a bot plays from the start; `free` are actions in place of the bot's, by ply."""
    played: list[int] = []
    for ply in range(plies):
        own = int(signals.bot_action(begin(*played, deck=deck), bot, None))
        played.append((free or {}).get(ply, own))
    return played


def workspace_for(bot, worlds=40, signal=BINDING):
    workspace = belief.new_workspace(GAME, CONVENTIONS[bot], worlds)
    workspace.signals[:] = signal
    return workspace


def draw(s, seat, bot, workspace, wanted=40, tries=40, expensive=False, seed=1, control=None):
    view = GAME.observe(s, seat)
    control = new_control(1) if control is None else control
    return belief.draw_worlds(
        view, Viewpoint(seat, bot, expensive), wanted, tries, workspace, control, new_rng(seed)
    )  # fmt: skip


def possible_cards(s, seat, bot):
    """Own cards with which the partner would have acted as it did, by trying each."""
    found, place = set(), int(s.held[seat])
    for card in range(3):
        deck = [max(0, int(c) - 1) for c in s.deck]
        deck[place] = card
        played, fits = s.moves[: int(s.ply)].tolist(), True
        for ply, action in enumerate(played):
            past = begin(*played[:ply], deck=deck)
            fits &= ply % 2 == seat or int(signals.bot_action(past, bot, None)) == action
        if fits:
            found.add(card)
    return found


# --- beliefs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", [CODE, MIRROR])
@pytest.mark.parametrize("deck", [DECK, (RED, RED, GREEN, BLUE, BLUE, RED, RED, GREEN)])
@pytest.mark.parametrize("expensive", [False, True])
def test_worlds_are_those_in_which_the_partner_would_have_acted_so(bot, deck, expensive):
    """At every ply of a game, also one in which the seat itself has left the convention."""
    for free in ({}, {0: RED}, {1: BLUE}):
        for ply in range(signals.TURNS):
            s = begin(*follow(bot, ply, deck, free), deck=deck)
            seat = GAME.mover(s)
            if any(n % 2 != seat for n in free if n < ply):
                continue  # what a partner did against the convention is read in tests of signals
            workspace = workspace_for(bot)
            n = draw(s, seat, bot, workspace, expensive=expensive)
            drawn = {int(world.deck[int(world.held[seat])]) - 1 for world in workspace.worlds[:n]}
            assert drawn == possible_cards(s, seat, bot)
            assert n + int(workspace.rejections[-1]) == 40
            assert int(workspace.rejections[:-1].sum()) == int(workspace.rejections[-1])
            for world in workspace.worlds[:n]:
                assert GAME.same(GAME.observe(world, seat), GAME.observe(s, seat))


def test_notes_are_what_each_has_been_told():
    """Seat 0 has signalled the card of seat 1, which then named it and drew another: nobody knows anything now but
    what the last signal says."""
    s = begin(*follow(CODE, 1))
    workspace = workspace_for(CODE)
    n = draw(s, 1, CODE, workspace)
    assert n > 0
    for world in range(n):
        assert workspace.notes[world].tolist() == [[0, BLUE + 1], [BLUE + 1, 0]]
    s = begin(*follow(CODE, 3))
    n = draw(s, 1, CODE, workspace)
    assert workspace.notes[:n].tolist() == [[[0, RED + 1], [RED + 1, 0]]] * n
    s = begin(*follow(CODE, 2))
    n = draw(s, 0, CODE, workspace)
    assert workspace.notes[:n].tolist() == [[[0, 0], [0, 0]]] * n


def test_as_many_as_are_wanted_in_as_many_tries():
    s = begin(*follow(CODE, 1))
    workspace = workspace_for(CODE)
    assert draw(s, 1, CODE, workspace, wanted=3) == 3
    few = draw(s, 1, CODE, workspace, tries=6)
    assert few + int(workspace.rejections[-1]) == 6
    workspace.signals[:] = IGNORED
    assert draw(s, 1, CODE, workspace, wanted=7, tries=7) == 7
    assert draw(s, 1, CODE, workspace, wanted=7, tries=5) == 5
    control = new_control(1)
    control[STOP] = 1
    assert draw(s, 1, CODE, workspace, control=control) == 0


@pytest.mark.parametrize(("signal", "cards"), [(BINDING, {BLUE}), (FREE, {BLUE}), (IGNORED, {RED, GREEN, BLUE})])
def test_what_a_signal_says_depends_on_how_it_is_taken(signal, cards):
    """A free one must not mislead: it says as much, here, but is not counted as a rejection."""
    s = begin(THREE)
    workspace = workspace_for(CODE, signal=signal)
    n = draw(s, 1, CODE, workspace)
    assert {int(world.deck[1]) - 1 for world in workspace.worlds[:n]} == cards
    assert (int(workspace.rejections[-1]) > 0) == (signal == BINDING)


def test_the_own_actions_bind_nobody():
    s = begin(RED, RED)  # by the convention both would have signalled
    workspace = workspace_for(CODE)
    workspace.signals[1] = IGNORED
    assert draw(s, 0, CODE, workspace) == 40
    workspace.signals[:2] = (IGNORED, BINDING)
    assert draw(s, 0, CODE, workspace) == 0


def test_for_everybody_all_cards_are_open():
    s = begin(THREE)
    for seat in range(2):
        s = GAME.observe(s, seat)
    workspace = workspace_for(CODE, worlds=60)
    viewpoint = Viewpoint(EVERYBODY, CODE, False)
    n = belief.draw_worlds(s, viewpoint, 60, 60, workspace, new_control(1), new_rng(1))
    drawn = {(int(world.deck[0]) - 1, int(world.deck[1]) - 1) for world in workspace.worlds[:n]}
    assert drawn == {(card, BLUE) for card in range(3)}


def test_what_is_public_ends_where_the_first_hidden_card_came():
    s = begin(RED, RED, ONE, RED, TWO)  # seat 0 drew its card after its first action, seat 1 after the fourth
    assert belief.hidden_since(s, 0) == 1
    assert belief.hidden_since(s, 1) == 4
    assert belief.hidden_since(s, EVERYBODY) == 1
    assert belief.hidden_since(begin(RED), EVERYBODY) == 0
    assert belief.hidden_since(begin(ONE, RED), EVERYBODY) == 0


def test_looking_back_shows_what_all_could_see():
    played = follow(CODE, 5)
    s = begin(*played)
    workspace = workspace_for(CODE)
    for n in range(6):
        past = begin(*played[:n])
        for seat in range(2):
            past = GAME.observe(past, seat)
        who = belief.look_back(GAME.observe(s, 1), 1, n, workspace, new_rng(4))
        seen = workspace.scratch_state[0]
        assert who == n % 2
        for name in ("held", "drawn", "moves", "ply", "signals"):
            assert np.array_equal(seen[name], past[name]), name
        assert [int(seen.deck[int(place)]) for place in seen.held] == [signals.HIDDEN] * 2


def test_likely_refuters_are_asked_first():
    workspace = workspace_for(CODE)
    workspace.rejections[:] = 0
    workspace.rejections[:4] = (1, 0, 15, 0)
    workspace.rejections[-1] = 16
    assert [bool(belief.is_likely_refuter(i, workspace)) for i in range(4)] == [False, False, True, False]
    assert belief.end_of_refuters(0, 4, workspace) == 3
    assert belief.end_of_refuters(3, 4, workspace) == 3
    workspace.rejections[0] = 2
    assert belief.is_likely_refuter(0, workspace)
    workspace.rejections[2] = 0
    assert belief.end_of_refuters(0, 4, workspace) == 1


def test_what_misleads_a_partner():
    """Telling seat 0 of another card than it has makes its note untrue; naming a card does not."""
    s = begin(THREE)
    workspace = workspace_for(CODE)
    assert draw(s, 1, CODE, workspace) > 0
    for action in range(6):
        misled = belief.misleads(0, action, Viewpoint(1, CODE, False), workspace)
        assert misled == (action in (ONE, THREE)), "seat 0 holds green, the second card"


def test_the_convention_is_asked_in_each_world():
    s = begin()
    workspace = workspace_for(CODE, signal=IGNORED)
    assert draw(s, 0, CODE, workspace, wanted=9) == 9
    belief.ask_convention(9, 0, CODE, workspace)
    assert workspace.answers.tolist() == [0, 0, 0, 0, 0, 9], "the other's card is seen, whatever the own one"
    belief.ask_convention(9, 1, MIRROR, workspace)
    cards = [int(world.deck[0]) - 1 for world in workspace.worlds[:9]]
    assert workspace.answers.tolist() == [0, 0, 0, *[cards.count(2 - i) for i in range(3)]]


# --- playouts and races ----------------------------------------------------------------------------------------------


def play_on(world, action, seat, bot, playout_bot, rng):
    """What is earned in the end, by the bots' own functions and the checked face of the game."""
    s = GAME.copy(world)
    while True:
        GAME.play(s, action)
        while GAME.mover(s) == CHANCE:
            GAME.play(s, GAME.draw_chance(s, rng))
        if GAME.mover(s) == OVER:
            return GAME.returns(s)[seat]
        action = int(signals.bot_action(s, playout_bot if GAME.mover(s) == seat else bot, None))


def new_race(s, seat, workspace, worlds, **changed):
    actions = np.array(GAME.legal_actions(s), np.int32)
    statistics = np.zeros((GAME.info.max_actions, racing.COLUMNS))
    statistics[: len(actions), ALIVE] = 1.0
    own = int(signals.bot_action(s, CODE, None))
    plan = {
        "own": own, "seat": seat, "bot": CODE, "playout_bot": GAMBLER, "reward": -1, "worlds": worlds, "samples": 30,
        "least": 4, "threshold": 0.02,
    }  # fmt: skip
    return racing.Race(actions, statistics, **{**plan, **changed})


@pytest.mark.parametrize("ply", [0, 1, 3, 5])
def test_playouts_go_on_as_the_bots_play(ply):
    s = begin(*follow(CODE, ply))
    seat, workspace = GAME.mover(s), workspace_for(CODE, worlds=6)
    n = draw(s, seat, CODE, workspace, wanted=6)
    plan = new_race(s, seat, workspace, n)
    for world in range(min(n, 3)):
        for action in GAME.legal_actions(s):
            for seed in range(2):
                expected = play_on(workspace.worlds[world], action, seat, CODE, GAMBLER, new_rng(seed))
                assert racing.play_on(world, action, plan, workspace, new_rng(seed)) == expected


def run_race(plan, worlds, limit, rng):
    """The race again: every action left in each world, with common chance; the beaten are dropped, then the half."""
    n, own = len(plan.actions), plan.actions.tolist().index(plan.own)
    alive = [True] * n
    gains: list[list[float]] = [[] for _ in range(n)]
    values: list[list[float]] = [[] for _ in range(n)]
    done, heat, playouts = 0, plan.least, 0
    for sample in range(plan.samples):
        if playouts >= limit:
            break
        word = fork(rng)
        scores = {}
        base = play_on(
            worlds[sample % len(worlds)], plan.own, plan.seat, CODE, GAMBLER, np.array([word], np.uint64)
        )  # fmt: skip
        playouts, rivals = playouts + 1, 0
        for i, action in enumerate(plan.actions.tolist()):
            if not alive[i] or playouts >= limit:
                continue
            scores[i] = base
            if i != own:
                scores[i] = play_on(
                    worlds[sample % len(worlds)], action, plan.seat, CODE, GAMBLER, np.array([word], np.uint64)
                )  # fmt: skip
                playouts, rivals = playouts + 1, rivals + 1
            gains[i].append(scores[i] - base)
            values[i].append(scores[i])
        if rivals == 0:
            break
        done += 1
        if done >= plan.least and done % 5 == 0:
            alive = keep_unbeaten(gains, alive, own, plan.threshold)
            if sum(alive) == 1:
                break
        if done == heat and plan.samples - sample > heat:
            rivals_left = [i for i in range(n) if alive[i] and i != own]
            worse = sorted(rivals_left, key=lambda i: (sum(gains[i]), i))[: len(rivals_left) // 2]
            alive = [flag and i not in worse for i, flag in enumerate(alive)]
            heat, done = 2 * heat, 0
    return gains, values, alive, playouts


def keep_unbeaten(gains, alive, own, threshold):
    told = {i: mean_and_error(gains[i]) for i in range(len(gains)) if alive[i]}
    bar = max([threshold, *(mean - 2 * error for mean, error in told.values())])
    sure = any(mean - 3 * error > threshold for mean, error in told.values())
    return [
        alive[i] and not (sure if i == own else told[i][0] + 2 * told[i][1] < bar) for i in range(len(gains))
    ]  # fmt: skip


def mean_and_error(values):
    return float(np.mean(values)), float(np.std(values) / math.sqrt(len(values) - 1))


@pytest.mark.parametrize(
    ("ply", "changed", "limit"),
    [
        (0, {}, 10**6),
        (0, {"least": 3, "samples": 40}, 10**6),
        (1, {"threshold": 0.5}, 10**6),
        (2, {"least": 2}, 60),
        (3, {"least": 12}, 10**6),
        (4, {}, 10**6),
        (0, {}, 20),
    ],
    ids=str,
)
def test_a_race_is_run_as_the_reference_runs_it(ply, changed, limit):
    s = begin(*follow(CODE, ply))
    seat, workspace = GAME.mover(s), workspace_for(CODE, worlds=7)
    n = draw(s, seat, CODE, workspace, wanted=7)
    plan = new_race(s, seat, workspace, n, **changed)
    worlds = [GAME.copy(world) for world in workspace.worlds[:n]]
    control = new_control(limit)
    racing.race(plan, workspace, control, new_rng(9))
    gains, values, alive, playouts = run_race(plan, worlds, limit, new_rng(9))
    rows = plan.statistics[: len(plan.actions)]
    assert rows[:, VISITS].tolist() == [len(values[i]) for i in range(len(rows))]
    assert rows[:, GAIN] == pytest.approx([sum(some) for some in gains])
    assert rows[:, SQUARES] == pytest.approx([sum(gain**2 for gain in some) for some in gains])
    assert rows[:, VALUE] == pytest.approx([sum(some) for some in values])
    assert rows[:, ALIVE].tolist() == alive
    assert int(control[DONE]) == playouts


def test_a_race_that_is_stopped_or_has_no_worlds_does_nothing():
    s = begin()
    workspace = workspace_for(CODE, worlds=4)
    n = draw(s, 0, CODE, workspace, wanted=4)
    stopped = new_control(100)
    stopped[STOP] = 1
    for worlds, control in ((n, stopped), (0, new_control(100)), (n, new_control(0))):
        plan = new_race(s, 0, workspace, worlds)
        racing.race(plan, workspace, control, new_rng(1))
        assert not plan.statistics[:, VISITS].any()


def by_hand(gains, squares, visits=25.0, own=0, **changed):
    statistics = np.zeros((len(gains), racing.COLUMNS))
    statistics[:, GAIN], statistics[:, SQUARES] = gains, squares
    statistics[:, ALIVE], statistics[:, VISITS] = 1.0, visits
    plan = {"seat": 0, "bot": 0, "playout_bot": 0, "reward": -1, "worlds": 1, "samples": 1, "least": 25}
    return racing.Race(
        np.arange(len(gains), dtype=np.int32), statistics, own, **{**plan, "threshold": 0.05, **changed}
    )  # fmt: skip


def test_a_gain_and_its_error():
    plan = by_hand([0.0, 5.0], [0.0, 25.0])
    mean, error = racing.estimate_gain(plan, 1)
    assert (mean, error) == pytest.approx((0.2, math.sqrt((1.0 - 0.04) / 24)))
    assert racing.estimate_gain(plan, 0) == (0.0, 0.0)


def test_the_beaten_are_dropped():
    """Errors are 0.2 for all but the convention's own: a mean of 0.6 surely beats one of -0.25, by two errors of each,
    and not one of 0.1."""
    squares = [0.0, *(25 * (mean * mean + 24 * 0.04) for mean in (0.6, 0.1, -0.25))]
    plan = by_hand([0.0, 15.0, 2.5, -6.25], squares)
    assert racing.drop_beaten(plan) == 3
    assert plan.statistics[:, ALIVE].tolist() == [1, 1, 1, 0], "the own one is beaten only by three errors"
    plan = by_hand([0.0, 17.0, 2.5, -6.25], [0.0, 25 * (0.68**2 + 24 * 0.04), *squares[2:]])
    assert racing.drop_beaten(plan) == 2
    assert plan.statistics[:, ALIVE].tolist() == [0, 1, 1, 0]
    plan = by_hand([0.0, -1.0], [0.0, 0.04])
    assert racing.drop_beaten(plan) == 1, "it gains less than the threshold, for sure"


def test_the_worse_half_of_the_rivals_goes():
    plan = by_hand([0.0, 3.0, -1.0, 2.0, 1.0], [2.0] * 5)
    racing.drop_half(plan)
    assert plan.statistics[:, ALIVE].tolist() == [1, 1, 0, 1, 0]
    racing.drop_half(plan)
    assert plan.statistics[:, ALIVE].tolist() == [1, 1, 0, 0, 0]
    plan = by_hand([1.0, 1.0, 1.0, 1.0, -9.0], [2.0] * 5, own=4)
    racing.drop_half(plan)
    assert plan.statistics[:, ALIVE].tolist() == [0, 0, 1, 1, 1], "of equals the first; the convention's own never"


def test_what_gains_most_is_picked_if_it_is_enough_and_no_luck():
    plan = by_hand([0.0, 3.0, -1.0, 2.0, 1.0], [2.0] * 5)
    error = math.sqrt((0.08 - 0.12**2) / 24)
    assert racing.pick(plan, 1.0) == 1
    assert racing.pick(plan, 0.12 / error * 1.01) == 0
    assert racing.pick(plan, 0.12 / error * 0.99) == 1
    assert racing.pick(plan._replace(threshold=0.12), 1.0) == 0, "more than the threshold"
    assert racing.pick(plan._replace(threshold=0.119), 1.0) == 1
    assert racing.pick(plan._replace(least=26), 1.0) == 0
    plan.statistics[1, ALIVE] = 0.0
    assert racing.pick(plan, 1.0) == 3
    assert racing.pick(plan._replace(own=3), 1.0) == 3


# --- signals, jointly ------------------------------------------------------------------------------------------------


def read(s, seat, **options):
    agent = make(joint=True, **options)
    free = agent.reader.mark(GAME.observe(s, seat), seat, agent.workspace, new_control(1))
    return [action for action in range(6) if free[action]], agent.workspace.signals[: int(s.ply)].tolist()


def make(seed=1, **options):
    quick = {"worlds": 8, "samples": 16, "least": 4, "tries": 60, "readings": 30, "iterations": 400}
    return agents.make("sparta", GAME, seed=seed, **{**quick, **options})


def test_actions_that_the_convention_may_make_bind():
    """First it signals any card; told of its card, the other names it. What else is done is free."""
    assert read(begin(), 0) == ([RED, GREEN, BLUE], [])
    assert read(begin(THREE), 1) == ([RED, GREEN, ONE, TWO, THREE], [BINDING])
    assert read(begin(THREE), 0) == ([RED, GREEN, ONE, TWO, THREE], [BINDING]), "either seat reads the same"
    assert read(begin(RED), 1) == ([RED, GREEN, BLUE], [FREE])
    assert read(begin(THREE, RED), 0)[1] == [BINDING, FREE]
    assert read(begin(THREE, BLUE), 0) == ([RED, GREEN, BLUE], [BINDING, BINDING])


def test_what_is_rare_is_free():
    reader = make(joint=True, share=0.1).reader
    answers = (0, 9, 10, 81, 0, 0)
    assert [reader._is_free(answers, action) for action in range(6)] == [True, True, False, False, True, True]
    assert not make(joint=True, share=0.0).reader._is_free((1, 99), 0)


def test_told_to_stop_it_reads_nothing():
    agent, control = make(joint=True), new_control(1)
    control[STOP] = 1
    assert agent.reader.mark(GAME.observe(begin(THREE), 1), 1, agent.workspace, control) is None


def test_a_team_must_agree():
    readers = [make(joint=True).reader for _ in range(2)]
    signalling.check_team(readers)
    others = ({"share": 0.5}, {"readings": 31}, {"blueprint": "mirror"})
    for options, name in zip(others, ("share", "readings", "blueprint"), strict=True):
        with pytest.raises(SetupError, match=f"must agree on {name}"):
            signalling.check_team([readers[0], make(joint=True, **options).reader])


def test_jointly_it_does_not_mislead():
    """Seat 1 knows its card. It may do something else, but not tell seat 0 of a wrong card."""
    s = begin(THREE)
    agent = make(joint=True)
    rows = {row.action: row.visits for row in agent.decide(GAME.observe(s, 1)).analysis.actions}
    assert {action for action, visits in rows.items() if visits} == {RED, GREEN, BLUE, TWO}
    assert {action for action, visits in rows.items() if not visits} == {ONE, THREE}


# --- the agent -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("blueprint", ["code", "mirror"])
def test_the_convention_is_followed_as_the_bot_plays_it(blueprint):
    bot = GAME.info.bots.index(blueprint)
    agent = make(blueprint=blueprint)
    for ply in range(signals.TURNS):
        s = begin(*follow(bot, ply))
        seat = GAME.mover(s)
        assert agent._follow(GAME.observe(s, seat), seat, bot) == int(signals.bot_action(s, bot, None))


def test_it_names_what_it_was_told():
    """A point for sure: nothing gains on it."""
    s = begin(THREE)
    found = make().decide(GAME.observe(s, 1))
    assert (found.action, found.analysis.line) == (BLUE, (BLUE,))
    assert found.analysis.actions[0].action == BLUE
    assert found.analysis.value == pytest.approx(found.analysis.actions[0].value)
    rest = [row.value for row in found.analysis.actions[1:] if row.value is not None]
    assert rest == sorted(rest, reverse=True)
    assert 0 < found.analysis.iterations <= 400


@pytest.mark.parametrize("ply", [2, 4, 5])
def test_it_picks_what_its_race_says(ply):
    s = begin(*follow(CODE, ply))
    seat, agent = GAME.mover(s), make(seed=6)
    view, rng = GAME.observe(s, seat), agent.rng.copy()
    found = agent.decide(view)
    workspace = workspace_for(CODE, worlds=8)
    viewpoint = Viewpoint(seat, CODE, False)
    workspace.signals[:] = IGNORED
    belief.draw_worlds(view, viewpoint, 1, 1, workspace, new_control(1), rng)  # to ask what the convention does
    own = int(signals.bot_action(s, GAMBLER, None))
    workspace.signals[:] = BINDING
    n = belief.draw_worlds(view, viewpoint, 8, 60, workspace, new_control(1), rng)
    plan = new_race(s, seat, workspace, n, samples=16, least=4, own=own)
    racing.race(plan, workspace, new_control(400), rng)
    assert found.action == racing.pick(plan, 0.5)
    values = {
        action: (row[VALUE] / row[VISITS], int(row[VISITS])) if row[VISITS] else (None, None)
        for action, row in zip(plan.actions.tolist(), plan.statistics, strict=False)
    }
    assert {row.action: (row.value, row.visits) for row in found.analysis.actions} == values


def test_the_threshold_is_on_the_scale_of_what_is_counted(monkeypatch):
    """Rewards lie between 0 and 1: what an action must gain is divided by the range of returns."""
    races = []
    monkeypatch.setattr(sparta, "race", lambda plan, *rest: races.append(plan))
    agent = make(threshold=0.6)
    for span in (1.0, 6.0):
        agent.span = span
        agent.decide(GAME.observe(begin(THREE), 1))
    assert [plan.threshold for plan in races] == pytest.approx([0.6, 0.1])
    assert [(plan.samples, plan.least, plan.own, plan.seat) for plan in races] == [(16, 4, BLUE, 1)] * 2


def test_values_are_told_on_the_scale_of_returns():
    """A reward between 0 and 1 is stretched to the range of returns; returns are told as they are."""
    game = next(game for game in map(games.load, games.names()) if game.info.conventions and game.info.rewards)
    scales = {}
    for reward in ("returns", game.info.rewards[0]):
        agent = agents.make("sparta", game, reward=reward, worlds=2, samples=2, least=2)
        scales[reward] = agent.low, agent.span
    assert scales["returns"] == (0.0, 1.0)
    assert scales[game.info.rewards[0]] == (game.info.min_return, game.info.max_return - game.info.min_return)


def test_memory_is_for_the_longest_game():
    workspace = workspace_for(CODE, worlds=3)
    n = GAME.info.longest
    assert (len(workspace.history), len(workspace.signals), len(workspace.rejections)) == (n, n, n + 1)
    assert (workspace.notes.shape, len(workspace.worlds), len(workspace.answers)) == ((3, 2, 2), 3, 6)


def test_stopped_or_without_worlds_it_follows_the_convention():
    s = begin(THREE)
    view = GAME.observe(s, 1)
    watch = Watch()
    watch.stop()
    assert make().decide(view, None, watch).action == BLUE
    assert make(tries=1, worlds=4, samples=8).decide(view).analysis.iterations == 0
    assert make().decide(view, Budget(iterations=1)).action == BLUE
    watch = Watch()
    watch.stop()
    assert make(joint=True).decide(view, None, watch).action == BLUE


def test_who_goes_on_in_the_own_seat():
    """Alone the bot that the convention names, jointly the convention itself; another may be asked for."""
    assert make().playout_bot == GAMBLER
    assert make(playout_bot="code").playout_bot == CODE
    assert make(blueprint="mirror").playout_bot == MIRROR
    with pytest.raises(UnknownName, match="playout bot on code 'mirror'"):
        make(playout_bot="mirror")
    with pytest.raises(UnknownName, match="convention of signals 'gambler'"):
        make(blueprint="gambler")
    s = begin(*follow(CODE, 3), deck=(GREEN, BLUE, RED, RED, GREEN, BLUE, GREEN, BLUE))
    assert make(joint=True).decide(GAME.observe(s, 1)).action in GAME.legal_actions(s)


def test_limits_and_refusals():
    limits = {
        "worlds": (2, 100_000, {"samples": 100_000, "least": 2}), "samples": (8, 1_000_000, {}),
        "tries": (1, 10_000_000, {}), "least": (2, 8, {}), "threshold": (0.0, 1e6, {}), "errors": (0.0, 10.0, {}),
        "share": (0.0, 1.0, {}), "readings": (1, 100_000, {}),
    }  # fmt: skip
    for name, (low, high, others) in limits.items():
        for value in (low - 1, high + 1):
            with pytest.raises(SettingsError, match=f"{name} must be from"):
                make(**{**others, "samples": 10**6 if name == "worlds" else 16, name: value})
        if name != "worlds":
            for value in (low, high):
                make(**{**others, name: value})
    kind = agents.load("sparta")
    assert kind.refusal(GAME.info) is None
    assert kind.refusal(kuhn.GAME.info).endswith("use mcts or ismcts")


def test_quick_settings_are_settings():
    kind = agents.load("sparta")
    for quick in (kind.quick, kind.quick_plain):
        agents.make("sparta", GAME, **quick)
