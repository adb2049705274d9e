"""The folder of compiled code: private or not used, and kept small."""

import errno
import os
import re
import shutil
import time
import warnings
from pathlib import Path

import pytest

from ludoteca.core import code_cache

needs_owners = pytest.mark.skipif(os.name == "nt", reason="folders have no owner and mode here")


@pytest.fixture
def find_folder(tmp_path, monkeypatch):
    """Where the cache goes if it is asked for at a place, and what is said about it."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(code_cache.tempfile, "gettempdir", lambda: str(tmp_path / "temporary"))
    monkeypatch.setattr(code_cache.tempfile, "tempdir", str(tmp_path / "temporary"))

    def find(place):
        monkeypatch.setenv("LUDOTECA_CACHE", str(place))
        code_cache.cache_folder.cache_clear()
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            folder = code_cache.cache_folder()
        return folder, [str(warning.message) for warning in told]

    yield find
    code_cache.cache_folder.cache_clear()


def is_private(folder):
    return folder.stat().st_mode & 0o777 == 0o700


@needs_owners
def test_the_folder_is_made_private(tmp_path, find_folder):
    before = os.umask(0)
    try:
        folder, told = find_folder(tmp_path / "deep" / "cache")
    finally:
        os.umask(before)
    assert folder == tmp_path / "deep" / "cache" / "code"
    assert told == []
    assert is_private(folder)
    assert is_private(folder.parent)


@needs_owners
@pytest.mark.parametrize("loose", ["cache", "cache/code"])
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_a_folder_that_others_can_write_is_refused(tmp_path, find_folder, loose, mode):
    (tmp_path / "cache" / "code").mkdir(parents=True, mode=0o700)
    (tmp_path / loose).chmod(mode)
    folder, (told,) = find_folder(tmp_path / "cache")
    assert f"{tmp_path / loose} can be written by others (chmod go-w" in told
    assert str(folder) in told
    assert folder.is_relative_to(tmp_path / "temporary")
    assert is_private(folder)
    (tmp_path / loose).chmod(0o755)
    assert find_folder(tmp_path / "cache") == (tmp_path / "cache" / "code", [])


@needs_owners
def test_a_folder_of_somebody_else_is_refused(tmp_path, find_folder, monkeypatch):
    (tmp_path / "cache").mkdir(mode=0o700)
    own = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: own + 1)
    folder, (told,) = find_folder(tmp_path / "cache")
    assert f"{tmp_path / 'cache'} belongs to somebody else" in told
    assert folder is None  # what it could make in its stead is not its own either


@needs_owners
def test_a_link_in_the_place_of_the_folder_is_refused(tmp_path, find_folder):
    (tmp_path / "cache").mkdir(mode=0o700)
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "cache" / "code").symlink_to(tmp_path / "elsewhere")
    folder, (told,) = find_folder(tmp_path / "cache")
    assert "is a link" in told
    assert folder.is_relative_to(tmp_path / "temporary")


@needs_owners
@pytest.mark.parametrize(
    "refusal", [PermissionError(errno.EACCES, "Permission denied"), OSError(errno.EROFS, "Read-only")]
)
def test_a_folder_that_may_only_be_read_is_not_used(tmp_path, find_folder, monkeypatch, refusal):
    """Refused by the system, which lets the superuser write nearly everywhere: so it is played here."""
    cache, real = tmp_path / "cache", code_cache.tempfile.TemporaryFile

    def refuse(**options):
        if Path(options["dir"]).is_relative_to(cache):
            raise refusal
        return real(**options)

    monkeypatch.setattr(code_cache.tempfile, "TemporaryFile", refuse)
    folder, (told,) = find_folder(cache)
    assert f"{cache} cannot be written ({refusal.strerror})" in told
    assert folder.is_relative_to(tmp_path / "temporary")
    assert is_private(folder)


def test_a_folder_that_cannot_be_written_is_said(tmp_path, find_folder):
    (tmp_path / "file").write_text("not a folder")
    folder, (told,) = find_folder(tmp_path / "file")
    assert re.search(r"file cannot be written \(.+\); compiled code goes to ", told)
    assert folder.is_relative_to(tmp_path / "temporary")
    shutil.rmtree(tmp_path / "temporary")
    (tmp_path / "temporary").write_text("not a folder either")
    folder, (told,) = find_folder(tmp_path / "file")
    assert folder is None
    assert told.endswith("compiled code is not kept")


# --- removal -------------------------------------------------------------------------------------------------------


def make_file(path, age_in_days, size=100):
    path.write_bytes(b"x" * size)
    moment = time.time() - age_in_days * code_cache.DAY
    os.utime(path, (moment, moment))


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_what_was_unused_for_long_is_removed(tmp_path):
    (tmp_path / "warm").mkdir()
    for name, age in {"old.code": 31, "new.code": 29, "cut.part": 2, "writing.part": 0, "note.txt": 99}.items():
        make_file(tmp_path / name, age)
    code_cache.remove_old(tmp_path)
    assert names_in(tmp_path) == ["new.code", "note.txt", "writing.part"]


def test_beyond_the_bound_the_longest_unused_are_removed(tmp_path):
    (tmp_path / "warm").mkdir()
    for age in range(6):
        make_file(tmp_path / f"{age}.code", age)
    code_cache.remove_old(tmp_path, most_bytes=600)
    assert names_in(tmp_path) == [*(f"{age}.code" for age in range(6)), "warm"]
    code_cache.remove_old(tmp_path, most_bytes=350)
    assert names_in(tmp_path) == [f"{age}.code" for age in range(3)]
