# SPDX-License-Identifier: Apache-2.0
# Holds: CITATION.cff
"""How the program is cited."""
import re

import yaml

from conftest import SOURCE as ROOT


def test_citation_has_what_its_format_requires():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert citation["cff-version"] == "1.2.0" and citation["title"] and citation["message"]
    assert citation["authors"] == [{"name": "The GPUFabric developers"}]
    version = re.search(r"VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text().split("project(")[1])[1]
    assert str(citation["version"]) == version and citation["license"] == "Apache-2.0"
