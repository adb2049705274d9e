"""Who a client is, without an account: a signed cookie with a random name, and a nickname in the store."""

import re
import secrets
import unicodedata
from collections.abc import Iterable

from itsdangerous import BadSignature, URLSafeSerializer

from ludoteca import agents
from ludoteca.core.errors import Refusal
from ludoteca.protocol import Game

COOKIE = "ludoteca"
YEAR = 365 * 86_400
LONGEST_NICKNAME = 24
GUEST = "Guest"
PROGRAM = "bot-"
"""How the names of programs from outside begin: no cookie is issued for such a name."""
_NAME = re.compile(r"[A-Za-z0-9_-]{16}")


class Identity:
    """Makes and reads the cookies of one site."""

    def __init__(self, secret: str) -> None:
        self._signer = URLSafeSerializer(secret, salt="client")

    def issue(self) -> str:
        """A new client."""
        client = secrets.token_urlsafe(12)
        return self.issue() if is_program(client) else client

    def sign(self, client: str) -> str:
        return self._signer.dumps(client)

    def read(self, cookie: str | None) -> str | None:
        """The client that a cookie names; None if it is missing, forged or of another site."""
        if not cookie or len(cookie) > 200:
            return None
        try:
            client = self._signer.loads(cookie)
        except BadSignature:
            return None
        return client if isinstance(client, str) and _NAME.fullmatch(client) else None


def refuse_taken_name(nickname: str, games: Iterable[Game]) -> None:
    """Refuse a nickname that others would take for an agent: a level, or the name of a search."""
    taken = {level.name for game in games for level in game.info.levels} | set(agents.names())
    if _letters(nickname) in {_letters(name) for name in taken}:
        raise Refusal("nickname_taken", "this is the name of one of the agents; choose another", 422)


def _letters(name: str) -> str:
    """What a reader sees of a name: letters and digits, wide and accented forms as plain ones."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(mark for mark in plain if mark.isalnum())


def clean_nickname(text: str) -> str:
    """A nickname fit to be shown: one line, no control or direction characters, not too long."""
    plain = unicodedata.normalize("NFC", text)
    plain = "".join(" " if mark.isspace() else mark for mark in plain)
    plain = "".join(mark for mark in plain if unicodedata.category(mark)[0] != "C")
    plain = " ".join(plain.split())
    if len(plain) > LONGEST_NICKNAME:
        most = LONGEST_NICKNAME
        raise Refusal("nickname_long", f"a nickname has at most {most} characters, not {len(plain)}", 422, most=most)
    return plain


def is_program(client: str | None) -> bool:
    return client is not None and client.startswith(PROGRAM)
