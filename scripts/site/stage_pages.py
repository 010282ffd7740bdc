#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Copies the pages that mkdocs.yml names, and all that they link to, to a directory for mkdocs.

Usage: stage_pages.py ROOT TARGET. The directory has the folders of the repository, so that links
between pages are the same on a code host and in the site. Sources that pages link to become pages
that show them. What Markdown on code hosts and Python-Markdown read differently is written so that
both mean the same: lists need an empty line before them, and four spaces a level.
"""
import itertools
import os
import re
import shutil
import sys

from site_pages import code_spans_hidden, nav_pages

AS_THEY_ARE = (".svg", ".png", ".ipynb", ".json")
LANGUAGES = {".cpp": "cpp", ".h": "cpp", ".ini": "ini", ".py": "python", ".cff": "yaml"}
LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))")
ITEM = re.compile(r"^( *)([-*]|\d+\.) +")
FENCE = re.compile(r"^\s*```")


def lists_as_python_markdown_wants(text):
    """An empty line before a list that follows a paragraph; four spaces a level of nesting."""
    lines, fenced, columns = [], False, []  # columns: where the text of each open item begins
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        if not fenced and line.strip():
            while columns and indent < columns[-1]:
                columns.pop()
        column, left = columns[-1] if columns else 0, " " * 4 * len(columns)
        item = not fenced and ITEM.match(line)
        fenced ^= bool(FENCE.match(line))
        if item and indent < column + 4:
            if not columns and lines and lines[-1].strip() and not in_list(lines):
                lines.append("")
            columns.append(item.end())
            line = left + line.lstrip()
        elif line.strip():
            line = left + line[min(column, indent):]
        lines.append(line)
    return "\n".join(lines)


def in_list(lines):
    """Whether the paragraph that `lines` end with belongs to a list item."""
    paragraph = itertools.takewhile(str.strip, reversed(lines))
    return any(ITEM.match(line) for line in paragraph)


def shown(source, name):
    """A page that shows a source file."""
    language = LANGUAGES.get(os.path.splitext(name)[1], "text")
    return f"# {name}\n\n````{language}\n{source}````\n"


class Stage:
    def __init__(self, root, target):
        self.root, self.target, self.done = root, target, set()

    def write(self, name, text):
        path = os.path.join(self.target, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)

    def read(self, name):
        with open(os.path.join(self.root, name), encoding="utf-8") as page:
            return page.read()

    def add(self, name):
        """Adds a file and what it links to; gives the name that links to it shall have."""
        path = os.path.join(self.root, name)
        if os.path.isdir(path):
            return self.folder(name)
        is_page, as_it_is = name.endswith(".md"), name.endswith(AS_THEY_ARE)
        staged = name if is_page or as_it_is else name + ".md"
        if name in self.done or not os.path.exists(path):
            return staged  # mkdocs names what is not there
        self.done.add(name)
        if as_it_is:
            os.makedirs(os.path.join(self.target, os.path.dirname(name)), exist_ok=True)
            shutil.copyfile(path, os.path.join(self.target, name))
        elif is_page:
            self.write(name, self.page(name))
        else:
            self.write(staged, shown(self.read(name), name))
        return staged

    def folder(self, name):
        """Adds a folder's README.md, or else a list of its files: what a code host shows of it."""
        page = os.path.join(name, "README.md")
        if page in self.done or os.path.exists(os.path.join(self.root, page)):
            return self.add(page)
        self.done.add(page)
        files = sorted(entry.name for entry in os.scandir(os.path.join(self.root, name)) if entry.is_file())
        links = [f"- [{file}]({os.path.relpath(self.add(os.path.join(name, file)), name)})\n" for file in files]
        self.write(page, f"# {name}\n\n" + "".join(links))
        return page

    def page(self, name):
        folder = os.path.dirname(name)

        def link(match):
            if "://" in match[2] or match[2].startswith("mailto:"):
                return match[0]
            staged = self.add(os.path.normpath(os.path.join(folder, match[2])))
            return match[1] + os.path.relpath(staged, folder or ".") + match[3]

        text = self.read(name)
        return lists_as_python_markdown_wants(code_spans_hidden(text, LINK, link))


def main(root, target):
    stage = Stage(root, target)
    for name in nav_pages(os.path.join(root, "mkdocs.yml")):
        if not name.startswith("reference/"):
            stage.add(name)


if __name__ == "__main__":
    main(*sys.argv[1:])
