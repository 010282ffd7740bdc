# SPDX-License-Identifier: Apache-2.0
"""stats.json and config.resolved.ini as frames."""

import pandas

from .errors import DamagedFileError
from .files import AGAIN, as_written
from .quantities import number_or_nan

_ESCAPES = {"n": "\n", "t": "\t"}


def _entries(path, document, key):
    """`document[key]` as pairs of names and values."""
    found = document.get(key)
    if not isinstance(found, dict):
        raise DamagedFileError(f'{path}: has no object "{key}"; {AGAIN}')
    return found.items()


def _columns(path, rows, names):
    """For each name, the list of its values in the dicts `rows`."""
    try:
        return {name: [row[name] for row in rows] for name in names}
    except (KeyError, TypeError):
        raise DamagedFileError(
            f"{path}: an entry lacks one of {', '.join(names)}; {AGAIN}") from None


def _frame(path, rows, names, index):
    frame = pandas.DataFrame(_columns(path, rows, names), index=index)
    # null, a rate over no time, becomes NaN; integers become floats, as JSON knows but one number.
    frame["value"] = frame["value"].astype(float)
    return frame


def results_frame(path, document):
    """Index: name. Columns: value, unit."""
    with as_written(path):
        pairs = list(_entries(path, document, "results"))
        index = pandas.Index([name for name, _ in pairs], name="name", dtype=object)
        return _frame(path, [row for _, row in pairs], ["value", "unit"], index)


def stats_frame(path, document):
    """Index: path, name. Columns: value, unit, description."""
    with as_written(path):
        triples = [(where, name, row) for where, group in _entries(path, document, "stats")
                   for name, row in group.items()]
        index = pandas.MultiIndex.from_arrays(
            [[where for where, _, _ in triples], [name for _, name, _ in triples]],
            names=["path", "name"])
        return _frame(path, [row for _, _, row in triples], ["value", "unit", "description"], index)


def _unquoted(text):
    """The value of an INI line: core/text/ini.h quotes values that would be misread otherwise."""
    if not text.startswith('"'):
        return text
    value, rest = "", iter(text[1:-1])
    for sign in rest:
        if sign == "\\":
            sign = next(rest, "")
            sign = _ESCAPES.get(sign, sign)
        value += sign
    return value


def parameters_frame(path, text):
    """Index: name. Columns: value (as text), number (SI; NaN: none), origin, legal, meaning."""
    names, rows, comment = [], [], ""
    for line_number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            comment = line[2:]
        elif line:
            name, equals, value = line.partition("=")
            if not equals:
                raise DamagedFileError(f'{path}:{line_number}: no "name = value"; {AGAIN}')
            value = _unquoted(value.strip())
            # "default; any bytes; meaning", and a meaning may have semicolons of its own.
            origin, legal, meaning = (comment.split("; ", 2) + ["", ""])[:3]
            names.append(name.strip())
            rows.append((value, number_or_nan(value), origin, legal, meaning))
    index = pandas.Index(names, name="name", dtype=object)
    return pandas.DataFrame(rows, index=index,
                            columns=["value", "number", "origin", "legal", "meaning"])
