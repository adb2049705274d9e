import pytest

from ludoteca.core.files import write_atomic


def test_text_and_bytes_replace_what_was_there(tmp_path):
    path = tmp_path / "page.md"
    write_atomic(path, "città")
    write_atomic(path, b"two", durable=False)
    assert path.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failed_write_leaves_the_old_file_and_no_other(tmp_path):
    path = tmp_path / "page.md"
    write_atomic(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_atomic(path, "new \udc80")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
