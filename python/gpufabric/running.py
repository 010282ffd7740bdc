# SPDX-License-Identifier: Apache-2.0
"""Makes a run with the program."""

import pathlib
import tempfile
import warnings

from .errors import ArgumentError, GpufabricError, GpufabricWarning, raised_as
from .program import call, error_of, settings, words_of
from .saved_run import Run

_DONE, _NOT_STEADY = 0, 3


def temporary_directory():
    """A directory that is removed with the object."""
    with raised_as(GpufabricError, "a temporary directory cannot be made; set TMPDIR"):
        return tempfile.TemporaryDirectory(prefix="gpufabric-")


def run(platform, outdir=None, *, series=None, config=(), options=(), program=None, **parameters):
    """Runs `platform` and returns the Run.

    gpufabric.run("pcie_t2", topology="t1", **{"rc.hop_latency": "200 ns"}, series="10 us")

    parameters  as for gpufabric run -p: path or glob; lists are joined with commas
    outdir      a new or empty directory; None: a temporary one, removed with the Run
    series      sampling period of Run.series; None: no series
    config      files of parameters, which `parameters` override
    options     further options of gpufabric run, such as ["--timeline", "--stop-at", "1 ms"]
    program     see find_program()

    Raises ProgramError when the program ends with an error; its `run` is the partial run, if
    there is one. A run without a steady state (exit code 3) is returned, with a GpufabricWarning.
    """
    keep_alive = temporary_directory() if outdir is None else None
    with raised_as(ArgumentError, f"outdir = {outdir!r}: expected the path of a directory"):
        directory = pathlib.Path(outdir if keep_alive is None else keep_alive.name + "/run")
    words = ["run", str(platform), "--quiet", *settings(parameters), "--outdir", str(directory)]
    words += [word for file in words_of("config", config) for word in ("--config", file)]
    words += ["--series", str(series)] if series is not None else []
    exit_code, _, err = call([*words, *words_of("options", options)], program)
    if exit_code not in (_DONE, _NOT_STEADY):
        raise error_of(words, exit_code, err, _left(directory, exit_code, program, keep_alive))
    if exit_code == _NOT_STEADY:
        warnings.warn(err.strip(), GpufabricWarning, stacklevel=2)
    return Run(directory, program, keep_alive)


def _left(directory, exit_code, program, keep_alive):
    """The run in `directory` if it has this exit code, and is not an older run; or None."""
    try:
        left = Run(directory, program, keep_alive)
    except GpufabricError:
        return None
    return left if left.exit_code == exit_code else None
