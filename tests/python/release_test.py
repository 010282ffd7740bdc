# SPDX-License-Identifier: Apache-2.0
# Holds: scripts/release CHANGELOG.md CITATION.cff
"""A release is tagged from what the tree says, or refused with a reason."""
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def git(repository, *words):
    return subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=repository, check=True,
                          text=True, capture_output=True).stdout


@pytest.fixture
def repository(tmp_path):
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts/release", tmp_path / "scripts")
    shutil.copy(ROOT / "CITATION.cff", tmp_path)
    shutil.copy(ROOT / "CMakeLists.txt", tmp_path)
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 0.1.0, 2026-12-01\n\n### A\n- first\n\n## 0.0.9, 2025-01-01\n- old\n")
    git(tmp_path, "init", "-q")
    git(tmp_path, "config", "user.name", "a")
    git(tmp_path, "config", "user.email", "a@b")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "all")
    return tmp_path


def release(repository, *words):
    return subprocess.run(["scripts/release", *words], cwd=repository, text=True, capture_output=True)


def test_the_tag_has_the_section_of_its_version(repository):
    done = release(repository)
    assert done.returncode == 0, done.stderr
    message = git(repository, "tag", "-l", "--format=%(contents)", "v0.1.0")
    assert message.startswith("GPUFabric 0.1.0\n") and "### A\n- first" in message and "old" not in message
    assert "the tag v0.1.0 exists" in release(repository).stderr


@pytest.mark.parametrize("file, before, after, reason", [
    ("CHANGELOG.md", ", 2026-12-01", ", unreleased", "has no date"),
    ("CHANGELOG.md", "## 0.1.0", "## 0.2.0", 'no section "## 0.1.0, DATE"'),
    ("CITATION.cff", "version: 0.1.0", "version: 0.0.9", "CITATION.cff: version is not 0.1.0")])
def test_what_disagrees_is_refused(repository, file, before, after, reason):
    path = repository / file
    path.write_text(path.read_text().replace(before, after))
    git(repository, "commit", "-qam", "changed")
    refused = release(repository)
    assert refused.returncode == 1 and reason in refused.stderr
    assert git(repository, "tag") == ""


def test_uncommitted_changes_are_refused(repository):
    (repository / "new").write_text("")
    assert "not committed" in release(repository).stderr


def test_notes_of_this_tree_can_be_read():
    notes = subprocess.run([ROOT / "scripts/release", "--notes"], text=True, capture_output=True, check=True).stdout
    assert notes.startswith("## ") and "\n- " in notes
    lines = (ROOT / "CHANGELOG.md").read_text().split("\n## ")[1].splitlines()
    assert len(lines) <= 40, "a section of the changelog is what a user gets, in 40 lines at most"
