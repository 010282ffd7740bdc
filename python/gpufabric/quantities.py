# SPDX-License-Identifier: Apache-2.0
"""Texts of parameters as numbers: "12 GiB", "64 GB/s", "80 ns", "0.5"."""

import math
import re

from .errors import ArgumentError

_PREFIXES = {"": 1, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15}
_BYTES = {prefix + "B": factor for prefix, factor in _PREFIXES.items()}
_BYTES.update({prefix + "iB": 2.0 ** (10 * power) for power, prefix in enumerate("KMGTP", 1)})
_BITS = {prefix + "b": factor / 8 for prefix, factor in _PREFIXES.items() if prefix != "P"}
#: Units of the program and what they are in SI: bytes, bytes per second, seconds.
_UNITS = {"": 1.0, **_BYTES}
_UNITS.update({unit + "/s": factor for unit, factor in {**_BYTES, **_BITS}.items()})
_DIVISORS = {"fs": 1e15, "ps": 1e12, "ns": 1e9, "us": 1e6, "ms": 1e3, "s": 1.0}

_QUANTITY = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*([A-Za-z/]*)\s*")


def number(text):
    """`text` as a float in SI units: bytes, bytes per second, seconds, or a plain number.

    >>> number("4 KiB"), number("28 Gb/s"), number("80 ns"), number("0.5")
    (4096.0, 3500000000.0, 8e-08, 0.5)

    Raises ArgumentError, a ValueError, if `text` is not a number with a known unit.
    """
    match = _QUANTITY.fullmatch(text) if isinstance(text, str) else None
    if match and match[2] in _UNITS:
        return float(match[1]) * _UNITS[match[2]]
    if match and match[2] in _DIVISORS:
        # Divided, as 80 / 1e9 is the double nearest to 80 ns and 80 * 1e-9 is not.
        return float(match[1]) / _DIVISORS[match[2]]
    raise ArgumentError(f'"{text}" is no number with a unit such as B, KiB, GB/s, Gb/s or ns')


def number_or_nan(text):
    """number(text), or NaN if it is not a number."""
    try:
        return number(text)
    except ArgumentError:
        return math.nan
