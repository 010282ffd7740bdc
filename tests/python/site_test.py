# SPDX-License-Identifier: Apache-2.0
# Holds: mkdocs.yml docs/index.md scripts/site/*
"""The site: its navigation has every page, pages are read as on a code host."""
import json
import os
import re
import subprocess
import sys

import pytest

from conftest import SOURCE as ROOT

sys.path.insert(0, str(ROOT / "scripts/site"))

import check_site  # noqa: E402
import site_pages  # noqa: E402
import stage_pages  # noqa: E402


@pytest.fixture(scope="module")
def nav():
    return site_pages.nav_pages(ROOT / "mkdocs.yml")


def platforms():
    return [p["name"] for p in json.loads(subprocess.check_output([os.environ["GPUFABRIC_PROGRAM"], "list", "--json"]))]


def test_navigation_has_every_page_and_no_other(nav):
    assert len(nav) == len(set(nav))
    pages = {str(page.relative_to(ROOT)) for page in (ROOT / "docs").rglob("*.md")}
    pages |= {str(page.relative_to(ROOT)) for page in (ROOT / "hw").rglob("README.md")}
    assert pages - set(nav) == set(), "not in the navigation of mkdocs.yml"
    written = {name for name in nav if name.startswith("reference/")}
    assert [name for name in nav if name not in written and not (ROOT / name).exists()] == []


def test_navigation_has_every_platform(nav):
    """The pages that reference_pages.py writes: two for each platform, and one for a machine of a cluster."""
    for name in platforms():
        assert f"reference/platforms/{name}.md" in nav
    assert {f"reference/parameters/{name}.md" for name in [*platforms(), "cluster_dgx1_v100"]} == {
        name for name in nav if name.startswith("reference/parameters/")}


def test_index_has_every_page_of_docs():
    text = (ROOT / "docs/index.md").read_text()
    for page in (ROOT / "docs").rglob("*.md"):
        name = str(page.relative_to(ROOT / "docs"))
        assert name == "index.md" or f"({name})" in text, name


def test_lists_mean_the_same_as_on_a_code_host():
    staged = stage_pages.lists_as_python_markdown_wants
    assert staged("Of these:\n- a\n  goes on\n- b\n") == "Of these:\n\n- a\n    goes on\n- b\n"
    assert staged("1. a\n   - b\n2. c\n") == "1. a\n    - b\n2. c\n"
    assert staged("- a\n\n  ```\n  - code\n  ```\n") == "- a\n\n    ```\n    - code\n    ```\n"
    assert staged("```\ntext\n- no list\n```\n") == "```\ntext\n- no list\n```\n"


def test_staged_pages_keep_their_links_and_show_sources(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/a.md").write_text("[b](../b/README.md#x), [c](c.cpp), `[d](d.md)`, [e](../b), [f](https://f.g/h), "
                                       "[i](../i)\n")
    (tmp_path / "docs/c.cpp").write_text("int c;\n")
    (tmp_path / "i").mkdir()
    (tmp_path / "i/k.ini").write_text("[k]\n")
    (tmp_path / "b").mkdir()
    (tmp_path / "b/README.md").write_text("# x\n![p](../docs/p.svg)\n")
    (tmp_path / "docs/p.svg").write_text("<svg/>")
    (tmp_path / "mkdocs.yml").write_text("nav: [Page: docs/a.md, Made: reference/r.md]\nx: !!python/object/apply:y.z {}\n")
    stage_pages.main(str(tmp_path), str(tmp_path / "out"))
    assert (tmp_path / "out/docs/a.md").read_text() == (
        "[b](../b/README.md#x), [c](c.cpp.md), `[d](d.md)`, [e](../b/README.md), [f](https://f.g/h), "
        "[i](../i/README.md)\n")
    assert (tmp_path / "out/i/README.md").read_text() == "# i\n\n- [k.ini](k.ini.md)\n", "as a code host lists it"
    assert (tmp_path / "out/i/k.ini.md").exists()
    assert "````cpp\nint c;\n````" in (tmp_path / "out/docs/c.cpp.md").read_text()
    assert (tmp_path / "out/docs/p.svg").read_text() == "<svg/>"


def test_broken_links_of_a_site_are_named(tmp_path, capsys):
    (tmp_path / "a.html").write_text('<p id="x"></p><a href="a.html#x"></a><a href="#y"></a><a href="b.html"></a>'
                                     '<script src="https://c.d/e.js"></script>')
    with pytest.raises(SystemExit) as ended:
        check_site.main(str(tmp_path))
    assert ended.value.code == 1
    errors = capsys.readouterr().err
    assert "no heading #y" in errors and "no file b.html" in errors and "loads https://c.d/e.js" in errors
    assert errors.count("\n") == 3
