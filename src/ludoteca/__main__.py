"""`python -m ludoteca`, the same as the command `ludoteca`."""

from ludoteca.cli import main

main()
