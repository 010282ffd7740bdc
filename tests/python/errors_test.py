# SPDX-License-Identifier: Apache-2.0
# Holds: python/gpufabric/errors.py python/gpufabric/files.py
"""Whatever is wrong with a file or an argument is a GpufabricError that names it."""

import copy
import json
import random

import pytest

import gpufabric
from conftest import SETTINGS

RING = SETTINGS["pcie_t2"]
#: Stands in the place of any part of a JSON file.
WRONG = [None, [], "much", -1, 10**400, True, {"a": {"b": 1}}]
DEEP = 100_000


def places(value, path=()):
    """Paths of all parts of a JSON value, below the top the first two of each."""
    yield path
    parts = value.items() if isinstance(value, dict) else (
        enumerate(value) if isinstance(value, list) else ())
    for key, part in list(parts)[:2 if path else None]:
        yield from places(part, (*path, key))


def changed(document, path, value):
    """A copy of `document` with `value` at `path`."""
    if not path:
        return value
    document = copy.deepcopy(document)
    part = document
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return document


def read_all(directory, program=None):
    """Asks a run for all that it has; returns the errors. What is none of the package ends this."""
    errors = []
    try:
        run = gpufabric.load(directory, program)
    except gpufabric.GpufabricError as error:
        return [error]
    for ask in (repr, lambda run: run.results, lambda run: run.value("end_max"),
                lambda run: run.stats, lambda run: run.parameters, lambda run: run.series,
                lambda run: run.table("stats"), lambda run: run.table("none"),
                lambda run: run.simulated_seconds):
        try:
            ask(run)
        except gpufabric.GpufabricError as error:
            errors.append(error)
    return errors


@pytest.mark.parametrize("name", ["run.json", "stats.json"])
def test_json_that_is_something_else_is_named(spoilt, name):
    file = spoilt / name
    document = json.loads(file.read_text())
    named = 0
    for path in places(document):
        for value in WRONG:
            file.write_text(json.dumps(changed(document, path, value)))
            named += any(name in str(error) for error in read_all(spoilt))
    assert named > 25


@pytest.mark.parametrize("name", ["run.json", "stats.json"])
@pytest.mark.parametrize("text", ["[" * DEEP, '{"a":' * DEEP, "1" * 10_000, "\0", "nan"])
def test_json_that_python_cannot_hold_is_named(spoilt, name, text):
    (spoilt / name).write_text(text)
    assert any(name in str(error) for error in read_all(spoilt))


@pytest.mark.parametrize("name", ["run.json", "stats.json", "stats.csv", "series.csv",
                                  "config.resolved.ini"])
def test_random_edits_end_in_errors_of_the_package(spoilt, name):
    file = spoilt / name
    text = file.read_text()
    draw = random.Random(name)
    for _ in range(20):
        letters = list(text[:4000])
        for _ in range(draw.randint(1, 4)):
            at = draw.randrange(len(letters))
            letters[at] = draw.choice(["", ",", '"', "\n", "\0", "9", "-", "e", "{", letters[at] * 3])
        file.write_text("".join(letters))
        read_all(spoilt)


@pytest.mark.parametrize("row", ["0,a,x,1", "-1,a,x,1", "inf,a,x,1", "nan,a,x,1", "1e-300,a,x,1",
                                 "1e-9,a,x,1\n1e9,a,x,1", "1,,,", "2,a,x,1\n1,a,x,1"])
def test_series_without_a_period_are_named(tmp_path, row):
    file = tmp_path / "series.csv"
    file.write_text("time_s,path,name,value\n" + row + "\n")
    try:
        assert len(gpufabric.read_series(file)) == 1, "a sample"
    except gpufabric.DamagedFileError as error:
        assert "series.csv" in str(error)


@pytest.mark.parametrize("seed", ["x", "-1", "", "1e400", "99999999999999999999999"])
def test_a_sweep_without_seeds_is_named(tmp_path, seed):
    (tmp_path / "sweep.csv").write_text(f"a,seed,b,failure\n1,{seed},2,\n")
    with pytest.raises(gpufabric.DamagedFileError, match="sweep.csv"):
        gpufabric.sweep(tmp_path)


LOOP = []
LOOP.append(LOOP)


@pytest.mark.parametrize("call", [
    lambda: gpufabric.load(None), lambda: gpufabric.load(5), lambda: gpufabric.load("a\0b"),
    lambda: gpufabric.sweep(None), lambda: gpufabric.number(None), lambda: gpufabric.number(5),
    lambda: gpufabric.read_series(None), lambda: gpufabric.read_series("a\0b"),
    lambda: gpufabric.find_program(5), lambda: gpufabric.find_program("a\0b"),
    lambda: gpufabric.run(None), lambda: gpufabric.run("a\0b"), lambda: gpufabric.run("pcie_t2", 5),
    lambda: gpufabric.run("pcie_t2", topology=LOOP), lambda: gpufabric.run("pcie_t2", config="a.ini"),
    lambda: gpufabric.run("pcie_t2", config=5), lambda: gpufabric.run("pcie_t2", options="--quiet"),
    lambda: gpufabric.run("pcie_t2", program=5), lambda: gpufabric.run("pcie_t2", x="1" * 5_000_000),
    lambda: gpufabric.run_sweep("pcie_t2", 5), lambda: gpufabric.run_sweep("pcie_t2", config="a"),
    lambda: gpufabric.run_sweep("pcie_t2", seeds=LOOP)])
def test_wrong_arguments_are_errors_of_the_package(call):
    with pytest.raises(gpufabric.GpufabricError) as caught:
        call()
    assert str(caught.value)


def test_errors_stay_those_that_python_has_for_such(pcie):
    with pytest.raises(KeyError, match="no result \"end_mx\"; nearest: end_max"):
        pcie.value("end_mx")
    with pytest.raises(gpufabric.UnknownResultError):
        pcie.value(["end_max"])
    with pytest.raises(ValueError, match="\"much\" is no number"):
        gpufabric.number("much")


def test_a_program_that_prints_no_table_is_named(spoilt, tmp_path):
    other = tmp_path / "other"
    other.write_text("#!/bin/sh\necho nothing\n")
    other.chmod(0o755)
    with pytest.raises(gpufabric.ProgramError, match="printed no table"):
        with pytest.warns(gpufabric.GpufabricWarning):
            gpufabric.load(spoilt, str(other)).links()
