"""Programs that whoever runs the site offers as levels: `ludoteca serve --bot NAME=COMMAND`."""

from ludoteca import agents, games
from ludoteca.core.errors import LudotecaError, SetupError
from ludoteca.programs import house
from ludoteca.programs.partner import Partner, open_line
from ludoteca.programs.process import Limits
from ludoteca.protocol import Level
from ludoteca.site.networks import LONGEST_NAME, add_level

STARTUP = 20.0  # seconds


def offer_program(text: str) -> list[str]:
    """Add the program of `NAME=COMMAND` to the levels of the games that its hello names, and return their names. It is
    started once, so that one that cannot be talked to is refused now and not at a table."""
    name, equals, command = (part.strip() for part in text.partition("="))
    if not equals or not command or not 1 <= len(name) <= LONGEST_NAME:
        raise SetupError(f"--bot takes NAME=COMMAND, with a name of at most {LONGEST_NAME} letters, not {text!r}")
    partner = Partner(open_line(command, Limits()))
    try:
        hello = partner.shake_hands(STARTUP)
    except LudotecaError as error:
        raise SetupError(f"{command!r} cannot be offered: {error}") from None
    finally:
        partner.close()
    names = [game for game in hello.games if game in games.names()] or ([] if hello.games else games.names())
    if not names:
        raise SetupError(f"{command!r} plays {', '.join(hello.games)}: none of them is here")
    spec = f"program:{house.register(name, command)}"
    for game in map(games.load, names):
        add_level(game, Level(name, spec, f"a program: {hello.name}"))
        agents.read_spec(name, game)
    return names
