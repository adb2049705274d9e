"""Where the site keeps its data unless it is told otherwise."""

from ludoteca.core.data_folder import data_folder


def default_url() -> str:
    return f"sqlite:///{data_folder() / 'site.sqlite3'}"
