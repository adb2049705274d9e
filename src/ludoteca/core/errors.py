"""Everything that can go wrong, as one tree. Each class has a stable code that front ends and scripts may switch on.

LudotecaError                 "error"
├── UnknownName               "name/unknown"          no such game, agent, option, variant; names the near misses
├── NotationError             "notation/unreadable"   the text cannot be read as an action
├── PositionError             "position/invalid"      a position in text that cannot be set up; names the place
├── TranscriptError           "transcript/unreadable" a game in text that cannot be read; names the line and column
├── TableError                "tables/invalid"        a table of endgames that is damaged, missing or not of this kind
├── EngineError               "engine/foreign"        a foreign engine that does not start, or breaks its protocol
├── IllegalAction             "action/illegal"        a readable action that may not be played here
├── GameOver                  "action/game-over"      nothing may be played any more
├── SetupError                "setup/invalid"         a game cannot be started like this
├── StateError                "state/invalid"         bytes that are not a state of this game
├── TextsError                "texts/invalid"         a file that is no catalogue of texts
├── PluginError               "plugin/broken"         a package that offers a game or an agent and cannot be used
├── RulesError                "rules/invalid"         a game's functions contradict its declaration
├── UnsupportedGame           "agent/unsupported"     the agent cannot play this kind of game
├── SettingsError             "agent/settings"        a setting of an agent is wrong
├── BudgetError               "agent/budget"          a budget that cannot be spent
├── PeerMissing               "bench/peer-missing"    a program to compare with is not installed
├── ExtraMissing              "install/extra-missing" a package of an extra is not installed
├── WeightsError              "network/weights"       weights that are damaged, or of another network; names the layer
├── PlanError                 "learning/plan"         a network or a training that cannot be made like this
├── DatasetError              "learning/dataset"      a folder of learning data that is another's, or damaged
├── AssignmentError           "lessons/assignment"    an exercise, or an answer to one, that cannot be graded
├── StatisticsError           "lab/statistics"        data that a statistic cannot be computed from
├── TournamentError           "lab/tournament"        a description that no tournament can be played from
├── StoreError                "lab/store"             a folder of results that is another's, damaged or in use
├── WorkError                 "lab/work"              a piece of work failed or was lost too often
├── ClusterError              "lab/cluster"           a cluster that does not answer
├── Refusal                   "site/refused"          what somebody at the site may not do, or not now
└── RecordError               "record/invalid"        a game record that is cut off, edited or impossible
    └── IncompatibleRecord    "record/incompatible"   a sound record of rules that this version does not play
"""

import reprlib
from collections.abc import Iterable
from difflib import get_close_matches

__all__ = [
    "AssignmentError",
    "BudgetError",
    "ClusterError",
    "DatasetError",
    "EngineError",
    "ExtraMissing",
    "GameOver",
    "IllegalAction",
    "IncompatibleRecord",
    "LudotecaError",
    "NotationError",
    "PeerMissing",
    "PlanError",
    "PluginError",
    "PositionError",
    "RecordError",
    "Refusal",
    "RulesError",
    "SettingsError",
    "SetupError",
    "StateError",
    "StatisticsError",
    "StoreError",
    "TableError",
    "TextsError",
    "TournamentError",
    "TranscriptError",
    "UnknownName",
    "UnsupportedGame",
    "WeightsError",
    "WorkError",
    "near_misses",
    "show_value",
]

LONGEST_NAME = 200  # of an unknown name, as it is shown
LONGEST_MESSAGE = 2_000  # characters


def show_value(value: object) -> str:
    """A value that was refused, for the message: cut short, and safe for anything that a stranger may send. Python
    itself raises ValueError when it is to print an integer of 5,000 digits."""
    try:
        return reprlib.repr(value)
    except ValueError:
        return f"something too long to show ({type(value).__name__})"


class LudotecaError(Exception):
    """The root of every error that this package raises on purpose. A message that repeats something huge is cut."""

    code = "error"

    def __str__(self) -> str:
        text = super().__str__()
        return text if len(text) <= LONGEST_MESSAGE else f"{text[:LONGEST_MESSAGE]} ..."


class UnknownName(LudotecaError):
    """A name that is not in the list it was looked up in."""

    code = "name/unknown"

    def __init__(self, kind: str, name: object, known: Iterable[str]) -> None:
        text = name if isinstance(name, str) else show_value(name)
        self.kind, self.name, self.known = kind, text[:LONGEST_NAME], sorted(known)
        super().__init__(f"there is no {kind} {self.name!r}; {near_misses(self.name, self.known)}")


class NotationError(LudotecaError):
    code = "notation/unreadable"


class PositionError(LudotecaError):
    code = "position/invalid"


class TranscriptError(LudotecaError):
    code = "transcript/unreadable"


class TableError(LudotecaError):
    code = "tables/invalid"


class EngineError(LudotecaError):
    code = "engine/foreign"


class IllegalAction(LudotecaError):
    code = "action/illegal"


class GameOver(LudotecaError):
    code = "action/game-over"


class SetupError(LudotecaError):
    code = "setup/invalid"


class StateError(LudotecaError):
    code = "state/invalid"


class TextsError(LudotecaError):
    code = "texts/invalid"


class PluginError(LudotecaError):
    code = "plugin/broken"


class RulesError(LudotecaError):
    code = "rules/invalid"


class UnsupportedGame(LudotecaError):
    code = "agent/unsupported"


class SettingsError(LudotecaError):
    code = "agent/settings"


class BudgetError(LudotecaError):
    code = "agent/budget"


class PeerMissing(LudotecaError):
    code = "bench/peer-missing"


class ExtraMissing(LudotecaError):
    code = "install/extra-missing"


class WeightsError(LudotecaError):
    code = "network/weights"


class PlanError(LudotecaError):
    code = "learning/plan"


class DatasetError(LudotecaError):
    code = "learning/dataset"


class AssignmentError(LudotecaError):
    code = "lessons/assignment"


class StatisticsError(LudotecaError):
    code = "lab/statistics"


class TournamentError(LudotecaError):
    code = "lab/tournament"


class StoreError(LudotecaError):
    code = "lab/store"


class WorkError(LudotecaError):
    code = "lab/work"


class ClusterError(LudotecaError):
    code = "lab/cluster"


class Refusal(LudotecaError):
    """The site says no. The code is that of the reason; `status` is what HTTP calls it."""

    code = "site/refused"

    def __init__(self, code: str, message: str, status: int = 409, **params: object) -> None:
        self.code, self.status, self.params = code, status, params
        super().__init__(message)


class RecordError(LudotecaError):
    code = "record/invalid"


class IncompatibleRecord(RecordError):
    code = "record/incompatible"


LONGEST_NAME = 80  # characters: nothing longer is a misspelt name, and comparing it would take long


def near_misses(name: str, known: Iterable[str]) -> str:
    """The half sentence that helps: what was probably meant, or all there is."""
    known = list(known)
    if not known:
        return "there are none here"
    folded = {item.lower(): item for item in known}
    close = get_close_matches(name.lower(), folded, n=3, cutoff=0.5) if len(name) <= LONGEST_NAME else []
    if close:
        return "did you mean " + " or ".join(folded[item] for item in close) + "?"
    return "choose from " + ", ".join(known)
