#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Follows every link of a built site: to files, to headings, to nothing that is loaded from elsewhere.

Usage: check_site.py SITE. mkdocs itself knows neither headings nor links between HTML files.
"""
import os
import sys
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

LOADS = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src")}


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.loaded = set(), [], []
        with open(path, encoding="utf-8") as page:
            self.feed(page.read())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("id", "name"):
                self.ids.add(value)
            if name in ("href", "src") and value:
                self.links.append(value)
                preconnect = tag == "link" and dict(attributes).get("rel") == "canonical"
                if (tag, name) in LOADS and not preconnect:
                    self.loaded.append(value)


def main(site):
    pages = {}
    for folder, _, files in os.walk(site):
        for name in files:
            if name.endswith(".html"):
                path = os.path.normpath(os.path.join(folder, name))
                pages[path] = Page(path)
    broken = []
    for path, page in sorted(pages.items()):
        broken += [f"{path}: loads {url}" for url in page.loaded if urlsplit(url).netloc]
        for link in page.links:
            url = urlsplit(link)
            if url.scheme or url.netloc or path.endswith("404.html"):
                continue
            to = os.path.normpath(os.path.join(os.path.dirname(path), unquote(url.path))) if url.path else path
            # Of Doxygen's pages only that they exist: it makes the anchors itself.
            own = not to.startswith(os.path.join(site, "cpp"))
            if not os.path.exists(to):
                broken.append(f"{path}: no file {link}")
            elif own and url.fragment and to in pages and unquote(url.fragment) not in pages[to].ids:
                broken.append(f"{path}: no heading {link}")
    for line in sorted(set(broken)):
        print("check_site:", line, file=sys.stderr)
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main(os.path.normpath(sys.argv[1]))
