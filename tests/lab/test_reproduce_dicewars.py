"""The study of Dicewars, in small."""

from random import Random

import pytest

from ludoteca.games.dicewars.bots import REFERENCE
from ludoteca.jit import compiles
from ludoteca.lab.reproduce import dicewars
from ludoteca.lab.reproduce.dicewars import ENTRIES, Entry, Table


def test_opponents_are_met_equally_often_and_in_all_orders():
    random, met, seats = Random(1), {}, set()
    for _ in range(200):
        line_up = dicewars.choose_line_up(met, random)
        assert len(set(line_up)) == 4
        assert "tested" in line_up
        seats.add(line_up.index("tested"))
        for name in line_up:
            if name != "tested":
                met[name] = met.get(name, 0) + 1
    assert seats == {0, 1, 2, 3}
    assert max(met.values()) - min(met.values()) < 20
    assert sum(met.values()) == 600


def test_a_table_counts_what_was_played():
    table = Table("a title", "some agent")
    table.add(["tested", "dt.stei", "kb.stei_at", "kb.stei_dt"], "tested")
    table.add(["dt.stei", "tested", "kb.stei_at", "kb.stei_dt"], "dt.stei")
    table.add(["dt.stei", "tested", "kb.stei_at", "kb.sdc_pre_at"], None)
    assert (table.wins["tested"], table.games["tested"]) == (1, 3)
    assert (table.pair_wins["dt.stei"], table.pair_games["dt.stei"]) == (1, 3)
    assert (table.pair_wins["kb.sdc_pre_at"], table.pair_games["kb.sdc_pre_at"]) == (0, 1)
    assert table.unfinished == 1
    text = "\n".join(dicewars.tell_table(Entry("a title", "some agent", 4, {"tested": (24, 100)}), table))
    assert "| some agent | 1 | 3 | 33.3 % (6.1 to 79.2) | 24.0 % (16.7 to 33.2) of 100 |" in text
    assert "dt.stei 33.3 % of 3" in text
    assert "Nobody won 1 games" in text


def test_what_was_published_adds_up():
    for entry in ENTRIES:
        if entry.published:
            assert entry.published["tested"][1] == entry.games
            assert set(entry.published) == {"tested", *REFERENCE}
            assert sum(wins for wins, _ in entry.published.values()) <= entry.games
            assert sum(games for _, games in entry.published.values()) == 4 * entry.games


@pytest.mark.skipif(not compiles, reason="minutes uncompiled")
def test_a_tournament_is_played_by_the_courses_method():
    table = dicewars.play_entry(Entry("bots", "bot:bot=kb.stei_adt", 0, {}), 80, 1, lambda *_: None)
    assert table.games["tested"] == 80
    assert sum(table.pair_games.values()) == 240
    assert sum(table.wins.values()) + table.unfinished == 80
    assert table.wins["tested"] > 15
    again = dicewars.play_entry(Entry("bots", "bot:bot=kb.stei_adt", 0, {}), 80, 1, lambda *_: None)
    assert again.wins == table.wins
