"""Where a user's data lives."""

import os
from pathlib import Path


def data_folder() -> Path:
    """Where a user's data lives; LUDOTECA_DATA moves it."""
    if chosen := os.environ.get("LUDOTECA_DATA"):
        return Path(chosen).expanduser()
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "ludoteca"
    return Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share")) / "ludoteca"
