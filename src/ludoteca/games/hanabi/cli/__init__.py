"""`ludoteca hanabi`: commands that only this game has."""

import typer

from ludoteca.games.hanabi.cli import outcome, raw, replays, studies, training

app = typer.Typer(help="Hanabi: score bots and teams, train the network bots, and exchange games with hanab.live.")


@app.callback()
def main() -> None:
    """Keeps every command a subcommand."""


app.command("score")(studies.score)
app.command("table")(studies.table)
app.command("crossplay")(studies.crossplay)
app.command("train")(training.train)
app.command("teach", hidden=True)(training.train)  # its older name
app.command("train-best")(training.train_best)
app.command("write-network")(training.write_network)
app.command("train-ppo")(outcome.train_ppo)
app.command("train-cost")(outcome.train_cost)
app.add_typer(raw.app, name="raw")
app.command("export")(replays.export_game)
app.command("import")(replays.import_game)
