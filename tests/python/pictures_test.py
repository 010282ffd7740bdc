# SPDX-License-Identifier: Apache-2.0
# Holds: scripts/draw_waveform scripts/draw_order scripts/pictures
"""Waveforms and orders of copies as pictures."""
import importlib.machinery
import importlib.util
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from conftest import SOURCE as ROOT


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
