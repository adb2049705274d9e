"""A network in another program, asked over TCP: `bridge:host=127.0.0.1,port=4242,encoder=NAME`.

The other program gets the features of the position as a line of numbers and answers with a class (`networks.bridge`;
`ludoteca bridge` is such a program). A class that is not legal here is replaced by the encoder's fall-back rule, and
`fallbacks` counts how often.
"""

from dataclasses import dataclass

from ludoteca import games
from ludoteca.core.errors import EngineError, SettingsError
from ludoteca.networks.bridge import BridgeClient
from ludoteca.protocol import ActionValue, Agent, Analysis, Budget, Decision, Settings, State, Watch


@dataclass(frozen=True)
class BridgeSettings(Settings):
    host: str = "127.0.0.1"
    port: int = 0
    """Where the other program listens."""
    encoder: str = ""
    """What its network reads: one of the game's encoders."""
    timeout: float = 10.0
    """Seconds to wait for an answer."""

    def check(self) -> None:
        self.require("timeout", 0.01, 3600)


class Bridge(Agent):
    name = "bridge"
    summary = "a network in another program, asked over TCP"
    Settings = BridgeSettings
    settings: BridgeSettings
    needs_external_program = True

    def prepare(self) -> None:
        self.settings.require("port", 1, 65_535)
        if not self.settings.encoder:
            known = ", ".join(games.encoder_names(self.game.info.name))
            raise SettingsError(f"encoder must name what the other program reads: {known}")
        self.encoder = games.encoder(self.game.info.name, self.settings.encoder)
        self.fallbacks = 0
        """How often the answer was not legal."""
        self.client: BridgeClient | None = None
        self._connect()

    def _connect(self) -> BridgeClient:
        if self.client is None:
            self.client = BridgeClient(self.settings.host, self.settings.port, self.settings.timeout)
        return self.client

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        row = self.encoder.encode(view)
        try:
            output = self._connect().ask(row, self.encoder.count_outputs(view))
        except EngineError:
            self.close()  # the next decision connects anew
            raise
        action, legal = int(self.encoder.action_of(view, output)), self.game.legal_actions(view)
        if action not in legal:
            self.fallbacks += 1
            action = self.encoder.replace_illegal(view, output, legal)
        return Decision(action, Analysis((ActionValue(action),), (action,)))

    def close(self) -> None:
        """End the connection."""
        if self.client is not None:
            self.client.close()
        self.client = None
