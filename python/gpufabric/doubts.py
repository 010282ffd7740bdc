# SPDX-License-Identifier: Apache-2.0
"""What `gpufabric doubt` found, with tornado charts."""

import html
import math
import pathlib

import pandas

from .errors import ArgumentError, UnknownResultError, raised_as
from .files import as_written, read_json_object

_SHOWN_BARS = 14
_PREFIXES = ("", "k", "M", "G", "T", "P", "f", "p", "n", "u", "m")  # by power of 1000; from -5
_BARS, _ROW, _LETTER = 380, 22, 6.6  # px: width of all bars, height of one, mean width of a letter
_STYLE = """body{font:14px system-ui,sans-serif;max-width:1000px;margin:2em auto;padding:0 1em}
table{border-collapse:collapse}td,th{padding:3px 12px;text-align:left;border-bottom:1px solid #ccc}
svg{max-width:100%;font-size:12px}.bar{fill:#4a7ebb}.low{fill:#fff;stroke:#000}line{stroke:#666}"""


def doubt(directory="doubt"):
    """The Doubt whose doubt.json is in `directory`.

    Raises MissingFileError, DamagedFileError.
    """
    with raised_as(ArgumentError, f"directory = {directory!r}: expected the path of a doubt"):
        return Doubt(pathlib.Path(directory) / "doubt.json")


def engineering(value, unit):
    """A number to read, of four digits, as the program prints it: (1.234e-6, "s") is "1.234 us"."""
    if value is None:
        return "-"
    if unit not in ("s", "B", "B/s", "Hz"):
        text = f"{float(f'{value:.4g}'):.15g}"
        return text if unit in ("", "ratio", "count") else f"{text} {unit}"
    exponent = int(f"{value:.3e}".split("e")[1]) if value else 0
    power = min(max(math.floor(exponent / 3), -5 if unit == "s" else 0), 5)
    return f"{value / 1000.0 ** power:.4g} {_PREFIXES[power]}{unit}"


