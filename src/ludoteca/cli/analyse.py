"""`ludoteca analyse`: what an agent thinks of a position."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.tree import Tree

from ludoteca.cli.answers import analysis_table, decide_with_bar, summary_line
from ludoteca.cli.common import (
    GameName,
    JsonFlag,
    Seed,
    SetupOptions,
    choose_seed,
    console,
    default_spec,
    make_agent,
    parse_moves,
    parse_options,
    print_json,
    warm_up_agents,
)
from ludoteca.core.errors import GameOver, SetupError

if TYPE_CHECKING:
    from ludoteca.protocol import Game, State, TreeNode


def analyse_position(
    name: GameName,
    agent: Annotated[str | None, typer.Option("--agent", "-a", help="As in mcts:iterations=5000,snapshot=40.")] = None,
    moves: Annotated[str, typer.Option(help="The actions that lead to the position, as in 'd d c'.")] = "",
    record: Annotated[Path | None, typer.Option(help="A game record to take the position from.")] = None,
    ply: Annotated[
        int | None, typer.Option(help="With --record: how many actions are played; all if left out.")
    ] = None,
    whole: Annotated[
        bool, typer.Option("--whole", help="With --record: judge every decision of the game: mistakes, better moves.")
    ] = False,
    settings: SetupOptions = None,
    seed: Seed = None,
    as_json: JsonFlag = False,
) -> None:
    """Show what an agent thinks of a position: each action's value, the best line; with snapshot=N its tree.
    With --record FILE --whole every decision of a game is judged by the game's strongest player."""
    from ludoteca import games
    from ludoteca.cli.whole_game import judge_record

    game = games.load(name)
    if whole:
        if record is None:
            raise SetupError("--whole judges a recorded game: name its file with --record FILE")
        judge_record(record, game, agent, as_json)
        return
    options = parse_options(settings)
    if record is not None:
        s = position_from(record, game, ply)
    else:
        s = parse_moves(game, game.start(options), moves)
    seat = game.mover(s)
    if game.is_over(s):
        raise GameOver(f"the game is over in this position: {game.describe_result(s)}")
    if seat < 0:
        raise SetupError("chance acts in this position: add its outcome to the moves")
    seed = choose_seed(seed)
    thinker = make_agent(agent or default_spec(game, exact=True), game, seed)
    warm_up_agents(game, [thinker], options)
    view = game.observe(s, seat)
    decision = decide_with_bar(thinker, view, "thinking")
    analysis = decision.analysis
    if as_json:
        print_json(
            {
                "game": game.info.name,
                "seat": seat,
                "agent": thinker.describe(),
                "action": decision.action,
                "name": game.format_action(s, decision.action),
                "analysis": analysis.to_json(),
            }
        )
        return
    console.print(game.draw(view), highlight=False, markup=False)
    console.print(f"\n{game.info.seat_name(seat)} to act. {thinker.name} plays "
                  f"[bold]{game.format_action(s, decision.action)}[/bold]\n")  # fmt: skip
    console.print(analysis_table(game, s, analysis))
    console.print(summary_line(game, s, analysis), highlight=False)
    if analysis.tree is not None:
        console.print(draw_branches(game, s, analysis.tree))


def position_from(path: Path, game: "Game", ply: int | None) -> "State":
    """The position after so many actions of a record."""
    from ludoteca.cli.replay import read_record
    from ludoteca.lab.record import replay

    record, _ = read_record(path, game)
    last = len(record.actions)
    if ply is not None and not 0 <= ply <= last:
        raise SetupError(f"--ply must be from 0 to {last} for this record, not {ply}")
    return [s for s, _ in replay(record, game)][last if ply is None else ply]


def draw_branches(game: "Game", s: "State", node: "TreeNode", branch: Tree | None = None) -> Tree:
    """The tree snapshot with names, visits and values."""
    if branch is None:
        branch = Tree(f"{node.visits:,} visits")
    for child in node.children:
        assert child.action is not None
        if child.action not in game.legal_actions(s):
            continue  # open loop: another outcome of chance led here
        label = f"{game.format_action(s, child.action)}  {child.visits:,} visits  {child.value:+.3f}"
        after = game.copy(s)
        game.play(after, child.action)
        draw_branches(game, after, child, branch.add(label))
    return branch
