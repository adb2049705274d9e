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


def open_folder(path: Path) -> None:
    """Make the folder of a run, or see that it can be written to."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WeightsError(f"cannot write to {path}: {error.strerror}") from None
    check_writable(path / "checkpoint.safetensors")
