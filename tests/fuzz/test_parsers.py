"""Whatever comes from outside is read, or refused with an error of the tree, in 50 ms: never another exception.

`make fuzz` looks at 100 times as many examples (LUDOTECA_FUZZ=2500).
"""

import os

import pytest
from hypothesis import HealthCheck, given, settings

from fuzz.measuring import LIMIT, cost_of
from fuzz.of_games import of_games
from fuzz.of_texts import of_texts
from fuzz.of_wire import of_the_wire
from ludoteca.core.errors import LudotecaError, show_value

EXAMPLES = int(os.environ.get("LUDOTECA_FUZZ", "25"))
IN_A_HURRY = "LUDOTECA_FUZZ" not in os.environ
PARSERS = [*of_games(), *of_texts(), *of_the_wire()]
LARGEST = [(parser, name) for parser in PARSERS for name in parser.largest]


def read(parser, given_input):
    """What an outsider gets: a value, or an error that says what is wrong."""
    said = "read"
    try:
        parser.parse(given_input)
    except (LudotecaError, *parser.allowed) as error:
        said = str(error)
    assert said.strip(), "an error without a word"
    assert len(said) < 2100, "an error that repeats what it was given"


@pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser.name)
def test_nothing_but_errors_of_the_tree(parser):
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=IN_A_HURRY,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(parser.inputs)
    def probe(found):
        read(parser, found)

    probe()


@pytest.mark.parametrize(("parser", "name"), LARGEST, ids=lambda part: getattr(part, "name", part))
def test_the_largest_is_read_or_refused_at_once(parser, name):
    worst = parser.largest[name]
    read(parser, worst)  # what is computed once only, such as tables and compiled code
    cost = cost_of(lambda: read(parser, worst))
    assert cost < LIMIT, f"{parser.name}: {show_value(worst)} takes {cost * 50:.0f} ms"


def test_a_slow_parser_is_noticed():
    assert cost_of(lambda: sum(i & 3 for i in range(4_000_000))) > LIMIT
