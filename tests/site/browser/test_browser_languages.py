"""A third language is one folder: with a made-up one, no page says anything in another."""

from collections.abc import Iterator
from typing import Any

import pytest
from hand import Hand
from pseudo import CODE, find_left_over, write_language
from stage import serving

GAMES = ("checkers", "connect_four", "contest", "dicewars", "hanabi")
FORMATS = ("PDN", "FEN", "HANAB.LIVE", "hanab.live")
NAMES = ("name", "english", "species", "trainer")
CONTESTANTS = ("Betta", "Speranza", "Macy", "Plumy")  # in the pictures of the rules, too


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site with every game and one language more."""
    texts = tmp_path_factory.mktemp("texts")
    write_language(texts, GAMES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUDOTECA_TEXTS", str(texts))
        with serving(tmp_path_factory.mktemp("site"), games=",".join(GAMES)) as found:
            yield found


@pytest.fixture
def reader(visit: Any) -> Hand:
    """Somebody who reads the made-up language."""
    hand = visit()
    hand.page.goto("/")
    hand.page.locator(f"button[lang={CODE}]").click()
    hand.page.wait_for_selector(f"html[lang={CODE}] .game-card h2")
    return hand


def sit_down(page: Any, game: str) -> str:
    """A table with the reader on the first seat, and easy opponents."""
    card = next(found for found in page.request.get("/api/games").json() if found["name"] == game)
    level = card["levels"][0]["name"]
    players = max(2, card["seats"][0])
    seats = [{"kind": "me"}, *({"kind": "agent", "agent": level} for _ in range(players - 1))]
    options = {"players": players} if any(option["name"] == "players" for option in card["options"]) else {}
    made = page.request.post("/api/tables", data={"game": game, "seats": seats, "options": options, "seed": 5})
    assert made.ok, made.text()
    return str(made.json()["table"])


def names_in(page: Any, table: str) -> tuple[str, ...]:
    """What is nobody's language at this table: its moves in notation, and what its contestants and moves are called."""
    told = page.request.get(f"/api/tables/{table}").json()
    moves = [*told["legal"], *told["moves"]] if told["position"].get("text") else []
    notation = [move["name"] for move in moves if move["name"]]
    return (*notation, *collect_names([told["stage"], told["position"]]), *FORMATS)


def names_to_choose(page: Any, game: str) -> list[str]:
    """Names in what a game lets people choose from, if it has such a list."""
    answer = page.request.get(f"/api/games/{game}/catalogue")
    return collect_names(answer.json()) if answer.ok else []


def collect_names(value: Any) -> list[str]:
    """What anything at the table is called, however deep."""
    if isinstance(value, list):
        return [name for item in value for name in collect_names(item)]
    if not isinstance(value, dict):
        return []
    own = [item for key, item in value.items() if key in NAMES and isinstance(item, str)]
    return [*own, *collect_names(list(value.values()))]


def check(page: Any, place: str, words: tuple[str, ...] = FORMATS) -> None:
    left = find_left_over(page, tuple(sorted(words, key=len, reverse=True)))
    assert left == [], f"{place} says in English: {left}"


def test_the_search_for_texts_can_fail(reader: Hand) -> None:
    reader.page.wait_for_selector(".game-card h2")
    reader.page.evaluate("document.querySelector('main').append('Left over')")
    assert find_left_over(reader.page) == ["MAIN.: Left over"]


def test_start_settings_and_what_is_not_there(reader: Hand) -> None:
    page = reader.page
    page.wait_for_selector(".game-card h2")
    check(page, "the start page")
    page.locator("[popovertarget=settings]").click()
    check(page, "the settings")
    page.goto("/table/nothing")
    page.wait_for_selector(".error")
    check(page, "a table that is not there")
    page.goto("/mine")
    page.wait_for_selector("main h1")
    check(page, "my games, before any")


@pytest.mark.parametrize("game", GAMES)
def test_setting_up_and_the_rules(reader: Hand, game: str) -> None:
    page = reader.page
    page.goto(f"/#play-{game}")
    page.reload()
    page.wait_for_selector("dialog[open]")
    page.evaluate("document.querySelectorAll('dialog details').forEach((part) => (part.open = true))")
    page.wait_for_load_state("networkidle")  # a game may list who can take part
    check(page, f"the set-up of {game}", (*FORMATS, *names_to_choose(page, game)))
    page.goto(f"/help/{game}")
    page.wait_for_selector("dt")
    check(page, f"the rules of {game}", (*FORMATS, *CONTESTANTS))


@pytest.mark.parametrize("game", GAMES)
def test_a_table_until_its_end_and_the_replay(reader: Hand, game: str) -> None:
    page, table = reader.page, sit_down(reader.page, game)
    page.goto(f"/table/{table}")
    page.wait_for_selector("[data-state=yours]")
    page.evaluate("document.querySelectorAll('details').forEach((part) => (part.open = true))")
    check(page, f"a table of {game}", names_in(page, table))
    page.keyboard.press("h")
    page.wait_for_selector(".result-hint")
    check(page, f"a hint at {game}", names_in(page, table))
    page.keyboard.press("?")
    page.wait_for_selector("dialog.keys")
    check(page, "the keys", names_in(page, table))
    page.keyboard.press("Escape")
    resign = page.locator(".controls .danger")
    resign.click()
    resign.click()
    page.wait_for_selector("[data-state=over]")
    words = names_in(page, table)
    check(page, f"the end of {game}", words)
    page.goto(f"/replay/{table}")
    page.wait_for_selector("input[type=range]")
    check(page, f"the replay of {game}", words)
    page.goto("/mine")
    page.wait_for_selector(".my-game")
    check(page, f"my games with {game}")
