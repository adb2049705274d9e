"""Judging whole games: what counts as a mistake, who judges, and that nothing hidden is used."""

import json

import pytest

from ludoteca import agents, games
from ludoteca.core.rng import new_rng
from ludoteca.lab.game_analysis import (
    analyse_game,
    ask,
    conclude,
    find_accuracy,
    find_judge,
    find_scale,
    list_questions,
)
from ludoteca.lab.game_analysis.deals import find_deal, play_deal, rank, seat_level, seed_of, sum_up
from ludoteca.lab.game_analysis.questions import find_ending
from ludoteca.lab.match import play_match
from ludoteca.protocol import ActionValue, Analysis, Decision, Watch

FOUR, CHECKERS, HANABI = games.load("connect_four"), games.load("checkers"), games.load("hanabi")
CONTEST, DICE = games.load("contest"), games.load("dicewars")
LOST = [3, 3, 3, 3, 2, 0, 4, 0, 1]


def answer(action, value, **rows):
    values = [ActionValue(action, value), *(ActionValue(int(name[1:]), other) for name, other in rows.items())]
    return Decision(action, Analysis(tuple(values), (action,), value))


def judge(values, actions=LOST):
    """The verdicts if the engine's answers were these: by number, the best action, its value, other values."""
    questions = list_questions(FOUR, {}, actions)
    return conclude(FOUR, questions, values, find_ending(FOUR, {}, actions)).decisions


def test_a_blunder_is_found_and_the_better_move_named():
    found = analyse_game(FOUR, {}, LOST)
    corner = found.decisions[5]
    assert corner.verdict == "blunder"
    assert corner.best["line"][0] == corner.best["name"] != corner.name
    assert corner.after == pytest.approx(0.0)
    assert found.decisions[8].after == 1.0
    assert found.seats[0].accuracy > found.seats[1].accuracy
    json.dumps(found.to_json())


def test_a_value_of_its_own_comes_before_that_of_the_next_position():
    decisions = judge({1: answer(2, 0.9999, a3=0.99), 2: answer(3, -1.0)})
    assert decisions[0].after == pytest.approx(FOUR.win_chance(FOUR.start(), 0.99))


def test_without_a_value_of_its_own_the_next_position_tells():
    decisions = judge({1: answer(2, 1.0), 2: answer(3, 1.0)})
    assert (decisions[0].before, decisions[0].after) == (1.0, 0.0)
    assert decisions[0].verdict == "blunder"


def test_the_end_tells_of_the_last_move():
    """It won, though the engine was asked only about the move before."""
    assert judge({9: answer(5, 0.0)})[8].after == 1.0


def test_differences_within_the_noise_of_playouts_are_no_mistakes():
    game = CONTEST
    match = play_match(game, ["Easy"] * 4, seed=1)
    first = list_questions(game, match.setup, match.actions)[0]
    others = [action for action in game.legal_actions(first.view) if action != first.action]

    def verdict(visits):
        rows = (ActionValue(others[0], 0.62, visits), ActionValue(first.action, 0.5, visits))
        decision = Decision(others[0], Analysis(rows, (others[0],), 0.62))
        ending = find_ending(game, match.setup, match.actions)
        return conclude(game, [first], {1: decision}, ending).decisions[0].verdict

    assert verdict(20) == "good"
    assert verdict(20_000) == "mistake"


def test_the_classes_have_limits_and_accuracy_falls_with_losses():
    scale = find_scale(FOUR)
    assert [scale.classify(loss) for loss in (0.0, 0.05, 0.1, 0.15)] == ["good", "inaccuracy", "mistake", "blunder"]
    team = find_scale(HANABI)
    assert (team.kind, team.blunder) == ("points", 1.0)
    assert find_accuracy(scale, [0.0, 0.0]) == 100.0
    assert find_accuracy(scale, [0.0, 0.5]) < 60
    assert find_accuracy(team, [1.0]) == find_accuracy(scale, [0.15])
    assert find_accuracy(scale, []) is None


@pytest.mark.parametrize("players", [2, 4])
def test_chances_to_win_of_a_war_are_shares(players):
    s = DICE.start(players=players)
    assert DICE.win_chance(s, 1.0) == pytest.approx(1.0)
    assert DICE.win_chance(s, -1.0 / (players - 1)) == pytest.approx(0.0)
    assert DICE.win_chance(s, 0.0) == pytest.approx(1 / players)


@pytest.mark.parametrize("name", games.names())
def test_every_game_has_a_judge_with_a_fixed_budget(name):
    game = games.load(name)
    for spec in find_judge(game).specs:
        read = agents.read_spec(spec, game)
        assert read.budget is not None
        assert read.budget.seconds is None