class Doubt:
    """What `gpufabric doubt` found: results with ranges, and the guesses that matter for them."""

    def __init__(self, path):
        #: All of doubt.json.
        self.record = read_json_object(path, "gpufabric doubt --outdir DIR writes it")
        self.directory = path.parent
        with as_written(path):
            columns = ["unit", "default", "p05", "median", "p95", "mean", "explained"]
            #: Index: name, the most uncertain first. Ranges are from 5 % to 95 % of the runs.
            self.results = pandas.DataFrame(self.record["results"]).set_index("name")[columns]
            #: One row per result and guess that matters, the strongest first: its share of the
            #: variance alone and in total (with others), and the result's mean at both ends.
            self.effects = pandas.DataFrame(
                [[result["name"], effect["guess"], effect["first_order"]["value"],
                  *(effect["total"][key] for key in ("value", "low", "high")),
                  effect["mean_at_low"], effect["mean_at_high"]]
                 for result in self.record["results"] for effect in result["effects"]],
                columns=["result", "guess", "alone", "total", "total_p05", "total_p95", "at_low",
                         "at_high"])
            self._guesses = {guess["name"]: guess for guess in self.record["guesses"]}

    def __repr__(self):
        return (f"<gpufabric.Doubt: {self.record['platform']}, {self.record['runs']} runs, "
                f"{len(self.results)} results>")

    def _bars(self, result):
        """The rows of effects of `result`, and a function from its values to 0 ... 1."""
        if result not in self.results.index:
            raise UnknownResultError(f"{result}: no such result; there are "
                                     f"{', '.join(self.results.index[:8])}")
        bars = self.effects[self.effects["result"] == result].head(_SHOWN_BARS)
        values = [self.results.at[result, "mean"], *bars["at_low"], *bars["at_high"]]
        least, span = min(values), max(values) - min(values)
        return list(bars.itertuples()), lambda value: (value - least) / span if span else 0.0

    def range_text(self, result):
        """"12.18 % (3.583 % ... 12.18 %)": the value with the defaults, and the range."""
        row = self.results.loc[result]
        return "{} ({} ... {})".format(*(engineering(row[key], row["unit"])
                                         for key in ("default", "p05", "p95")))

    def tornado(self, result, width=40):
        """A bar of text per guess, from the result's mean at its low end (-) to that at its high
        end (+), around the mean of all runs (|); then the shares alone and with others."""
        bars, place = self._bars(result)
        names = max((len(bar.guess) for bar in bars), default=0)
        lines = [f"{result}: {self.range_text(result)}"]
        for bar in bars:
            low, mean, high = (round(place(value) * (width - 1)) for value in
                               (bar.at_low, self.results.at[result, "mean"], bar.at_high))
            drawn = [" "] * width
            drawn[min(low, high):max(low, high) + 1] = "=" * (abs(high - low) + 1)
            drawn[low], drawn[high] = "-", "+"
            drawn[mean] = "|"
            lines.append(f"  {bar.guess:<{names}}  {''.join(drawn)}  {_shares(bar)}")
        return "\n".join(lines)

    def svg(self, result):
        """The same as a picture; the mark of the guess's low end is hollow."""
        bars, place = self._bars(result)
        unit, mean = self.results.at[result, "unit"], self.results.at[result, "mean"]
        left = 20 + _LETTER * max((len(bar.guess) for bar in bars), default=0)
        bottom = 10 + _ROW * len(bars)

        def x(value):
            return round(left + _BARS * place(value), 1)

        parts = [f'<line x1="{x(mean)}" x2="{x(mean)}" y1="6" y2="{bottom}"/>']
        for row, bar in enumerate(bars):
            y, low, high = 10 + _ROW * row, x(bar.at_low), x(bar.at_high)
            guess = self._guesses[bar.guess]
            tip = "{}: {} at {}, {} at {}".format(
                bar.guess, engineering(bar.at_low, unit), guess["low"],
                engineering(bar.at_high, unit), guess["high"])
            parts.append(
                f'<text x="{left - 10}" y="{y + 15}" text-anchor="end">'
                f'{html.escape(bar.guess)}</text><rect class="bar" x="{min(low, high)}" '
                f'y="{y + 4}" width="{abs(high - low) or 1}" height="{_ROW - 8}">'
                f'<title>{html.escape(tip)}</title></rect>'
                f'<circle class="low" cx="{low}" cy="{y + _ROW / 2}" r="4"/>'
                f'<text x="{left + _BARS + 14}" y="{y + 15}">{_shares(bar)}</text>')
        ends = [value for bar in bars for value in (bar.at_low, bar.at_high)] or [mean]
        for value in {min(ends), mean, max(ends)}:
            parts.append(f'<text x="{x(value)}" y="{bottom + 16}" text-anchor="middle">'
                         f'{html.escape(engineering(value, unit))}</text>')
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + _BARS + 240} '
                f'{bottom + 24}" width="{left + _BARS + 240}">{"".join(parts)}</svg>')

    def page(self):
        """doubt.html: tables and charts in one file that needs no network."""
        record, escape = self.record, html.escape
        failures = [[f"{one['runs']} runs", one["failure"]] for one in record["failures"]]
        results = [[name, self.range_text(name), f"{100 * row.explained:.0f} %"]
                   for name, row in self.results.iterrows()]
        guesses = [[guess["name"], guess["default"],
                    f"{guess['low']} ... {guess['high']}" if guess["varied"] else "stays",
                    guess["why"]] for guess in record["guesses"]]
        charts = "".join(f"<h3>{escape(name)}: {escape(self.range_text(name))}</h3>{self.svg(name)}"
                         for name in self.effects["result"].unique())
        title = escape(f"Which assumptions of {record['platform']} matter")
        return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>{_STYLE}</style></head>
<body>
<h1>{title}</h1><p>{record["runs"]} runs: <code>{escape(record["command"])}</code></p>
{_table("Runs that failed", ["", "reason"], failures)}
{_table("Results", ["result", "default (5 % ... 95 % of the runs)", "explained"], results)}
<p>{escape(record["note"])}</p>
<h2>Which guesses matter</h2><p>A bar goes from the mean of the runs at the low end of the guess
(hollow mark) to that at its high end; the line is the mean of all runs. Numbers: the share of the
variance that the guess causes alone, and with others, with the 5 % to 95 % interval of a
bootstrap.</p>
{charts}{_table("Guesses", ["guess", "default", "range", "why"], guesses)}
</body></html>
"""


def _shares(bar):
    return f"{bar.alone:.2f}, {bar.total:.2f} ({bar.total_p05:.2f} ... {bar.total_p95:.2f})"


def _table(title, head, rows):
    cells = ["".join(f"<td>{html.escape(cell)}</td>" for cell in row) for row in rows]
    return "" if not rows else (
        f"<h2>{title}</h2><table><tr>{''.join(f'<th>{name}</th>' for name in head)}</tr>\n" +
        "".join(f"<tr>{row}</tr>\n" for row in cells) + "</table>")
