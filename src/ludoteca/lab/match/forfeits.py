"""What happens when an agent breaks a rule of the match.

An agent **forfeits** the game if it answers with an illegal action, raises an error, or is late:
- where returns add up to a constant, it gets the least possible return and the others share the rest;
- in a co-operative game the whole team gets the least possible return;
- otherwise it gets the least possible return and the others keep what they have earned.
"""

from ludoteca.protocol.forfeits import share_forfeit

__all__ = ["Forfeit", "share_forfeit"]


class Forfeit(Exception):
    """An agent broke a rule of the match."""