def test_a_teams_judge_is_told_who_follows_which_convention():
    assert "followers=none" in find_judge(HANABI, [None, "Helpful"], 0).specs[0]
    assert "blueprint=hat" in find_judge(HANABI, [None, "Hat"], 0).specs[0]
    first, second = find_judge(HANABI, ["Conventional", None, "bot:bot=smart"], 1).specs
    assert "followers=0+2" in first
    assert "followers=none" in second


def test_the_same_question_gets_the_same_answer():
    for game, actions in ((CHECKERS, 6), (FOUR, 4)):
        s = game.start()
        for _ in range(actions):
            game.play(s, game.legal_actions(s)[0])
        engine = agents.make_from_spec(find_judge(game).specs[-1].replace("1000000", "20000"), game)
        first = ask(engine, s)
        ask(engine, game.start())  # something else in between
        again = ask(engine, s)
        assert (first.action, first.analysis.actions) == (again.action, again.analysis.actions)


def test_a_decision_is_judged_by_what_its_seat_knew():
    """Whatever its own cards are in truth, the question is the same: another world that fits it gives no other view."""
    match = play_match(HANABI, ["Helpful", "Helpful"], seed=2)
    s, whole = HANABI.start(match.setup), {}
    for ply, action in enumerate(match.actions):
        whole[ply] = HANABI.copy(s)
        HANABI.play(s, action)
    for question in list_questions(HANABI, match.setup, match.actions)[:8]:
        assert question.view.tobytes() != whole[question.ply].tobytes()
        other = HANABI.guess(question.view, question.seat, new_rng(7))
        assert HANABI.observe(other, question.seat).tobytes() == question.view.tobytes()


def test_a_deal_is_played_again_by_the_levels():
    match = play_match(HANABI, ["Helpful", "Helpful"], seed=3)
    deal = find_deal(HANABI, match.setup, match.actions)
    assert deal is not None
    players = seat_level(HANABI, [None, "Hat"], 0, "Conventional")
    assert players == ["Conventional", "Conventional"]
    scores = [play_deal(HANABI, deal, players, 0, seed_of("Conventional", n)) for n in range(3)]
    assert scores == [play_deal(HANABI, deal, players, 0, seed_of("Conventional", n)) for n in range(3)]
    found = sum_up(HANABI, "Conventional", scores)
    assert found.low <= found.mean <= found.high
    assert rank([found], 26.0) == 1.0
    assert rank([found], -1.0) == 0.0
    stopped = Watch()
    stopped.stop()
    assert play_deal(HANABI, deal, players, 0, 1, stopped) is None


def test_the_map_of_a_war_stays_and_a_game_without_chance_has_no_deal():
    assert find_deal(FOUR, {}, LOST) is None
    match = play_match(DICE, ["Easy", "Easy"], seed=4, start={"players": 2})
    deal = find_deal(DICE, match.setup, match.actions)
    s = DICE.start(match.setup)
    for action in deal.opening:
        DICE.play(s, action)
    assert DICE.mover(s) >= 0
    assert seat_level(DICE, [None, "Hard", None], 0, "Expert") == ["Expert", "Hard", "Expert"]


def test_sparta_refuses_followers_that_are_no_seats():
    with pytest.raises(Exception, match="followers must be all, none, or seats"):
        agents.make_from_spec("sparta:followers=smart", HANABI)


@pytest.mark.parametrize(("game", "options"), [(DICE, {"players": 3}), (CONTEST, {})], ids=["dicewars", "contest"])
def test_reasons_are_given_in_every_language(game, options):
    """For any legal action of any decision: sentences, with every number filled in."""
    players = ["Easy"] * game.seats(game.start(options))
    match = play_match(game, players, seed=5, start=options)
    told = {"en": set(), "it": set()}
    for question in list_questions(game, match.setup, match.actions)[:30]:
        before = question.view.tobytes()
        for action in game.legal_actions(question.view):
            for language, found in told.items():
                found.update(game.give_reasons(question.view, action, language))
        assert question.view.tobytes() == before
    assert len(told["en"]) == len(told["it"]) > 5
    assert not any("{" in sentence for found in told.values() for sentence in found)


def test_a_strategist_weighs_what_it_would_not_consider():
    """Every legal action gets a value when it is asked about, and an ordinary decision stays as it was."""
    s = DICE.start(players=2)
    while DICE.mover(s) < 0:
        DICE.play(s, DICE.draw_chance(s, new_rng(1)))
    warlord = agents.make_from_spec("warlord:iterations=60", DICE)
    before = ask(warlord, s)
    for action in DICE.legal_actions(s):
        rows = {row.action: row.value for row in ask(warlord, s, action).analysis.actions}
        assert rows[action] is not None
    assert ask(warlord, s).analysis.actions == before.analysis.actions
