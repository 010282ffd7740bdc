# SPDX-License-Identifier: Apache-2.0
"""What the tests of the Python package share: runs of small machines, and files to spoil."""

import json
import os
import pathlib
import shutil

import pytest

import gpufabric

SOURCE = pathlib.Path(__file__).resolve().parents[2]

#: Small enough for a test; a platform that is not here runs as it is.
SETTINGS = {
    "pcie_t1": {"workload": "ring:bytes=64 KiB"},
    "pcie_t2": {"workload": "ring:bytes=64 KiB"},
    "pcie_tree": {"workload": "ring:bytes=64 KiB"},
    "dragonfly": {"p": 1, "a": 2, "h": 1},
    "torus": {"x": 2, "y": 2, "z": 1},
    "fat_tree": {"k": 2, "n": 2},
    "hyperx": {"l": 1, "s": 2, "t": 2},
    "nvlink_node": {"workload": f"file:{SOURCE}/tests/python/tiny.workload"},
    "gpu_node": {"workload": f"file:{SOURCE}/tests/python/tiny.workload"},
    "proact": {"app.bytes": "64 KiB", "iterations": 1},
    "apenet_node": {"max": "1 KiB"},
    "apenet_cluster": {"max": "1 KiB"},
    "apenet_hsg": {"shape": "2x1x1"},
    "apenet_bfs": {"app.scale": 8},
}


@pytest.fixture(scope="session", autouse=True)
def empty_store(tmp_path_factory):
    """Sweeps keep their runs here and find none of another day; nor do the user's defaults count."""
    os.environ["GPUFABRIC_STORE"] = str(tmp_path_factory.mktemp("store"))
    os.environ["GPUFABRIC_DEFAULTS"] = "none"


@pytest.fixture(scope="session")
def pcie(tmp_path_factory):
    """A run of pcie_t2 with a series."""
    return gpufabric.run("pcie_t2", tmp_path_factory.mktemp("pcie") / "run", series="2 us",
                         **SETTINGS["pcie_t2"])


@pytest.fixture
def spoilt(pcie, tmp_path):
    """A copy of that run, to change."""
    return pathlib.Path(shutil.copytree(pcie.directory, tmp_path / "spoilt"))


def edit_json(path, **changes):
    """Sets entries of the JSON object in `path`."""
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))
