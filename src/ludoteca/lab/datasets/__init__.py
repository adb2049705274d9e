"""Data sets of decisions: made from any agents' games (`making.py`), counted (`counting.py`), described (`card.py`).
Their files are those of `ludoteca.training.decisions`; training reads them with `ludoteca.training.reading`."""
