"""What is hidden stays hidden until the end from all that judges: the bar, hints, analyses, lines that are tried."""

import asyncio

import pytest
from test_leaks import CLIENTS, HANABI, JACK, KING, QUEEN, new_table

from ludoteca import agents
from ludoteca.core.errors import Refusal
from ludoteca.lab.game_analysis import ask, find_judge
from ludoteca.protocol import CHANCE
from ludoteca.site import actions, learning, play_on
from ludoteca.site.advice import tell_hint
from ludoteca.site.events import Event
from ludoteca.site.fair_queue import Owner
from ludoteca.site.game_analyses import GameAnalyses, require_deal
from ludoteca.site.judging import question_of
from ludoteca.site.messages import PlayOn, Tried
from ludoteca.site.variations import follow
from tiny import kuhn, pennies


def start_hanabi():
    table = new_table(HANABI, players=2)
    while table.mover == CHANCE:
        table.apply(table.next_chance())
    return table


def list_attempts(table, client):
    """Everything that is for finished games only."""
    analyses = GameAnalyses(None, None, None, None)
    tried = {"from": 0, "actions": []}
    seats = [{"kind": "me"}] * len(table.seats)
    return [
        lambda: asyncio.run(analyses.look(table, client)),
        lambda: asyncio.run(analyses.begin(table, Owner(client))),
        lambda: asyncio.run(analyses.look_at_deal(table, client)),
        lambda: asyncio.run(analyses.begin_deal(table, Owner(client))),
        lambda: require_deal(table, client),
        lambda: learning.tell_decision(table, 1),
        lambda: learning.explain_attempt(table, 1, {}),
        lambda: asyncio.run(learning.judge_answer(None, table, 1, 0, Owner(client))),
        lambda: follow(table, Tried.model_validate(tried)),
        lambda: play_on.plan(None, table, PlayOn.model_validate({**tried, "seats": seats}), client),
    ]


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize(
    "make", [start_hanabi, lambda: new_table(kuhn.GAME, JACK, QUEEN), lambda: new_table(pennies.GAME, 0)]
)
def test_while_a_game_runs_nobody_learns_anything_of_what_could_be(make, client):
    table = make()
    for attempt in list_attempts(table, client):
        with pytest.raises(Refusal) as refused:
            attempt()
        assert refused.value.code == "still_running"


def play_alone(table):
    """The same table where only Anna is a person, so that asking is fair."""
    table.seats[1] = type(table.seats[1])("agent", agent="random")
    return table


def test_the_bar_and_hints_see_what_the_seat_sees():
    """Two deals that differ in the other's card are one question, with one answer."""
    first, second = (play_alone(new_table(kuhn.GAME, JACK, card)) for card in (QUEEN, KING))
    told = []
    for table in (first, second):
        question = question_of(table, actions.require_analysis(table, "anna"))
        decision = _ask(table, question)
        hint = tell_hint(table.game, question.view, question.seat, table.ply, decision)
        told.append((question.view.tobytes(), play_on.tell_answer(table, question, decision), hint))
    assert told[0] == told[1]


def _ask(table, question):
    spec = find_judge(table.game).specs[0].replace("10000", "200")
    decision = ask(agents.make_from_spec(spec, table.game), question.view)
    return type(decision)(decision.action, type(decision.analysis)(**{**vars(decision.analysis), "seconds": 0.0}))


def test_nobody_is_told_what_another_seat_may_expect():
    table = play_alone(new_table(kuhn.GAME, JACK, QUEEN))
    for client in ("bert", "walter"):
        with pytest.raises(Refusal) as refused:
            actions.require_analysis(table, client)
        assert refused.value.code == "not_your_turn"


def test_after_the_end_a_decision_is_shown_as_its_seat_saw_it():
    """Learning from a mistake is no learning if the own cards are shown."""
    table = start_hanabi()
    own = HANABI.show(HANABI.observe(table.state, table.mover))
    table.apply(Event("play", {"action": HANABI.legal_actions(table.state)[0]}))
    table.draw_chance()
    table.apply(Event("resign", {"seat": 0}))
    assert learning.tell_decision(table, 1)["position"] == own
    assert HANABI.show(table.view(0, table.state_at(table.log.end_of(0)))) != own  # the replay shows everything


def test_who_has_seen_a_game_plays_on_only_with_agents():
    table = start_hanabi()
    table.apply(Event("resign", {"seat": 0}))
    wish = {"from": 0, "actions": [], "seats": [{"kind": "me"}, {"kind": "link"}]}
    with pytest.raises(Refusal) as refused:
        play_on.plan(None, table, PlayOn.model_validate(wish), "anna")
    assert refused.value.code == "given_away"
    alone = play_on.plan(
        None, table, PlayOn.model_validate({**wish, "seats": [{"kind": "me"}, {"kind": "me"}]}), "anna"
    )
    assert alone.options["deck"]
    assert len(alone.opening) == table.ply
