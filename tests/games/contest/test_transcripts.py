"""Transcripts, events in words, and sessions with a person at a console."""

import json
from pathlib import Path

import pytest

from ludoteca.cli import main
from ludoteca.core.errors import RecordError
from ludoteca.games.contest.console_session import Session, load_session
from ludoteca.games.contest.game import GAME
from ludoteca.games.contest.messages import NAMES, Event, apply_with_events, describe_event
from ludoteca.games.contest.transcripts import format_transcript, list_sentences, read_transcript, replay_transcript
from ludoteca.games.contest.wording import TEXTS

RECORD = Path(__file__).parents[3] / "docs" / "examples" / "contest-3ds.toml"

# What was written down in front of the console: order with hearts, stars before and after
WITNESSED = [
    (0, {"Betta": 3, "Speranza": 5, "Trod": 1, "Plumy": 3}, 3),
    (3, {"Speranza": 4, "Plumy": 2, "Betta": 6, "Trod": 3}, 1),
    (1, {"Betta": 3, "Speranza": 7, "Trod": 3, "Plumy": 3}, 3),
    (3, {"Speranza": 6, "Trod": 3, "Plumy": 2, "Betta": 7}, 4),
    (4, {"Betta": 7, "Speranza": 3, "Trod": 14, "Plumy": 7}, 1),
]


@pytest.mark.parametrize("mode", ["thesis", "game"])
def test_a_contest_played_on_a_console_comes_out_the_same(mode):
    data = __import__("tomllib").loads(RECORD.read_text())
    contest = replay_transcript({**data, "mode": mode})
    for turn, (stars, hearts, after) in zip(contest.turns, WITNESSED, strict=True):
        assert (turn.stars_before, turn.hearts, turn.stars_after) == (stars, hearts, after)
        assert list(turn.order) == list(hearts)
    assert contest.totals == {"Betta": 26, "Speranza": 25, "Trod": 24, "Plumy": 17}
    assert contest.winner == "Betta"


def test_the_command_prints_it_for_machines(capsys):
    main_quietly(["contest", "run", str(RECORD), "--json"])
    told = json.loads(capsys.readouterr().out)
    assert told["turns"][4]["hearts"]["Trod"] == 14
    assert told["totals"]["Betta"] == 26
    assert told["turns"][0]["next_order"] == ["Speranza", "Plumy", "Betta", "Trod"]


def main_quietly(words):
    with pytest.raises(SystemExit) as leaving:
        main(words)
    assert leaving.value.code == 0


def record(**changes):
    data = {
        "contestants": ["Betta", "Speranza", "Macy", "Plumy"],
        "turn": [
            {
                "moves": {"Betta": "Contrattacco", "Speranza": 3, "Macy": "Attrazione", "Plumy": "Petal Dance"},
                "nervous": ["Plumy"],
            }
        ],
    }
    data["turn"][0].update(changes)
    return data


def test_who_became_nervous_did_not_perform():
    contest = replay_transcript(record())
    assert contest.turns[0].hearts == {"Betta": 1, "Speranza": 5, "Macy": 2, "Plumy": 0}
    assert "Plumy" not in contest.turns[0].moves
    assert contest.turns[0].next_order == ("Speranza", "Macy", "Betta", "Plumy")


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"moves": {"Betta": "Counter"}}, "turn 1: the move of Speranza is missing"),
        ({"moves": {"Betta": "Counter", "Lapras": "Surf"}}, "turn 1: 'Lapras' does not take part"),
        ({"moves": {"Betta": "Surf", "Speranza": 1, "Macy": 1, "Plumy": 1}}, "turn 1: 'Surf' is no move of Betta"),
        ({"nervous": ["Betta"]}, "turn 1: Betta cannot have become nervous"),
        ({"hearts": {"Betta": 4}}, "turn 1: Betta did not show an unpredictable move"),
        ({"next_order": ["Betta", "Plumy", "Macy", "Speranza"]}, "turn 1: the next order is Speranza > Macy"),
        ({"nervous": [], "next_order": ["Macy", "Betta", "Plumy", "Speranza"]}, "turn 1: the next order"),
        ({"crowd": 3}, "turn 1: unknown field 'crowd'"),
    ],
)
def test_an_impossible_record_is_refused_with_its_turn(changes, complaint):
    with pytest.raises(RecordError, match=complaint):
        replay_transcript(record(**changes))


def test_more_that_is_refused():
    with pytest.raises(RecordError, match="turn 6: a contest has 5 turns"):
        replay_transcript({**record(), "turn": record()["turn"] * 6})
    with pytest.raises(
        RecordError, match=r"before the first turn: there is no contestant 'Spernza'; did you mean Sper"
    ):
        replay_transcript({"contestants": ["Betta", "Spernza", "Macy", "Plumy"]})
    with pytest.raises(RecordError, match="unknown field 'turns'"):
        replay_transcript({"contestants": ["Betta", "Speranza", "Macy", "Plumy"], "turns": []})


