# SPDX-License-Identifier: Apache-2.0
"""Tables of many runs, which `gpufabric sweep` makes."""

import pathlib
import warnings

from . import files
from .errors import ArgumentError, DamagedFileError, GpufabricWarning, NotARunError, raised_as
from .program import call, error_of, settings, text_of, words_of
from .quantities import number_or_nan
from .running import temporary_directory

_DONE, _SOME_FAILED = 0, 1


def sweep(directory):
    """The sweep whose sweep.csv is in `directory`, as a Sweep.

    Raises NotARunError, DamagedFileError.
    """
    with raised_as(ArgumentError, f"directory = {directory!r}: expected the path of a sweep"):
        directory = pathlib.Path(directory)
    if not (directory / "sweep.csv").is_file():
        hint = "it is a run: gpufabric.load() reads it" if (
            directory / "run.json").is_file() else "gpufabric sweep --outdir DIR writes one"
        raise NotARunError(f"{directory}: not a sweep: it has no sweep.csv; {hint}")
    return Sweep(directory / "sweep.csv")


def _seed(text):
    if not text.isdecimal() or int(text) >= 2**64:
        raise ValueError(f'"{text}" as a seed')
    return int(text)


class Sweep:
    """A sweep's table: one row per point."""

    def __init__(self, path):
        table = files.read_csv(path, "gpufabric sweep writes it", dtype=str, na_values=[])
        names = list(table.columns)
        if "seed" not in names or names[-1] != "failure":
            raise DamagedFileError(f"{path}: lacks a column seed or, at its end, failure")
        behind = names.index("seed") + 1  # A sweep refuses `seed` as a parameter of its own.
        self.axes = names[:behind - 1]  #: Names of the parameters that were given several values.
        self.results = names[behind:-1]  #: Names of the results, which are in SI units.
        numbers = {name: table[name].map(number_or_nan) for name in self.results}
        #: A column an axis (text as given), `seed`, a column a result (NaN: none), `failure` (text,
        #: "": none).
        with files.as_written(path):
            self.table = table.assign(seed=table["seed"].map(_seed).astype("uint64"), **numbers)

    def __repr__(self):
        return (f"<gpufabric.Sweep: {len(self.table)} points of {', '.join(self.axes)}; "
                f"{len(self.failed)} failed>")

    @property
    def failed(self):
        """The rows of points that failed."""
        return self.table[self.table["failure"] != ""]

    @property
    def numbers(self):
        """The table, with an axis in SI numbers ("50 ns" is 5e-8) where all its values are such."""
        table = self.table.copy()
        for axis in self.axes:
            values = table[axis].map(number_or_nan)
            if values.notna().all():
                table[axis] = values
        return table


def run_sweep(platform, outdir=None, *, config=(), options=(), program=None, **axes):
    """Runs `platform` over values of its parameters and returns the Sweep.

    gpufabric.run_sweep("dragonfly", load=[0.1, 0.2], routing=["min", "val"])

    axes     by path or glob; a list is one value an element; a text is what gpufabric sweep -p
             reads, such as "10 ns..100 ns/log:5"
    outdir   None: a temporary directory, which is gone when this returns
    config   files of parameters, which `axes` override
    options  further options of gpufabric sweep, such as ["--repeat", 3, "--jobs", 8]
    program  see find_program()

    Raises ProgramError when there is no table; a GpufabricWarning says that points failed.
    """
    with temporary_directory() as scratch:
        with raised_as(ArgumentError, f"outdir = {outdir!r}: expected the path of a directory"):
            directory = pathlib.Path(scratch + "/sweep" if outdir is None else outdir)
        words = ["sweep", str(platform), "--quiet", "--outdir", str(directory)]
        words += settings(axes, _listed)
        words += [word for file in words_of("config", config) for word in ("--config", file)]
        exit_code, _, err = call([*words, *words_of("options", options)], program)
        if exit_code not in (_DONE, _SOME_FAILED) or not (directory / "sweep.csv").is_file():
            raise error_of(words, exit_code, err)
        if exit_code == _SOME_FAILED:
            warnings.warn(err.strip(), GpufabricWarning, stacklevel=2)
        return sweep(directory)


def _listed(values):
    """A list as the program reads it: what holds a comma or a quote is quoted as in CSV."""
    if not isinstance(values, (list, tuple)):
        return text_of(values)
    texts = map(text_of, values)
    return ",".join('"' + text.replace('"', '""') + '"' if set(text) & set(',"') else text
                    for text in texts)
