from tiny.pennies import GAME

__all__ = ["GAME"]
