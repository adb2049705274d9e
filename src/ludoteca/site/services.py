"""The services of a running site."""

from dataclasses import dataclass, replace

from ludoteca.site.background import Background
from ludoteca.site.chat import Chat
from ludoteca.site.connections import Connections, MessageRates
from ludoteca.site.devices import DeviceCodes
from ludoteca.site.game_analyses import GameAnalyses
from ludoteca.site.game_pages import GamePage, find_pages
from ludoteca.site.identity import Identity
from ludoteca.site.judging import Judging
from ludoteca.site.limits import HOUR, Buckets, Limits
from ludoteca.site.ratings import Ratings
from ludoteca.site.store import Store
from ludoteca.site.table_service import TableService
from ludoteca.site.thinking import Thinking
from ludoteca.site.warming import Warming


@dataclass
class Services:
    limits: Limits
    store: Store
    thinking: Thinking
    warming: Warming
    tables: TableService
    identity: Identity
    connections: Connections
    message_rates: MessageRates
    new_tables: Buckets
    """By address."""
    program_connections: Connections
    """Of programs from outside."""
    chat: Chat
    codes: DeviceCodes
    ratings: Ratings
    pictures: Buckets
    """By address."""
    pages: dict[str, GamePage]
    """The pages of the games that have one."""
    judging: Judging
    analyses: GameAnalyses
    program_port: int | None = None
    """Where programs from outside may connect over TCP."""


def build(database: str, limits: Limits, warming: Warming) -> Services:
    store = Store(database)
    thinking = Thinking(limits.thinkers, limits.analysts)
    tables = TableService(store, thinking, warming, limits)
    ratings = Ratings(store)
    judging = Judging(thinking, warming, limits)
    tables.when_over.append(ratings.game_over)
    return Services(
        limits=limits,
        store=store,
        thinking=thinking,
        warming=warming,
        tables=tables,
        identity=Identity(store.secret),
        connections=Connections(limits),
        message_rates=MessageRates(limits),
        new_tables=Buckets(limits.tables_per_hour / HOUR, burst=limits.tables_per_hour / 4),
        program_connections=Connections(replace(limits, connections_per_client=limits.bot_connections_per_address)),
        chat=Chat(store, limits),
        codes=DeviceCodes(store.secret, limits),
        ratings=ratings,
        pictures=Buckets(limits.pictures_per_second),
        pages=find_pages(warming.games),
        judging=judging,
        analyses=GameAnalyses(Background(store, limits), judging, thinking, limits),
    )
