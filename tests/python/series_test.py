# SPDX-License-Identifier: Apache-2.0
# Holds: python/gpufabric/series.py
"""A series of a run is whole, to the bit."""

import pytest

import gpufabric


def test_series_is_whole(pcie):
    table = pcie.series
    rows = pcie.table("series")
    assert table.index[0] == 2e-6
    assert table.index[-1] == pytest.approx(pcie.simulated_seconds, rel=1e-11)
    assert not table.isna().any().any()
    for row in rows.itertuples():
        assert table.at[row.time_s, (row.path, row.name)] == row.value
    # Rates times their intervals are the bytes that the statistic has counted in the end.
    lengths = table.index.to_series().diff().fillna(table.index[0])
    sent = (table[("gpu0.egress.tx", "wire_bytes")] * lengths).sum()
    assert sent == pytest.approx(pcie.stats.at[("gpu0.egress.tx", "wire_bytes"), "value"])


def series(tmp_path, *rows):
    """The series of these rows, as lists by name."""
    file = tmp_path / "series.csv"
    file.write_text("time_s,path,name,value\n" + "".join(row + "\n" for row in rows))
    table = gpufabric.read_series(file)
    return list(table.index), {name: list(table[name]) for name in table.columns}


def test_values_hold_where_a_series_has_no_row(tmp_path):
    times, values = series(tmp_path, "0.1,a,x,1", "0.1,b,x,2", "0.3,b,x,5", "0.45,a,x,7",
                           "0.45,b,x,5")
    assert times == [0.1, 0.2, 0.3, 0.4, 0.45]
    assert values == {("a", "x"): [1, 1, 1, 1, 7], ("b", "x"): [2, 2, 5, 5, 5]}


def test_periods_that_are_no_binary_fractions_are_told_apart(tmp_path):
    rows = [f"{k * 3e-7:.12g},a,x,{k}" for k in range(1, 2001)]
    times, values = series(tmp_path, *rows)
    assert values[("a", "x")] == list(range(1, 2001))
    assert times[1999] == 6e-4


@pytest.mark.parametrize("value", ["117.91870367106105", "9.452706955539223e-05"])
def test_numbers_are_those_of_the_file_to_the_bit(tmp_path, value):
    """pandas' own way of reading is off by a bit in these."""
    assert series(tmp_path, f"1,a,x,{value}")[1] == {("a", "x"): [float(value)]}


def test_series_without_a_sample_is_empty(tmp_path):
    assert series(tmp_path) == ([], {})


@pytest.mark.parametrize("row", ["0.1,a,x,much", "0.1,a,x,1,2,3\n0.2,a", "soon,a,x,1"])
def test_spoilt_series_are_named(tmp_path, row):
    with pytest.raises(gpufabric.DamagedFileError, match="series.csv"):
        series(tmp_path, row)
