"""The opening book: moves that our own search finds about equally good in the first plies, to vary them."""
