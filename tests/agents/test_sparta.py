"""Search on a convention: it follows it, believes what is so, is read as it should be, and gains."""

from itertools import islice

import numpy as np
import pytest

from ludoteca import make_agent
from ludoteca.agents import belief, racing, signalling, sparta
from ludoteca.agents.belief import Viewpoint
from ludoteca.core.errors import SettingsError, UnknownName
from ludoteca.core.jit import compiles
from ludoteca.core.rng import new_rng, split_seed
from ludoteca.games.hanabi.bots import BOTS
from ludoteca.games.hanabi.bots.team import shuffle_deck
from ludoteca.games.hanabi.game import GAME
from ludoteca.protocol import CHANCE, conventions, new_control
from ludoteca.protocol.budget import STOP

pytestmark = pytest.mark.skipif(not compiles, reason="whole games of search; the contract tests run it plain")


def deal(seed, **options):
    s = GAME.start(**options)
    shuffle_deck(s, np.array([split_seed(seed, "deck")], np.uint64))
    while GAME.mover(s) == CHANCE:
        GAME.play(s, int(s.cards[int(s.drawn)]))
    return s


def play(players, s):
    """Play on; yields the state before each move, and the move."""
    while not GAME.is_over(s):
        seat = GAME.mover(s)
        if seat == CHANCE:
            GAME.play(s, int(s.cards[int(s.drawn)]))
            continue
        action = players[seat].decide(GAME.observe(s, seat)).action
        yield GAME.copy(s), action
        GAME.play(s, action)


def workspace_for(bot, worlds=50):
    convention = next(item for item in GAME.info.conventions if item.bot == bot)
    return belief.new_workspace(GAME, convention, worlds)


def draw_worlds(view, viewpoint, wanted, tries, workspace, seed):
    return belief.draw_worlds(view, viewpoint, wanted, tries, workspace, new_control(1), new_rng(seed))


def is_possible(world, view, seat, bot, workspace):
    """Whether a world agrees with the actions that are not free. Uses the last place for a world."""
    viewpoint = Viewpoint(seat, BOTS.index(bot), False)
    first, last = conventions.public_prefix(view, seat), conventions.action_history(view, workspace.history)
    belief.begin_notes(view, viewpoint, first, workspace, new_rng(1))
    workspace.worlds[-1] = world
    return belief.try_world(len(workspace.worlds) - 1, viewpoint, first, last, belief.ALL, workspace, new_rng(1))


@pytest.mark.parametrize(("bot", "players"), [("smart", 2), ("smart", 3), ("smart_net", 2), ("hat", 3)])
def test_the_convention_is_followed_as_the_bot_plays_it(bot, players):
    team = [make_agent("bot", GAME, bot=bot)] * players
    searcher = make_agent("sparta", GAME, blueprint=bot)
    for s, action in play(team, deal(1, players=players)):
        seat = GAME.mover(s)
        assert searcher._follow(GAME.observe(s, seat), seat, searcher.bot) == action


def test_rewinding_goes_back_to_the_first_deal():
    *_, (s, _) = play([make_agent("bot", GAME, bot="smart")] * 2, deal(2))
    past = GAME.copy(s)
    conventions.rewind(past)
    history = np.zeros(GAME.info.longest, np.int32)
    for action in history[: conventions.action_history(s, history)].tolist():
        while GAME.mover(past) == CHANCE:
            [(card, p)] = GAME.chances(past)
            assert p == 1.0
            GAME.play(past, card)
        GAME.play(past, action)
    while GAME.mover(past) == CHANCE:
        GAME.play(past, GAME.legal_actions(past)[0])
    assert GAME.same(past, s)


