"""The one protocol that games, searches, networks, the lab and the site share. Import from here."""

from ludoteca.core.arrays import State, States
from ludoteca.protocol.agent import Agent, Settings, new_actions, parse_settings
from ludoteca.protocol.analysis import ActionValue, Analysis, Decision, TreeNode
from ludoteca.protocol.budget import Budget, Watch, new_control, run_search
from ludoteca.protocol.conventions import NO_ACTION, Convention, ConventionRules
from ludoteca.protocol.encoders import Encoder, Symmetry
from ludoteca.protocol.game import Game
from ludoteca.protocol.info import GameInfo, Level, Option
from ludoteca.protocol.presentation import WATCHER, Presentation
from ludoteca.protocol.published import Published
from ludoteca.protocol.rules import CHANCE, EVERYBODY, MAX_SEATS, OVER, new_states, state_dtype, words_of
from ludoteca.protocol.table import Rules

__all__ = [
    "CHANCE",
    "EVERYBODY",
    "MAX_SEATS",
    "NO_ACTION",
    "OVER",
    "WATCHER",
    "ActionValue",
    "Agent",
    "Analysis",
    "Budget",
    "Convention",
    "ConventionRules",
    "Decision",
    "Encoder",
    "Game",
    "GameInfo",
    "Level",
    "Option",
    "Presentation",
    "Published",
    "Rules",
    "Settings",
    "State",
    "States",
    "Symmetry",
    "TreeNode",
    "Watch",
    "new_actions",
    "new_control",
    "new_states",
    "parse_settings",
    "run_search",
    "state_dtype",
    "words_of",
]
