"""Messages from clients, read and checked; and how an error is told to them."""

import logging
from typing import Any

from pydantic import ValidationError

from ludoteca.core.errors import LudotecaError, Refusal
from ludoteca.site import messages

log = logging.getLogger("ludoteca.site")


class BadMessage(Refusal):
    """A message that cannot be read; the identifier, if at least that could be."""

    def __init__(self, message: str, identifier: str | int | None = None) -> None:
        super().__init__("message", message, 422)
        self.identifier = identifier


def read_message(text: str | None, most: int) -> messages.AnyMessage:
    """A message from text, or a Refusal that says what is wrong with it."""
    if text is None:
        raise BadMessage("send text, not bytes")
    if len(text) > most:
        raise Refusal("too_large", f"a message has at most {most} bytes", 413)
    try:
        return messages.MESSAGES.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise BadMessage(f"{place}: {first['msg']}" if place else str(first["msg"]), _find_id(text)) from None
    except ValueError:  # text that is no Unicode
        raise BadMessage("the text cannot be read") from None


def _find_id(text: str) -> str | int | None:
    try:
        return messages.ANY.validate_json(text).id
    except ValueError:
        return None


def tell_failure(table: str, identifier: Any, error: Exception) -> dict[str, Any]:
    """An error for the client; what is not its fault goes to the log, and not to the client."""
    if isinstance(error, LudotecaError):
        return tell_error(identifier, error)
    log.error("table %s: a message failed", table, exc_info=error)
    return tell_error(identifier, Refusal("failed", "the server failed to do this", 500))


def tell_error(identifier: Any, error: LudotecaError) -> dict[str, Any]:
    params = getattr(error, "params", {})
    return {"type": "error", "id": identifier, "code": error.code, "message": str(error), "params": params}
