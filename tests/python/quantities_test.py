# SPDX-License-Identifier: Apache-2.0
# Holds: python/gpufabric/quantities.py
"""Texts of quantities as numbers."""

import pytest

import gpufabric


@pytest.mark.parametrize("text, value", [
    ("12 GiB", 12 * 2**30), ("4 KiB", 4096), ("300 MB", 3e8), ("15.754 GB/s", 15.754e9),
    ("28 Gb/s", 3.5e9), ("80 ns", 80e-9), ("62.5 ps", 62.5e-12), ("1 s", 1.0), ("0", 0.0),
    ("1e-7", 1e-7), ("-3", -3.0), (" 2.5kB ", 2500.0), ("1 PiB", 2**50), ("7 B/s", 7.0)])
def test_quantities_are_si_numbers(text, value):
    assert gpufabric.number(text) == value


@pytest.mark.parametrize("text", ["", "t2", "4x2x1", "1,2", "5 parsecs", "nan", "inf", "1 b",
                                  "12 gb/s", "true", "3 3"])
def test_other_texts_are_no_numbers(text):
    with pytest.raises(ValueError, match="is no number"):
        gpufabric.number(text)
