"""TensorBoard, where it is installed: the same numbers as in the log."""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

Board = Callable[[dict[str, float], int], None]


def open_board(folder: Path) -> Board:
    """A function that takes the entry of an epoch and its number; it does nothing where TensorBoard is missing."""
    if find_spec("tensorboard") is None:
        return lambda entry, epoch: None
    from torch.utils.tensorboard import SummaryWriter

    writer = SummaryWriter(str(folder / "tensorboard"))

    def write(entry: dict[str, float], epoch: int) -> None:
        for name, value in entry.items():
            if name != "epoch":
                writer.add_scalar(name, value, epoch)
        writer.flush()

    return write
