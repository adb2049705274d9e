"""How hanabi's `keen` and `guest` learn their weights: lessons (`lessons.py`), a judge of positions that makes them
short (`outlook.py`), what is learned from them (`fitting.py`), and school, round after round (`school.py`)."""
