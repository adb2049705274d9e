"""Messages, headers and limits of the site, lines of bridges, files of weights and of texts."""

import json
from functools import cache

from hypothesis import strategies as st

from fuzz.making import wounded, wounded_bytes
from fuzz.parser import IMPORTED, MESSAGE, Parser, parse_file
from ludoteca.core.texts import read_texts
from ludoteca.networks.bridge import LineError, parse_row
from ludoteca.networks.files import load_file
from ludoteca.networks.weights import load_tensors
from ludoteca.site.guard import read_cookie
from ludoteca.site.hosts import Hosts
from ludoteca.site.identity import clean_nickname
from ludoteca.site.limits import parse_limits
from ludoteca.site.reading import read_message

MESSAGES = (
    '{"type":"play","ply":0,"action":3,"id":1}',
    '{"type":"why","attempt":{"column":3,"from":[1]}}',
    '{"type":"ping"}',
    '{"type":"answer","kind":"draw","accept":true}',
    '{"type":"think","agent":"mcts:seconds=1"}',
)


@cache
def weights_bytes() -> tuple[bytes, ...]:
    """Small files of tensors, made here: their heads are what can be wrong."""
    import numpy as np
    from safetensors.numpy import save

    told = {"network": {"layers": []}, "record": {}}
    small = {"layer0.weight": np.zeros((2, 3), np.float32), "layer0.bias": np.zeros(2, np.float32)}
    return save(small, {"record": "{}"}), save(small, {"ludoteca": json.dumps(told)})


def of_the_wire() -> list[Parser]:
    deep = '{"type":"why","attempt":' + '{"a":' * 700
    tensors = parse_file(load_tensors, ".safetensors")
    return [
        Parser(
            "message",
            lambda text: read_message(text, MESSAGE),
            wounded(MESSAGES),
            {
                "deep": deep[:MESSAGE],
                "nines": ('{"type":"play","ply":' + "9" * MESSAGE)[:MESSAGE],
                "long": "x" * 65_536,
            },
        ),
        Parser("nickname", clean_nickname, st.one_of(st.text(), wounded(("Anna", "Ä" * 24))), {"long": "Ä" * 200}),
        Parser(
            "cookie",
            read_cookie,
            st.one_of(st.text(), wounded(("ludoteca=abc.def; other=1",))),
            {"long": "a=b;" * 2000},
        ),
        Parser(
            "host",
            Hosts(["example.org"]).allows,
            st.one_of(st.text(), wounded(("example.org:80", "[::1]:8000", "10.0.0.1"))),
        ),
        Parser("limits", lambda text: parse_limits([text]), wounded(("tables_per_client=10", "seated_share=0.5"))),
        Parser(
            "bridge line",
            lambda line: parse_row(line, 5),
            wounded_bytes((b"1 2 3.5 -4e2 5", b"1,2,3,4,5")),
            {"numbers": b"9 " * 2500},
            (LineError,),
        ),
        Parser("tensors", tensors, wounded_bytes(weights_bytes()), {"length": b"\xff" * 1000, "zeros": b"\x00" * 4096}),
        Parser("network file", parse_file(load_file, ".safetensors"), wounded_bytes(weights_bytes())),
        Parser(
            "catalogue of texts",
            parse_file(read_texts, ".json"),
            wounded(('{"a": "b {c}"}',)),
            {"nested": "[" * IMPORTED},
        ),
    ]
