"""Programs that whoever runs a site offers by name. Clients see the name; the command stays here."""

from ludoteca.core.errors import SettingsError, UnknownName

MARK = "@"
_commands: dict[str, str] = {}


def register(name: str, command: str) -> str:
    """Remember a command, and return what agents are made of instead: `@NAME`."""
    if MARK + name in _commands and _commands[MARK + name] != command:
        raise SettingsError(f"there is a program {name!r} already: {_commands[MARK + name]}")
    _commands[MARK + name] = command
    return MARK + name


def find_command(text: str) -> str:
    """The command that `@NAME` stands for; any other text is a command."""
    if not text.startswith(MARK):
        return text
    if text not in _commands:
        raise UnknownName("program of this house", text, _commands)
    return _commands[text]
