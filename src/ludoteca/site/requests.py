"""What the handlers of HTTP requests ask for: the services, who asks, and the parts of a path with their bounds."""

from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request

from ludoteca.site.moves import MOST_ROWS
from ludoteca.site.services import Services

Json = dict[str, Any]


async def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


async def _client(request: Request) -> str:
    client: str = request.scope["state"]["client"]
    return client


ServicesOf = Annotated[Services, Depends(_services)]
Client = Annotated[str, Depends(_client)]
GameName = Annotated[str, Path(max_length=40)]
TableName = Annotated[str, Path(max_length=40)]
PageStart = Annotated[int, Query(alias="from", ge=0, le=10**7)]
PageSize = Annotated[int, Query(ge=1, le=MOST_ROWS)]
DecisionNumber = Annotated[int, Path(ge=1, le=10**7)]
SeatNumber = Annotated[int, Path(ge=0, le=7)]
