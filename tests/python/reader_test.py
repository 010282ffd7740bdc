# SPDX-License-Identifier: Apache-2.0
# Holds: python/gpufabric/saved_run.py python/gpufabric/frames.py
"""What a run's files say is what the frames hold; what is no run is refused in words."""

import json
import math

import pandas
import pytest

import gpufabric
from conftest import edit_json


def test_results_are_those_of_the_file(pcie):
    written = json.loads((pcie.directory / "stats.json").read_text())["results"]
    assert list(pcie.results.index) == list(written)
    for name, entry in written.items():
        assert pcie.value(name) == entry["value"]
        assert pcie.results.at[name, "unit"] == entry["unit"]
    assert pcie.value("communications_ended") == 8


def test_stats_are_those_of_the_table_beside_them(pcie):
    written = pcie.table("stats")
    assert list(pcie.stats.index) == list(zip(written["path"], written["name"]))
    assert pcie.stats["value"].to_list() == written["value"].to_list()
    assert pcie.stats["unit"].to_list() == written["unit"].to_list()
    assert pcie.stats.at[("gpu0.egress.tx", "wire_bytes"), "value"] > 65536
    assert pcie.stats.at[("gpu0", "tlps"), "description"] == "TLPs received"


def test_parameters_have_texts_numbers_and_origins(pcie):
    table = pcie.parameters
    assert table.at["workload", "value"] == "ring:bytes=64 KiB"
    assert table.at["workload", "origin"] == "command line"
    assert math.isnan(table.at["workload", "number"])
    assert table.at["rc.hop_latency", "number"] == 150e-9
    assert table.at["rc.hop_latency", "legal"] == "1 ps ... 1 s"
    assert table.at["rc.hop_latency", "meaning"].startswith("latency from reception")
    assert table.at["graphs", "value"] == ""


def test_quoted_parameters_are_read_back(spoilt):
    file = spoilt / "config.resolved.ini"
    lines = r'''
# command line; any text; a meaning; with a semicolon
name = "a \"b\" \\ c # d\n\te = f"
# default; ; a range that nothing limits
other = 5 GB/s
'''
    file.write_text(lines)
    table = gpufabric.load(spoilt).parameters
    assert table.at["name", "value"] == 'a "b" \\ c # d\n\te = f'
    assert table.at["name", "meaning"] == "a meaning; with a semicolon"
    assert table.loc["other"].to_list() == ["5 GB/s", 5e9, "default", "",
                                           "a range that nothing limits"]


def test_record_says_how_the_run_ended(pcie):
    assert (pcie.platform, pcie.seed, pcie.exit_code, pcie.exit_reason) == ("pcie_t2", 1, 0, "done")
    assert not pcie.partial
    assert pcie.simulated_seconds >= pcie.value("end_max") > 0
    assert "pcie_t2, seed 1, done" in repr(pcie)


def test_unknown_results_and_tables_name_what_there_is(pcie):
    with pytest.raises(KeyError, match="end_max"):
        pcie.value("end_mx")
    with pytest.raises(gpufabric.MissingFileError, match="there is communications, series, stats"):
        pcie.table("channels")
    assert len(pcie.table("communications")) == 8


def test_runs_of_programs_before_formats_are_read(spoilt):
    record = json.loads((spoilt / "run.json").read_text())
    del record["format"], record["simulated_seconds"]
    (spoilt / "run.json").write_text(json.dumps(record))
    run = gpufabric.load(spoilt)
    assert run.simulated_seconds is None
    assert run.value("communications") == 8


def test_a_rate_over_no_time_is_nan(spoilt):
    edit_json(spoilt / "stats.json", results={"rate": {"value": None, "unit": "B/s"}})
    assert math.isnan(gpufabric.load(spoilt).value("rate"))


def test_what_is_no_run_is_refused(tmp_path):
    with pytest.raises(gpufabric.NotARunError, match="no directory; gpufabric run PLATFORM"):
        gpufabric.load(tmp_path / "none")
    with pytest.raises(gpufabric.NotARunError, match="no run.json; gpufabric run PLATFORM"):
        gpufabric.load(tmp_path)
    (tmp_path / "sweep.csv").write_text("seed,failure\n")
    with pytest.raises(gpufabric.NotARunError, match="it is a sweep"):
        gpufabric.load(tmp_path)
    (tmp_path / "run.json").write_text('{"program": "other"}')
    with pytest.raises(gpufabric.NotARunError, match="not one of gpufabric"):
        gpufabric.load(tmp_path)


def test_a_newer_format_is_refused(spoilt):
    edit_json(spoilt / "run.json", format=gpufabric.FORMAT + 1, version="9.8.7")
    with pytest.raises(gpufabric.NewerFormatError, match=r"format 2, written by gpufabric 9\.8\.7"):
        gpufabric.load(spoilt)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"program": "gpufabric", "seed": 1}'])
def test_a_damaged_record_is_named(spoilt, text):
    (spoilt / "run.json").write_text(text)
    with pytest.raises(gpufabric.DamagedFileError, match="run.json.*make the run again"):
        gpufabric.load(spoilt)


@pytest.mark.parametrize("text", ["", "{}", '{"results": []}', '{"results": {"a": 1}}',
                                  '{"results": {"a": {"value": 1}}}', "\udcff"])
def test_damaged_statistics_are_named(spoilt, text):
    (spoilt / "stats.json").write_text(text, errors="surrogateescape")
    run = gpufabric.load(spoilt)
    with pytest.raises(gpufabric.DamagedFileError, match="stats.json.*make the run again"):
        print(run.results)


@pytest.mark.parametrize("file, frame, hint", [
    ("stats.json", "results", "make the run again"), ("stats.json", "stats", "make the run again"),
    ("config.resolved.ini", "parameters", "make the run again"),
    ("config.resolved.ini", "topology", "make the run again"),
    ("series.csv", "series", "gpufabric run --series T writes it")])
def test_missing_files_are_named(spoilt, file, frame, hint):
    (spoilt / file).unlink()
    run = gpufabric.load(spoilt)
    with pytest.raises(gpufabric.MissingFileError, match=f"{file}.*{hint}"):
        getattr(run, frame)


def test_frames_are_frames(pcie):
    for frame in (pcie.results, pcie.stats, pcie.series, pcie.parameters, pcie.table("series")):
        assert isinstance(frame, pandas.DataFrame) and len(frame) > 0
    assert pcie.results is pcie.results, "read once"
