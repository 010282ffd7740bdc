// SPDX-License-Identifier: Apache-2.0
#include "workloads/collectives/channel_graph_xml.h"

#include "tests/support/errors.h"
#include "tests/support/import_texts.h"
#include "tests/support/machine_reading.h"
#include "tests/support/matchers.h"
#include "tests/support/mutations.h"
#include "tlm_models/machine/machine_presets.h"
#include "workloads/collectives/channel_search.h"

namespace gf::model::channel_graph_xml_test {
namespace {

using import_texts::replaced;
using machine_reading::read;

const std::string kMachine =
    "ranks = gpu2, gpu1, gpu0\n[rc]\nkind = root_complex\nchildren = gpu[0..2], nic[0..1]\n"
    "[nic[0..1]]\nkind = nic\n";
const std::string kFile =
    "<graphs version=\"1\">\n"
    "  <graph id=\"0\" pattern=\"4\" crossnic=\"1\" nchannels=\"1\" speedintra=\"17.5\" "
    "speedinter=\"12\" latencyinter=\"0\" typeintra=\"NVL\" typeinter=\"PXN\" "
    "samechannels=\"1\">\n"
    "    <channel>\n"
    "      <net dev=\"0\"/>\n      <gpu dev=\"0\"/>\n      <gpu dev=\"2\"/>\n"
    "      <gpu dev=\"1\"/>\n      <net dev=\"1\"/>\n"
    "    </channel>\n  </graph>\n</graphs>\n";

std::vector<ChannelGraph> graphs_of(const std::string& text) {
  return read_channel_graphs(read_xml(text, "g.xml"), read(kMachine));
}
std::string refusal(const std::string& from, const std::string& to) {
  return test::error_of([&] { graphs_of(replaced(kFile, from, to)); });
}

TEST(ChannelGraphXml, DevicesBecomeRanks) {
  if (!reads_xml()) GTEST_SKIP() << "without pugixml";
  for (const std::string& text : {kFile, replaced(kFile, "<gpu dev=\"2\"", "<gpu dev=\"0x2\"")}) {
    const std::vector<ChannelGraph> graphs = graphs_of(text);
    ASSERT_EQ(graphs.size(), 1u);
    const ChannelGraph& graph = graphs.front();
    EXPECT_EQ(graph.pattern, ChannelPattern::kRing);
    EXPECT_EQ(graph.intra, core::gigabytes_per_second(17.5));
    EXPECT_EQ(graph.inter, core::gigabytes_per_second(12));
    EXPECT_EQ(graph.type_inter, ChannelPath::kPxn);
    EXPECT_TRUE(graph.same_channels);
    EXPECT_EQ(graph.cross_nic, 1u);
    EXPECT_THAT(graph.channels.front().ranks, ElementsAre(2u, 0u, 1u)) << "gpu2 is rank 0";
    EXPECT_EQ(graph.channels.front().exit, 1u);
  }
}

TEST(ChannelGraphXml, WhatIsWrittenIsReadBack) {
  if (!reads_xml()) GTEST_SKIP() << "without pugixml";
  for (const bool between_nodes : {false, true}) {
    const MachinePlan plan = make_machine("dgx1_v100");
    const std::vector<ChannelGraph> made{
        search_channels(plan, ChannelPattern::kRing, between_nodes).graph,
        search_channels(plan, ChannelPattern::kBalancedTree, between_nodes).graph};
    const std::string text = channel_graphs_xml(made, plan);
    const auto back = read_channel_graphs(read_xml(text, "g.xml"), plan);
    ASSERT_EQ(back.size(), 2u);
    EXPECT_EQ(back[0].channels, made[0].channels);
    EXPECT_EQ(back[1].channels, made[1].channels);
    EXPECT_EQ(channel_graphs_xml(back, plan), text);
  }
}

TEST(ChannelGraphXml, OlderAndOtherFormsAreRead) {
  if (!reads_xml()) GTEST_SKIP() << "without pugixml";
  EXPECT_EQ(graphs_of(replaced(kFile, " latencyinter=\"0\"", "")).front().latency_inter, 0);
  EXPECT_EQ(graphs_of(replaced(kFile, "NVL", "XGMI")).front().type_intra, ChannelPath::kNvlink);
  const std::string head =
      replaced(replaced(replaced(kFile, "pattern=\"4\"", "pattern=\"5\""), "<gpu dev=\"2\"/>", ""),
               "<gpu dev=\"1\"/>", "");
  EXPECT_THAT(graphs_of(head).front().channels.front().ranks, ElementsAre(2u));
}

TEST(ChannelGraphXml, RefusesDamageWithItsLine) {
  if (!reads_xml()) GTEST_SKIP() << "without pugixml";
  EXPECT_EQ(refusal("nchannels=\"1\"", "nchannels=\"2\""),
            "g.xml:2: nchannels=\"2\" of a <graph> with 1 channels; expected the number of its "
            "<channel> elements; the file may be cut off");
  EXPECT_EQ(refusal("<gpu dev=\"2\"/>", "<gpu dev=\"7\"/>"),
            "g.xml:6: dev=\"7\" of <gpu>; expected a GPU of this machine: 2, 1, 0; is it the "
            "machine of this file?");
  EXPECT_THAT(refusal("<net dev=\"1\"/>", "<net dev=\"0x\"/>"), StartsWith("g.xml:8: dev=\"0x\""));
  EXPECT_EQ(refusal("<gpu dev=\"2\"/>", "<gpu dev=\"0\"/>"),
            "g.xml:6: GPU 0 is in the channel twice; expected each GPU of the machine once");
  EXPECT_THAT(refusal("      <gpu dev=\"2\"/>\n", ""),
              StartsWith("g.xml:3: a channel of 2 GPUs; expected each of the machine's 3 GPUs"));
  EXPECT_THAT(refusal("<net dev=\"1\"/>", ""), StartsWith("g.xml:3: a channel with 1 <net>"));
  EXPECT_THAT(refusal("version=\"1\"", "version=\"2\""),
              StartsWith("g.xml:1: version=\"2\" of <graphs>; expected version=\"1\""));
  EXPECT_EQ(refusal("pattern=\"4\"", "pattern=\"9\""),
            "g.xml:2: pattern=\"9\" of <graph>; expected 1 ... 6");
  EXPECT_EQ(refusal(" typeintra=\"NVL\"", ""),
            "g.xml:2: <graph> has no typeintra; expected LOC, NVL, NVB, C2C, PIX, PXB, P2C, PXN, "
            "PHB or SYS");
  EXPECT_THAT(refusal("speedintra=\"17.5\"", "speedintra=\"nan\""),
              HasSubstr("speedintra=\"nan\""));
  EXPECT_THAT(refusal("graphs", "system"), HasSubstr("no graph file of NCCL"));
  EXPECT_THAT(test::error_of([] { graphs_of(kFile.substr(0, 300)); }), HasSubstr("not XML"));
}

TEST(ChannelGraphXml, NoDamageEndsTheProgram) {
  if (!reads_xml()) GTEST_SKIP() << "without pugixml";
  const std::vector<std::string> words{
      "<gpu dev=\"", "\"/>",         "</channel>",       "<channel>",           "0x",
      "-1",          "nchannels=\"", "<net dev=\"1\"/>", "18446744073709551616"};
  test::fuzz("graphs", {kFile}, words, 1000, [](const std::string& text) { graphs_of(text); });
}

}  // namespace
}  // namespace gf::model::channel_graph_xml_test
