"""The wheel `ludoteca-kernels`: one archive of compiled code, and what it must be installed with."""

import os
import shutil
import subprocess
import sys
from importlib.metadata import distribution, version
from pathlib import Path

import ludoteca

PROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "ludoteca-kernels"
version = "{version}"
description = "Machine code of Ludoteca's games and agents, compiled ahead: nothing is left to compile."
license = "MIT"
requires-python = "=={python}.*"
dependencies = ["ludoteca=={version}", "numba=={numba}", "llvmlite=={llvmlite}", "numpy=={numpy}.*"]

[tool.setuptools]
packages = ["ludoteca_kernels"]

[tool.setuptools.package-data]
ludoteca_kernels = ["*.zip"]

[tool.distutils.bdist_wheel]
python-tag = "{tag}"
plat-name = "{platform}"
"""
DOC = '"""Machine code of Ludoteca, compiled ahead. `ludoteca.core.kernels` reads it; there is nothing to import."""\n'
DATE = "315532800"  # 1980, where zip begins: the same content gives the same wheel


def build_wheel(archive: Path, project: Path, out: Path) -> Path:
    """Pack the archive as a wheel; `project` is a folder for its sources, emptied first."""
    shutil.rmtree(project, ignore_errors=True)
    package = project / "ludoteca_kernels"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(DOC)
    shutil.copy(archive, package)
    (project / "pyproject.toml").write_text(describe_project())
    out.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", str(project / "wheels"), str(project)]
    subprocess.run(command, env={**os.environ, "SOURCE_DATE_EPOCH": DATE}, check=True)
    (wheel,) = (project / "wheels").glob("*.whl")
    return Path(shutil.copy(wheel, out))


def describe_project() -> str:
    """Its pyproject.toml: exact versions of what decides the machine code. It runs where this wheel of Numba runs."""
    python = "{}.{}".format(*sys.version_info[:2])
    return PROJECT.format(
        version=ludoteca.__version__,
        python=python,
        tag=f"cp{python.replace('.', '')}",
        platform=find_platform(),
        numba=version("numba"),
        llvmlite=version("llvmlite"),
        numpy=".".join(version("numpy").split(".")[:2]),
    )


def find_platform() -> str:
    """The platform that Numba's wheel was built for, the oldest if it names several."""
    lines = (distribution("numba").read_text("WHEEL") or "").splitlines()
    tags = [line.partition(": ")[2] for line in lines if line.startswith("Tag: ")]
    return min(tag.split("-")[2] for tag in tags)
