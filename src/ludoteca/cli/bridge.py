"""`ludoteca bridge`: a network behind a TCP port, for players in other programs."""

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludoteca.cli.common import SetupOptions, messages, parse_options

if TYPE_CHECKING:
    from ludoteca.networks.bridge import BridgeServer


def serve_bridge(
    encoder: Annotated[str, typer.Option(help="What the network reads, as `ludoteca dataset encoders GAME` lists.")],
    weights: Annotated[str, typer.Option(help="The file of the network, or the name of one that comes with the game.")],
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="The game; not needed if no other has such an encoder.")
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Where to listen; 0 for any free port.")] = 4242,
    host: Annotated[str, typer.Option(help="The address to listen at; the default is for this machine only.")] = (
        "127.0.0.1"
    ),
    setup: SetupOptions = None,
) -> None:
    """Answer each line of features with the class that a network chooses. Ctrl-C ends it."""
    server = make_server(encoder, weights, game, (host, port), setup)
    messages.print(f"listening at {server.address[0]}:{server.address[1]}; Ctrl-C ends", highlight=False)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.5)
    except KeyboardInterrupt:
        messages.print(f"answered {server.answered:,} lines, refused {server.errors:,}", highlight=False)
    finally:
        server.shutdown()
        server.server_close()


def make_server(
    encoder: str, weights: str, game: str | None, place: tuple[str, int], setup: list[str] | None = None
) -> "BridgeServer":
    """Load everything, then listen."""
    from ludoteca import games
    from ludoteca.agents.neural import list_networks
    from ludoteca.networks.bridge import BridgeServer
    from ludoteca.networks.policies import load_policy

    home, found = games.find_encoder(encoder) if game is None else (game, games.encoder(game, encoder))
    start = games.load(home).start({**found.setup, **parse_options(setup)})
    found.check(start)
    inputs = found.count_inputs(start)
    path = list_networks(home).get(weights, Path(weights))
    policy = load_policy(path, inputs, found.count_outputs(start), encoder, found.legal_of)
    return BridgeServer(policy, inputs, *place)
