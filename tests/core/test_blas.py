"""The settings of NumPy's products: made once, and only where the user has made none."""

import pytest

from ludoteca.core.blas import WIDE, blas_settings, has_unknown_width


def write_processor(folder, vendor, flags):
    path = folder / "cpuinfo"
    core = f"processor : 0\nvendor_id : {vendor}\nflags : {' '.join(sorted(flags))}\n"
    path.write_text(f"{core}\n{core}")
    return path


@pytest.mark.parametrize(
    ("vendor", "flags", "unknown"),
    [
        ("AuthenticAMD", {"avx2", *WIDE}, True),
        ("AuthenticAMD", WIDE - {"avx512dq"}, False),
        ("GenuineIntel", WIDE, False),  # OpenBLAS knows these itself
    ],
)
def test_wide_vectors_of_amd_are_told_to_openblas(tmp_path, vendor, flags, unknown):
    assert has_unknown_width(write_processor(tmp_path, vendor, flags)) == unknown


def test_a_machine_that_does_not_tell_is_left_alone(tmp_path):
    assert not has_unknown_width(tmp_path / "nothing")


def test_what_the_user_has_set_stays(tmp_path, monkeypatch):
    processor = write_processor(tmp_path, "AuthenticAMD", WIDE)
    for name in ("OPENBLAS_NUM_THREADS", "OPENBLAS_CORETYPE"):
        monkeypatch.delenv(name, raising=False)
    assert blas_settings(processor) == {"OPENBLAS_NUM_THREADS": "1", "OPENBLAS_CORETYPE": "SkylakeX"}
    monkeypatch.setenv("OPENBLAS_CORETYPE", "Haswell")
    assert blas_settings(processor) == {"OPENBLAS_NUM_THREADS": "1"}
