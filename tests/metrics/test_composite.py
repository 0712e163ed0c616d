import pytest

from streamrecall.metrics.composite import composite


def test_it_is_the_mean_of_four_parts() -> None:
    assert composite(0.7185, 0.8141, 0.7032, 0.7857) == pytest.approx(0.755375)


def test_it_is_undefined_while_a_part_is() -> None:
    assert composite(1.0, None, 1.0, 1.0) is None
    assert composite(1.0, 0.0, 1.0, 1.0) == 0.75
