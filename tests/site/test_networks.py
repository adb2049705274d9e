"""Networks that whoever runs the site offers as levels."""

import pytest

from agents.test_neural import write_network
from ludoteca import agents, games
from ludoteca.core.errors import Refusal, SetupError, WeightsError
from ludoteca.site.limits import check_spec
from ludoteca.site.networks import offer_network

GAME = games.load("connect_four")


@pytest.fixture
def weights(tmp_path):
    return write_network(tmp_path / "pupil.safetensors", GAME, games.encoder("connect_four", "planes"))


@pytest.fixture(autouse=True)
def levels_as_before():
    before = GAME.info
    yield
    GAME.info = before


def test_a_network_becomes_a_level_and_the_strongest_stays_last(weights):
    strongest = GAME.info.levels[-1]
    assert offer_network(f"Pupil={weights}") is GAME
    assert GAME.info.levels[-1] == strongest
    assert GAME.info.levels[-2].name == "Pupil"
    assert check_spec(GAME, "pupil", 1.0) == "pupil"
    view = GAME.start()
    assert agents.make_from_spec("Pupil", GAME).decide(view).action in GAME.legal_actions(view)
    with pytest.raises(SetupError, match="already has a level 'pupil'"):
        offer_network(f"pupil={weights}")


def test_strangers_may_not_name_files(weights):
    with pytest.raises(Refusal, match="needs a file"):
        check_spec(GAME, f"neural:weights={weights}", 1.0)


def test_what_cannot_play_is_refused_at_once(weights, tmp_path):
    with pytest.raises(SetupError, match="takes NAME=FILE"):
        offer_network(str(weights))
    with pytest.raises(WeightsError, match="no weights at"):
        offer_network(f"Pupil={tmp_path / 'nowhere.safetensors'}")
    other = write_network(tmp_path / "b.safetensors", GAME, games.encoder("connect_four", "planes"), {})
    with pytest.raises(WeightsError, match="does not say which"):
        offer_network(f"Pupil={other}")
    assert all(level.name != "Pupil" for level in GAME.info.levels)
