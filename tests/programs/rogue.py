"""A program that keeps to the protocol until it does not: `rogue.py MODE`."""

import json
import os
import random
import subprocess
import sys
import time

MODE = sys.argv[1]


def send(message):
    print(json.dumps(message), flush=True)


def forever():
    while True:
        time.sleep(60)


def misbehave(turn):
    """Whether a proper answer follows."""
    answer = {"type": "action", "id": turn["id"], "action": turn["actions"][0]}
    if MODE == "hangs":
        forever()
    elif MODE == "dies":
        os._exit(3)
    elif MODE == "killed":
        os.kill(os.getpid(), 9)
    elif MODE == "lies":
        send({**answer, "action": 10**6})
    elif MODE == "floods":
        while True:
            print("nonsense " * 20, flush=True)
    elif MODE == "floods_answers":
        while True:
            send({**answer, "id": 10**9})
    elif MODE == "long_line":
        print("x" * 10**6, flush=True)
    elif MODE == "eats":
        hoard = [bytearray(10**7) for _ in range(200)]
        send({**answer, "depth": len(hoard)})
    elif MODE == "burns":
        while True:
            pass
    elif MODE == "errors":
        sys.stderr.write("complaint\n" * 200_000)
        sys.stderr.flush()
        return True
    elif MODE == "handles":
        listed = sorted(int(name) for name in os.listdir("/proc/self/fd"))
        send({**answer, "nodes": sum(name > 3 for name in listed)})
    elif MODE == "secrets":
        send({**answer, "nodes": int("LUDOTECA_TEST_SECRET" in os.environ)})
    elif MODE == "children":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        send({**answer, "nodes": child.pid})
    elif MODE == "slow":
        for line in sys.stdin:  # answers only when told to stop
            if json.loads(line)["type"] == "stop":
                return True
    elif MODE == "stutters" and turn["ply"] < 2:
        for text in ("{", "", "[" * 500, '{"type":"action"}', '{"type":"action","id":-1,"action":NaN}', "\x00\xff"):
            print(text, flush=True)
        return True
    else:
        return True
    return False


def main():
    if MODE == "mute":
        forever()
    if MODE == "old":
        send({"type": "hello", "protocol": 99, "name": "Rogue"})
        forever()
    if MODE == "rude":
        send({"type": "action", "id": 1, "action": 1})
    send({"type": "hello", "protocol": 1, "name": "Rogue", "games": ["connect_four"] if MODE == "picky" else []})
    if MODE == "deaf":
        forever()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "turn" and misbehave(message):
            send({"type": "action", "id": message["id"], "action": random.choice(message["actions"])})


main()
