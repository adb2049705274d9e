"""The key of compiled code: equal for equal content wherever it lies, another for any change that could matter."""

import ast
import re
import sys
import textwrap
from types import ModuleType
from typing import NamedTuple

import numpy as np
import pytest
from numba import from_dtype
from numba.core import types

from ludoteca.core.code_key import add_rules, make_key
from ludoteca.core.errors import RulesError
from ludoteca.core.jit import compiled, compiles
from ludoteca.protocol.rules import apply, mover, returns

pytestmark = pytest.mark.skipif(not compiles, reason="nothing is compiled in this mode")

HEAD = """
    import dataclasses, enum, functools
    from typing import NamedTuple
    import numpy as np
    from numba import extending
    from ludoteca.core.jit import compiled
"""


def load(source, name="sample", path="sample.py"):
    """A module from source text, as if it lay at a path."""
    module = ModuleType(name)
    sys.modules[name] = module
    exec(compile(textwrap.dedent(HEAD) + textwrap.dedent(source), path, "exec"), vars(module))
    return module


def key_of(function, *kinds):
    return make_key(function.py_func, function.targetoptions, kinds or (types.int64,), "a processor")


def key(source, **where):
    return key_of(load(source, **where).f)


SAMPLE = '''
    TABLE = np.array([1, 2, 3])
    STEP = 5

    class Pair(NamedTuple):
        left: int
        right: int = 2

    class Colour(enum.IntEnum):
        RED = 1
        BLUE = 2

    @dataclasses.dataclass
    class Size:
        width: int = 3

    class Bits:
        pass

    def count_bits(x):
        return bin(x).count("1")

    @extending.intrinsic
    def _popcount(context, x):
        def generate(context, builder, signature, args):
            return builder.ctpop(args[0])
        return x(x), generate

    extending.overload(count_bits)(lambda x: lambda x: _popcount(x))

    @compiled
    def last(x, more=1):
        """The last one."""
        return x + more

    @compiled
    def middle(x):
        return last(x) + len(TABLE)

    def scale(factor):
        @compiled
        def scaled(x):
            return x * factor
        return scaled

    double, triple = scale(2), scale(3)

    @compiled
    def f(x):
        """First line."""
        pair = Pair(x, 1)
        # a comment
        total = middle(x) + double(x) - triple(STEP) + TABLE[x] + pair.left + count_bits(x)
        return total + Colour.RED if x in (1, 2.5, "text") else np.int64(0)
'''

HARMLESS = {
    "a comment": ("# a comment", "# another comment\n\n"),
    "a docstring": ("First line.", "Other words."),
    "a callee's docstring": ("The last one.", "The very last one."),
    "something that is not used": ("class Bits:", "class Bytes:"),
    "lines above": ("STEP = 5", "\n\n\n    STEP = 5"),
    "an unused class": ("width: int = 3", "width: int = 4"),
}
EDITS = {
    "a constant": ("(1, 2.5", "(1, 2.75"),
    "the type of a constant": ("(1, 2.5", "(1.0, 2.5"),
    "a global number": ("STEP = 5", "STEP = 6"),
    "the type of a global": ("STEP = 5", "STEP = 5.0"),
    "an array's value": ("[1, 2, 3]", "[1, 2, 4]"),
    "an array's type": ("np.array([1, 2, 3])", "np.array([1, 2, 3], np.int32)"),
    "an array's shape": ("np.array([1, 2, 3])", "np.array([[1, 2, 3]])"),
    "an array's layout": ("np.array([1, 2, 3])", "np.array([1, 0, 2, 0, 3])[::2]"),
    "a callee of a callee": ("return x + more", "return x - more"),
    "a default": ("more=1", "more=2"),
    "a variable of an outer function": ("scale(2), scale(3)", "scale(4), scale(3)"),
    "two functions changing places": ("scale(2), scale(3)", "scale(3), scale(2)"),
    "a field's name": ("left", "first"),
    "the order of fields": ("left: int\n        right: int = 2", "right: int\n        left: int = 2"),
    "a field's default": ("right: int = 2", "right: int = 3"),
    "an enum's value": ("RED = 1", "RED = 7"),
    "an intrinsic": ("builder.ctpop(args[0])", "builder.neg(args[0])"),
    "an overload": ("lambda x: _popcount(x)", "lambda x: 1 + _popcount(x)"),
    "the name of a foreign function": ("np.int64(0)", "np.int32(0)"),
    "the flags of a callee": (
        "    @compiled\n    def last",
        "    @__import__('numba').njit(fastmath=True)\n    def last",
    ),
}


