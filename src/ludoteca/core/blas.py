"""How NumPy multiplies matrices (OpenBLAS). It reads its settings when NumPy is imported: set them before."""

import os
from pathlib import Path

WIDE = {"avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl"}
"""What the products called SkylakeX need of a processor."""


def blas_settings(processor: Path = Path("/proc/cpuinfo")) -> dict[str, str]:
    """What to put into the environment: one thread, which is enough for our networks, and the widest products that the
    processor has. OpenBLAS does not know the newest processors of AMD and would use half of their width. What the user
    has set is left out."""
    settings = {"OPENBLAS_NUM_THREADS": "1"}
    if has_unknown_width(processor):
        settings["OPENBLAS_CORETYPE"] = "SkylakeX"
    return {name: value for name, value in settings.items() if name not in os.environ}


def has_unknown_width(processor: Path) -> bool:
    """Whether this is a processor of AMD with vectors of 512 bits. Where it cannot be read, OpenBLAS decides."""
    try:
        text = processor.read_text()
    except OSError:
        return False
    first = dict(line.split(":", 1) for line in text.split("\n\n", 1)[0].splitlines() if ":" in line)
    told = {key.strip(): value.strip() for key, value in first.items()}
    return told.get("vendor_id") == "AuthenticAMD" and set(told.get("flags", "").split()) >= WIDE