def test_worlds_are_those_in_which_the_partner_would_have_moved_so():
    """The truth is one of them; none is refuted by replaying it; hints alone leave many more."""
    workspace, place = workspace_for("smart"), BOTS.index("smart")
    found = []
    for s, _ in play([make_agent("bot", GAME, bot="smart")] * 2, deal(3)):
        seat = GAME.mover(s)
        view, viewpoint = GAME.observe(s, seat), Viewpoint(seat, place, False)
        workspace.signals[:] = belief.BINDING
        n = draw_worlds(view, viewpoint, 50, 1000, workspace, int(s.ply))
        assert n > 0
        found.append(n)
        for world in (s, workspace.worlds[0].copy(), workspace.worlds[n - 1].copy()):
            assert is_possible(world, view, seat, "smart", workspace)
            assert GAME.same(GAME.observe(world, seat), view)
        workspace.signals[:] = belief.IGNORED
        assert draw_worlds(view, viewpoint, 50, 50, workspace, 1) == 50
    assert min(found) < 50


def test_asking_about_likely_refuters_first_finds_worlds_of_the_same_kind():
    """As many in as many tries, each of them possible, with the notes that the whole past leaves."""
    workspace, place, tries = workspace_for("smart_net", 2000), BOTS.index("smart_net"), 2000
    workspace.signals[:] = belief.BINDING
    found = {False: 0, True: 0}
    for s, _ in play([make_agent("bot", GAME, bot="smart_net")] * 2, deal(6)):
        if int(s.ply) % 5:
            continue
        seat = GAME.mover(s)
        view = GAME.observe(s, seat)
        for expensive in found:
            viewpoint = Viewpoint(seat, place, expensive)
            n = draw_worlds(view, viewpoint, 2000, tries, workspace, split_seed(int(s.ply), str(expensive)))
            found[expensive] += n
        assert n > 0
        world, notes = workspace.worlds[n - 1].copy(), workspace.notes[n - 1].copy()
        assert is_possible(world, view, seat, "smart_net", workspace)
        assert np.array_equal(workspace.notes[-1], notes)
    assert found[True] == pytest.approx(found[False], abs=5 * found[False] ** 0.5)
    assert workspace.rejections[-1] > 0


def test_the_public_prefix_ends_when_the_oldest_card_came():
    for s, _ in play([make_agent("bot", GAME, bot="smart")] * 2, deal(4)):
        seat = GAME.mover(s)
        oldest = int(s.hands[seat, 0])
        drawn = 10
        for moves in range(int(s.ply) + 1):
            if moves == conventions.public_prefix(s, seat):
                break
            drawn += int(s.moves[moves]) < 10
        assert drawn == oldest + 1 if oldest >= 10 else moves == 0


JOINT = {"joint": True, "worlds": 30, "samples": 60, "least": 10, "tries": 2000, "readings": 40}


def test_jointly_everybody_reads_the_same():
    """From either seat the same actions are read; both leave the convention, and by free actions only. So the truth is
    always possible for both."""
    team = [make_agent("sparta", GAME, seed=seat, **JOINT) for seat in range(2)]
    left, bound = [0, 0], 0
    for s, action in play(team, deal(5)):
        seat = GAME.mover(s)
        marked = []
        for who in range(2):
            view = GAME.observe(s, who)
            free = team[who].reader.mark(view, who, team[who].workspace, new_control(1))
            marked.append((free, team[who].workspace.signals[: int(s.ply)].tolist()))
            assert is_possible(s, view, who, "smart", team[who].workspace)
        assert marked[0] == marked[1]
        assert free[action] or action == team[seat]._follow(GAME.observe(s, seat), seat, team[seat].bot)
        left[seat] += action != team[seat]._follow(GAME.observe(s, seat), seat, team[seat].bot)
        bound += not all(free)
    assert min(left) > 0
    assert bound > 0
    assert set(marked[0][1]) == {belief.BINDING, belief.FREE}


def test_an_ignored_action_tells_nothing():
    """A partner's hint is not what the convention does in some worlds: if it is not asked about, these are possible."""
    found = {}
    for s, _ in play([make_agent("bot", GAME, bot="smart")] * 2, deal(3)):
        if s.ply == 9:
            break
    view, workspace, place = GAME.observe(s, GAME.mover(s)), workspace_for("smart", 4000), BOTS.index("smart")
    for free in (0, 3, 9):
        workspace.signals[:9] = [belief.IGNORED if ply < free else belief.BINDING for ply in range(9)]
        found[free] = draw_worlds(view, Viewpoint(GAME.mover(s), place, False), 4000, 4000, workspace, 1)
    assert found[0] < found[3] < found[9] == 4000


