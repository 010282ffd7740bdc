#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes offline.js of a built site: with it the search works where pages are opened from a disk.

Usage: offline_search.py SITE. Browsers refuse a page from a disk to fetch files and to start workers
from files, but not from text that a script brought along.
"""
import glob
import json
import os
import sys

SCRIPT = """var __search = {{index: Promise.resolve({index})}};
(function() {{
  const FromFile = Worker, text = {worker};
  window.Worker = function() {{ return new FromFile(URL.createObjectURL(new Blob([text]))); }};
}})();
"""


def main(site):
    with open(os.path.join(site, "search", "search_index.json"), encoding="utf-8") as index, \
         open(*glob.glob(os.path.join(site, "assets/javascripts/workers/search.*.js")), encoding="utf-8") as worker, \
         open(os.path.join(site, "offline.js"), "w", encoding="utf-8") as out:
        out.write(SCRIPT.format(index=index.read(), worker=json.dumps(worker.read())))


if __name__ == "__main__":
    main(sys.argv[1])
