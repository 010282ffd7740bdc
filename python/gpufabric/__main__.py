# SPDX-License-Identifier: Apache-2.0
"""python3 -m gpufabric doubt [DIR]: charts of DIR/doubt.json (default: doubt/doubt.json)

Prints a tornado chart of every result that a guess matters for, and writes DIR/doubt.html.
"""

import sys

from .doubts import doubt
from .errors import GpufabricError, raised_as


def main(words):
    """Prints the charts of a directory and writes its page, whole or not at all."""
    if words[:1] != ["doubt"] or len(words) > 2:
        sys.exit(__doc__)
    try:
        found = doubt(*words[1:])
        page = found.directory / "doubt.html"
        with raised_as(GpufabricError, f"{page}: cannot be written"):
            part = page.with_suffix(".part")
            part.write_text(found.page(), encoding="utf-8")
            part.replace(page)
    except GpufabricError as error:
        sys.exit(f"gpufabric: {error}")
    for name in found.effects["result"].unique():
        print(found.tornado(name), end="\n\n")
    print(f"shares of the variance: guess alone, with others (5 % ... 95 %); {page}")


main(sys.argv[1:])
