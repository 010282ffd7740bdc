# SPDX-License-Identifier: Apache-2.0
# Holds: python/gpufabric/links.py
"""Topologies and links of runs that the program makes for Python."""

import gpufabric
from conftest import SETTINGS

RING = SETTINGS["pcie_t2"]


def test_topology_is_what_the_program_shows(pcie):
    table = pcie.topology
    assert len(table) == 14
    assert set(table["link"]) == {"pcie"}
    assert table["rate"].tolist() == [15.754e9] * 14
    last = table.iloc[-1]
    assert last[["from", "from_port", "to", "to_number"]].tolist() == ["k80_3", 1, "gpu7", 7]


def test_topology_has_the_parameters_of_the_run(tmp_path):
    run = gpufabric.run("pcie_tree", tmp_path / "run", topology="switch:2,2", **RING,
                        **{"gpu*.rate": "2 GB/s"})
    assert gpufabric.load(tmp_path / "run").topology.equals(run.topology)
    assert len(run.topology) == 6
    assert run.topology["rate"].tolist() == [15.754e9] * 6, "that of the switches, down"
    to_gpus = run.topology["to_kind"] == "gpu"
    assert to_gpus.sum() == 4
    assert (run.topology["back_rate"] == 2e9).tolist() == to_gpus.tolist()


def test_links_have_the_statistics_of_both_directions(pcie):
    links = pcie.links()
    assert len(links) == 2 * len(pcie.topology)
    assert links.index[:2].tolist() == [(0, "there"), (0, "back")]
    for row in links.itertuples():
        assert row.wire_bytes == pcie.stats.at[(row.stats, "wire_bytes"), "value"]
        assert row.busy == pcie.stats.at[(row.stats, "busy"), "value"]
        assert row.load == row.busy / pcie.simulated_seconds
    one = links[(links["from"] == "gpu1") & (links["to"] == "k80_0")].iloc[0]
    assert one["stats"] == "gpu1.egress.tx"
    assert one["rate"] * one["busy"] >= one["wire_bytes"] > 65536
    assert one["stall.no_credit"] == pcie.stats.at[("gpu1.egress", "stall.no_credit"), "value"]
    assert 0 < links["load"].max() <= 1
    assert links["payload_bytes"].sum() > 8 * 65536


def test_links_of_a_network_of_routers_have_no_statistics():
    run = gpufabric.run("dragonfly", **SETTINGS["dragonfly"])
    assert len(run.links()) == 2 * len(run.topology) > 0
    assert run.links()["load"].isna().all()
    assert len(run.table("channels")) > 0


def test_links_without_the_statistics_that_were_left_out():
    run = gpufabric.run("pcie_t2", options=["--stats-of", ""], **RING)
    assert len(run.stats) == 0
    assert len(run.links()) == 28
    assert run.links()["load"].isna().all()
