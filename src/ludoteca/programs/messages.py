"""What a program and its host send each other: JSON objects, one a line. Everything that comes in is checked here."""

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from ludoteca.core.errors import EngineError

PROTOCOL = 1
LONGEST_LINE = 16_384  # bytes that a program may send in one line
LONGEST_FROM_HOST = 1_048_576  # bytes of a line that a program must be ready to read
MOST_BAD = 20  # lines that could not be used, in one game, before the program loses it
SAFE = 2**53  # what JavaScript counts to exactly
LONGEST_SHOWN = 200  # characters of a bad line in a message

Name = Annotated[str, Field(min_length=1, max_length=40)]
Word = Annotated[str, Field(max_length=40)]
Text = Annotated[str, Field(max_length=200)]
Count = Annotated[int, Field(ge=0, le=SAFE)]


class Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")


class Hello(Strict):
    """The first line of a program."""

    type: Literal["hello"]
    protocol: Annotated[int, Field(ge=1, le=10**6)]
    name: Name
    games: Annotated[list[Word], Field(max_length=64)] = []
    """The games that it plays; empty for all."""
    want: Annotated[list[Literal["state"]], Field(max_length=8)] = []
    """What turns shall have beside the usual."""
    token: Text | None = None
    """What lets it sit down at a site."""
    join: Text | None = None
    """The link of a seat, for a token that is for no seat of its own."""
    game: Word | None = None
    """What to practise, for a token of the scope `test`."""
    against: Text | None = None
    """Whom to practise against."""
    options: dict[Word, str | int | bool] = {}


class Answer(Strict):
    """The action for one turn, with what the program found out, if it says so."""

    type: Literal["action"]
    id: Count
    action: Annotated[int, Field(ge=-SAFE, le=SAFE)]
    value: Annotated[float, Field(allow_inf_nan=False)] | None = None
    depth: Count = 0
    nodes: Count = 0


class Ping(Strict):
    type: Literal["ping"]


Anything = Hello | Answer | Ping
_READER: TypeAdapter[Anything] = TypeAdapter(Annotated[Anything, Field(discriminator="type")])


class BadLine(EngineError):
    """A line that cannot be used; the text says why."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


def read_line(line: bytes) -> Anything:
    """A message from a line, or BadLine."""
    if len(line) > LONGEST_LINE:
        raise BadLine("too_large", f"a line has at most {LONGEST_LINE} bytes")
    try:
        return _READER.validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise BadLine("message", f"{place}: {first['msg']}" if place else str(first["msg"])) from None
    except ValueError:
        raise BadLine("message", "the line cannot be read") from None


def require_protocol(hello: Hello) -> None:
    if hello.protocol != PROTOCOL:
        raise BadLine("protocol", f"here is protocol {PROTOCOL}; the program speaks {hello.protocol}")


def write_line(message: Mapping[str, Any]) -> bytes:
    """A message as a line."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def read_host(line: bytes) -> dict[str, Any]:
    """What a host said, for the other side of the wire; {} if it is no JSON object."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def show_line(line: bytes) -> str:
    """A line for people: cut, and without anything that a terminal would obey."""
    text = line[:LONGEST_SHOWN].decode("utf-8", "replace").rstrip("\n")
    cut = " ..." if len(line) > LONGEST_SHOWN else ""
    return "".join(mark if mark.isprintable() else "\N{REPLACEMENT CHARACTER}" for mark in text) + cut


# --- from the host ---------------------------------------------------------------------------------------------------


def welcome(**limits: Any) -> dict[str, Any]:
    """The answer to a hello, with the limits that count."""
    usual = {"line_bytes": LONGEST_LINE, "host_line_bytes": LONGEST_FROM_HOST, "bad_lines": MOST_BAD}
    return {"type": "welcome", "protocol": PROTOCOL, "limits": usual | limits}


def refusal(code: str, message: str, fatal: bool = False, **more: Any) -> dict[str, Any]:
    """Something was wrong. `fatal`: the game is lost, or the connection ends."""
    return {"type": "error", "code": code, "message": message, "fatal": fatal, **more}
