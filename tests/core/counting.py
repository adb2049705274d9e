"""Code for another process: then `Listener.names` are the functions that it compiles, as Numba itself tells."""

COUNT = """
from numba.core import event
class Listener(event.Listener):
    names = []
    def on_start(self, happened):
        self.names.append(happened.data["dispatcher"].py_func.__qualname__)
    def on_end(self, happened):
        pass
event.register("numba:compile", Listener())
"""
