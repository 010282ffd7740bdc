# SPDX-License-Identifier: Apache-2.0
# Holds: python/gpufabric/program.py python/gpufabric/running.py
"""Runs that the program makes for Python."""

import inspect
import json
import signal
import subprocess
import sys
import time

import pytest

import gpufabric
from conftest import SETTINGS, edit_json
from gpufabric import program

RING = SETTINGS["pcie_t2"]
#: Parameters of a torus that takes minutes.
LONG = {"x": 8, "y": 8, "z": 8, "measurement.period": 1000000}


def test_another_revision_is_said(spoilt):
    edit_json(spoilt / "run.json", revision="abc")
    with pytest.warns(gpufabric.GpufabricWarning, match="is of revision abc"):
        assert len(gpufabric.load(spoilt).topology) == 14


def test_a_run_without_directory_is_gone_with_the_object():
    run = gpufabric.run("store_goodput", bytes="32 B")
    directory = run.directory
    assert run.value("goodput") > 0 and directory.exists()
    del run
    assert not directory.exists()


def test_values_become_those_of_the_command_line(tmp_path):
    config = tmp_path / "more.ini"
    config.write_text("tau = 0.25\nbandwidth = 1 GB/s\n")
    run = gpufabric.run("pcie_t2", tmp_path / "run", series="1 us", config=[config], seed=7,
                        real_bytes=True, bandwidth="2 GB/s",
                        options=["--stop-at", "2.5 us"], **{"rc.weights": [1, 2]}, **RING)
    values = run.parameters["value"]
    assert (run.seed, values["seed"]) == (7, "7")
    assert (values["real_bytes"], values["rc.weights"]) == ("true", "1,2")
    assert (values["tau"], values["bandwidth"]) == ("0.25", "2 GB/s")
    assert run.series.index[:2].tolist() == [1e-6, 2e-6] and len(run.series) == 3
    assert run.simulated_seconds == pytest.approx(2.5e-6, rel=1e-3)


def test_errors_of_the_program_are_raised(tmp_path):
    with pytest.raises(gpufabric.ProgramError, match="run pcie_t2: .*nearest.*topology") as caught:
        gpufabric.run("pcie_t2", tmp_path / "run", topolgy="t1")
    assert caught.value.exit_code == 2 and caught.value.run is None
    assert not (tmp_path / "run").exists()
    graphs = tmp_path / "graphs.csv"
    graphs.write_text("graph,src\n1\n")
    with pytest.raises(gpufabric.ProgramError, match="graphs.csv:") as caught:
        gpufabric.run("pcie_t2", graphs=graphs)
    assert caught.value.exit_code == 5


def test_what_a_failed_run_left_comes_with_the_error(tmp_path):
    with pytest.raises(gpufabric.ProgramError) as caught:
        gpufabric.run("torus", tmp_path / "run", options=["--max-wall", "0.2 s"], **LONG)
    assert caught.value.exit_code == 130
    assert caught.value.run.partial
    assert caught.value.run.directory == tmp_path / "run"


def test_an_earlier_run_does_not_come_with_an_error(pcie):
    with pytest.raises(gpufabric.ProgramError, match="contains an earlier run") as caught:
        gpufabric.run("pcie_t2", pcie.directory, **RING)
    assert caught.value.run is None


def test_a_run_without_a_steady_state_warns():
    with pytest.warns(gpufabric.GpufabricWarning, match="steady"):
        run = gpufabric.run("torus", z=1, load=1, **{"measurement.period": 100,
                                                     "measurement.warmup_most": 3})
    assert run.exit_code == 3


def test_ctrl_c_ends_the_program_which_keeps_what_it_has(tmp_path):
    # The limit ends a program that nobody ended, with another exit code.
    code = ("import gpufabric; "
            f"gpufabric.run('torus', 'run', options=['--max-wall', '20 s'], **{LONG})")
    with subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, stderr=subprocess.PIPE,
                          text=True) as python:
        deadline = time.monotonic() + 60
        while not list(tmp_path.glob("run.partial-*")):
            assert time.monotonic() < deadline and python.poll() is None
            time.sleep(0.02)
        python.send_signal(signal.SIGINT)
        assert "KeyboardInterrupt" in python.communicate(timeout=60)[1]
    assert [file.name for file in tmp_path.iterdir()] == ["run"]
    assert gpufabric.load(tmp_path / "run").exit_code == 143


def test_a_missing_program_is_named(monkeypatch, pcie, tmp_path):
    with pytest.raises(gpufabric.ProgramNotFoundError, match="nowhere: no such program; build it"):
        gpufabric.run("pcie_t2", program="nowhere")
    monkeypatch.delenv("GPUFABRIC_PROGRAM")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert gpufabric.load(pcie.directory).value("communications") == 8, "reading needs no program"
    with pytest.raises(gpufabric.ProgramNotFoundError, match="gpufabric: no such program"):
        gpufabric.load(pcie.directory).links()
    (tmp_path / "gpufabric").symlink_to(sys.executable)
    assert gpufabric.find_program() == str(tmp_path / "gpufabric")


def test_no_parameter_has_the_name_of_an_argument():
    platforms = [entry["name"] for entry in json.loads(program.output_of(["list", "--json"]))]
    mine = {*inspect.signature(gpufabric.run).parameters,
            *inspect.signature(gpufabric.run_sweep).parameters} - {"parameters", "axes"}
    assert len(platforms) >= 13 and "outdir" in mine
    for platform in platforms:
        rows = json.loads(program.output_of(["params", platform, "--json"]))
        assert not mine & {row["path"] for row in rows}, platform