def test_the_samples_edits_change_it():
    for old, new in (*HARMLESS.values(), *EDITS.values()):
        assert SAMPLE.count(old) >= 1
        assert SAMPLE.replace(old, new) != SAMPLE
        ast.parse(textwrap.dedent(HEAD) + textwrap.dedent(SAMPLE.replace(old, new)))


@pytest.mark.parametrize("edit", HARMLESS)
def test_what_cannot_matter_keeps_the_key(edit):
    assert key(SAMPLE.replace(*HARMLESS[edit])) == key(SAMPLE)


@pytest.mark.parametrize("edit", EDITS)
def test_what_can_matter_changes_the_key(edit):
    assert key(SAMPLE.replace(*EDITS[edit])) != key(SAMPLE)


def test_the_place_of_a_file_does_not_matter_but_its_module_does():
    assert key(SAMPLE, path="/here/sample.py") == key(SAMPLE, path="/there/more/sample.py")
    assert key(SAMPLE, name="other") != key(SAMPLE)


def test_types_of_arguments():
    function = load("@compiled\ndef f(x):\n    return 1").f

    class Pair(NamedTuple):
        left: int
        right: int

    class Other(NamedTuple):
        right: int
        left: int

    Other.__name__, Other.__qualname__ = Pair.__name__, Pair.__qualname__
    record = from_dtype(np.dtype([("a", np.int64)]))
    kinds = [
        types.int64,
        types.int32,
        types.NamedUniTuple(types.int64, 2, Pair),
        types.NamedUniTuple(types.int64, 2, Other),
        types.Array(types.int64, 1, "C"),
        types.Array(record, 1, "C"),
        record,
        from_dtype(np.dtype([("b", np.int64)])),
    ]
    assert len({key_of(function, kind) for kind in kinds}) == len(kinds)


def test_a_function_that_is_passed_is_told_by_content():
    function = load("@compiled\ndef f(g):\n    return g(1)").f
    source = "@compiled\ndef f(x):\n    return x + 1"
    one, same, other = (load(text, "passed").f for text in (source, source, source.replace("1", "2")))
    assert key_of(function, types.Dispatcher(one)) == key_of(function, types.Dispatcher(same))
    assert key_of(function, types.Dispatcher(one)) != key_of(function, types.Dispatcher(other))
    pair = types.Tuple((types.int64, types.Dispatcher(one)))
    assert key_of(function, pair) == key_of(function, types.Tuple((types.int64, types.Dispatcher(same))))
    assert key_of(function, pair) != key_of(function, types.Tuple((types.int64, types.Dispatcher(other))))


def test_the_order_within_a_set_does_not_matter():
    assert list(frozenset([0, 8])) != list(frozenset([8, 0]))  # equal, and gone through differently
    source = "NUMBERS = frozenset({})\n@compiled\ndef f(x):\n    return x in NUMBERS"
    assert key(source.format([0, 8])) == key(source.format([8, 0]))
    assert key(source.format([0, 8])) != key(source.format([8, 1]))


def test_functions_of_modules_are_followed():
    source = "import helper, helper.far\n@compiled\ndef f(x):\n    return helper.far.add(x) + helper.more"
    helper = load("more = 1", "helper")
    helper.far = load("@compiled\ndef add(x):\n    return x + 1", "helper.far")
    helper.unused = object()
    before = key(source)
    assert key(source) == before
    helper.unused = 2
    assert key(source) == before
    helper.more = 2
    assert key(source) != before
    helper.more = 1
    helper.far.add = load("@compiled\ndef add(x):\n    return x + 2", "helper.far").add
    assert key(source) != before


def test_names_beyond_the_256th_are_found():
    """Where an instruction's argument needs more than a byte."""
    names = [f"NUMBER_{i}" for i in range(300)]
    source = "; ".join(f"{name} = 1" for name in names)
    source += f"\n@compiled\ndef f(x):\n    return {' + '.join(names)}"
    assert key(source.replace("NUMBER_299 = 1", "NUMBER_299 = 2")) != key(source)
    module = load("far = 1", "helper")
    source += " + helper.far\nimport helper"
    before = key(source)
    module.far = 2
    assert key(source) != before


