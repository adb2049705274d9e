"""Moving to another device: a short code, shown once, makes the other browser the same person as this one.

Codes live for minutes, work once, and only their digests are kept; guesses are limited by address and in all.
"""

import hashlib
import hmac
import secrets
import time

from ludoteca.core.errors import Refusal
from ludoteca.site.limits import MINUTE, Buckets, Limits
from ludoteca.site.store import Store

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # nothing that looks like something else
LENGTH = 8
SECONDS = 300.0
MOST_CODES = 10_000
GUESSES_IN_ALL = 60.0  # a minute


async def has_running(store: Store, client: str) -> bool:
    """Whether a client sits at a table whose game is not over."""
    chosen = """
        SELECT 1 FROM tables JOIN sittings ON sittings.table_id = tables.id
        WHERE client = :client AND waiting <> 'nobody' LIMIT 1
    """
    return await store.read(lambda transaction: transaction.first(chosen, client=client) is not None)


class DeviceCodes:
    def __init__(self, secret: str, limits: Limits) -> None:
        self._key = hashlib.sha256(f"device code {secret}".encode()).digest()
        self._kept: dict[bytes, tuple[str, float]] = {}  # digest -> client, until when
        self._asked = Buckets(limits.codes_per_minute / MINUTE, burst=limits.codes_per_minute)
        self._tried = Buckets(limits.codes_per_minute / MINUTE, burst=limits.codes_per_minute)
        self._tried_in_all = Buckets(GUESSES_IN_ALL / MINUTE, burst=GUESSES_IN_ALL)

    def issue(self, client: str, address: str) -> str:
        """A new code for a client; an earlier one of theirs no longer works."""
        if not self._asked.take(address):
            raise Refusal("code_fast", "too many codes; wait a minute", 429)
        now = time.monotonic()
        self._kept = {key: kept for key, kept in self._kept.items() if kept[0] != client and kept[1] > now}
        if len(self._kept) >= MOST_CODES:
            raise Refusal("full", "the site is full; try again later", 429)
        code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        self._kept[self._digest(code)] = client, now + SECONDS
        return f"{code[:4]}-{code[4:]}"

    def redeem(self, code: str, address: str) -> str:
        """The client that a code is for. It works once."""
        if not (self._tried.take(address) and self._tried_in_all.take("")):
            raise Refusal("code_fast", "too many codes; wait a minute", 429)
        client, until = self._kept.pop(self._digest(code), ("", 0.0))
        if not client or until <= time.monotonic():
            raise Refusal("bad_code", "this code does not work: it is wrong, used or too old", 403)
        return client

    def _digest(self, code: str) -> bytes:
        plain = "".join(mark for mark in code.upper() if mark.isalnum())
        return hmac.digest(self._key, plain.encode(), "sha256")
