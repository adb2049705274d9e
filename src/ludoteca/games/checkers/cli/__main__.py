"""`python -m ludoteca.games.checkers.cli`: the commands without the rest of `ludoteca`, which starts sooner."""

from ludoteca.games.checkers.cli import app

app()