def test_what_misleads_is_seen():
    """No clue of smart_net makes a note untrue, many others do; a partner's free clue is believed that far."""
    workspace, place = workspace_for("smart_net"), BOTS.index("smart_net")
    chosen, misleading = [], 0
    for s, action in play([make_agent("bot", GAME, bot="smart_net")] * 2, deal(8)):
        seat = GAME.mover(s)
        workspace.signals[:] = belief.IGNORED
        viewpoint = Viewpoint(seat, place, True)
        assert draw_worlds(GAME.observe(s, seat), viewpoint, 1, 1, workspace, 1) == 1
        hints = [a for a in GAME.legal_actions(s) if a >= 2 * int(s.hand_size)]
        if action in hints:
            chosen.append(belief.misleads(0, action, viewpoint, workspace))
        misleading += sum(belief.misleads(0, a, viewpoint, workspace) for a in hints)
        if int(s.ply) == 21:
            middle = GAME.copy(s)
    assert chosen
    assert not any(chosen)
    assert misleading > 10
    view = GAME.observe(middle, GAME.mover(middle))
    found = []
    for signal in (belief.BINDING, belief.FREE, belief.IGNORED):
        workspace = workspace_for("smart_net", 2000)
        workspace.signals[:] = signal
        found.append(draw_worlds(view, Viewpoint(GAME.mover(middle), place, False), 2000, 2000, workspace, 1))
    assert found[0] < found[1] < found[2] == 2000


def test_what_is_read_depends_on_nothing_hidden():
    """Another hand of the one, another of the other: the same actions are free."""
    *_, (s, _) = islice(play([make_agent("bot", GAME, bot="smart")] * 2, deal(7)), 25)
    readers = [make_agent("sparta", GAME, **JOINT) for _ in range(2)]
    marks = []
    for seat, agent in enumerate(readers):
        view = GAME.observe(s, seat)
        for seed in range(3):
            world = GAME.guess(view, seat, new_rng(seed))
            other = GAME.observe(world, 1 - seat)
            signalling.count_answers.cache_clear()
            marks.append(agent.reader.mark(other, 1 - seat, agent.workspace, new_control(1)))
    assert all(mark == marks[0] for mark in marks)


def gain_of(agent, s, action):
    """What an action gains over the convention's in the true world, everybody following the convention after it: the
    mean over 50 courses of chance, the same for both."""
    seat, workspace = GAME.mover(s), agent.workspace
    view = GAME.observe(s, seat)
    own = agent._follow(view, seat, agent.bot)
    workspace.signals[:] = belief.IGNORED
    assert is_possible(s, view, seat, BOTS[agent.bot], workspace)  # the truth and its notes are in the last place now
    plan = new_race(own=own, seat=seat, bot=agent.bot, playout_bot=agent.bot, reward=agent.reward)
    last = len(workspace.worlds) - 1
    scores = [[racing.play_on(last, a, plan, workspace, new_rng(k)) for a in (action, own)] for k in range(50)]
    return np.mean([found - usual for found, usual in scores])


@pytest.mark.slow
@pytest.mark.parametrize("joint", [False, True])
def test_what_it_does_instead_of_the_convention_gains(joint):
    """More than two standard errors, over the deviations in a few games. What that makes of whole games is in
    docs/results/hanabi.md."""
    agent = make_agent("sparta", GAME, playout_bot="smart", **{**JOINT, "joint": joint})
    gains = []
    for seed in range(5):
        for s, action in play([make_agent("bot", GAME, bot="smart")] * 2, deal(seed)):
            seat = GAME.mover(s)
            chosen = agent.decide(GAME.observe(s, seat)).action
            if chosen != action:
                gains.append(gain_of(agent, s, chosen))
    assert np.mean(gains) > 2 * np.std(gains, ddof=1) / len(gains) ** 0.5


