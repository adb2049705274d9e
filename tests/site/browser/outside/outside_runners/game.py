from tiny.runners import GAME

__all__ = ["GAME"]
