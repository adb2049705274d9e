"""Every move, effect, combination and contestant of the package's tables; rosters of one's own."""

from collections import Counter
from difflib import SequenceMatcher

import pytest

from ludoteca.core.errors import NotationError, SetupError, TableError, UnknownName
from ludoteca.games.contest import catalogue
from ludoteca.games.contest.catalogue import (
    RANKS,
    find_move,
    find_species,
    list_combos,
    list_moves,
    list_pool,
    list_roster,
    list_species,
)
from ludoteca.games.contest.contestants import parse_lineup
from ludoteca.games.contest.effects import EFFECTS
from ludoteca.games.contest.game import GAME
from ludoteca.games.contest.roster_file import count_introduction, parse_contestants
from ludoteca.games.contest.state import CONDITIONS


def test_every_move_is_loaded_and_typed():
    moves = list_moves()
    assert len(moves) == 621
    assert {move.effect.key for move in moves} == {effect.key for effect in EFFECTS}
    assert len(EFFECTS) == 36
    assert {move.condition for move in moves} == set(CONDITIONS)
    for move in moves:
        assert find_move(move.english) is move
        assert find_move(move.italian.upper()) is move


def test_every_combination_is_between_moves():
    combos = list_combos()
    assert len(combos) == 237
    assert (find_move("Agility").number, find_move("Electro Ball").number) in combos
    assert all(first != second for first, second in combos)


def test_the_roster():
    roster = list_roster()
    assert len(roster) == 362
    for entry in roster:
        numbers = {find_move(move).number for move in entry.moves}
        assert len(numbers) == (3 if entry.name == "Karpag" else 4)
        assert find_species(entry.species) == entry.species
    assert Counter(entry.status for entry in roster) == {"documented": 6, "stand-in": 356}
    for condition in CONDITIONS:
        for rank in RANKS:
            assert len(list_pool(condition, rank)) >= 5
            GAME.start(condition=condition, contestants=[entry.name for entry in list_pool(condition, rank)[:4]])


def test_species():
    species = list_species()
    assert len(species) == len(set(species)) == 721
    assert [species[n - 1] for n in (1, 25, 151, 251, 386, 493, 649, 721)] == [
        "Bulbasaur", "Pikachu", "Mew", "Celebi", "Deoxys", "Arceus", "Genesect", "Volcanion",
    ]  # fmt: skip
    assert find_species("nidoran f") == "Nidoran♀"


def test_unknown_names_offer_what_is_near_in_both_languages():
    with pytest.raises(UnknownName, match=r"Dazzling Gleam \(Magibrillio\)"):
        find_move("Dazling Glem")
    with pytest.raises(UnknownName, match=r"Petal Dance \(Petalodanza\)"):
        find_move("Petalodansa")
    with pytest.raises(UnknownName, match="Jigglypuff"):
        find_species("Jiglypuf")


OWN = """
[[contestant]]
name = "Mia"
species = "Jigglypuff"
moves = ["Mimic", "Coro", "Dazzling Gleam", "Incantavoce"]
conditions = { contest = "beautiful", beautiful = 200, cool = 50, cute = 61, sheen = 20 }

[[contestant]]
name = "Zoe"
species = "Gorebyss"
moves = ["Surf", "Whirlpool", "Aqua Tail", "Agility"]
introduction = 90
mega = true
"""


