"""The key of compiled code: a hash of all that it is made from.

That is the function itself and every function that it leads to, each with its bytecode, constants and the values of its
globals (`code_content.py`); the types that it is compiled for; for the games whose states these hold, the rules that it
asks for; and the tools: Python, Numba, llvmlite, NumPy, the processor, the flags. Neither paths nor times are in it.
"""

import hashlib
import re
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.np.numpy_support import numpy_version

from ludoteca.core import functions, linking, refcounts
from ludoteca.core.code_content import describe_use, read_function
from ludoteca.core.code_values import Leads, describe, describe_options

__all__ = ["add_rules", "describe_processor", "describe_tools", "make_key"]

FLAGS = ("BOUNDSCHECK", "DEBUGINFO_DEFAULT", "LOOP_VECTORIZE", "OPT", "SLP_VECTORIZE", "USING_SVML")
FORMAT = 1  # of the files; another number makes all of them unknown

Rules = Mapping[str, Callable[..., Any]]
_rules: dict[Any, Rules] = {}  # dtype of a game's states, or Numba's type of it -> its rules


def add_rules(dtype: np.dtype[Any], kind: Any, rules: Rules) -> None:
    """Make known which functions the generic rules are for states of this dtype (`kind` is Numba's type of it)."""
    _rules[dtype] = _rules[kind] = rules


@cache
def describe_tools() -> str:
    """All but the sources that decides what machine code comes out, the processor left out.

    Of NumPy the minor version counts, by which Numba tells its versions apart."""
    python = f"{sys.implementation.cache_tag}{getattr(sys, 'abiflags', '')}"
    versions = (python, numba.__version__, llvmlite.__version__, numpy_version)
    flags = [(name, int(getattr(numba.config, name) or 0)) for name in FLAGS]
    sources = b"".join(Path(str(module.__file__)).read_bytes() for module in (functions, linking, refcounts))
    pipeline = hashlib.blake2b(sources, digest_size=16).hexdigest()
    return f"{FORMAT} {versions} {flags} {pipeline}"


def describe_processor(triple: str, name: str, features: str) -> str:
    """The processor that code is for; of the system that runs it, the version does not count."""
    return str((re.sub(r"(darwin|macosx)[\d.]+", r"\1", triple), name, features))


def make_key(function: Any, options: Mapping[str, Any], signature: Any, processor: str) -> str:
    """The key of `function` compiled with these options for a signature (or for types of arguments)."""
    walk = _Walk()
    walk.add(f"{describe_tools()} {processor} {describe_options(options)}", Leads([function]))
    leads = Leads()
    kinds = (*signature.args, signature.return_type) if hasattr(signature, "args") else tuple(signature)
    walk.add(describe_use(function, "an argument", kinds, leads), leads)
    return walk.finish()


class _Walk:
    """A walk over all that a function leads to.

    Functions are numbered as they are met, so that what is hashed says which function calls which: two functions that
    change places give another key.
    """

    def __init__(self) -> None:
        self.hash = hashlib.blake2b(digest_size=16)
        self.numbers: dict[Any, int] = {}
        self.waiting: list[Any] = []
        self.games: dict[int, Rules] = {}
        self.asked: set[str] = set()
        self.answered: set[tuple[int, str]] = set()

    def add(self, text: str, leads: Leads) -> None:
        self.hash.update(f"{len(text)}:{text}".encode())
        self.follow(leads)

    def finish(self) -> str:
        while self.waiting or self.answer_rules():
            waiting, self.waiting = self.waiting, []
            for function in waiting:
                content = read_function(function)
                self.hash.update(content.digest)
                self.follow(content.leads)
        return self.hash.hexdigest()

    def follow(self, leads: Leads) -> None:
        numbers = []
        for function in leads.functions:
            if function not in self.numbers:
                self.numbers[function] = len(self.numbers)
                self.waiting.append(function)
            numbers.append(self.numbers[function])
        games = [number for dtype in leads.dtypes for number in self.find_games(dtype)]
        self.asked.update(leads.rules)
        self.hash.update(f"{numbers}{games}".encode())

    def find_games(self, dtype: Any) -> list[int]:
        """The numbers of the games whose states a dtype or record is, or holds."""
        found = []
        if dtype in _rules:
            numbers = {id(rules): number for number, rules in self.games.items()}
            found.append(numbers.get(id(_rules[dtype]), len(self.games)))
            self.games[found[0]] = _rules[dtype]
        if isinstance(dtype, np.dtype):
            if dtype.subdtype is not None:
                found += self.find_games(dtype.subdtype[0])
            for part, *_ in (dtype.fields or {}).values():
                if part.fields is not None or part.subdtype is not None:
                    found += self.find_games(part)
        return found

    def answer_rules(self) -> bool:
        """Follow each rule that was asked for in each game that was met; say whether there were any new ones."""
        new = [
            (game, rule)
            for game, rules in self.games.items()
            for rule in sorted(self.asked)
            if rule in rules and (game, rule) not in self.answered
        ]
        for game, rule in new:
            self.answered.add((game, rule))
            leads = Leads()
            self.add(f"{game} {rule} {describe(self.games[game][rule], leads)}", leads)
        return bool(new)
