# SPDX-License-Identifier: Apache-2.0
"""Plots of two numbers against each other, both axes logarithmic, as SVG for scripts/validation and scripts/field_plot."""
import html
import math

SIZE, LEFT, TOP = 400, 46, 12  # of the square that holds the points, and its place, in pixels


def plot(points, title, style, across, up, key=(), band=None):
    """An SVG of `points` (x, y, class, words, address): `across` and `up` name the axes.

    key: (class, words) of a legend; band: a factor whose lines go beside the diagonal.
    """
    exponents = [math.log10(v) for p in points for v in p[:2]]
    low, high = math.floor(min(exponents)), math.ceil(max(exponents))
    span = max(high - low, 1)

    def place(value):
        return SIZE * (math.log10(value) - low) / span

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + SIZE + 14} {TOP + SIZE + 44}" role="img">',
           f"<title>{html.escape(title)}</title>", style,
           f'<rect x="{LEFT}" y="{TOP}" width="{SIZE}" height="{SIZE}"/>',
           f'<line x1="{LEFT}" y1="{TOP + SIZE}" x2="{LEFT + SIZE}" y2="{TOP}"/>']
    if band:
        off = SIZE * math.log10(band) / span
        for x, y in [(0, off), (off, 0)]:
            out.append(f'<line class="band" x1="{LEFT + x:.1f}" y1="{TOP + SIZE - y:.1f}" '
                       f'x2="{LEFT + SIZE - y:.1f}" y2="{TOP + x:.1f}"/>')
    for exponent in range(low, high + 1, max(1, span // 6)):
        at = SIZE * (exponent - low) / span
        label = f"1e{exponent}" if abs(exponent) > 3 else f"{10.0 ** exponent:g}"
        out.append(f'<text x="{LEFT + at:.1f}" y="{TOP + SIZE + 16}" text-anchor="middle">{label}</text>')
        out.append(f'<text x="{LEFT - 5}" y="{TOP + SIZE - at + 4:.1f}" text-anchor="end">{label}</text>')
    out.append(f'<text x="{LEFT + SIZE / 2}" y="{TOP + SIZE + 36}" text-anchor="middle">{across}</text>')
    out.append(f'<text x="{LEFT + 8}" y="{TOP + 18}">{up}</text>')
    for x, y, kind, words, address in points:
        circle = (f'<circle class="{kind}" r="4" cx="{LEFT + place(x):.1f}" cy="{TOP + SIZE - place(y):.1f}">'
                  f"<title>{html.escape(words)}</title></circle>")
        out.append(f'<a href="{address}">{circle}</a>')
    for i, (kind, words) in enumerate(key):
        y = TOP + SIZE - 12 - 17 * (len(key) - 1 - i)
        out.append(f'<a><circle class="{kind}" r="4" cx="{LEFT + SIZE - 148}" cy="{y}"/></a>'
                   f'<text x="{LEFT + SIZE - 138}" y="{y + 4}">{words}</text>')
    return "\n".join(out) + "\n</svg>\n"
