# SPDX-License-Identifier: Apache-2.0
# Holds: python/gpufabric/sweeps.py
"""Sweeps that the program makes for Python."""

import sqlite3

import pandas
import pytest

import gpufabric
from conftest import SETTINGS
from gpufabric.program import output_of


@pytest.fixture(scope="module")
def goodput(tmp_path_factory):
    """A sweep of four points, and its directory."""
    directory = tmp_path_factory.mktemp("goodput") / "sweep"
    return gpufabric.run_sweep("store_goodput", directory, bytes=["4 B", "32 B"],
                               fabric="pcie,nvlink", config=[]), directory


def test_sweeps_are_tables(goodput):
    made, directory = goodput
    read = gpufabric.sweep(directory)
    assert read.table.equals(made.table)
    assert read.axes == ["bytes", "fabric"]
    assert {"goodput", "wire_bytes"} <= set(read.results)
    assert read.table["bytes"].tolist() == ["4 B", "4 B", "32 B", "32 B"]
    assert read.table["seed"].tolist() == [1] * 4
    assert read.numbers["bytes"].tolist() == [4, 4, 32, 32]
    assert read.numbers["fabric"].tolist() == ["pcie", "nvlink"] * 2
    assert len(read.failed) == 0
    one = gpufabric.run("store_goodput", bytes="32 B", fabric="nvlink")
    assert read.table["goodput"].iloc[3] == one.value("goodput")


def test_the_database_is_the_table(goodput):
    made, directory = goodput
    database = sqlite3.connect(directory / "sweep.sqlite")
    points = pandas.read_sql("select * from points", database)
    numbers = made.numbers.drop(columns="failure")
    assert points[list(numbers.columns)].equals(numbers.astype({"seed": "int64"}))
    assert points["failure"].isna().all()
    units = dict(database.execute("select name, unit from columns where kind != 'seed'"))
    assert units["bytes"] == "B" and units["payload_rate"] == "B/s" and units["fabric"] == ""


def test_a_failed_point_has_no_numbers_in_the_database(tmp_path):
    with pytest.warns(gpufabric.GpufabricWarning):
        gpufabric.run_sweep("pcie_tree", tmp_path / "s", topology=["t1", "no_such_tree"],
                            **SETTINGS["pcie_t2"])
    database = sqlite3.connect(tmp_path / "s/sweep.sqlite")
    (good, _), (none, failure) = database.execute("select end_max, failure from points")
    assert good > 0 and none is None and "no_such_tree" in failure


def test_a_list_of_runs_has_parameters_and_results(goodput, tmp_path):
    output_of(["runs", "list", "--sqlite", str(tmp_path / "runs.sqlite")])
    database = sqlite3.connect(tmp_path / "runs.sqlite")
    found = database.execute("""select p.number, r.value from runs
        join parameters p using (key) join parameters f using (key) join results r using (key)
        where platform = 'store_goodput' and p.name = 'bytes' and p.unit = 'B'
        and f.name = 'fabric' and f.value = 'pcie' and r.name = 'goodput' order by 1""").fetchall()
    numbers = goodput[0].numbers
    pcie = numbers[numbers["fabric"] == "pcie"]
    assert found == list(zip(pcie["bytes"], pcie["goodput"]))


def test_values_with_commas_are_one_value(tmp_path):
    loads = ["ring:bytes=4 KiB", "all_to_all:order=xor,bytes=4 KiB"]
    assert gpufabric.run_sweep("pcie_t2", workload=loads).table["workload"].tolist() == loads


def test_failed_points_are_in_the_table():
    with pytest.warns(gpufabric.GpufabricWarning, match="1 of them failed|topology"):
        table = gpufabric.run_sweep("pcie_tree", topology=["t1", "no_such_tree"], **SETTINGS["pcie_t2"])
    assert table.failed.index.tolist() == [1]
    assert "no_such_tree" in table.failed["failure"].iloc[0]
    assert table.table["end_max"].isna().tolist() == [False, True]


def test_a_sweep_that_cannot_start_raises(tmp_path):
    with pytest.raises(gpufabric.ProgramError, match="sweep pcie_t2") as caught:
        gpufabric.run_sweep("pcie_t2", tmp_path / "sweep", topolgy=["t1", "t2"])
    assert caught.value.exit_code == 2


def test_what_is_no_sweep_is_refused(pcie, tmp_path):
    with pytest.raises(gpufabric.NotARunError, match="it is a run"):
        gpufabric.sweep(pcie.directory)
    with pytest.raises(gpufabric.NotARunError, match="gpufabric sweep --outdir"):
        gpufabric.sweep(tmp_path)
    (tmp_path / "sweep.csv").write_text("a,b\n1,2\n")
    with pytest.raises(gpufabric.DamagedFileError, match="sweep.csv: lacks a column seed"):
        gpufabric.sweep(tmp_path)
