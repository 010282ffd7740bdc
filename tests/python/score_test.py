# SPDX-License-Identifier: Apache-2.0
# Holds: scripts/score scripts/validation papers/record.csv
"""The score in README.md and docs/experiments.md is what the program's record gives."""
import csv
import json
import os
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def tree(tmp_path):
    """A tree with one claim, a record of another, and pages without a score."""
    for folder in ("scripts", "papers/p20", "questions", "measurements", "docs"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(ROOT / "scripts/score", tmp_path / "scripts")
    (tmp_path / "papers/record.csv").write_text("id,simulated,revision\np.old,1,abc\n")
    (tmp_path / "papers/p20/rows.csv").write_text("id,quantity\np.old,a\np.new,b\n")
    for folder in ("questions", "measurements"):
        (tmp_path / folder / "rows.csv").write_text("id,quantity\n")
    return tmp_path


def report(tmp_path, revision="def", failure=""):
    """A report of one finished experiment."""
    folder = tmp_path / "report"
    folder.mkdir()
    measured = [{"id": "p.new", "simulated": 0.1 + 0.2, "failure": failure}]
    (folder / "results.json").write_text(json.dumps(
        {"revision": revision, "experiments": [{"finished": True, "measurements": measured}]}))
    return folder


def score(tree, *words):
    return subprocess.run([tree / "scripts/score", *words], text=True, capture_output=True)


def test_values_of_a_report_join_the_record_with_its_revision(tree, tmp_path):
    done = score(tree, "--from", report(tmp_path))
    assert done.returncode == 0, done.stderr
    with (tree / "papers/record.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["id"] for row in rows] == ["p.old", "p.new"]
    assert rows[1] == {"id": "p.new", "simulated": repr(0.1 + 0.2), "revision": "def"}


def test_a_report_of_no_committed_revision_is_refused(tree, tmp_path):
    done = score(tree, "--from", report(tmp_path, revision="def-dirty"))
    assert done.returncode == 1
    assert "commit and build it first" in done.stderr
    assert "p.new" not in (tree / "papers/record.csv").read_text()


def test_an_experiment_that_failed_to_run_is_not_kept(tree, tmp_path):
    assert score(tree, "--from", report(tmp_path, failure="no run")).returncode == 0
    assert "p.new" not in (tree / "papers/record.csv").read_text()


def test_the_pages_show_the_score_of_the_record():
    program = os.environ["GPUFABRIC_PROGRAM"]
    done = subprocess.run([ROOT / "scripts/score", "--check", "--program", program], text=True, capture_output=True)
    assert done.returncode == 0, done.stderr


def test_the_validation_page_shows_the_record():
    program = os.environ["GPUFABRIC_PROGRAM"]
    done = subprocess.run([ROOT / "scripts/validation", "--check", program], text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
