// SPDX-License-Identifier: Apache-2.0
#include "workloads/collectives/channel_graph_xml.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "core/base/printable.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "workloads/collectives/channel_names.h"

namespace gf::model {
namespace {

constexpr unsigned kMostFileChannels = 64;  // NCCL's MAXCHANNELS

/// Reads one <graph> after the other.
class GraphReader {
 public:
  explicit GraphReader(const MachinePlan& plan)
      : gpus_(gpu_numbers(plan)), nics_(nic_numbers(plan)) {}

  ChannelGraph read(const XmlNode& node) const {
    ChannelGraph graph;
    graph.pattern = static_cast<ChannelPattern>(integer(node, "pattern", 1, 6));
    graph.cross_nic = integer(node, "crossnic", 0, 2);
    graph.same_channels = integer(node, "samechannels", 0, 1) == 1;
    graph.intra = core::gigabytes_per_second(number(node, "speedintra"));
    graph.inter = core::gigabytes_per_second(number(node, "speedinter"));
    if (!node.at("latencyinter").empty()) graph.latency_inter = number(node, "latencyinter");
    graph.type_intra = path(node, "typeintra");
    graph.type_inter = path(node, "typeinter");
    const unsigned count = integer(node, "nchannels", 0, kMostFileChannels);
    for (const XmlNode& child : node.children)
      if (child.name == "channel") graph.channels.push_back(channel(child, graph.pattern));
    if (graph.channels.size() != count)
      node.place.fail(fmt::format("nchannels=\"{}\" of a <graph> with {} channels", count,
                                  graph.channels.size()),
                      "the number of its <channel> elements; the file may be cut off");
    return graph;
  }

 private:
  [[noreturn]] static void refuse(const XmlNode& node, const std::string& attribute,
                                  const std::string& legal) {
    const std::string& text = node.at(attribute);
    node.place.fail(
        text.empty() ? fmt::format("<{}> has no {}", node.name, attribute)
                     : fmt::format("{}=\"{}\" of <{}>", attribute, core::excerpt(text), node.name),
        legal);
  }
  static unsigned integer(const XmlNode& node, const std::string& attribute, unsigned least,
                          unsigned most) {
    const auto value = core::parse_number<unsigned>(node.at(attribute));
    if (!value || *value < least || *value > most)
      refuse(node, attribute, fmt::format("{} ... {}", least, most));
    return *value;
  }
  static double number(const XmlNode& node, const std::string& attribute) {
    constexpr double kMost = 1e6;
    const auto value = core::parse_number<double>(node.at(attribute));
    if (!value || !(*value >= 0 && *value <= kMost)) refuse(node, attribute, "a number, 0 or more");
    return *value;
  }
  static ChannelPath path(const XmlNode& node, const std::string& attribute) {
    if (node.at(attribute) == "XGMI") return ChannelPath::kNvlink;
    const auto found = channel_path(node.at(attribute));
    if (!found) refuse(node, attribute, std::string(kChannelPaths));
    return *found;
  }
  /// Place of a device's number in `known`.
  static unsigned device(const XmlNode& node, const std::vector<unsigned>& known) {
    std::string_view text = node.at("dev");
    const bool hexadecimal = core::begins_with(text, "0x");
    if (hexadecimal) text.remove_prefix(2);
    unsigned value = 0;
    const auto [stop, error] =
        std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
    const auto found = std::find(known.begin(), known.end(), value);
    if (error != std::errc() || stop != text.data() + text.size() || found == known.end()) {
      std::vector<std::string> names;
      for (const unsigned one : known) names.push_back(std::to_string(one));
      refuse(node, "dev",
             fmt::format("a {} of this machine: {}; is it the machine of this file?",
                         node.name == "gpu" ? "GPU" : "NIC", core::first_of(names, 16, ", ")));
    }
    return static_cast<unsigned>(found - known.begin());
  }

