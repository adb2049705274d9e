"""A table of rules holds what it names and nothing else; what does not fit is refused when the game is loaded."""

from dataclasses import replace

import numpy as np
import pytest

import tiny
from helpers import ALL_GAMES, describe
from ludoteca.core.errors import RulesError
from ludoteca.core.jit import compiled, compiles
from ludoteca.games.contest.game import GAME as CONTEST
from ludoteca.protocol import Convention, ConventionRules, Option, Published, Rules, dispatch, state_dtype
from tiny import auction, dice_race, kuhn, pennies, runners, signals
from tiny.face import TinyGame


def load_game(rules, info):
    """Load a game with these rules and this declaration."""
    return type("Broken", (TinyGame,), {"rules": rules, "info": info, "words": ()})()


def refuse(match, game, rules=None, **declared):
    with pytest.raises(RulesError, match=match):
        load_game(rules or game.rules, replace(game.info, **declared))


def functions_of(rules):
    return {"state": rules.state, "setup": rules.setup, **rules.functions()}


@compiled
def two_arguments(s, action):
    return 0


def test_two_games_with_equal_dtypes_are_refused():
    refuse("dice_race: a game with an equal state dtype", dice_race.GAME)


@pytest.mark.parametrize("rule", ["state", "setup", "start", "mover", "legal_actions", "apply", "returns"])
def test_missing_rules_are_named(rule):
    rest = functions_of(dice_race.RULES)
    del rest[rule]
    with pytest.raises(RulesError, match=f"Rules in protocol.test_tables: the rules lack {rule}"):
        Rules(**rest)


def test_an_unknown_rule_gets_the_near_misses():
    rest = functions_of(dice_race.RULES)
    with pytest.raises(RulesError, match="there is no rule 'legal_action'; did you mean legal_actions"):
        Rules(**rest, legal_action=dice_race.legal_actions)
    with pytest.raises(RulesError, match=r"ConventionRules in .*: there is no rule 'note'; "):
        ConventionRules(note=two_arguments)


def test_rules_are_given_by_name():
    with pytest.raises(RulesError, match="give every rule by its name"):
        Rules(dice_race)


@pytest.mark.parametrize("wrong", [dice_race, vars(dice_race), None])
def test_a_module_is_no_table(wrong):
    with pytest.raises(RulesError, match="dice_race: `rules` must be a table, as in rules = Rules"):
        load_game(wrong, dice_race.GAME.info)


@pytest.mark.parametrize("rule", sorted({rule for game in tiny.GAMES for rule in game.rules.functions()}))
def test_every_rule_has_its_number_of_arguments(rule):
    game = next(game for game in tiny.GAMES if rule in game.rules.functions())

    @compiled
    def seven_arguments(a, b, c, d, e, f, g):
        return 0

    if rule in vars(signals.RULES.conventions):
        changed = replace(game.rules, conventions=replace(game.rules.conventions, **{rule: seven_arguments}))
    else:
        changed = replace(game.rules, **{rule: seven_arguments})
    wanted = rf"`def {rule}\({', '.join(dispatch.parameters_of(rule))}\)`"
    refuse(f"{game.info.name}: the rule {rule} takes .* write {wanted}; seven_arguments has", game, changed)


def test_a_rule_must_be_a_compiled_function():
    refuse("the rule mover must be a function, not 3", dice_race.GAME, replace(dice_race.RULES, mover=3))
    if compiles:
        plain = replace(dice_race.RULES, mover=lambda s: 0)
        refuse("the rule mover must be compiled: write @compiled", dice_race.GAME, plain)


@pytest.mark.parametrize(
    ("game", "rule"),
    [
        (dice_race.GAME, "chances"),
        (dice_race.GAME, "bot_action"),
        (kuhn.GAME, "observe"),
        (kuhn.GAME, "guess"),
        (pennies.GAME, "observe"),
        (pennies.GAME, "pending"),
        (pennies.GAME, "retract"),
        (runners.GAME, "seats"),
        (runners.GAME, "rewards"),
    ],
    ids=describe,
)
def test_what_is_declared_must_be_there(game, rule):
    listed = ", ".join(dispatch.parameters_of(rule))
    missing = replace(game.rules, **{rule: None})
    refuse(rf"{game.info.name}: it declares .*: that needs a function {rule}\({listed}\)", game, missing)


