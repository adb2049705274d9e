"""Records: they replay exactly, and what was cut off or edited is refused with the line."""

import contextlib
import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers import ALL_GAMES, describe
from ludoteca import games
from ludoteca.core.errors import IncompatibleRecord, RecordError
from ludoteca.lab.match import play_match
from ludoteca.lab.record import cut_short, format_record, parse_record, replay
from ludoteca.testing.agents import quick_agent

C4 = games.load("connect_four")


def record_of(game, seed=3):
    players = [quick_agent("random", game, seed=seat) for seat in range(game.seats(game.start()))]
    return play_match(game, players, seed=seed).record


RECORD = record_of(C4)
TEXT = format_record(RECORD, C4)


@pytest.mark.parametrize("game", ALL_GAMES, ids=describe)
def test_a_record_replays_exactly(game):
    record = record_of(game)
    text = format_record(record, game)
    back = parse_record(text, game)
    assert back == record
    assert format_record(back, game) == text
    *_, (last, none) = replay(back, game)
    assert none is None
    assert game.returns(last) == list(record.result.returns)


def test_an_action_a_line_that_people_can_read():
    rows = [line for line in TEXT.splitlines() if line.startswith("  [")]
    assert len(rows) == len(RECORD.actions)
    who, action, name, info = json.loads(rows[0].rstrip(","))
    assert [who, action, name] == [0, RECORD.actions[0], C4.format_action(None, RECORD.actions[0])]
    assert set(info) == {"seconds"}  # a random agent has nothing else to report


@pytest.mark.parametrize("share", [0.0, 0.1, 0.35, 0.5, 0.8, 0.97])
def test_a_record_that_was_cut_off_names_the_line(share):
    cut = TEXT[: int(len(TEXT) * share)]
    with pytest.raises(RecordError, match=r"line \d+: .*cut off|line 1"):
        parse_record(cut)


def edit_row(number, row):
    lines = TEXT.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("  [")) + number
    lines[first] = f"  {json.dumps(row)}" + ("," if lines[first].endswith(",") else "")
    return "\n".join(lines), first + 1


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ([0, 9, "d"], "action 9 is not legal"),
        ([1, 3, "d"], "seat 1 acts, but it is the turn of seat 0"),
        ([0, 3, "e"], "called 'd' here, not 'e'"),
        ([0], "an action is"),
        ("d", "an action is"),
        ([0, 3.0], "an action is"),
        ([0, True], "an action is"),
    ],
)
def test_an_edited_action_names_the_line(row, complaint):
    text, line = edit_row(2, row)
    with pytest.raises(RecordError, match=f"line {line}: .*{complaint}"):
        parse_record(text)


def test_a_legal_edit_is_caught_too():
    moved = replace(RECORD, actions=(*RECORD.actions[:-1], (RECORD.actions[-1] + 1) % 7), result=None)
    lines = format_record(moved, C4).splitlines()
    digest = next(line for line in TEXT.splitlines() if '"digest"' in line)
    forged = "\n".join(digest if '"digest"' in line else line for line in lines)
    with pytest.raises(RecordError, match="the digest does not fit"):
        parse_record(forged)


def test_an_edited_name_is_caught_by_the_digest_and_allowed_without_it():
    edited = TEXT.replace('"random"', '"randy"')
    with pytest.raises(RecordError, match=r"line \d+: the digest does not fit"):
        parse_record(edited)
    content = json.loads(edited)
    del content["digest"]
    assert parse_record(json.dumps(content)).seats[0]["agent"] == "randy"


def test_a_wrong_result_is_refused():
    with pytest.raises(RecordError, match="the actions lead to"):
        parse_record(TEXT.replace('"returns": [', '"returns": [0.5, '))


def test_actions_after_the_end_are_refused():
    content = json.loads(TEXT)
    content["actions"].append([0, 0, "a"])
    with pytest.raises(RecordError, match="after the end"):
        parse_record(json.dumps(content))


@pytest.mark.parametrize("key", ["game", "actions", "seats", "result", "setup", "version", "seed", "format"])
def test_a_missing_part_is_named(key):
    content = json.loads(TEXT)
    del content[key]
    with pytest.raises(RecordError, match=f"lacks {key}"):
        parse_record(json.dumps(content))


