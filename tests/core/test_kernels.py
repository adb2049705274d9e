"""Machine code that ships: it serves without compiling, and is refused, in a sentence, where it must not run."""

import importlib
import io
import json
import os
import pickle
import subprocess
import sys
import textwrap
import zipfile
from pathlib import Path

import pytest

import ludoteca
from core.counting import COUNT
from ludoteca.core import jit, kernels
from ludoteca.core.jit import compiles

SOURCE = Path(ludoteca.__file__).parents[1]
TOOLS = SOURCE.parent / "tools" / "kernels"
pytestmark = pytest.mark.skipif(not compiles, reason="nothing is compiled in this mode")

TOY = """
    from ludoteca.core.jit import compiled
    BONUS = 7
    @compiled
    def step(n):
        return n + BONUS
    @compiled
    def play(n):
        total = 0
        for i in range(n):
            total = step(total)
        return total
    @compiled
    def score(x):
        return 2.0 * x
    """
PLAY = """
import json, sys, toy
from pathlib import Path
from ludoteca.core import code_cache, kernels
from ludoteca.core.jit import is_warm, warm_up
kernels.SUMS = Path(sys.argv[1])
told = {"warm": is_warm("toy"), "result": None, "compiled": []}
def task():
    told["result"] = [toy.play(6), toy.score(0.5)]
warm_up([("toy", task)])
told |= {"compiled": sorted(set(Listener.names)), "entries": sorted(code_cache.loaded_entries)}
print(json.dumps(told))
"""
RESULT = [42, 1.0]


def write_toy(folder, text=TOY):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "toy.py").write_text(textwrap.dedent(text))
    return folder


