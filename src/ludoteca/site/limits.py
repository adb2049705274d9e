"""What one client may ask of the server: sizes, rates, numbers, thinking time."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

from ludoteca import agents
from ludoteca.core.errors import Refusal, SettingsError, UnknownName
from ludoteca.protocol import Game, parse_settings

MINUTE, HOUR, DAY = 60.0, 3_600.0, 86_400.0
BURST = 4.0  # seconds' worth that may come at once
FORGET_AT = 10_000  # buckets kept before the full ones are dropped


@dataclass(frozen=True)
class Limits:
    message_bytes: int = 16_384
    """A WebSocket message."""
    body_bytes: int = 262_144
    """The body of a request: a pasted game, say."""
    messages_per_second: float = 20.0
    """WebSocket messages of one client."""
    messages_per_address: float = 400.0
    """WebSocket messages a second from one address (for IPv6: a network of 64 bits)."""
    requests_per_second: float = 20.0
    """API requests of one client."""
    requests_per_address: float = 200.0
    """API requests a second from one address."""
    bytes_per_address: float = 2_000_000.0
    """Bytes a second that one address may send, in bodies and messages."""
    newcomers_per_minute: float = 120.0
    """API requests without a valid cookie from one address: each makes a new client."""
    connections: int = 2_000
    """Open WebSockets in all."""
    seated_share: float = 0.25
    """The share of them that is kept for people who sit at the table that they open."""
    connections_per_client: int = 20
    """Without a cookie, all of one address count as one client."""
    connections_per_address: int = 200
    """Open WebSockets of watchers from one address; people who sit at their tables may have as many again."""
    connections_per_minute: float = 600.0
    """New WebSockets from one address."""
    arrivals_per_second: float = 40.0
    """New TCP connections from one address; more wait for their turn, or are sent away."""
    arrivals_at_once: float = 60.0
    """So many of them need not wait."""
    tables_per_client: int = 50
    """Unfinished tables that one client has made."""
    tables_per_hour: float = 600.0
    """New tables from one address."""
    chat_per_minute: float = 30.0
    """Lines that one client may write at tables."""
    chat_per_address: float = 120.0
    """The same for one address."""
    codes_per_minute: float = 10.0
    """Codes for another device that one address may ask for, and may try."""
    pictures_per_second: float = 20.0
    """Thumbnails of tables for one address; each may have to be read from the store."""
    live_tables: int = 2_000
    """Tables kept in memory; the others wait in the store."""
    unstarted_days: float = 2.0
    """After this long a table is removed where nothing was played."""
    unfinished_days: float = 60.0
    """After this long without an event a table is removed whose game is not over."""
    finished_days: float = 365.0
    """After this long a table is removed whose game is over."""
    bot_seconds: float = 60.0
    """How long a program from outside may take for one decision at a table without a clock, and how long its seat is
    kept while it is away."""
    bot_connections_per_address: int = 32
    """Programs from outside that are connected from one address."""
    move_seconds: float = 10.0
    """Thinking time of an agent at a table, for one decision."""
    think_seconds: float = 30.0
    """Thinking time of an analysis."""
    deal_seconds: float = 60.0
    """How long one game may take that a level plays with a deal."""
    analyses_per_client: int = 2
    """Whole games that are analysed for one client at once."""
    analyses_at_once: int = 40
    """The same for everybody together."""
    analyses_kept: int = 5_000
    """Analyses of finished games that are kept, the newest ones."""
    thinkers: int = 2
    """Decisions that are thought about at once."""
    analysts: int = 2
    """Analyses that run at once."""

    def __post_init__(self) -> None:
        for item in fields(self):
            value = getattr(self, item.name)
            if not 0 < value <= 10**9:
                raise SettingsError(f"the limit {item.name} must be more than 0, not {value!r}")
        if self.seated_share >= 1:
            raise SettingsError(f"the limit seated_share must be less than 1, not {self.seated_share!r}")


def parse_limits(items: Iterable[str]) -> Limits:
    """Limits from words such as `tables_per_client=10`."""
    known: dict[str, Any] = {item.name: item.default for item in fields(Limits)}
    given: dict[str, Any] = {}
    for item in items:
        name, _, text = item.partition("=")
        if name.strip() not in known:
            raise UnknownName("limit", name.strip(), known)
        try:
            given[name.strip()] = type(known[name.strip()])(text)
        except ValueError:
            raise SettingsError(f"the limit {name.strip()} must be a number, not {text!r}") from None
    return Limits(**given)


class Buckets:
    """Token buckets: each key may do `rate` things a second, and a few seconds' worth at once."""

    def __init__(self, rate: float, burst: float | None = None) -> None:
        self.rate, self.burst = rate, max(1.0, rate * BURST if burst is None else burst)
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, key: str, amount: float = 1.0) -> bool:
        """Whether `key` may do `amount` more things now. More than fits into a bucket needs a full one."""
        now = time.monotonic()
        left, then = self._left.get(key, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        if left < min(amount, self.burst):
            self._left[key] = left, now
            return False
        self._left[key] = left - amount, now
        if len(self._left) > FORGET_AT:
            self._forget(now)
        return True

    def _forget(self, now: float) -> None:
        """Drop the buckets that are full again: a new one would be the same."""
        self._left = {
            key: (left, then)
            for key, (left, then) in self._left.items()
            if left + (now - then) * self.rate < self.burst
        }


def check_spec(game: Game, spec: str, seconds: float) -> str:
    """Refuse an agent that strangers may not start here; return it as it is. Levels are always allowed."""
    if game.info.find_level(spec):
        return spec
    name, options = agents.parse_spec(spec)
    kind = agents.load(name)
    if kind.needs_external_program:
        raise Refusal("agent_outside", f"{name} drives a program outside the site; choose another agent", 422)
    refusal = kind.refusal(game.info)
    if refusal:
        raise Refusal("agent_unfit", f"{name} cannot play {game.info.name}: {refusal}", 422)
    if not kind.stands_alone(game.info):
        raise Refusal("agent_unfit", f"{name} needs a file that does not come with {game.info.name}", 422)
    plain = {key: value for key, value in options.items() if key not in agents.BUDGET_KEYS}
    settings = parse_settings(kind.Settings, plain)
    for setting, most in settings.public_limits.items():
        value = getattr(settings, setting)
        if isinstance(most, str) and value != most:
            raise Refusal("agent_setting", f"{setting} may not be set here", 422, setting=setting)
        if not isinstance(most, str) and value > most:
            raise Refusal("agent_setting", f"{setting} may be at most {most:g} here", 422, setting=setting, most=most)
    budget = agents.parse_budget(options)
    if budget is not None and budget.seconds is not None and budget.seconds > seconds:
        raise Refusal("agent_seconds", f"seconds may be at most {seconds:g} here", 422, most=seconds)
    return spec
