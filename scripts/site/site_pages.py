# SPDX-License-Identifier: Apache-2.0
"""What the site's scripts and its test share: the navigation of mkdocs.yml, text outside code."""
import re

import yaml

CODE = re.compile(r"^( *)```.*?^\1```|^    .*?$|`[^`\n]*`", re.DOTALL | re.MULTILINE)


class Loader(yaml.SafeLoader):
    """Reads mkdocs.yml without making the Python objects that it names."""


Loader.add_multi_constructor("tag:yaml.org,2002:python/", lambda loader, suffix, node: suffix)


def nav_pages(config):
    """The pages that the navigation names, in its order."""
    with open(config, encoding="utf-8") as file:
        return list(_leaves(yaml.load(file, Loader)["nav"]))


def _leaves(nav):
    if isinstance(nav, str):
        yield nav
    else:
        for entry in nav.values() if isinstance(nav, dict) else nav:
            yield from _leaves(entry)


def code_spans_hidden(text, pattern, replace):
    """re.sub(pattern, replace, text), but within blocks and spans of code."""
    parts, at = [], 0
    for code in CODE.finditer(text):
        parts += [pattern.sub(replace, text[at:code.start()]), code[0]]
        at = code.end()
    return "".join(parts) + pattern.sub(replace, text[at:])
