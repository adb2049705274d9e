"""Searches of one position in several threads. They share the transposition table and nothing else: what one has found
spares the others work, and every second one begins a ply deeper, so that they do not do the same at the same time."""

from functools import partial
from typing import Any

from ludoteca.core.arrays import IntArray
from ludoteca.games.checkers.engine.network import NETWORK, Network, no_network
from ludoteca.games.checkers.engine.search import deepen
from ludoteca.games.checkers.engine.workspace import MEMORY, Memory, Workspace
from ludoteca.protocol import new_states
from ludoteca.protocol.budget import DONE, LIMIT, STOP, UNLIMITED, Watch, run_search


class Team:
    """The memories of the searches. The first one leads: the position is written into it, and all end when it ends."""

    def __init__(self, threads: int) -> None:
        self.memories = new_states(MEMORY, threads)
        self.lead: Memory = self.memories[0]
        self.set_network(no_network())

    def set_network(self, network: Network) -> None:
        """Each search has a copy, for what it knows of its line stands beside the weights."""
        self.networks = new_states(NETWORK, len(self.memories))
        for i in range(len(self.networks)):
            self.networks[i] = network

    def search(self, table: IntArray, codes: IntArray, limit: int, seconds: float | None, watch: Watch) -> None:
        """Search the lead's position until the limit of nodes, of all together, or of time."""
        self._share(limit)
        works = [
            Workspace(memory, table, codes, network)
            for memory, network in zip(self.memories, self.networks, strict=True)
        ]
        searches = [partial(self._lead, works[0]), *(partial(deepen, work) for work in works[1:])]
        run_search(searches, [memory.control for memory in self.memories], seconds, watch)

    def _share(self, limit: int) -> None:
        """Tell the others what the lead knows, and divide the nodes."""
        threads = len(self.memories)
        part = limit if limit == UNLIMITED else limit // threads
        self.lead.control[:] = 0
        for i in range(1, threads):
            self.memories[i] = self.lead
            self.memories[i].first_depth = 1 + i % 2
            self.memories[i].control[LIMIT] = part
        self.lead.first_depth = 1
        self.lead.control[LIMIT] = limit if limit == UNLIMITED else limit - part * (threads - 1)

    def _lead(self, work: Workspace) -> None:
        try:
            deepen(work)
        finally:
            for i in range(1, len(self.memories)):
                self.memories[i].control[STOP] = 1

    @property
    def best(self) -> Memory:
        """The search that has finished the greatest depth; among equals the first."""
        return max(self.memories, key=_depth)

    @property
    def nodes(self) -> int:
        return sum(int(memory.control[DONE]) for memory in self.memories)


def _depth(memory: Any) -> int:
    return int(memory.depth)