  CollectiveChannel channel(const XmlNode& node, ChannelPattern pattern) const {
    CollectiveChannel channel;
    std::vector<unsigned> nics;
    for (const XmlNode& child : node.children) {
      if (child.name == "net") nics.push_back(device(child, nics_));
      if (child.name != "gpu") continue;
      const unsigned rank = device(child, gpus_);
      if (std::count(channel.ranks.begin(), channel.ranks.end(), rank) != 0)
        child.place.fail(fmt::format("GPU {} is in the channel twice", gpus_[rank]),
                         "each GPU of the machine once");
      channel.ranks.push_back(rank);
    }
    const bool only_head = pattern == ChannelPattern::kNvls && channel.ranks.size() == 1;
    if (channel.ranks.size() != gpus_.size() && !only_head)
      node.place.fail(fmt::format("a channel of {} GPUs", channel.ranks.size()),
                      fmt::format("each of the machine's {} GPUs once; for a part of them, a "
                                  "machine file of that part",
                                  gpus_.size()));
    if (nics.size() == 1 || nics.size() > 2)
      node.place.fail(fmt::format("a channel with {} <net>", nics.size()),
                      "two, by which it enters and leaves the node, or none");
    if (!nics.empty()) channel.entry = nics.front();
    if (!nics.empty()) channel.exit = nics.back();
    return channel;
  }

  const std::vector<unsigned> gpus_;
  const std::vector<unsigned> nics_;
};

unsigned id_of(ChannelPattern pattern) {
  switch (pattern) {
    case ChannelPattern::kRing:
      return 0;
    case ChannelPattern::kNvls:
      return 3;
    case ChannelPattern::kCollnetDirect:
      return 4;
    default:
      return 1;
  }
}

}  // namespace

std::vector<ChannelGraph> read_channel_graphs(const XmlNode& root, const MachinePlan& plan) {
  if (root.name != "graphs")
    root.place.fail(fmt::format("<{}> is no graph file of NCCL", core::excerpt(root.name)),
                    "<graphs>, as NCCL_GRAPH_DUMP_FILE writes");
  if (root.at("version") != "1")
    root.place.fail(fmt::format("version=\"{}\" of <graphs>", core::excerpt(root.at("version"))),
                    "version=\"1\", as NCCL 2.6 to 2.30 write");
  const GraphReader reader(plan);
  std::vector<ChannelGraph> graphs;
  for (const XmlNode& child : root.children)
    if (child.name == "graph") graphs.push_back(reader.read(child));
  return graphs;
}

std::string channel_graphs_xml(const std::vector<ChannelGraph>& graphs, const MachinePlan& plan) {
  const std::vector<unsigned> gpus = gpu_numbers(plan), nics = nic_numbers(plan);
  std::string text = "<graphs version=\"1\">\n";
  const auto out = std::back_inserter(text);
  const auto gigabytes = [](core::ByteRate rate) { return rate.bytes_per_second() / 1e9; };
  for (const ChannelGraph& graph : graphs) {
    fmt::format_to(out,
                   "  <graph id=\"{}\" pattern=\"{}\" crossnic=\"{}\" nchannels=\"{}\" "
                   "speedintra=\"{:g}\" speedinter=\"{:g}\" latencyinter=\"{:g}\" "
                   "typeintra=\"{}\" typeinter=\"{}\" samechannels=\"{}\">\n",
                   id_of(graph.pattern), static_cast<int>(graph.pattern), graph.cross_nic,
                   graph.channels.size(), gigabytes(graph.intra), gigabytes(graph.inter),
                   graph.latency_inter, to_text(graph.type_intra), to_text(graph.type_inter),
                   graph.same_channels ? 1 : 0);
    for (const CollectiveChannel& channel : graph.channels) {
      const auto net = [&](const std::optional<unsigned>& nic) {
        if (nic) fmt::format_to(out, "      <net dev=\"{:#x}\"/>\n", nics[*nic]);
      };
      text += "    <channel>\n";
      net(channel.entry);
      for (const unsigned rank : channel.ranks)
        fmt::format_to(out, "      <gpu dev=\"{:#x}\" rank=\"{}\"/>\n", gpus[rank], rank);
      net(channel.exit);
      text += "    </channel>\n";
    }
    text += "  </graph>\n";
  }
  return text + "</graphs>\n";
}

}  // namespace gf::model
