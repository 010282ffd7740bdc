# SPDX-License-Identifier: Apache-2.0
# Holds: .github/workflows/gate.yml .pre-commit-config.yaml .clang-tidy
"""The files that GitHub reads have its form, and the workflow runs the gate that is there."""
import os
import pathlib
import re
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


def test_hooks_are_programs_that_are_here():
    hooks = [hook for repository in load(ROOT / ".pre-commit-config.yaml")["repos"] for hook in repository["hooks"]]
    for hook in hooks:
        program = hook["entry"].split()[0]
        assert hook["language"] == "system" and (program == "clang-format" or os.access(ROOT / program, os.X_OK)), hook
        assert re.compile(hook.get("files", ".*"))


def test_clang_tidy_has_a_list_of_checks():
    checks = load(ROOT / ".clang-tidy")["Checks"].replace(" ", "").split(",")
    assert checks[0] == "-*" and len(checks) == len(set(checks))
