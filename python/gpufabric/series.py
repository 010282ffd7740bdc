# SPDX-License-Identifier: Apache-2.0
"""series.csv as a full table; the file has rows only for values that changed."""

import math

import pandas

from .errors import DamagedFileError
from .files import as_written, read_csv

_COLUMNS = ["time_s", "path", "name", "value"]
#: A sample's time over the period is a whole number but for the 12 digits that are written.
_ROUNDED = 1 - 1e-9
_MOST_SAMPLES = 10**8


def _sample_times(period, end):
    """Ends of the intervals: multiples of the period, with the file's 12 digits, and the end."""
    if not 0 < period <= end < math.inf:
        raise ValueError(f"times from {period} to {end}")
    count = max(1, math.ceil(end / period * _ROUNDED))
    if count > _MOST_SAMPLES:
        raise ValueError(f"{count} samples")
    return [float(f"{k * period:.12g}") for k in range(1, count)] + [end]


def read_series(path):
    """The series.csv at `path`: index time_s (ends of the intervals, s), columns (path, name).

    Counters are rates (counts or bytes per second), times are shares of the interval (0 ... 1, or
    more if several waited at once), percentiles count from the start of the run.
    """
    rows = read_csv(path, "gpufabric run --series T writes it",
                    dtype={"time_s": float, "path": str, "name": str, "value": float},
                    na_values={})
    if list(rows.columns) != _COLUMNS:
        raise DamagedFileError(f"{path}: its columns are not {','.join(_COLUMNS)}")
    with as_written(path):
        return _whole(rows)


def _whole(rows):
    """The full table of `rows`: a value holds until the next row of its statistic."""
    times = _sample_times(rows["time_s"].iloc[0], rows["time_s"].iloc[-1]) if len(rows) else []
    columns = pandas.MultiIndex.from_frame(rows[["path", "name"]].drop_duplicates())
    if not times:
        return pandas.DataFrame(index=pandas.Index([], name="time_s", dtype=float), columns=columns)
    # The last interval is cut, so its time is rounded up to a sample.
    sample = (rows["time_s"] / times[0] * _ROUNDED).map(math.ceil).clip(1, len(times))
    rows = rows.assign(sample=sample).drop_duplicates(["sample", "path", "name"], keep="last")
    table = rows.pivot(index="sample", columns=["path", "name"], values="value")
    table = table.reindex(index=range(1, len(times) + 1), columns=columns).ffill()
    table.index = pandas.Index(times, name="time_s")
    return table
