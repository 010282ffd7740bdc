# SPDX-License-Identifier: Apache-2.0
# Holds: mkdocs.yml CITATION.cff CONTRIBUTING.md docs/index.md scripts/docs scripts/site/*
# Holds: scripts/draw_waveform scripts/draw_order scripts/pictures
"""The site: its navigation has every page, pages are read as on a code host; waveforms as pictures."""
import importlib.machinery
import importlib.util
import json
import os
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest
import yaml

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


def test_citation_has_what_its_format_requires():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert citation["cff-version"] == "1.2.0" and citation["title"] and citation["message"]
    assert citation["authors"] == [{"name": "The GPUFabric developers"}]
    version = re.search(r"VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text().split("project(")[1])[1]
    assert str(citation["version"]) == version and citation["license"] == "Apache-2.0"


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


def draw(directory, begin="0 ns", end="90 ns", titles="*"):
    (directory / "w.vcd").write_text(
        "$timescale 1 ps $end\n$scope module a $end\n$var wire 1 ! busy $end\n$var wire 8 \" credits [7:0] $end\n"
        "$upscope $end\n$enddefinitions $end\n#0\n0!\nb11 \"\n#30000\n1!\nb1010 \"\n#60000\n0!\n")
    (directory / "w.signals").write_text("# c\n1 the link: a.busy\n2 its credits: a.cred*\n")
    return subprocess.run([sys.executable, ROOT / "scripts/draw_waveform", directory / "w.vcd", directory / "w.signals",
                           begin, end, titles], text=True, capture_output=True)


def test_waveforms_are_drawn(tmp_path):
    drawn = draw(tmp_path)
    assert drawn.returncode == 0, drawn.stderr
    svg = "{http://www.w3.org/2000/svg}"
    picture = ElementTree.fromstring(drawn.stdout)
    texts = [text.text for text in picture.iter(svg + "text")]
    assert "a.busy" in texts and "a.credits: 0 to 10" in texts and "1 the link" in texts and "60 ns" in texts
    bit, = (path.get("d") for path in picture.iter(svg + "path") if path.get("class") == "bit")
    # 300 pixels to the left are names; 90 ns are 900 pixels.
    assert re.fullmatch(r"M300 (\d+)H600V(\d+)H900V\1H1200", bit)
    assert {"3", "10"} <= set(texts)


def test_windows_and_groups_of_waveforms_are_chosen(tmp_path):
    assert "a.busy" not in draw(tmp_path, titles="2*").stdout
    for wrong, message in ((("5 ns", "5 ns"), "5 ns is not before 5 ns"), (("0", "5 ns"), "'0' is no time"),
                           (("0 ns", "5 ns", "3*"), "no group '3*'")):
        failed = draw(tmp_path, *wrong)
        assert failed.returncode == 1 and message in failed.stderr and failed.stdout == ""


def test_changes_that_no_pixel_can_show_become_shares_of_time():
    loader = importlib.machinery.SourceFileLoader("draw_waveform", str(ROOT / "scripts/draw_waveform"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("draw_waveform", loader))
    loader.exec_module(module)
    # One of four ticks is 1, and a pixel has eight ticks.
    changes = [(tick, int(tick % 4 == 0)) for tick in range(8 * module.WIDTH) if tick % 4 < 2]
    low, high, mean, _ = module.pixels(changes, 0, 8 * module.WIDTH)[10]
    assert (low, high, mean) == (0, 1, 0.25)


def test_orders_are_drawn(tmp_path):
    (tmp_path / "communications.csv").write_text(
        "graph,src,dst,bytes,start_ns,end_ns,analytic_end_ns\nother,0,1,1,0,5,5\n"
        "slow,0,1,1,0,1000,2000\nslow,0,2,1,0,3000,4000\nslow,2,0,1,0,1500,1000\nslow,3,1,1,0,10,10\n")
    command = [sys.executable, ROOT / "scripts/draw_order", "slow", tmp_path, "Packets"]
    drawn = subprocess.run(command, text=True, capture_output=True)
    assert drawn.returncode == 0, drawn.stderr
    svg = "{http://www.w3.org/2000/svg}"
    picture = ElementTree.fromstring(drawn.stdout)
    texts = [text.text for text in picture.iter(svg + "text")]
    assert "Analytic model, equation (8): 4 us" in texts and "Packets: 3 us" in texts
    bars = [bar for bar in picture.iter(svg + "rect") if bar.find(svg + "title") is not None]
    first, second, *_ = (float(bar.get("width")) + 1 for bar in bars)
    assert first == pytest.approx(second, abs=0.2), "2 us each in the model"
    assert [bar.get("class") for bar in bars] == ["near", "far", "far", "far"] * 2
    command[2] = "none"
    refused = subprocess.run(command, text=True, capture_output=True)
    assert refused.returncode != 0 and "has no graph 'none'" in refused.stderr
