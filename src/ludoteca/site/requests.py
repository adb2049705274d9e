"""What the handlers of HTTP requests ask for: the services, who asks, the table, and the parts of a path with their
bounds."""

from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request

from ludoteca.site.fair_queue import Owner
from ludoteca.site.moves import MOST_ROWS
from ludoteca.site.services import Services
from ludoteca.site.table import Table

Json = dict[str, Any]


async def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


async def _client(request: Request) -> str:
    client: str = request.scope["state"]["client"]
    return client


async def _owner(request: Request) -> Owner:
    state = request.scope["state"]
    return Owner(state["client"], state["address"])


ServicesOf = Annotated[Services, Depends(_services)]
Client = Annotated[str, Depends(_client)]
OwnerOf = Annotated[Owner, Depends(_owner)]
"""Who asks, and from where: time is shared among them."""
GameName = Annotated[str, Path(max_length=40)]
TableName = Annotated[str, Path(max_length=40)]


async def _table(services: ServicesOf, name: TableName) -> Table:
    return (await services.tables.open(name)).table


TableOf = Annotated[Table, Depends(_table)]
PageStart = Annotated[int, Query(alias="from", ge=0, le=10**7)]
PageSize = Annotated[int, Query(ge=1, le=MOST_ROWS)]
DecisionNumber = Annotated[int, Path(ge=1, le=10**7)]
SeatNumber = Annotated[int, Path(ge=0, le=7)]
