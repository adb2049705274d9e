"""The command `ludoteca`. One file a subcommand; a game's own commands come from its plugin. `main` turns errors into
sentences."""

import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one thread is enough for networks, and more cost start-up time

import typer

from ludoteca.cli import (
    agents,
    analyse,
    bench,
    bot,
    bridge,
    dataset,
    games,
    grade,
    learn,
    load,
    match,
    new_game,
    play,
    replay,
    report,
    reproduce,
    serve,
    tournament,
    train,
    tune,
    version,
    warm_up,
)
from ludoteca.cli.common import complain, leave_quietly
from ludoteca.cli.plugin_commands import GamesGroup
from ludoteca.core.errors import LudotecaError

app = typer.Typer(
    cls=GamesGroup,
    name="ludoteca",
    no_args_is_help=True,
    epilog="Documentation: under /docs of ludoteca serve. In the terminal: ludoteca games NAME, ludoteca agents NAME.",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.callback()(version.take_common_options)
app.command("games")(games.list_games)
app.command("agents")(agents.list_agents)
app.command("serve")(serve.serve_site)
app.command("play")(play.play_game)
app.command("match")(match.play_match_command)
app.command("tournament")(tournament.play_tournament)
app.command("report")(report.write_report)
app.command("tune")(tune.tune_agent)
app.command("grade")(grade.grade_command)
app.command("reproduce")(reproduce.reproduce_study)
app.add_typer(bot.app, name="bot")
app.command("bridge")(bridge.serve_bridge)
app.add_typer(dataset.app, name="dataset")
app.add_typer(learn.app, name="learn")
app.command("train")(train.train_by_self_play)
app.command("analyse")(analyse.analyse_position)
app.command("replay")(replay.replay_record)
app.command("bench")(bench.measure_speed)
app.command("load")(load.measure_load)
app.command("new-game")(new_game.write_new_game)
app.command("warm-up")(warm_up.compile_ahead)
app.command("version")(version.show_version)


def main(args: list[str] | None = None) -> None:
    """Run the command line: errors of ours in one sentence, with exit code 2."""
    words = sys.argv[1:] if args is None else args
    try:
        app(words)
    except LudotecaError as error:
        complain(error, as_json="--json" in words)
        sys.exit(2)
    except BrokenPipeError:
        leave_quietly()
    except SystemExit as ended:
        if ended.code == 1 and type(sys.stdout).__name__ == "PacifyFlushWrapper":  # what Click leaves of a broken pipe
            leave_quietly()
        raise
