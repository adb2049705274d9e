"""`ludoteca serve`: the site."""

import os
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from ludoteca.cli.common import messages
from ludoteca.core.errors import SetupError

SWITCH = 0.0002
"""Seconds until a thread that waits for Python's lock gets it from a busy one. The thread that writes to the database
asks for it several times in each commit, and would wait for 5 ms each time by default."""


def serve_site(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for every network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65_535, help="The port to listen on.")] = 8000,
    database: Annotated[
        str | None,
        typer.Option(help="sqlite:///FILE or postgresql://USER@HOST/NAME; a file in your data folder if left out."),
    ] = None,
    limits: Annotated[
        list[str] | None,
        typer.Option("--limit", metavar="NAME=VALUE", help="As in tables_per_client=20; see --limits."),
    ] = None,
    only: Annotated[list[str] | None, typer.Option(metavar="GAME", help="Offer only this game. Repeatable.")] = None,
    also: Annotated[
        list[str] | None,
        typer.Option(metavar="GAME", help="Offer this game, too, as in --also openspiel_chess. Repeatable."),
    ] = None,
    hosts: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-host", metavar="NAME", help="A name that browsers may call the site by; * for any. Repeatable."
        ),
    ] = None,
    weights: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=FILE",
            help="Offer a network of `ludoteca learn` or `train` as a level of its game. Repeatable.",
        ),
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bot", metavar="NAME=COMMAND", help="Offer a program as a level of the games that it plays. Repeatable."
        ),
    ] = None,
    bot_port: Annotated[
        int | None, typer.Option(min=0, max=65_535, help="Let programs with a token in over TCP here, too.")
    ] = None,
    docs: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Documentation to serve under /docs; the package's own, if it has it, if left out."
        ),
    ] = None,
    list_limits: Annotated[bool, typer.Option("--limits", help="List the limits and leave.")] = False,
    browse: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser.")] = False,
) -> None:
    """Serve the site: games in the browser, against agents and people. Stop it with Ctrl-C."""
    import uvicorn

    from ludoteca import games
    from ludoteca.site.app import create_app
    from ludoteca.site.bot_levels import offer_program
    from ludoteca.site.corked import cork_sockets
    from ludoteca.site.data_folder import default_url
    from ludoteca.site.doorstep import guard_doorstep
    from ludoteca.site.limits import parse_limits
    from ludoteca.site.manual import Manual
    from ludoteca.site.networks import offer_network
    from ludoteca.site.warming import Warming

    chosen = parse_limits(limits or [])
    if list_limits:
        for name, value in vars(chosen).items():
            print(f"{name}={str(value).removesuffix('.0')}")
        return
    for item in weights or []:
        offer_network(item)
    for item in bots or []:
        offer_program(item)
    _require_free(host, port)
    if bot_port:
        _require_free(host, bot_port)
    extra = [games.load(name) for name in also or []]
    warming = Warming(extra, names=only or None, report=lambda said: messages.print(said, style="dim", highlight=False))
    place = None if bot_port is None else (host, bot_port)
    manual = Manual.installed() if docs is None else Manual.open(docs)
    app = create_app(database or default_url(), chosen, warming, hosts=hosts or (), program_place=place, manual=manual)
    address = f"http://{_name_host(host)}:{port}/"
    messages.print(f"Ludoteca is at [bold]{address}[/bold] (Ctrl-C stops it)", highlight=False)
    if browse and _has_screen():
        threading.Timer(1.0, lambda: webbrowser.open(address)).start()
    sys.setswitchinterval(SWITCH)
    uvicorn.run(
        app,
        http=guard_doorstep(chosen),
        ws=cork_sockets(),
        host=host,
        port=port,
        log_level="warning",
        ws_max_size=chosen.message_bytes,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        server_header=False,
    )


def _name_host(host: str) -> str:
    """How a browser on this machine calls it."""
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _has_screen() -> bool:
    """Without a screen there are only text browsers, which would take over the terminal."""
    return sys.platform in ("darwin", "win32") or any(name in os.environ for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _require_free(host: str, port: int) -> None:
    """Say in a sentence that the port is taken, before anything starts."""
    import socket

    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise SetupError(f"cannot listen on {host}, port {port}: {error.strerror}; choose another --port") from None