def test_who_has_left_cannot_perform():
    first = {"moves": {"Betta": 4, "Speranza": 3, "Macy": 1, "Plumy": 2}, "nervous": ["Plumy"]}
    contest = replay_transcript({"contestants": ["Betta", "Speranza", "Macy", "Plumy"], "turn": [first]})
    assert contest.turns[0].hearts == {"Betta": 7, "Speranza": 5, "Macy": 2, "Plumy": 0}
    second = {"moves": {"Betta": 1, "Speranza": 2, "Macy": 2, "Plumy": 1}}
    with pytest.raises(RecordError, match="turn 2: Betta cannot perform in this turn"):
        replay_transcript({"contestants": ["Betta", "Speranza", "Macy", "Plumy"], "turn": [first, second]})


# --- words ---------------------------------------------------------------------------------------------------------


def test_every_event_has_words_in_both_languages():
    assert len(set(NAMES.values())) == len(NAMES) == 32
    for name in NAMES.values():
        for language in TEXTS.languages:
            sentence = describe_event(Event(name, "Betta", 2, 7), language)
            assert sentence
            assert "{" not in sentence


def test_what_is_told_adds_up_to_the_hearts():
    gains = {"earns": 1, "combines": 1, "excites": 1, "live": 1, "startled": -1, "repeats": -1, "bores": -1}
    for turn in read_transcript(RECORD).turns:
        sums = dict.fromkeys(turn.hearts, 0)
        for event in turn.events:
            if event.kind in gains:
                sums[event.who] += gains[event.kind] * event.n
        assert sums == turn.hearts


def test_sentences():
    first = dict(list_sentences(read_transcript(RECORD), "it"))[1]
    assert first[0] == "Betta presenta Salvaguardia."
    assert "Speranza si distrae e perde 2 cuori." in first
    assert "Speranza is startled and loses 2 hearts." in dict(list_sentences(read_transcript(RECORD), "en"))[1]


def test_narration_is_for_any_front_end_and_tells_no_pick():
    s = GAME.start()
    for action in (0, 1, 2):
        assert GAME.narrate(s, action) == []
        GAME.play(s, action)
    told = GAME.narrate(s, 3, "it")
    assert told[0] == "Betta presenta Contrattacco."
    assert int(s.picks[3]) == -1


def test_listening_changes_nothing():
    a, b = GAME.start(), GAME.start()
    for action in (0, 1, 2, 3):
        GAME.play(a, action)
        apply_with_events(b, action)
    assert GAME.same(a, b)


# --- sessions -----------------------------------------------------------------------------------------------------


class Person:
    """Answers questions from a list; the rest of the time it is gone."""

    def __init__(self, *answers):
        self.answers, self.asked, self.told = list(answers), [], []

    def ask(self, question):
        self.asked.append(question)
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)


def advise_third(s, seat):
    return 2


def session(person, path, data=None):
    head = {"mode": "game", "condition": "beautiful", "contestants": "Betta, Speranza, Macy, Plumy", "me": "Speranza"}
    return Session(data or head, path, person.ask, person.told.append, advise_third)


def test_a_session_keeps_a_transcript_that_resumes_and_replays(tmp_path):
    log = tmp_path / "contest.toml"
    person = Person("Counter", "", "Attract", "2", "Plumy")
    with pytest.raises(EOFError):
        session(person, log).run()
    data = load_session(log)
    assert data["turn"][0]["moves"]["Speranza"] == "Dazzling Gleam"  # nothing typed: as advised
    assert data["turn"][0]["nervous"] == ["Plumy"]
    assert format_transcript(data) == log.read_text()
    again = Person("1", "2", "2", "1")
    with pytest.raises(EOFError):
        session(again, log, data).run()
    assert again.asked[0].startswith("Speranza (1 Mimic")
    assert read_transcript(log).turns[1].hearts == {"Betta": 1, "Speranza": -1, "Macy": 2, "Plumy": 3}


def test_a_wrong_entry_is_taken_back(tmp_path):
    log = tmp_path / "contest.toml"
    person = Person("Counter", "3", "Attract", "2", "Plumy", "back", "Safeguard", "3", "Attract", "2", "Plumy")
    with pytest.raises(EOFError):
        session(person, log).run()
    assert load_session(log)["turn"][0]["moves"]["Betta"] == "Safeguard"
    assert any("taken back" in text for text in person.told)


def test_what_cannot_be_read_is_asked_again(tmp_path):
    person = Person("Hydro Pump", "Counter", "3", "Attract", "2", "Lapras", "Plumy")
    with pytest.raises(EOFError):
        session(person, tmp_path / "log.toml").run()
    assert any("no move of Betta" in text for text in person.told)
    assert any("does not take part" in text for text in person.told)
    assert len(load_session(tmp_path / "log.toml")["turn"]) == 1
