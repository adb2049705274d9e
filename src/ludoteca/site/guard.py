"""The first check of every request: who asks, from which site, how much and how often. It also adds the security
headers to every answer."""

import json
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludoteca.site.addresses import network_of
from ludoteca.site.hosts import Hosts
from ludoteca.site.identity import COOKIE, YEAR, Identity
from ludoteca.site.limits import MINUTE, Buckets, Limits
from ludoteca.site.policy import write_policy

POLICY = "content-security-policy"
HEADERS = {
    POLICY: write_policy(),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class Guard:
    def __init__(self, app: ASGIApp, identity: Identity, limits: Limits, hosts: Hosts) -> None:
        self.app, self.identity, self.limits, self.hosts = app, identity, limits, hosts
        self.requests = Buckets(limits.requests_per_second)
        self.requests_of_address = Buckets(limits.requests_per_address)
        self.connections_of_address = Buckets(limits.connections_per_minute / MINUTE, limits.connections_per_minute)
        self.newcomers = Buckets(limits.newcomers_per_minute / MINUTE, burst=limits.newcomers_per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if not self.hosts.allows(headers.get("host", "")):
            await _refuse_host(scope, send)
            return
        client = self.identity.read(read_cookie(headers.get("cookie", "")))
        is_new = client is None
        asker = {"client": client or self.identity.issue(), "is_new": is_new, "address": network_of(scope)}
        scope.setdefault("state", {}).update(asker)
        if scope["type"] == "websocket":
            await self._guard_socket(scope, receive, send, headers)
        elif scope["path"].startswith("/api/"):
            await self._guard_api(scope, receive, send, headers, is_new)
        else:
            await self.app(scope, receive, _with_headers(send, {}))

    async def _guard_socket(self, scope: Scope, receive: Receive, send: Send, headers: dict[str, str]) -> None:
        if not is_same_origin(headers):
            await send({"type": "websocket.close", "code": 1008, "reason": "of another site"})
        elif not self.connections_of_address.take(scope["state"]["address"]):
            await send({"type": "websocket.close", "code": 1013, "reason": "too many connections; wait a moment"})
        else:
            await self.app(scope, receive, send)

    async def _guard_api(
        self, scope: Scope, receive: Receive, send: Send, headers: dict[str, str], is_new: bool
    ) -> None:
        client = scope["state"]["client"]
        more = {"cache-control": "no-store"}
        refusal = self._refuse(scope, headers, client, is_new)
        if refusal is None and is_new:
            more["set-cookie"] = write_cookie(self.identity.sign(client), scope["scheme"] == "https")
        send = _with_headers(send, more)
        if refusal is not None:
            await _send_error(send, *refusal)
            return
        await self.app(scope, _limited(receive, self.limits.body_bytes), send)

    def _refuse(
        self, scope: Scope, headers: dict[str, str], client: str, is_new: bool
    ) -> tuple[int, str, str, dict[str, Any]] | None:
        """Status, code, sentence and numbers of what is wrong with a request; None if nothing is."""
        most = self.limits.body_bytes
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdecimal()) or int(length) > most:
            return 413, "too_large", f"a request has at most {most} bytes", {"most": most}
        if scope["method"] not in SAFE_METHODS and not is_same_origin(headers):
            return 403, "other_site", "this request comes from another site", {}
        address = scope["state"]["address"]
        allowed = self.newcomers.take(address) if is_new else self.requests.take(client)
        if not allowed or not self.requests_of_address.take(address):
            return 429, "too_fast", "too many requests; wait a moment", {}
        return None


async def _refuse_host(scope: Scope, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": "not a name of this site"})
    else:
        sentence = "this site has another name; whoever runs it can allow this one: ludoteca serve --allow-host NAME"
        await _send_error(_with_headers(send, {}), 421, "host", sentence, {})


class TooLarge(Exception):
    """A body that is longer than it said, or longer than allowed."""


def read_cookie(header: str) -> str | None:
    try:
        jar = SimpleCookie(header)
    except CookieError:
        return None
    return jar[COOKIE].value if COOKIE in jar else None


def is_same_origin(headers: dict[str, str]) -> bool:
    """Whether the request comes from one of our own pages. Programs that are no browsers send no origin."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    except ValueError:
        return False


def write_cookie(value: str, secure: bool) -> str:
    words = [f"{COOKIE}={value}", "Path=/", f"Max-Age={YEAR}", "HttpOnly", "SameSite=Lax"]
    return "; ".join(words + (["Secure"] if secure else []))


def _with_headers(send: Send, more: dict[str, str]) -> Send:
    extra = [(name.encode(), value.encode("latin-1")) for name, value in {**HEADERS, **more}.items()]

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = [*message.get("headers", [])]
            has = {name for name, _ in own}  # a page has a policy of its own
            message["headers"] = own + [header for header in extra if header[0] not in has]
        await send(message)

    return sending


def _limited(receive: Receive, most: int) -> Receive:
    seen = 0

    async def receiving() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            raise TooLarge
        return message

    return receiving


async def _send_error(send: Send, status: int, code: str, message: str, params: dict[str, Any]) -> None:
    body = json.dumps({"error": {"code": code, "message": message, "params": params}}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"2"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
