# SPDX-License-Identifier: Apache-2.0
"""Reads the output of GPUFabric as pandas frames, and runs GPUFabric.

    run = gpufabric.load("out/first")      # or gpufabric.run("pcie_t2", topology="t1")
    run.results, run.stats, run.series, run.parameters, run.topology, run.links()
    gpufabric.sweep("sweep").table          # or gpufabric.run_sweep("dragonfly", load=[0.1, 0.2])

docs/python.md of the source tree describes the package.
"""

from .doubts import Doubt, doubt
from .errors import (ArgumentError, DamagedFileError, GpufabricError, GpufabricWarning,
                     MissingFileError, NewerFormatError, NotARunError, ProgramError,
                     ProgramNotFoundError, UnknownResultError)
from .program import find_program
from .quantities import number
from .running import run
from .saved_run import FORMAT, Run, load
from .series import read_series
from .sweeps import Sweep, run_sweep, sweep

__version__ = "0.1.0"

__all__ = ["ArgumentError", "DamagedFileError", "Doubt", "FORMAT", "GpufabricError",
           "GpufabricWarning", "MissingFileError", "NewerFormatError", "NotARunError",
           "ProgramError", "ProgramNotFoundError", "Run", "Sweep", "UnknownResultError", "doubt",
           "find_program", "load", "number", "read_series", "run", "run_sweep", "sweep"]
