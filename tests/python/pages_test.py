# SPDX-License-Identifier: Apache-2.0
# Holds: docs/python.md python/examples/first_look.ipynb
"""What docs/python.md shows is what Python says; the example notebook runs."""

import doctest
import os

import nbclient
import nbformat
import pytest

from conftest import SOURCE

NOTEBOOK = SOURCE / "python/examples/first_look.ipynb"


def test_the_page_shows_what_python_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(SOURCE / "docs/python.md"), module_relative=False,
                                     optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0 and tried > 15


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    """The notebook with its outputs, run by a kernel that writes nothing beside."""
    home = tmp_path_factory.mktemp("home")
    environment = {**os.environ, "HOME": str(home), "IPYTHONDIR": str(home),
                   "JUPYTER_RUNTIME_DIR": str(home), "MPLCONFIGDIR": str(home / "matplotlib")}
    environment.pop("MPLBACKEND", None)
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(notebook, kernel_name="python3", timeout=120,
                            resources={"metadata": {"path": str(home)}}).execute(env=environment)
    return notebook


def outputs(notebook, kind):
    """What the cells put out in that form."""
    return [output["data"][kind] for cell in notebook.cells if cell.cell_type == "code"
            for output in cell.outputs if kind in output.get("data", {})]


def test_the_notebook_runs(executed):
    texts = "\n".join(outputs(executed, "text/plain"))
    assert "pcie_t2, seed 1, done" in texts
    assert "plx_b -> k80_2" in texts and "stall.no_credit" in texts
    assert len(outputs(executed, "image/png")) == 2, "two charts"


def test_the_notebook_says_what_its_sweep_shows(executed):
    ends = next(cell for cell in executed.cells if "run_sweep" in cell.source).outputs[0]
    rows = [line.split() for line in ends["data"]["text/plain"].splitlines()[2:]]
    small, large = ([float(word) for word in row[1:]] for row in (rows[0], rows[-1]))
    assert large[0] < small[0] and large[1] < small[1], "0->2 and 1->4 end sooner"
    assert large[2] > small[2] and large[3] > small[3], "3->2 and 6->4 wait longer"


def test_the_notebook_is_kept_without_outputs():
    for cell in nbformat.read(NOTEBOOK, as_version=4).cells:
        if cell.cell_type == "code":
            assert cell.outputs == [] and cell.execution_count is None
