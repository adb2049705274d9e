"""`ludoteca checkers`: commands that only this game has."""

import typer

from ludoteca.games.checkers.cli import counting, endgames, engine, files

app = typer.Typer(help="Checkers: perft, files of games, the engine's evaluation and book, endgames, Hub and DXP.")


@app.callback()
def main() -> None:
    """Commands that only checkers has."""


app.command()(counting.perft)
app.command()(engine.tune)
app.command()(engine.positions)
app.command()(engine.fit)
app.command()(files.pdn)
app.command()(files.ballots)
app.command()(engine.book)
app.command()(engine.hub)
app.command()(engine.dxp)
app.add_typer(endgames.app, name="endgames")
app.add_typer(endgames.app, name="tables", hidden=True)  # an older name