def play(sums, cache, *path, **env):
    """What a process tells that plays the toy, and what it says on standard error."""
    usual = {name: value for name, value in os.environ.items() if name != kernels.SWITCH}
    places = os.pathsep.join([*map(str, path), str(SOURCE)])
    run = subprocess.run(
        [sys.executable, "-c", COUNT + PLAY, str(sums)],
        env={**usual, "LUDOTECA_CACHE": str(cache), "PYTHONPATH": places, "OPENBLAS_NUM_THREADS": "1", **env},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(run.stdout), run.stderr


@pytest.fixture(scope="module")
def tools():
    """The modules of `make kernels`."""
    sys.path.insert(0, str(TOOLS))
    try:
        yield importlib.import_module("make_kernels")
    finally:
        sys.path.remove(str(TOOLS))


@pytest.fixture(scope="module")
def built(tmp_path_factory, tools):
    """(sums, a folder as after an installation, wheel): kernels of the toy."""
    work = tmp_path_factory.mktemp("kernels")
    toy, baseline = write_toy(work / "made" / "here"), kernels.find_baseline()
    env = {"NUMBA_CPU_NAME": baseline.cpu, "NUMBA_CPU_FEATURES": "", kernels.SWITCH: "no"}
    made, _ = play("none", work / "cache", toy, **env)
    assert (made["result"], made["compiled"]) == (RESULT, ["play", "score", "step"])
    told, _ = play("none", work / "cache", toy, **env)
    assert told["compiled"] == []
    tools.pack(
        work / "cache" / "code", told["entries"], {"toy": {"core/rng.py": hash_of("rng")}}, baseline, work / "a.zip"
    )
    (work / "a.zip").rename(work / kernels.ARCHIVE)
    wheel = tools.build_wheel(work / kernels.ARCHIVE, work / "project", work / "dist")
    tools.add_sum(work / kernels.ARCHIVE, wheel.stem, work / "sums")
    zipfile.ZipFile(wheel).extractall(work / "site")
    return work / "sums", work / "site", wheel


def hash_of(module):
    return jit._hash_file(SOURCE / "ludoteca" / "core" / f"{module}.py")


def archive_in(site):
    return site / kernels.PACKAGE / kernels.ARCHIVE


@pytest.fixture
def site(built, tmp_path):
    """A copy of the installed package that may be harmed."""
    copy = tmp_path / "site"
    archive_in(copy).parent.mkdir(parents=True)
    archive_in(copy).write_bytes(archive_in(built[1]).read_bytes())
    return copy


# --- they serve ----------------------------------------------------------------------------------------------------


def test_shipped_code_runs_without_compiling_at_another_path_with_an_empty_cache(built, tmp_path):
    sums, site, _ = built
    told, said = play(sums, tmp_path / "cache", write_toy(tmp_path / "else" / "where"), site)
    assert told["result"] == RESULT
    assert told["compiled"] == []
    assert told["warm"]
    assert said == ""
    assert list((tmp_path / "cache" / "code").glob("*.code")) == []


def test_only_what_python_calls_ships(built):
    names = zipfile.ZipFile(archive_in(built[1])).namelist()
    assert sorted(name.partition("-")[0] for name in names) == ["manifest.json", "toy.play", "toy.score"]


def test_an_edited_function_is_compiled_and_the_rest_is_served(built, tmp_path):
    sums, site, _ = built
    told, _ = play(sums, tmp_path / "cache", write_toy(tmp_path / "here", TOY.replace("7", "8")), site)
    assert told["result"] == [48, 1.0]
    assert told["compiled"] == ["play", "step"]


def test_the_own_cache_comes_first(built, tmp_path):
    sums, site, _ = built
    toy = write_toy(tmp_path / "here")
    told, said = play(sums, tmp_path / "cache", toy, site, **{kernels.SWITCH: "no"})
    assert (told["result"], told["compiled"], said) == (RESULT, ["play", "score", "step"], "")
    told, _ = play(sums, tmp_path / "cache", toy, site)
    kept = {path.name for path in (tmp_path / "cache" / "code").glob("*.code")}
    assert told["compiled"] == []
    assert set(told["entries"]) <= kept


def test_the_wheel_asks_for_the_exact_tools(built):
    *_, wheel = built
    python = f"{sys.version_info[0]}{sys.version_info[1]}"
    assert wheel.name.startswith(f"ludoteca_kernels-{ludoteca.__version__}-cp{python}-none-")
    assert not wheel.name.endswith("-any.whl")
    archive = zipfile.ZipFile(wheel)
    metadata = archive.read(f"ludoteca_kernels-{ludoteca.__version__}.dist-info/METADATA").decode()
    for text in (f"ludoteca=={ludoteca.__version__}", f"numba=={importlib.import_module('numba').__version__}"):
        assert f"Requires-Dist: {text}" in metadata
    assert f"Requires-Python: =={sys.version_info[0]}.{sys.version_info[1]}.*" in metadata


# --- they are refused ----------------------------------------------------------------------------------------------


def test_a_flipped_byte_is_refused_in_a_sentence_and_everything_runs(built, site, tmp_path):
    content = bytearray(archive_in(site).read_bytes())
    content[len(content) // 2] ^= 1
    archive_in(site).write_bytes(content)
    told, said = play(built[0], tmp_path / "cache", write_toy(tmp_path / "here"), site)
    assert (told["result"], told["warm"], told["compiled"]) == (RESULT, False, ["play", "score", "step"])
    assert said.count("its SHA-256 sum is unknown; code is compiled for this computer instead") == 1
    assert len(said.splitlines()) == 1


def test_removed_kernels_are_missed_in_a_sentence_and_everything_runs(built, tmp_path):
    told, said = play(built[0], tmp_path / "cache", write_toy(tmp_path / "here"))
    assert (told["result"], told["compiled"]) == (RESULT, ["play", "score", "step"])
    assert said.startswith("ludoteca-kernels is not installed; code is compiled for this computer instead")
    assert len(said.splitlines()) == 1


@pytest.fixture
def opening(monkeypatch, caplog):
    """Open kernels in this process: what was opened, and what was said."""

    def open_kernels(sums, site):
        monkeypatch.setattr(kernels, "SUMS", sums)
        monkeypatch.setattr(kernels, "_find_folder", lambda: site and site / kernels.PACKAGE)
        monkeypatch.delenv(kernels.SWITCH, raising=False)
        kernels._open_once.cache_clear()
        caplog.clear()
        return kernels.open_kernels(), [record.getMessage() for record in caplog.records]

    yield open_kernels
    kernels._open_once.cache_clear()


def test_where_none_are_known_nothing_is_said(opening, tmp_path):
    assert opening(tmp_path / "no sums", None) == (None, [])


def test_it_is_said_once_and_not_by_the_processes_that_follow(opening, built):
    found, (said,) = opening(built[0], None)
    assert found is None
    assert said.startswith("ludoteca-kernels is not installed;")
    assert os.environ[kernels.SWITCH] == "no"


def test_a_processor_without_the_features_is_refused(opening, built, monkeypatch):
    def features():
        return dict.fromkeys(kernels.X86_64_V3.features, True) | {"avx2": False, "fma": False}

    monkeypatch.setattr(kernels.llvm, "get_host_cpu_features", features)
    monkeypatch.setattr(kernels, "find_baseline", lambda: kernels.X86_64_V3)
    found, (said,) = opening(*built[:2])
    assert found is None
    assert said.startswith("ludoteca-kernels needs a processor with avx2, fma;")
    monkeypatch.setattr(kernels, "find_baseline", lambda: None)
    assert "has no code for a processor of the kind" in opening(*built[:2])[1][0]


def test_other_tools_are_refused(opening, built, monkeypatch):
    assert opening(*built[:2])[0] is not None
    monkeypatch.setattr(kernels, "describe_tools", lambda: "another Numba")
    found, (said,) = opening(*built[:2])
    assert found is None
    assert "made for other versions or settings of Python, Numba" in said


def test_an_archive_that_cannot_be_read_is_refused(opening, built, site):
    archive_in(site).unlink()
    found, (said,) = opening(built[0], site)
    assert found is None
    assert "kernels.zip cannot be read (" in said


class Trap:
    """Running code as it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


def test_nothing_of_an_unknown_archive_is_unpickled(built, site, tools, tmp_path):
    """The same archive with its sum made known springs the trap: so this test can fail."""
    pickled = pickle.dumps(Trap(tmp_path / "sprung"))
    trap = io.BytesIO()
    with zipfile.ZipFile(archive_in(site)) as old, zipfile.ZipFile(trap, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name) if name == kernels.MANIFEST else pickled)
    archive_in(site).write_bytes(trap.getvalue())
    toy, sums = write_toy(tmp_path / "here"), tmp_path / "sums"
    told, _ = play(built[0], tmp_path / "cache", toy, site)
    assert told["result"] == RESULT
    assert not (tmp_path / "sprung").exists()
    tools.add_sum(archive_in(site), "known", sums)
    play(sums, tmp_path / "another cache", toy, site)
    assert (tmp_path / "sprung").exists()


# --- what counts as warm -------------------------------------------------------------------------------------------


def test_shipped_code_counts_as_warm_while_the_sources_are_as_they_were(opening, built, tmp_path, monkeypatch):
    monkeypatch.setattr(jit, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(jit, "open_kernels", lambda: found)
    found, _ = opening(*built[:2])
    assert jit.is_warm("toy")
    assert not jit.is_warm("toy", shipped=False)
    assert not jit.is_warm("another toy")
    found.warm["toy"]["core/rng.py"] = "another hash"
    assert not jit.is_warm("toy")


def test_sums_of_other_wheels_stay(built, tools, tmp_path):
    sums = tmp_path / "sums"
    for content, wheel in ((b"old", "linux"), (b"mac", "mac"), (b"new", "linux")):
        (tmp_path / "archive").write_bytes(content)
        tools.add_sum(tmp_path / "archive", wheel, sums)
    digests = {tools.hashlib.sha256(content).hexdigest() for content in (b"new", b"mac")}
    assert set(kernels.read_sums(sums)) == digests


@pytest.mark.parametrize(
    ("machine", "system", "cpu"),
    [
        ("x86_64", "Linux", "x86-64-v3"),
        ("AMD64", "Windows", "x86-64-v3"),
        ("arm64", "Darwin", "apple-m1"),
        ("aarch64", "Linux", "generic"),
        ("riscv64", "Linux", None),
    ],
)
def test_each_kind_of_computer_has_its_baseline(machine, system, cpu):
    found = kernels.find_baseline(machine, system)
    assert (found and found.cpu) == cpu


# --- code for this very processor ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("wish", "is_replaced"), [(None, True), ("only", False), ("no", False)])
def test_shipped_code_is_replaced_in_time_unless_that_is_not_wished(built, opening, monkeypatch, wish, is_replaced):
    assert opening(*built[:2])[0] is not None
    if wish:
        monkeypatch.setenv(kernels.SWITCH, wish)
        kernels._open_once.cache_clear()
    assert kernels.are_to_be_replaced() == is_replaced


def test_where_no_kernels_serve_there_is_nothing_to_replace(opening, tmp_path):
    assert opening(tmp_path / "no sums", None) == (None, [])
    assert not kernels.are_to_be_replaced()
