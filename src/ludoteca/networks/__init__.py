"""Networks as players use them: their shape, their weights on disk, and compiled inference. No torch here."""
