"""Blocks written with axes: which inputs each slot sees."""

import pytest

from ludoteca.core.errors import PlanError
from ludoteca.training.axes import expand

SLICES = {"clues": [0, 1], "fireworks": [1, 3], "shares": [3, 9]}
BLOCK = {"axes": {"colour": 2, "card": 3}, "groups": "colour", "layers": [{"units": 2}]}


def test_slots_see_what_their_axes_say():
    inputs = ["clues", "fireworks[-colour]", "shares[card,colour]", "shares[card,2]", "number[colour]"]
    found = expand({**BLOCK, "inputs": inputs}, SLICES, "plan")
    assert found["count"] == 6
    assert found["groups"] == 2
    assert "axes" not in found
    assert found["seen"][0] == [0, 2, 3, 3, 4, -1, -2]
    assert found["seen"][5] == [0, 1, 8, 7, 8, -2, -1]  # the second colour, the third card


def test_an_axis_as_long_as_a_slice_and_groups_over_two_axes():
    axes = {"player": 2, "colour": "fireworks", "card": 3}
    found = expand({"axes": axes, "groups": ["player", "colour"], "inputs": ["fireworks[colour]"]}, SLICES, "plan")
    assert (found["count"], found["groups"]) == (12, 4)
    assert found["seen"][3:9] == [[2], [2], [2], [1], [1], [1]]  # the first player's second colour, the second's first


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"inputs": ["sharez[card,2]"]}, "no slice 'sharez'; did you mean shares"),
        ({"inputs": ["shares[card,3]"]}, "does not have the 6 numbers of shares"),
        ({"inputs": ["shares[kard,2]"]}, "'kard' is neither an axis nor a size; the axes are colour, card"),
        ({"inputs": ["shares[["]}, "write a slice, as in"),
        ({"inputs": []}, "must be a list of slices"),
        ({"axes": {"colour": 2, "card": 0}}, "names with sizes"),
        ({"axes": {"colour": 2000, "card": 3}}, "at most 1024"),
        ({"axes": {"colour": "sharez"}}, "no slice 'sharez'; did you mean shares"),
        ({"groups": "card"}, "must be the first axis, 'colour', or a list of the first, not 'card'"),
        ({"groups": ["card", "colour"]}, "or a list of the first"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(change, words):
    with pytest.raises(PlanError, match=words):
        expand({**BLOCK, "inputs": ["clues"], **change}, SLICES, "plan")
