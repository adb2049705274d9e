"""Which seat a program gets: the one of its token, one by its link, or one at a table of its own to practise."""

from urllib.parse import parse_qs, urlsplit

from ludoteca.core.errors import Refusal
from ludoteca.programs.messages import Hello
from ludoteca.site import actions, messages, setup
from ludoteca.site.bot_tokens import Token
from ludoteca.site.identity import clean_nickname, refuse_taken_name
from ludoteca.site.live import Live
from ludoteca.site.services import Services

UNNAMED = "Program"


async def seat_program(services: Services, token: Token, hello: Hello, address: str) -> Live:
    """The table at which the program sits from now on."""
    live = await _find_table(services, token, hello, address)
    if hello.games and live.table.game.info.name not in hello.games:
        raise Refusal("other_game", f"{live.table.game.info.name} is played here; the program names other games")
    await _name(services, token, hello)
    return live


async def _find_table(services: Services, token: Token, hello: Hello, address: str) -> Live:
    if token.scope == "test":
        return await _practise(services, token, hello, address)
    if token.table is not None and token.seat is not None:
        live = await services.tables.open(token.table)
        key = live.table.setup.seats[token.seat]["key"] or ""
        return await _join(services, live, token, key)
    table, key = _read_link(hello.join)
    return await _join(services, await services.tables.open(table), token, key)


async def _join(services: Services, live: Live, token: Token, key: str) -> Live:
    await services.tables.act(live, lambda table: actions.join(table, token.client, key))
    return live


def _read_link(link: str | None) -> tuple[str, str]:
    """Table and key of `/table/ID?join=KEY`."""
    parts = urlsplit(link or "")
    words, key = parts.path.strip("/").split("/"), parse_qs(parts.query).get("join", [""])[0]
    if len(words) != 2 or words[0] != "table" or not key:
        raise Refusal("no_seat", "this token is for no seat: the hello names one by its link, join: /table/ID?join=KEY")
    return words[1], key


async def _practise(services: Services, token: Token, hello: Hello, address: str) -> Live:
    """A table of the program's own, where agents have the other seats."""
    if hello.game is None:
        raise Refusal("no_game", "a token for tests needs the name of a game in the hello")
    game = services.warming.require_ready(hello.game)
    await setup.require_room(services, token.client, address)
    rival = hello.against or (game.info.levels[0].name if game.info.levels else "random")
    seats = game.seats(game.start(dict(hello.options)))
    others = [messages.SeatWish(kind="agent", agent=rival) for _ in range(seats - 1)]
    wish = messages.NewTable(
        game=hello.game, seats=[messages.SeatWish(kind="me"), *others], options=dict(hello.options)
    )
    chosen = setup.plan(services, game, wish, token.client)
    return await services.tables.create(token.client, chosen, game)


async def _name(services: Services, token: Token, hello: Hello) -> None:
    """The program is called as the token says, else as it calls itself; never as one of our agents."""
    for wish in (token.name, hello.name):
        try:
            nickname = clean_nickname(wish)
            refuse_taken_name(nickname, services.warming.games.values())
        except Refusal:
            continue
        if nickname:
            break
    else:
        nickname = UNNAMED
    if await services.tables.names.find(token.client) != nickname:
        await services.tables.rename(token.client, nickname)
