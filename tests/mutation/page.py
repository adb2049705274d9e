from pathlib import Path


def write_page(results, targets, path: Path) -> None: ...
