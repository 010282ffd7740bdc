# SPDX-License-Identifier: Apache-2.0
"""A directory that `gpufabric run --outdir` wrote."""

import difflib
import functools
import pathlib
import warnings

from . import files, frames, links
from . import program as programs
from .errors import (ArgumentError, DamagedFileError, GpufabricWarning, NewerFormatError,
                     NotARunError, UnknownResultError, raised_as)
from .series import read_series

#: Of the files of a run, as their run.json says; docs/schemas/ of the source tree describes it.
FORMAT = 1

_MAKE_ONE = "gpufabric run PLATFORM --outdir DIR writes one"
_RECORDED = {"platform": str, "seed": int, "exit_code": int, "exit_reason": str, "partial": bool,
             "files": list}


def load(directory, program=None):
    """The run in `directory`, as a Run.

    `program` is who its topology is asked of, see find_program(). Raises NotARunError,
    NewerFormatError or DamagedFileError. Files beside run.json are read, and missed, when they are
    first asked for.
    """
    return Run(directory, program)


def _checked_record(directory):
    """What run.json of `directory` holds, if it is that of a run which this package can read."""
    if not directory.is_dir():
        raise NotARunError(f"{directory}: is no directory; {_MAKE_ONE}")
    if not (directory / "run.json").is_file():
        hint = "it is a sweep: gpufabric.sweep() reads it" if (
            directory / "sweep.csv").is_file() else _MAKE_ONE
        raise NotARunError(f"{directory}: not a run: it has no run.json; {hint}")
    record = files.read_json_object(directory / "run.json", _MAKE_ONE)
    if record.get("program") != "gpufabric":
        raise NotARunError(f"{directory}: its run.json is not one of gpufabric; {_MAKE_ONE}")
    form = record.get("format", FORMAT)  # Programs before the first format that has a number.
    if not isinstance(form, int) or form > FORMAT:
        raise NewerFormatError(
            f"{directory}: is of format {form}, written by gpufabric {record.get('version')}; this "
            f"package reads formats up to {FORMAT}; install the one in python/ of that version")
    for name, kind in _RECORDED.items():
        if name not in record:
            raise DamagedFileError(f"{directory / 'run.json'}: lacks \"{name}\"; {files.AGAIN}")
        if not isinstance(record[name], kind):
            raise DamagedFileError(
                f"{directory / 'run.json'}: \"{name}\" is no {kind.__name__}; {files.AGAIN}")
    return record


class Run:
    """The output of a run as pandas frames.

    Numbers are in SI units (s, B, B/s) or in the unit beside them. A frame is read when it is first
    asked for and then kept: copy it before changing it.
    """

    def __init__(self, directory, program=None, keep_alive=None):
        #: Where the run is.
        with raised_as(ArgumentError, f"directory = {directory!r}: expected the path of a run"):
            self.directory = pathlib.Path(directory)
        #: run.json as a dict: command, date, revision, wall_seconds, inputs, ...
        self.record = _checked_record(self.directory)
        self.platform = self.record["platform"]
        self.seed = self.record["seed"]
        self.exit_code = self.record["exit_code"]  #: 0: done; see gpufabric help run.
        self.exit_reason = self.record["exit_reason"]  #: "done", or why it ended.
        self.partial = self.record["partial"]  #: Whether results cover less than was asked for.
        #: Simulated time when the run ended, s; None: the run is of a program that did not say.
        self.simulated_seconds = self.record.get("simulated_seconds")
        self._program = program
        self._keep_alive = keep_alive  # The temporary directory of run() lasts as long as the Run.

    def __repr__(self):
        return (f"<gpufabric.Run {str(self.directory)!r}: {self.platform}, seed {self.seed}, "
                f"{self.exit_reason.splitlines()[0] if self.exit_reason else self.exit_code}>")

    @functools.cached_property
    def _document(self):
        return files.read_json_object(self.directory / "stats.json", files.AGAIN)

    @functools.cached_property
    def results(self):
        """Results of the run. Index: name. Columns: value, unit. NaN: a rate over zero time."""
        return frames.results_frame(self.directory / "stats.json", self._document)

    def value(self, name):
        """The result `name` as a float. Raises UnknownResultError, a KeyError, with the nearest
        names."""
        if isinstance(name, str) and name in self.results.index:
            return float(self.results.at[name, "value"])
        near = ", ".join(difflib.get_close_matches(str(name), self.results.index, 3, 0.3)) or "none"
        raise UnknownResultError(f'{self.directory}: no result "{name}"; nearest: {near}')

    @functools.cached_property
    def stats(self):
        """Statistics of the components. Index: path, name. Columns: value, unit, description."""
        return frames.stats_frame(self.directory / "stats.json", self._document)

    @functools.cached_property
    def parameters(self):
        """Every parameter. Index: name. Columns: value (its text), number (SI units, NaN where the
        text is none), origin ("default", "command line", ...), legal, meaning."""
        path = self.directory / "config.resolved.ini"
        return frames.parameters_frame(path, files.read_text(path, files.AGAIN))

    @functools.cached_property
    def series(self):
        """Statistics by time. Index: time_s. Columns: path, name. Raises MissingFileError unless
        the run was made with --series T. See read_series()."""
        return read_series(self.directory / "series.csv")

    def table(self, name):
        """The table `name`.csv of the run: "communications", "links", "channels", "kernels", ...
        Raises MissingFileError, which names the existing tables."""
        there = sorted(file[:-4] for file in map(str, self.record["files"])
                       if file.endswith(".csv"))
        return files.read_csv(self.directory / f"{name}.csv", f"there is {', '.join(there)}")

    @functools.cached_property
    def topology(self):
        """The machine: one row per link.

        Columns: from, to (and their kind, number, port); link (its kind); lanes; rate and back_rate
        (B/s); stats and back_stats (paths of each direction's statistics).

        It comes from the program (see find_program()) with the parameters of this run, so the
        program should have the same revision; a warning says if it does not.
        """
        config = self.directory / "config.resolved.ini"
        files.read_text(config, files.AGAIN)
        found = programs.find_program(self._program)
        self._check_revision(found)
        words = ["topology", self.platform, "--csv", "--config", str(config)]
        return programs.table_of(words, found, links.topology_frame)

    def _check_revision(self, found):
        mine, its = self.record.get("revision"), programs.revision(found)
        if mine != its:
            text = (f"{self.directory}: is of revision {mine}, {found} is of {its}: the topology "
                    "may differ")
            warnings.warn(text, GpufabricWarning, stacklevel=4)

    def links(self):
        """One row per direction of each link, with its statistics.

        Index: link_number (its row in topology), direction ("there", "back"). Columns: those of
        topology; statistics of the sender: wire_bytes, payload_bytes (B), busy (s), packets,
        replays, ...; total time that its head packets waited, by cause: stall.no_credit,
        stall.link_busy, ... (s); load: busy divided by the simulated time.

        NaN: the platform has no such statistic (networks of routers count flits: see
        table("channels")), or --stats-of left it out.
        """
        with files.as_written(self.directory):
            return links.links_frame(self.topology, self.stats, self.simulated_seconds)
