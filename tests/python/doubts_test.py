# SPDX-License-Identifier: Apache-2.0
# Holds: python/gpufabric/doubts.py python/gpufabric/__main__.py
"""What `gpufabric doubt` found, and its charts."""

import json
import re
import shutil
import subprocess
import sys

import pytest

import gpufabric
from conftest import edit_json
from gpufabric.doubts import engineering
from gpufabric.program import output_of


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    directory = tmp_path_factory.mktemp("doubt") / "d"
    output_of(["doubt", "store_goodput", "-p", "fabric=pcie", "-p", "stores=200", "--runs", "64",
               "--quiet", "--outdir", str(directory)])
    return directory


def charts_of(*words):
    return subprocess.run([sys.executable, "-m", "gpufabric", *map(str, words)],
                          capture_output=True, text=True)


def test_frames_are_those_of_the_file(made):
    found = gpufabric.doubt(made)
    record = json.loads((made / "doubt.json").read_text())
    assert found.results.index.tolist() == [result["name"] for result in record["results"]]
    effects = {(result["name"], effect["guess"]): effect["total"]["value"]
               for result in record["results"] for effect in result["effects"]}
    assert effects == {(row.result, row.guess): row.total for row in found.effects.itertuples()}
    assert effects
    with pytest.raises(gpufabric.UnknownResultError, match="goodput"):
        found.tornado("goodputt")


def test_a_bar_goes_from_the_low_end_to_the_high_end(made, tmp_path):
    copy = shutil.copytree(made, tmp_path / "d")
    record = json.loads((copy / "doubt.json").read_text())
    share = {"value": 0.5, "low": 0.25, "high": 0.75}
    guesses = [guess["name"] for guess in record["guesses"] if guess["varied"]]
    edit_json(copy / "doubt.json", results=[{**record["results"][0], "name": "time", "unit": "s",
              "mean": 5e-6, "default": 5e-6, "p05": 1e-6, "p95": 1e-5, "effects": [
                  {"guess": guesses[0], "first_order": share, "total": share,
                   "mean_at_low": 0, "mean_at_high": 1e-5},
                  {"guess": guesses[1], "first_order": share, "total": share,
                   "mean_at_low": 1e-5, "mean_at_high": 5e-6}]}])
    lines = gpufabric.doubt(copy).tornado("time", width=11).split("\n")
    assert lines[0] == "time: 5 us (1 us ... 10 us)"
    assert lines[1].endswith("  -====|====+  0.50, 0.50 (0.25 ... 0.75)")
    assert lines[2].endswith("       |====-  0.50, 0.50 (0.25 ... 0.75)")
    low, high = re.findall(r'cx="([\d.]+)"', gpufabric.doubt(copy).svg("time"))
    assert float(high) - float(low) == 380


def test_the_command_draws_what_the_directory_holds(made):
    run = charts_of("doubt", made)
    assert run.returncode == 0 and run.stderr == ""
    assert re.search(r"^goodput: [\d.]+ % \(", run.stdout, re.M)
    assert "  pcie.header_credits " in run.stdout
    page = (made / "doubt.html").read_text()
    assert page.count("<svg") == gpufabric.doubt(made).effects["result"].nunique()
    assert page.rstrip().endswith("</html>") and "gpufabric doubt store_goodput" in page
    assert not list(made.glob("*.part"))


def test_names_are_escaped(made, tmp_path):
    copy = shutil.copytree(made, tmp_path / "d")
    edit_json(copy / "doubt.json", command="a <b> & c", note="<i>")
    page = gpufabric.doubt(copy).page()
    assert "a &lt;b&gt; &amp; c" in page and "&lt;i&gt;" in page and "<i>" not in page


def test_what_is_wrong_is_named(made, tmp_path):
    for directory, says in ((tmp_path, "doubt.json: no such file"), (made / "doubt.csv", "doubt.")):
        run = charts_of("doubt", directory)
        assert run.returncode == 1 and says in run.stderr and "Traceback" not in run.stderr
    assert "python3 -m gpufabric doubt" in charts_of("tornado").stderr
    copy = shutil.copytree(made, tmp_path / "d")
    edit_json(copy / "doubt.json", results=[{"name": "x"}])
    with pytest.raises(gpufabric.DamagedFileError, match="doubt.json"):
        gpufabric.doubt(copy)


def test_numbers_are_as_the_program_prints_them():
    values = [(1.234e-6, "s"), (11.6e9, "B/s"), (0.5, "B"), (999.96e-9, "s"), (0.0, "s"),
              (12.18, "%"), (12345.0, "count"), (None, "s")]
    assert [engineering(*value) for value in values] == [
        "1.234 us", "11.6 GB/s", "0.5 B", "1 us", "0 s", "12.18 %", "12340", "-"]
