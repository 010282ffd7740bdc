# SPDX-License-Identifier: Apache-2.0
# Holds: python/pyproject.toml python/gpufabric/__init__.py
"""The package installs by pip from a copy of the tree, and then needs the tree no more."""

import os
import re
import shutil
import subprocess
import sys

import gpufabric
from conftest import SOURCE


def test_pip_installs_it(tmp_path, pcie):
    # A copy, as setuptools builds in the tree.
    source = shutil.copytree(SOURCE / "python", tmp_path / "python")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input"]
    # Without a network: what builds it and what it needs is there.
    subprocess.run([*pip, "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation",
                    "--no-cache-dir", "--no-compile", "--target", tmp_path / "site", source],
                   check=True)
    code = ("import gpufabric, sys; run = gpufabric.load(sys.argv[1]); "
            "print(gpufabric.__file__, run.value('communications'))")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    out = subprocess.run([sys.executable, "-c", code, pcie.directory], cwd=tmp_path, check=True,
                         env=environment, stdout=subprocess.PIPE, text=True).stdout
    assert out == f"{tmp_path}/site/gpufabric/__init__.py 8.0\n"
    metadata = next((tmp_path / "site").glob("gpufabric-*.dist-info/METADATA")).read_text()
    assert f"Version: {gpufabric.__version__}\n" in metadata
    assert re.findall(r"Requires-Dist: (\w+)(?!.*extra)", metadata) == ["pandas"]


def test_its_version_is_that_of_the_program():
    project = (SOURCE / "CMakeLists.txt").read_text()
    assert re.search(r"project\(gpufabric VERSION (\S+)", project)[1] == gpufabric.__version__


def test_what_it_offers_has_words():
    for name in gpufabric.__all__:
        offered = getattr(gpufabric, name)
        assert name == "FORMAT" or offered.__doc__, name