def test_what_makes_no_sense_is_refused():
    with pytest.raises(UnknownName, match="convention of hanabi 'piers'"):
        make_agent("sparta", GAME, blueprint="piers")
    with pytest.raises(SettingsError, match="least"):
        make_agent("sparta", GAME, worlds=10, least=20)
    with pytest.raises(UnknownName, match="reward of hanabi 'hearts'"):
        make_agent("sparta", GAME, reward="hearts")
    with pytest.raises(UnknownName, match="playout bot on smart_net 'smart'"):
        make_agent("sparta", GAME, blueprint="smart_net", playout_bot="smart")
    with pytest.raises(SettingsError, match="share"):
        make_agent("sparta", GAME, share=1.5)
    assert sparta.Sparta.refusal(GAME.info) is None


def test_alone_it_goes_on_as_the_better_bot():
    """On smart the searcher's own seat is smart_net_partner's; if asked for, smart's."""
    assert [
        BOTS[make_agent("sparta", GAME, playout_bot=name).playout_bot] for name in ("", "smart", "smart_net_partner")
    ] == [
        "smart_net_partner",
        "smart",
        "smart_net_partner",
    ]
    assert BOTS[make_agent("sparta", GAME, blueprint="hat").playout_bot] == "hat"


def test_without_enough_worlds_the_convention_stands():
    s = deal(6)
    agent = make_agent("sparta", GAME, tries=5, worlds=30, least=25)
    assert agent.decide(GAME.observe(s, 0)).analysis.iterations == 0


def new_race(**changed):
    """Five actions after 25 samples each; the first is the convention's."""
    statistics = np.zeros((5, racing.COLUMNS))
    statistics[:, racing.ALIVE] = 1.0
    statistics[:, racing.GAIN] = [0.0, 3.0, -1.0, 2.0, 1.0]
    statistics[:, racing.SQUARES] = 2.0
    statistics[:, racing.VISITS] = 25
    plan = {"own": 0, "seat": 0, "bot": 0, "playout_bot": 0, "reward": 0, "worlds": 1, "samples": 1, "least": 25}
    return racing.Race(np.arange(5, dtype=np.int32), statistics, **{**plan, "threshold": 0.05, **changed})


def test_the_worse_half_stays_behind():
    """And of those that go on the one that gains most is picked, if that is more than the threshold and no luck."""
    plan = new_race()
    racing.drop_half(plan)
    assert plan.statistics[:, racing.ALIVE].tolist() == [1, 1, 0, 1, 0]
    assert racing.pick(plan, 1.0) == 1
    assert racing.pick(plan._replace(threshold=0.15), 1.0) == 0
    assert racing.pick(plan, 3.0) == 0
    assert racing.pick(plan._replace(least=26), 1.0) == 0


def test_of_equal_rivals_the_first_is_dropped_and_the_convention_never():
    plan = new_race()
    plan.statistics[:, racing.GAIN] = [-9.0, 1.0, 1.0, 1.0, 1.0]
    racing.drop_half(plan)
    assert plan.statistics[:, racing.ALIVE].tolist() == [1, 0, 0, 1, 1]


def test_stopped_it_follows_the_convention():
    s = deal(6)
    agent = make_agent("sparta", GAME, iterations=1)
    bot = make_agent("bot", GAME, bot="smart_net_partner")
    assert agent.decide(GAME.observe(s, 0)).action == bot.decide(GAME.observe(s, 0)).action


def test_jointly_it_stops_while_it_reads():
    """A long past that it has not seen takes seconds to read; told to stop it follows the convention at once."""
    *_, (s, _) = play([make_agent("bot", GAME, bot="smart")] * 2, deal(9))
    seat, agent = GAME.mover(s), make_agent("sparta", GAME, **JOINT)
    view, control = GAME.observe(s, seat), new_control(1000)
    control[STOP] = 1
    signalling.count_answers.cache_clear()
    assert agent.reader.mark(view, seat, agent.workspace, control) is None
    assert signalling.count_answers.cache_info().misses == 0
    statistics = np.zeros((GAME.info.max_actions, racing.COLUMNS))
    assert agent._search(view, seat, statistics, control) == agent._follow(view, seat, agent.bot)
    assert not statistics.any()
