"""Messages that are not as they should be."""

import json
import random


def make_broken(rng: random.Random) -> str | bytes:
    """One of them."""
    kinds = [
        lambda: "".join(chr(rng.randrange(1, 0xD7FF)) for _ in range(rng.randrange(40))),
        lambda: json.dumps(rng.choice([None, 5, [], {}, "play", {"type": None}, {"type": "playy"}, [[[]]]])),
        lambda: json.dumps({"type": "play", "ply": rng.choice([-1, 1e9, "0", None, True, 0.5]), "action": 1}),
        lambda: json.dumps({"type": "play", "ply": 0, "action": rng.choice(["3", 1e300, [], {}, False, 2**70])}),
        lambda: json.dumps({"type": "play", "ply": 0, "action": rng.choice([99, -7, 2**40])}),
        lambda: json.dumps({"type": "play", "ply": 0, "text": rng.choice(["", "zz", "x" * 150, "\u0000"])}),
        lambda: json.dumps({"type": "why", "attempt": rng.choice([None, 3, {"column": "x" * 50}, {"from": []}])}),
        lambda: json.dumps({"type": "answer", "kind": "draw", "accept": rng.choice([1, "yes", None])}),
        lambda: json.dumps({"type": rng.choice(["think", "offer"]), "agent": {}, "kind": 7}),
        lambda: '{"type":"play","ply":0,"action":' + "[" * rng.randrange(1, 300),
        lambda: '{"type":"play","ply":0,"ply":' + "9" * rng.randrange(1, 400) + "}",
        lambda: json.dumps({"type": "play", "ply": 0, "action": 3})[: rng.randrange(1, 30)],
        lambda: bytes(rng.randrange(256) for _ in range(20)),
        lambda: json.dumps({"type": "think", "agent": "mcts:" + "a=b," * rng.randrange(1, 20)}),
        lambda: '{"type":"play","ply":NaN,"action":Infinity}',
        lambda: json.dumps({"id": rng.choice(["x" * 100, [], 2**80, {}]), "type": "ping"}),
    ]
    return rng.choice(kinds)()