@pytest.mark.parametrize(
    ("game", "declared", "rule", "right"),
    [
        (dice_race.GAME, {"chance": False, "max_outcomes": 0}, "chances", "chance=True"),
        (dice_race.GAME, {"bots": ()}, "bot_action", r"bots=\(...\)"),
        (kuhn.GAME, {"hidden": False}, "observe", "hidden=True or simultaneous=True"),
        (pennies.GAME, {"simultaneous": False, "hidden": True}, "pending", "simultaneous=True"),
        (runners.GAME, {"rewards": ()}, "rewards", r"rewards=\(...\)"),
        (runners.GAME, {"seats": (3, 3)}, "seats", "a range of seats"),
    ],
    ids=describe,
)
def test_what_is_there_must_be_declared(game, declared, rule, right):
    refuse(f"{game.info.name}: it has a function {rule}: that needs GameInfo to declare {right}", game, **declared)


def test_an_option_must_be_a_field_of_the_setup():
    option = Option("speed", "", 1, low=1, high=3)
    refuse("dice_race: the option speed is no field of SETUP", dice_race.GAME, options=(option,))


def test_a_state_must_be_a_dtype_of_whole_words():
    refuse("multiple of 8 bytes", dice_race.GAME, replace(dice_race.RULES, state=np.dtype([("a", np.int8)])))
    refuse("state must be a dtype", dice_race.GAME, replace(dice_race.RULES, state=[("a", np.int8)]))


# --- conventions ---------------------------------------------------------------------------------------------------


def test_conventions_need_rules_and_rules_conventions():
    refuse("it declares conventions: give Rules", signals.GAME, replace(signals.RULES, conventions=None))
    refuse("it has rules of conventions and declares none", signals.GAME, conventions=())


@pytest.mark.parametrize(
    ("convention", "complaint"),
    [
        (Convention("nobody", 2), "the convention nobody must be one of the bots: code, mirror"),
        (Convention("code", 2, playout_bot="nobody"), "the playout bot nobody of code must be one of the bots"),
        (Convention("code", 2, reward="fame"), "the reward of the convention code must be returns"),
    ],
)
def test_a_convention_names_what_the_game_has(convention, complaint):
    refuse(complaint, signals.GAME, conventions=(convention,))


def test_a_function_that_a_module_only_imports_is_no_rule():
    """A module full of functions with the names of rules changes nothing: only what the table lists is registered."""
    table = replace(dice_race.RULES, state=state_dtype(("alone", np.int8), ("on_the", np.int16), ("track", np.int8)))
    vars(dice_race)["update_notes"] = two_arguments  # as an import of such a name would
    try:
        game = load_game(table, replace(dice_race.GAME.info, name="alone"))
    finally:
        del vars(dice_race)["update_notes"]
    registered = {dispatch.find_rule(game.state_dtype, rule) for rule in game.rules.functions()}
    assert two_arguments not in registered
    with pytest.raises(KeyError):
        dispatch.find_rule(game.state_dtype, "update_notes")


def test_a_function_of_another_meaning_cannot_become_a_convention_rule():
    wrong = replace(signals.RULES.conventions, update_notes=two_arguments)
    refuse(
        r"the rule update_notes takes 5 arguments: .*; two_arguments",
        signals.GAME,
        replace(signals.RULES, conventions=wrong),
    )
    assert CONTEST.rules.conventions is None


@pytest.mark.parametrize("game", [game for game in ALL_GAMES if not game.info.conventions], ids=describe)
def test_a_game_without_conventions_has_no_rules_of_them(game):
    for rule in ("rewind", "action_history", "update_notes", "convention_action"):
        with pytest.raises(KeyError):
            dispatch.find_rule(game.state_dtype, rule)


# --- published programs --------------------------------------------------------------------------------------------


def test_a_known_bug_is_a_function_of_a_position():
    wrong = replace(auction.RULES, published=Published(known_bugs={"small_prize": two_arguments}))
    refuse("auction: the known bug small_prize must be a function that takes a position", auction.GAME, wrong)


def test_functions_with_the_generic_names_make_a_table():
    given = functions_of(dice_race.RULES)
    state, setup = given.pop("state"), given.pop("setup")
    table = Rules.of(state, setup, *given.values())
    assert functions_of(table) == functions_of(dice_race.RULES)
    other = given.pop("apply")
    assert Rules.of(state, setup, *given.values(), apply=other).apply is other


def test_a_table_of_functions_refuses_what_has_no_name_or_comes_twice():
    given = functions_of(dice_race.RULES)
    state, setup = given.pop("state"), given.pop("setup")
    with pytest.raises(RulesError, match=r"Rules in protocol\.test_tables: there is no rule .two_arguments."):
        Rules.of(state, setup, *given.values(), two_arguments)
    with pytest.raises(RulesError, match="start: a rule is given twice"):
        Rules.of(state, setup, *given.values(), start=dice_race.start)
    with pytest.raises(RulesError, match="start: a rule is given twice"):
        Rules.of(state, setup, *given.values(), dice_race.start)
    with pytest.raises(RulesError, match="a rule must be a function, not 'start'"):
        Rules.of(state, setup, "start")
