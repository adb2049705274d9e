"""Catalogues: languages are found, English fills the gaps, what is no catalogue is refused."""

import json

import pytest

from ludoteca.core.errors import TextsError, UnknownName
from ludoteca.core.texts import Catalogue, fill_in, read_texts


@pytest.fixture
def catalogue(tmp_path, monkeypatch):
    for path, texts in {
        "own/en.json": {"a": "one {n}", "b": "two"},
        "own/it.json": {"a": "uno {n}"},
        "own/notes.json": {},
        "more/fr/part.json": {"b": "deux"},
        "more/it/part.json": {"b": "due"},
        "more/de/other.json": {"b": "zwei"},
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(json.dumps(texts))
    monkeypatch.setenv("LUDOTECA_TEXTS", str(tmp_path / "more"))
    return Catalogue("part", tmp_path / "own")


def test_languages_are_found_in_both_folders(catalogue):
    assert catalogue.languages == ("en", "fr", "it")


def test_what_a_language_lacks_is_english(catalogue):
    assert catalogue.load("fr") == {"a": "one {n}", "b": "deux"}
    assert catalogue.load("it") == {"a": "uno {n}", "b": "due"}
    assert catalogue.tell("it", "a", n=3) == "uno 3"
    with pytest.raises(UnknownName, match="there is no text 'c'"):
        catalogue.tell("en", "c")


@pytest.mark.parametrize("language", ["../en", "", "EN", "e", "en/../it"])
def test_a_language_is_a_code(catalogue, language):
    with pytest.raises(UnknownName, match="language"):
        catalogue.load(language)


def test_blanks_without_a_value_stay():
    assert fill_in("{a} and {b}", {"a": "{b}", "c": 1}) == "{b} and {b}"


@pytest.mark.parametrize("content", [b"{", b"[]", b'{"a": 1}', b'{"a": {"b": "c"}}', b"\xff", b"[" * 100_000])
def test_what_is_no_catalogue_is_refused(tmp_path, content):
    path = tmp_path / "en.json"
    path.write_bytes(content)
    with pytest.raises(TextsError, match="no catalogue of texts"):
        read_texts(path)
