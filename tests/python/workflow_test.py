# SPDX-License-Identifier: Apache-2.0
# Holds: .github/workflows/gate.yml .github/ISSUE_TEMPLATE/* .ci/run
"""The files that GitHub reads have its form, and the workflow runs the gate that is there."""
import os
import pathlib
import shlex

import pytest
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))


def load(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflow_has_its_form(path):
    workflow = load(path)
    # YAML 1.1 reads the key "on" as true.
    assert {"name", True, "jobs"} <= set(workflow)
    for job in workflow["jobs"].values():
        assert job["runs-on"]
        assert 0 < job["timeout-minutes"] <= 90
        for step in job["steps"]:
            assert ("run" in step) != ("uses" in step), step
            assert "uses" not in step or "@" in step["uses"], "an action without a version"


def test_the_gate_is_run():
    commands = [step["run"] for path in WORKFLOWS for job in load(path)["jobs"].values()
                for step in job["steps"] if "run" in step]
    assert ".ci/run" in commands
    for command in commands:
        program = shlex.split(command)[0]
        assert "/" not in program or os.access(ROOT / program, os.X_OK), program


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_form_of_an_issue(path):
    form = load(path)
    assert form["name"] and form["description"]
    names = [field["id"] for field in form["body"]]
    assert names and len(names) == len(set(names))
    for field in form["body"]:
        assert field["type"] in ("input", "textarea", "dropdown", "checkboxes")
        assert field["attributes"]["label"]


def test_there_are_some():
    assert WORKFLOWS and FORMS and (ROOT / ".github/pull_request_template.md").exists()
