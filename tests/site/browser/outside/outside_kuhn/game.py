from tiny.kuhn import GAME

__all__ = ["GAME"]
