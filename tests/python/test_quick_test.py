# SPDX-License-Identifier: Apache-2.0
# Holds: scripts/test_quick scripts/test
"""`scripts/test --quick --list` names the unit and contract tests of what has changed, and what has none."""
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def git(repository, *words):
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=repository, check=True)


@pytest.fixture
def repository(tmp_path):
    for name in ["test", "test_quick", "tests_of"]:
        target = tmp_path / "scripts" / name
        target.parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / "scripts" / name, target)
    for name, text in {"core/a.h": "int a;", "core/a.cpp": "int a;", "core/b.h": "int b;", "core/none.h": "int c;",
                       "tests/unit/core/a_test.cpp": "TEST(A, Is)\n", "tests/cli/b_test.cpp": "// Holds: core/b.h\n",
                       "tests/contract/b_test.cpp": "// Holds: core/b.h\n"}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "all")
    return tmp_path


def listed(repository, *words):
    done = subprocess.run(["scripts/test", "--quick", "--list", *words], cwd=repository, text=True, capture_output=True)
    return done.returncode, done.stdout.splitlines(), done.stderr


def test_nothing_has_changed(repository):
    assert listed(repository, "HEAD") == (0, ["test: nothing differs from HEAD"], "")


@pytest.mark.parametrize("changed, found", [
    ("core/a.h", ["tests/unit/core/a_test.cpp"]),
    ("core/b.h", ["tests/contract/b_test.cpp"]),
    ("tests/unit/core/a_test.cpp", ["tests/unit/core/a_test.cpp"]),
    ("tests/cli/b_test.cpp", ["test: nothing to run"]),
    ("core/none.h", ["test: no unit or contract test holds core/none.h", "test: nothing to run"])])
def test_a_change_is_held_by_its_tests(repository, changed, found):
    (repository / changed).write_text("changed")
    assert listed(repository, "HEAD") == (0, found, "")
    git(repository, "commit", "-qam", "changed")
    assert listed(repository, "HEAD~1") == (0, found, "")


def test_a_base_that_is_none_is_refused(repository):
    code, lines, error = listed(repository, "nowhere")
    assert code == 2 and 'no commit "nowhere"' in error
