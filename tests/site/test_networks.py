"""Networks that whoever runs the site offers as levels."""

import pytest
from house import PREPARING, House, new_warming, wait_until

from agents.test_neural import write_network
from ludoteca import agents, games
from ludoteca.core.errors import Refusal, SetupError, WeightsError
from ludoteca.lab.selfplay import Limits, train_game
from ludoteca.lab.selfplay.tasks import Table
from ludoteca.site.limits import check_spec
from ludoteca.site.networks import ITERATIONS, offer_network
from ludoteca.training.selfplay_games import Search
from ludoteca.training.selfplay_plan import Doctor, Gate, SelfPlayPlan

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


def test_a_network_of_self_play_searches_at_its_seat(tmp_path):
    """`ludoteca train`, then `ludoteca serve --weights`: the level is a search that the network guides."""
    pytest.importorskip("torch")
    plan = SelfPlayPlan(
        hidden=(16,),
        games=8,
        batch=32,
        search=Search(simulations=2),
        gate=Gate(pairs=1),
        doctor=Doctor(games=2, rollouts=2),
    )
    network = train_game(Table("connect_four", {}), plan, Limits(iterations=1), tmp_path / "run").network
    offer_network(f"Pupil={network}")
    assert GAME.info.find_level("Pupil").agent == f"guided:iterations={ITERATIONS},weights={network.resolve()}"
    warming = new_warming("connect_four")
    with House(f"sqlite:///{tmp_path / 'site.sqlite3'}", warming) as house:
        wait_until(lambda: warming.has_agent(GAME, "Pupil"), PREPARING)
        anna = house.guest("Anna")
        name = anna.new_table("connect_four", "Pupil", "me")
        with anna.sit(name) as chair:
            chair.my_turn()
        (first,) = anna.get(f"/api/tables/{name}/replay").json()["positions"][1:]
        assert first["info"]["iterations"] == ITERATIONS


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
