"""Pages about games and agents, made from what their plugins declare. They name no game.

`ludoteca.documents.sphinx` is an extension of Sphinx: a package with a game of its own lists it in the `conf.py` of its
documentation and gets a page for its game in the same form.
"""
