"""A program that plays any game of Ludoteca, by chance, in Python without a library. docs/bot-protocol.md explains it.

ludoteca match connect_four "program:python3 bot.py" random
python3 bot.py HOST:PORT TOKEN              # at a table of a site that has a port for bots
"""

import json
import random
import socket
import sys


def choose(turn):
    """The place for ideas: `turn` has position, legal (with names), events, clock."""
    return random.choice(turn["actions"])


def talk(lines, write, token):
    def send(message):
        write(json.dumps(message) + "\n")

    send({"type": "hello", "protocol": 1, "name": "Example in Python", "token": token})
    for line in lines:
        message = json.loads(line)
        if message["type"] == "turn":
            send({"type": "action", "id": message["id"], "action": choose(message)})
        elif message["type"] == "error":
            print(message["message"], file=sys.stderr)


if len(sys.argv) == 3:
    host, _, port = sys.argv[1].rpartition(":")
    with socket.create_connection((host, int(port))) as connection:
        talk(connection.makefile(encoding="utf-8"), lambda text: connection.sendall(text.encode()), sys.argv[2])
else:
    talk(sys.stdin, lambda text: print(text, end="", flush=True), None)