def test_contestants_of_ones_own_from_a_file():
    mia, zoe = parse_contestants(OWN)
    assert (
        mia.introduction
        == 200 + (50 + 61 + 20) // 2
        == count_introduction({"beautiful": 200, "cool": 50, "cute": 61, "sheen": 20}, "beautiful")
    )
    assert (zoe.introduction, zoe.mega) == (90, True)
    setup = GAME.parse_setup({"contestants": [mia, "Betta", zoe, "Trod"]})
    text = GAME.format_setup(setup)["contestants"]
    assert GAME.parse_setup({"contestants": text}).tobytes() == setup.tobytes()
    assert [contestant.name for contestant in parse_lineup(text)] == ["Mia", "Betta", "Zoe", "Trod"]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (', "Incantavoce"]', "]", "line 5: Mia needs four moves, not 3"),
        ('"Incantavoce"', '"Round"', "line 5: Mia has Round twice"),
        ('"Incantavoce"', '"Incantavose"', r"line 5: there is no move .*Disarming Voice \(Incantavoce\)"),
        ('species = "Gorebyss"', 'species = "Gorbyss"', "line 10: there is no species .*Gorebyss"),
        ("mega = true", "shiny = true", "line 13: unknown field 'shiny'"),
        ('name = "Zoe"', 'name = "Mia"', "line 9: there is a Mia already"),
        ('name = "Zoe"\n', "", "line 8: a contestant needs a name"),
        ("introduction = 90", "introduction = 9000", "introduction must be from 0 to 2000"),
        ("[[contestant]]", "[[team]]", "line 2: unknown field 'team'"),
        ("sheen = 20", "sheen = 300", "sheen must be from 0 to 255"),
    ],
)
def test_a_bad_roster_file_is_refused_with_its_line(old, new, complaint):
    with pytest.raises(SetupError, match=complaint):
        parse_contestants(OWN.replace(old, new))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("Betta, Speranza, Trod", "four contestants, not 3"),
        ("Betta, Betta, Trod, Plumy", "Betta cannot take part twice"),
        ("Betta, Speranza, Trod, A=Ditto", "is no contestant"),
        ("Betta, Speranza, Trod, A=Ditto:Surf/Cut/Fly", "needs four moves"),
        ("Betta, Speranza, Trod, Averyverylongname=Ditto:Surf/Cut/Fly/Round", "no name for a contestant"),
    ],
)
def test_a_bad_line_of_contestants_is_refused(text, complaint):
    with pytest.raises(SetupError, match=complaint):
        GAME.parse_setup({"contestants": text})


def test_the_preliminary_needs_points():
    with pytest.raises(SetupError, match="points of Betta in the first round are not known"):
        GAME.parse_setup({"preliminary": 100})
    pool = [entry.name for entry in list_pool("tough", "hyper")[:4]]
    s = GAME.start(condition="tough", contestants=pool, preliminary=100)
    assert (s.introduction > 100).all()


# --- texts that are too long ---------------------------------------------------------------------------------------


@pytest.fixture
def comparisons(monkeypatch):
    """Counts the pairs of names that are compared for near misses."""
    counted = []
    compare = SequenceMatcher.set_seq1

    def count(self, text):
        if text:  # a new matcher begins with an empty text
            counted.append(text)
        compare(self, text)

    monkeypatch.setattr(SequenceMatcher, "set_seq1", count)
    return counted


@pytest.mark.parametrize(
    ("contestants", "complaint"),
    [
        ("x" * 240_000, "at most 2000 letters, not 240000"),
        (", ".join(["x" * 400] * 4), "a contestant has at most 40 letters; 'x+'... has 400"),
        ("a," * 900, "four contestants, not 900"),
        (["x" * 240_000] * 4, "at most 2000 letters, not 240000"),
        (["Betta"] * 100_000, "four contestants, not 100000"),
        ("A=Ditto:" + "x" * 300 + "/Cut/Fly/Round, Betta, Trod, Macy", "a move has at most 40 letters"),
        ("A=" + "x" * 300 + ":Surf/Cut/Fly/Round, Betta, Trod, Macy", "a species has at most 40 letters"),
        ([10**5000, "Betta", "Trod", "Macy"], "a text or a list of four names"),
    ],
)
def test_a_text_that_is_too_long_is_refused_before_any_comparison(contestants, complaint, comparisons):
    with pytest.raises(SetupError, match=complaint):
        GAME.parse_setup({"contestants": contestants})
    assert not comparisons


def test_a_misspelt_name_is_compared_with_each_name_once(comparisons):
    with pytest.raises(UnknownName, match="did you mean Speranza"):
        GAME.parse_setup({"contestants": "Betta, Sperenza, Trod, Macy"})
    assert 0 < len(comparisons) <= len({entry.name for entry in list_roster()})


def test_a_long_action_is_refused():
    s = GAME.start()
    with pytest.raises(NotationError, match="at most 200 letters, not 240000"):
        GAME.parse_action(s, "x" * 240_000)


def test_a_list_may_hold_a_contestant_of_ones_own():
    own = "Mia=Ditto:Surf/Cut/Fly/Round"
    setup = GAME.parse_setup({"contestants": ["Betta", own, "Trod", "Macy"]})
    assert GAME.format_setup(setup)["contestants"] == f"Betta, {own}, Trod, Macy"


def test_without_its_tables_the_game_says_what_is_missing(tmp_path, monkeypatch):
    monkeypatch.setattr(catalogue, "DATA", tmp_path)
    with pytest.raises(TableError, match=r"moves\.csv is not in .*needs that folder"):
        catalogue.list_moves.__wrapped__()
