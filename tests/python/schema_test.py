# SPDX-License-Identifier: Apache-2.0
# Holds: docs/schemas/run.schema.json docs/schemas/stats.schema.json
"""What every platform writes is what the published schemas say, and they say all of it."""

import copy
import json

import jsonschema
import pytest

import gpufabric
from conftest import SETTINGS, SOURCE
from gpufabric import program

PLATFORMS = [entry["name"] for entry in json.loads(program.output_of(["list", "--json"]))]


def schema(name):
    return json.loads((SOURCE / f"docs/schemas/{name}.schema.json").read_text())


def closed(part):
    """The schema, but with nothing beside what it names: so that it names what is written."""
    if isinstance(part, list):
        return [closed(each) for each in part]
    if not isinstance(part, dict):
        return part
    part = {name: closed(each) for name, each in part.items()}
    if "required" in part:
        part["additionalProperties"] = False
    return part


VALIDATORS = {name: jsonschema.Draft202012Validator(closed(schema(name)))
              for name in ("run", "stats")}


def errors_of(directory, name):
    document = json.loads((directory / f"{name}.json").read_text())
    found = VALIDATORS[name].iter_errors(document)
    return [f"{error.json_path}: {error.message}" for error in found]


@pytest.mark.parametrize("name", VALIDATORS)
def test_schemas_are_schemas(name):
    jsonschema.Draft202012Validator.check_schema(schema(name))


@pytest.mark.parametrize("platform", PLATFORMS)
def test_every_platform_writes_what_the_schemas_say(platform, tmp_path):
    run = gpufabric.run(platform, tmp_path / "run", **SETTINGS.get(platform, {}))
    assert errors_of(run.directory, "run") == []
    assert errors_of(run.directory, "stats") == []
    assert len(run.results) > 0 and len(run.stats) > 0
    assert run.results["unit"].map(len).min() > 0
    assert len(run.topology) == len(run.links()) / 2


def test_inputs_are_in_the_schema(tmp_path):
    graphs = SOURCE / "docs/examples/graphs.csv"
    run = gpufabric.run("pcie_t2", tmp_path / "run", graphs=graphs, options=["--stop-at", "1 us"])
    assert run.record["inputs"][0]["file"] == "inputs/graphs.csv"
    assert errors_of(run.directory, "run") == []


def test_partial_results_are_in_the_schema(tmp_path):
    with pytest.raises(gpufabric.ProgramError):
        gpufabric.run("torus", tmp_path / "run", x=8, y=8, z=8, options=["--max-wall", "0.1 s"],
                      **{"measurement.period": 1000000})
    assert errors_of(tmp_path / "run", "run") == []
    assert errors_of(tmp_path / "run", "stats") == []


STAT = ("stats", "gpu0", "tlps")
RESULT = ("results", "end_max")


@pytest.mark.parametrize("name, where, value", [
    ("run", ("format",), 2), ("run", ("format",), None), ("run", ("seed",), -1),
    ("run", ("exit_code",), 2), ("run", ("simulated_seconds",), "1 us"), ("run", ("host",), None),
    ("run", ("files",), ["stats.json"]), ("run", ("inputs",), [{"parameter": "graphs"}]),
    ("run", ("date",), "yesterday"), ("run", ("something_new",), 1),
    ("stats", (*RESULT, "unit"), "us"), ("stats", (*RESULT, "unit"), None),
    ("stats", (*RESULT, "value"), "fast"), ("stats", (*STAT, "unit"), "%"),
    ("stats", (*STAT, "description"), ""), ("stats", (*STAT, "more"), 1),
    ("stats", ("stats",), [])])
def test_schemas_refuse_what_is_wrong(pcie, name, where, value):
    """Sets one entry, or removes it (None)."""
    document = json.loads((pcie.directory / f"{name}.json").read_text())
    assert VALIDATORS[name].is_valid(document)
    part = wrong = copy.deepcopy(document)
    for step in where[:-1]:
        part = part[step]
    part.pop(where[-1], None)
    if value is not None:
        part[where[-1]] = value
    assert not VALIDATORS[name].is_valid(wrong)


def test_entries_that_a_later_program_adds_are_no_error(pcie):
    for name in VALIDATORS:
        document = json.loads((pcie.directory / f"{name}.json").read_text())
        jsonschema.Draft202012Validator(schema(name)).validate({**document, "something_new": 1})


def test_the_package_reads_the_format_of_the_schema():
    assert schema("run")["properties"]["format"]["const"] == gpufabric.FORMAT
