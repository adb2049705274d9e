"""Files that long runs write their results to."""

from pathlib import Path

from ludoteca.core.errors import WeightsError


def check_writable(path: Path) -> None:
    """Refuse a file that could not be written, before anything is computed for it. Nothing is left behind."""
    probe = path.with_name(f"{path.name}.probe")
    try:
        if path.is_dir():
            raise WeightsError(f"cannot write {path}: it is a folder; name a file")
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise WeightsError(f"cannot write {path}: {error.strerror}") from None
