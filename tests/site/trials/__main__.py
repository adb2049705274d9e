"""Long trials of a running server. Small forms of them are in the tests.

python tests/site/trials malformed --messages 200000
python tests/site/trials crowd --sockets 2100 --seconds 30
python tests/site/trials bots --messages 100000
python tests/site/trials soak --games 4000
python tests/site/trials holes [--source FOLDER]
"""

import argparse
import json
import socket
from pathlib import Path

import bots
import crowd
import holes
import malformed
import soak


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trial", choices=("malformed", "bots", "crowd", "soak", "holes"))
    parser.add_argument("--messages", type=int, default=200_000)
    parser.add_argument("--sockets", type=int, default=2_100)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--games", type=int, default=4_000)
    parser.add_argument("--source", type=Path, help="the folder `src` of another version")
    chosen = parser.parse_args()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    trials = {
        "malformed": lambda: malformed.run(port, chosen.messages),
        "bots": lambda: bots.run(port, chosen.messages),
        "crowd": lambda: crowd.run(port, chosen.sockets, chosen.seconds),
        "soak": lambda: soak.run(port, chosen.games),
        "holes": lambda: holes.run(port, chosen.source),
    }
    print(json.dumps(trials[chosen.trial](), indent=1))


if __name__ == "__main__":
    main()
