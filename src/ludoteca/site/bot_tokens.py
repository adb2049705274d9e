"""Tokens that let programs from outside sit down. The database has only their hashes.

A token is `ludo_ID_SECRET`. Its scope is `play`, for one seat of one table or, without one, for any seat whose link the
program has; or `test`, for practice against agents at tables of its own.
"""

import hashlib
import hmac
import re
import secrets
import time
from dataclasses import dataclass
from typing import Any

from ludoteca.core.errors import Refusal, UnknownName
from ludoteca.site.database import Transaction
from ludoteca.site.identity import PROGRAM
from ludoteca.site.store import Store

SCOPES = ("play", "test")
MOST_LISTED = 200
COLUMNS = "id, hash, name, scope, table_id, seat, made, used, revoked"
_TOKEN = re.compile(r"ludo_([A-Za-z0-9]{12})_([A-Za-z0-9_-]{32})")


@dataclass(frozen=True)
class Token:
    """What is known of a token."""

    id: str
    hash: str
    name: str
    scope: str
    table: str | None
    seat: int | None
    made: float
    used: float | None
    revoked: float | None

    @property
    def client(self) -> str:
        """Who sits at the table."""
        return PROGRAM + self.id

    def to_json(self) -> dict[str, Any]:
        """Everything but the hash."""
        return {key: value for key, value in vars(self).items() if key != "hash"}


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()  # 192 random bits: nothing slower is needed


class BotTokens:
    """Makes, finds and revokes tokens."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def make(self, name: str, scope: str, table: str | None = None, seat: int | None = None) -> tuple[str, Token]:
        """A new token, and what is kept of it. The text can never be shown again."""
        if scope not in SCOPES:
            raise UnknownName("scope", scope, SCOPES)
        identifier = "".join(secrets.choice("abcdefghijkmnpqrstuvwxyz23456789") for _ in range(12))
        secret = secrets.token_urlsafe(24)
        token = Token(identifier, _hash(secret), name, scope, table, seat, time.time(), None, None)
        row = {**vars(token), "table_id": table}
        kept = ("id", "hash", "name", "scope", "table_id", "seat", "made")
        await self._store.write({"bot_token": [{key: row[key] for key in kept}]})
        return f"ludo_{identifier}_{secret}", token

    async def find(self, text: str | None) -> Token:
        """The token that a program shows; Refusal if it is none of this site, or was revoked."""
        parts = _TOKEN.fullmatch(text or "")
        found = await self._list("WHERE id = :id", id=parts[1]) if parts else []
        if not parts or not found or not hmac.compare_digest(found[0].hash, _hash(parts[2])):
            raise Refusal("bad_token", "no token of this site; a table's page or `ludoteca bot token` makes one")
        if found[0].revoked is not None:
            raise Refusal("revoked", "this token was revoked")
        return found[0]

    async def note_use(self, token: Token) -> None:
        await self._store.write({"bot_token_used": [{"id": token.id, "at": time.time()}]})

    async def list_all(self) -> list[Token]:
        """The newest first."""
        return await self._list("")

    async def list_of_seat(self, table: str, seat: int) -> list[Token]:
        """Those that still count."""
        return await self._list("WHERE table_id = :table AND seat = :seat AND revoked IS NULL", table=table, seat=seat)

    async def revoke(self, tokens: list[Token]) -> None:
        if tokens:
            await self._store.write({"bot_token_revoked": [{"id": token.id, "at": time.time()} for token in tokens]})

    async def get(self, identifier: str) -> Token:
        found = await self._list("WHERE id = :id", id=identifier)
        if not found:
            raise UnknownName("token", identifier, [token.id for token in await self.list_all()])
        return found[0]

    async def _list(self, condition: str, **values: Any) -> list[Token]:
        statement = f"SELECT {COLUMNS} FROM bot_tokens {condition} ORDER BY made DESC LIMIT {MOST_LISTED}"

        def read(transaction: Transaction) -> list[Token]:
            return [Token(*row) for row in transaction.all(statement, **values)]

        return await self._store.read(read)
