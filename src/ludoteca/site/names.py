"""What people are called, as far as it is kept in memory."""

from collections.abc import Callable

from ludoteca.site.store import Store

MOST_NAMES = 20_000  # kept before those of people who have left are dropped


class NameBook(dict[str, str]):
    """Nicknames by client; empty for guests. `present` says whose are needed now."""

    def __init__(self, store: Store, present: Callable[[], set[str]]) -> None:
        super().__init__()
        self._store, self._present = store, present

    async def learn(self, clients: set[str]) -> None:
        """Look up the names that are not here yet."""
        unknown = clients - self.keys()
        if unknown:
            if len(self) > MOST_NAMES:
                self._forget()
            self.update(dict.fromkeys(unknown, "") | await self._store.find_names(unknown))

    def _forget(self) -> None:
        """Keep the names of people at live tables; the store has the others."""
        for client in self.keys() - self._present():
            del self[client]

    async def find(self, client: str) -> str:
        """One name, which is not kept if it is not here."""
        if client in self:
            return self[client]
        return (await self._store.find_names({client})).get(client, "")
