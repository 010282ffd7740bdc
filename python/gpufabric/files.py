# SPDX-License-Identifier: Apache-2.0
"""Files of a run, with errors that name them."""

import json

import pandas

from .errors import DamagedFileError, MissingFileError, raised_as

#: The way out of most of what is wrong with a file.
AGAIN = "make the run again"


def as_written(path):
    """Errors in here become a DamagedFileError about `path`."""
    return raised_as(DamagedFileError, f"{path}: is not in gpufabric's format; {AGAIN}")


def read_text(path, hint):
    """The text of `path`; `hint` says how to get a missing file."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise MissingFileError(f"{path}: no such file; {hint}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise DamagedFileError(f"{path}: cannot be read: {error}; {AGAIN}") from error


def read_json_object(path, hint):
    """The dict that the JSON file `path` holds."""
    try:
        value = json.loads(read_text(path, hint))
    except (ValueError, RecursionError) as error:  # A JSONDecodeError is a ValueError.
        raise DamagedFileError(f"{path}: not JSON: {error}; {AGAIN}") from error
    if not isinstance(value, dict):
        raise DamagedFileError(f"{path}: not a JSON object; {AGAIN}")
    return value


def read_csv(path, hint, **options):
    """The table of the CSV file `path`; `options` are those of pandas.read_csv().

    Only an empty cell is NaN: "none" and "NA" are values that parameters may have. Numbers are
    exactly those that the program wrote.
    """
    options = {"keep_default_na": False, "na_values": [""], "float_precision": "round_trip",
               **options}
    try:
        return pandas.read_csv(path, **options)
    except FileNotFoundError:
        raise MissingFileError(f"{path}: no such file; {hint}") from None
    except (OSError, OverflowError, TypeError, ValueError) as error:  # pandas has ValueErrors
        raise DamagedFileError(f"{path}: not a table: {error}; {AGAIN}") from error
