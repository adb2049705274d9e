"""`python -m ludoteca.cli`."""

from ludoteca.cli import main

main()