def with_version(version):
    content = json.loads(TEXT)
    content["version"] = version
    del content["digest"]
    return json.dumps(content)


@pytest.mark.parametrize("version", ["2.0", "1.7", "0.1"])
def test_other_versions_are_refused_with_what_this_one_replays(version):
    with pytest.raises(IncompatibleRecord, match=r"replays 1\.0 to 1\."):
        parse_record(with_version(version))


def test_an_older_minor_version_replays(monkeypatch):
    monkeypatch.setattr(C4, "info", replace(C4.info, version="1.4"))
    assert parse_record(with_version("1.2")).actions == RECORD.actions


def test_options_that_came_later_have_their_defaults():
    content = json.loads(TEXT)
    content["setup"] = {}
    del content["digest"]
    assert parse_record(json.dumps(content)).actions == RECORD.actions


def test_unknown_games_and_setups_are_refused():
    with pytest.raises(RecordError, match="did you mean connect_four"):
        parse_record(TEXT.replace("connect_four", "connect_fore"))
    with pytest.raises(RecordError, match=r"setup: .*standard"):
        parse_record(TEXT.replace('"standard"', '"standerd"'))


def test_a_broken_off_game_is_a_record_too():
    short = cut_short(RECORD, 3)
    assert parse_record(format_record(short, C4)).actions == RECORD.actions[:3]


@given(st.text(max_size=300))
@settings(max_examples=150, deadline=None)
def test_any_text_is_a_record_error(text):
    with pytest.raises(RecordError):
        parse_record(text)


@given(st.integers(0, len(TEXT) - 1), st.characters())
@settings(max_examples=150, deadline=None)
def test_any_changed_character_is_noticed_or_harmless(place, letter):
    changed = TEXT[:place] + letter + TEXT[place + 1 :]
    with contextlib.suppress(RecordError):
        assert parse_record(changed) == RECORD  # white space, say


def test_what_an_agent_reported_is_kept_and_read_again():
    players = [quick_agent("minimax", C4), quick_agent("mcts", C4)]
    match = play_match(C4, players, seed=3)
    back = parse_record(format_record(match.record, C4))
    assert back.infos == match.infos
    assert all(info.nodes > 0 and info.value is not None for info in match.infos[::2])
    assert all(info.iterations > 0 for info in match.infos[1::2])
    assert cut_short(back, 3).infos == match.infos[:3]


def test_chance_reports_nothing():
    game = next(game for game in ALL_GAMES if game.info.chance and not game.info.hidden)
    match = play_match(game, ["random"] * game.seats(game.start()), seed=3)
    assert [info is None for info in match.infos] == [mover < 0 for mover in match.movers]


def test_records_of_format_1_are_still_read():
    old = json.loads(TEXT)
    old["format"] = "ludoteca record 1"
    old["actions"] = [row[:3] for row in old["actions"]]
    del old["digest"]
    back = parse_record(json.dumps(old))
    assert back.actions == RECORD.actions
    assert back.infos == (None,) * len(RECORD.actions)


@pytest.mark.parametrize("info", [3, {"depth": 1.5}, {"speed": 1}, {"value": "high"}, {"nodes": True}])
def test_reports_that_are_none_are_refused(info):
    text, line = edit_row(0, [0, RECORD.actions[0], C4.format_action(None, RECORD.actions[0]), info])
    with pytest.raises(RecordError, match=f"line {line}: what an agent reported"):
        parse_record(text)


def test_the_digest_leaves_the_seconds_out():
    slow = replace(RECORD, infos=tuple(replace(info, seconds=9.0) for info in RECORD.infos))
    texts = [json.loads(format_record(record, C4)) for record in (RECORD, slow)]
    assert texts[0]["actions"] != texts[1]["actions"]
    assert texts[0]["digest"] == texts[1]["digest"]
    deep = replace(RECORD, infos=tuple(replace(info, depth=9) for info in RECORD.infos))
    assert json.loads(format_record(deep, C4))["digest"] != texts[0]["digest"]