def test_what_is_defined_later_is_read_again():
    module = load("@compiled\ndef f(x):\n    return x + LATER")
    before = key_of(module.f)
    module.LATER = 1
    first = key_of(module.f)
    module.LATER = 2
    assert len({before, first, key_of(module.f)}) == 3
    module.LATER = 1
    assert key_of(module.f) == first


UNKNOWN = {
    "an object": ("X = object()", "builtins.object"),
    "a dict with an object": ("X = {1: [object()]}", "builtins.object"),
    "a class": ("class X:\n    pass", "the class sample.X"),
    "a cached function": ("X = functools.lru_cache(lambda: 1)", "functools._lru_cache_wrapper"),
    "an array of objects": ("X = np.array([None])", "an array of Python objects"),
    "a module as a value": ("import helper as X", "builtins.module"),
    "a bound method": ("X = [].append", "bound method"),
}


@pytest.mark.parametrize("kind", UNKNOWN)
def test_a_global_whose_content_cannot_be_told_is_refused(kind):
    load("", "helper")
    line, told = UNKNOWN[kind]
    with pytest.raises(RulesError, match=f"sample.f uses X, which is or holds .*{re.escape(told)}"):
        key(f"{line}\n@compiled\ndef f(x):\n    return X")


def test_an_unknown_global_is_refused_when_the_function_is_called():
    module = load("X = object()\n@compiled\ndef f(x):\n    return g(x)\n@compiled\ndef g(x):\n    return X")
    with pytest.raises(RulesError, match=r"sample\.g uses X"):
        module.f(1)


# --- the rules of games ------------------------------------------------------------------------------------------


@compiled
def search(s):
    """What asks for two rules."""
    apply(s, 1)
    return mover(s)


def make_game(field):
    """A game of its own dtype, with rules that can be exchanged."""
    source = "@compiled\ndef f(s, *args):\n    return {}"
    dtype = np.dtype([(field, np.int64)])
    rules = {name: load(source.format(number), field).f for number, name in enumerate(("apply", "mover", "returns"))}
    add_rules(dtype, from_dtype(dtype), rules)
    return from_dtype(dtype), rules, lambda number: load(source.format(number), field).f


def test_a_search_depends_on_the_rules_that_it_asks_for_in_the_games_it_is_compiled_for():
    one, one_rules, change = make_game("key_one")
    two, two_rules, _ = make_game("key_two")
    state = key_of(search, one), key_of(search, types.Array(one, 1, "C")), key_of(search, two)
    assert len(set(state)) == 3
    one_rules["returns"] = change(9)  # not asked for
    assert (key_of(search, one), key_of(search, types.Array(one, 1, "C")), key_of(search, two)) == state
    one_rules["apply"], one_rules["mover"] = one_rules["mover"], one_rules["apply"]
    changed = key_of(search, one), key_of(search, types.Array(one, 1, "C"))
    assert not set(changed) & set(state)
    assert key_of(search, two) == state[2]
    both = key_of(search, one, two)
    two_rules["mover"] = change(9)
    assert key_of(search, one, two) != both


def test_a_state_that_is_made_inside_or_held_in_another_counts():
    kind, rules, change = make_game("key_inside")
    holder = from_dtype(np.dtype([("number", np.int64), ("inner", [("key_inside", np.int64)])]))
    module = load(
        "STATE = np.dtype([('key_inside', np.int64)])\n@compiled\ndef f(x):\n    return g(np.zeros(1, STATE))"
    )
    module.g = search
    before = key_of(module.f), key_of(search, holder), key_of(search, kind)
    rules["apply"] = change(9)
    assert not {key_of(module.f), key_of(search, holder), key_of(search, kind)} & set(before)


def test_the_body_of_a_generic_function_is_not_what_is_compiled():
    """`returns` resolves by the game: for a type that is no game's, nothing is followed."""

    @compiled
    def earn(s):
        returns(s, 1)

    kind, rules, change = make_game("key_generic")
    plain, before = key_of(earn, types.int64), key_of(earn, kind)
    rules["returns"] = change(9)
    assert key_of(earn, types.int64) == plain
    assert key_of(earn, kind) != before
