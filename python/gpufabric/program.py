# SPDX-License-Identifier: Apache-2.0
"""The program gpufabric: its path, and its output."""

import os
import re
import shutil
import subprocess

from .errors import ArgumentError, ProgramError, ProgramNotFoundError, raised_as

#: Names the program where it is not on PATH.
VARIABLE = "GPUFABRIC_PROGRAM"


def find_program(program=None):
    """The path of `program`; None: GPUFABRIC_PROGRAM if it is set, else gpufabric on PATH."""
    name = program or os.environ.get(VARIABLE) or "gpufabric"
    with raised_as(ArgumentError, f"program = {name!r}: expected the path of a program"):
        found = shutil.which(name)
    if found is None:
        raise ProgramNotFoundError(
            f"{name}: no such program; build it (scripts/run), then put its directory, "
            f"build/release/bin, on PATH, or its path into {VARIABLE} or program=")
    return found


def call(words, program=None):
    """Runs the program with `words`; returns its exit code, standard output and standard error.

    An exception, such as Ctrl-C, ends the program so that it can still write its files.
    """
    command = [find_program(program), *words]
    with raised_as(ArgumentError, f"{command[0]} cannot be started"):
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, errors="replace")
    with process:
        try:
            out, err = process.communicate()
        except BaseException:
            process.terminate()
            process.communicate()
            raise
    return process.returncode, out, err


def error_of(words, exit_code, err, run=None):
    """The ProgramError that says how the program ended."""
    said = err.strip().removeprefix("gpufabric: ") or f"ended with exit code {exit_code}"
    return ProgramError(f"gpufabric {' '.join(words[:2])}: {said}", exit_code, run)


def output_of(words, program=None):
    """Standard output of the program; raises ProgramError unless its exit code is 0."""
    exit_code, out, err = call(words, program)
    if exit_code != 0:
        raise error_of(words, exit_code, err)
    return out


def table_of(words, program, read):
    """The result of `read` for the program's output; raises ProgramError if `read` fails."""
    out = output_of(words, program)
    try:
        return read(out)
    except (LookupError, TypeError, ValueError) as error:
        raise ProgramError(f"gpufabric {' '.join(words[:2])}: printed no table: {error}", 0) from error


def revision(program):
    """"1af7f193db1d": what run.json of the program's runs has as "revision"."""
    match = re.match(r"gpufabric \S+ \(([^)]*)\)", output_of(["--version"], program))
    return match[1] if match else ""


def text_of(value):
    """A value of a parameter as the program reads it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(text_of(each) for each in value)
    return str(value)


def settings(parameters, text=text_of):
    """The words that give parameters their values, which `text` writes."""
    words = []
    for name, value in parameters.items():
        with raised_as(ArgumentError, f"{name}: its value has no text"):
            words += ["-p", f"{name}={text(value)}"]
    return words


def words_of(name, values):
    """The list `values` of the argument `name` as words; a text is refused."""
    if isinstance(values, (str, bytes)):
        raise ArgumentError(f"{name} = {values!r}: expected a list; write [{values!r}]")
    with raised_as(ArgumentError, f"{name} = {values!r}: expected a list"):
        return [str(value) for value in values]
