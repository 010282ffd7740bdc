# SPDX-License-Identifier: Apache-2.0
"""The links of the machine, and the statistics of each direction."""

import io
import math

import pandas

_ENDS = ["from", "from_kind", "from_number", "from_port", "to", "to_kind", "to_number", "to_port"]
_TEXTS = ["from", "from_kind", "to", "to_kind", "link", "stats", "back_stats"]
_COUNTS = ["from_number", "from_port", "to_number", "to_port", "lanes"]


def topology_frame(text):
    """The output of `gpufabric topology --csv`: one row per link, rates in bytes per second."""
    # Where no link has a rate or a number, the column is empty, and still one of numbers.
    types = {**dict.fromkeys(_TEXTS, str), **dict.fromkeys(_COUNTS, "Int64"),
             "rate": float, "back_rate": float}
    absent = {name: [""] for name in [*_COUNTS, "rate", "back_rate"]}
    table = pandas.read_csv(io.StringIO(text), dtype=types, keep_default_na=False, na_values=absent,
                            float_precision="round_trip")
    if not {*_ENDS, *types} <= set(table.columns):
        raise ValueError(f"its columns are {', '.join(table.columns)}")
    return table


def _directions(topology):
    """One row per direction: there and back of the first link, of the next, ..."""
    turned = {end: end.replace("from", "to") if end.startswith("from") else
              end.replace("to", "from", 1) for end in _ENDS}
    there = topology.drop(columns=["back_rate", "back_stats"])
    back = topology.drop(columns=["rate", "stats"]).rename(
        columns={**turned, "back_rate": "rate", "back_stats": "stats"})
    both = pandas.concat([there, back[there.columns]], keys=["there", "back"],
                         names=["direction", "link_number"])
    return both.swaplevel().sort_index(level="link_number", sort_remaining=False, kind="stable")


def _at(stats, paths):
    """The statistics at `paths`: a column per name, a row per path, NaN where there is none."""
    known = stats["value"][stats.index.get_level_values("path").isin(set(paths) - {""})]
    return known.unstack("name").reindex(paths)


def links_frame(topology, stats, simulated_seconds):
    """See Run.links()."""
    table = _directions(topology)
    sent = _at(stats, table["stats"])
    # Who sends on a link keeps its packets' waits one level above the wire.
    waits = _at(stats, table["stats"].str.rpartition(".")[0])
    waits = waits[[name for name in waits.columns if name.startswith("stall.")]]
    for frame in (sent, waits):
        for name in frame.columns:
            table[name] = frame[name].to_numpy()
    table["load"] = math.nan
    if "busy" in table and simulated_seconds:
        table["load"] = table["busy"] / simulated_seconds
    return table
