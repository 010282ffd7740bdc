# SPDX-License-Identifier: Apache-2.0
"""Exceptions of this package. Each message names the object, its problem and a way out."""

import contextlib

#: What Python, pandas and the standard library raise for values and files that are not as expected.
_STRAY = (ArithmeticError, AttributeError, AssertionError, BufferError, LookupError, OSError,
          RecursionError, TypeError, ValueError)


class GpufabricError(Exception):
    """Base of all below."""


class NotARunError(GpufabricError):
    """A path is not the directory of a run, or not that of a sweep."""


class NewerFormatError(GpufabricError):
    """A run was written in a format that this package does not know yet."""


class MissingFileError(GpufabricError):
    """A run lacks a file: it was not requested, or it was removed."""


class DamagedFileError(GpufabricError):
    """A file of a run cannot be read, or is not in its format."""


class ProgramNotFoundError(GpufabricError):
    """The program gpufabric was not found."""


class ProgramError(GpufabricError):
    """The program gpufabric ended with an error."""

    def __init__(self, message, exit_code, run=None):
        super().__init__(message)
        #: 1 a check within the run failed, 2 usage, 4 deadlock, 5 invalid input file, 130
        #: interrupted, 143 terminated; negative: the signal that killed it.
        self.exit_code = exit_code
        #: The Run with what was written before the error (a deadlock's statistics); None: nothing.
        self.run = run


class ArgumentError(GpufabricError, ValueError):
    """An argument has a type or value that a function does not accept."""


class UnknownResultError(GpufabricError, KeyError):
    """A run has no result of this name."""

    __str__ = Exception.__str__  # KeyError puts its message in quotes.


class GpufabricWarning(UserWarning):
    """A reason to doubt numbers, such as a run without a steady state."""


@contextlib.contextmanager
def raised_as(kind, what):
    """Turns exceptions of Python and pandas into the GpufabricError `kind`, whose text is `what`
    and the exception."""
    try:
        yield
    except GpufabricError:
        raise
    except _STRAY as error:
        raise kind(f"{what}: {type(error).__name__}: {error}") from error
