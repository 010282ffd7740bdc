// SPDX-License-Identifier: Apache-2.0
#include "sc_main/inspect/machine_channels.h"

#include <algorithm>
#include <fmt/format.h>
#include <iostream>

#include "core/base/error.h"
#include "core/text/text_table.h"
#include "workloads/collectives/channel_compare.h"
#include "workloads/collectives/channel_file.h"
#include "workloads/collectives/channel_graph_xml.h"
#include "workloads/collectives/channel_names.h"
#include "workloads/collectives/channel_search.h"
#include "workloads/schedule/collectives/library_choice.h"

namespace gf::app {
namespace {

using model::ChannelGraph;
using model::ChannelPattern;

/// Names of devices, for the numbers that channels have.
struct Names {
  explicit Names(const model::MachinePlan& plan) {
    for (const unsigned gpu : plan.of_kind(model::DeviceKind::kGpu))
      gpus.push_back(plan.devices[gpu].name);
    for (const unsigned nic : plan.nics()) nics.push_back(plan.devices[nic].name);
  }
  [[nodiscard]] std::string ring(const model::CollectiveChannel& channel) const {
    std::string text;
    for (const unsigned rank : channel.ranks) text += (text.empty() ? "" : " ") + gpus[rank];
    return text;
  }
  [[nodiscard]] std::string nic(const std::optional<unsigned>& number) const {
    return number ? nics[*number] : "";
  }
  std::vector<std::string> gpus, nics;
};

/// "12 rings of 20 GB/s = 240 GB/s"; "12 rings" if a log does not tell their rate.
std::string summary(const ChannelGraph& graph) {
  std::string text = fmt::format("{} {}{}", graph.channels.size(), to_text(graph.pattern),
                                 graph.channels.size() == 1 ? "" : "s");
  if (graph.intra != core::ByteRate())
    text += fmt::format(" of {} = {}", core::to_text(graph.intra), core::to_text(graph.total()));
  return text;
}

void note_budget(const model::ChannelSearch& search) {
  if (search.out_of_budget && search.graph.total() < search.bound)
    std::cerr << fmt::format(
        "gpufabric: the search ended after {} steps, as NCCL's does; other rings may carry more\n",
        search.steps);
}

void write_table(std::ostream& out, const model::MachinePlan& plan,
                 const model::ChannelSearch& search) {
  const ChannelGraph& graph = search.graph;
  out << summary(graph) << "; links allow " << core::to_text(search.bound) << '\n';
  const Names names(plan);
  std::vector<std::string> head{"channel", "GPUs in order", ">GB/s", "path"};
  if (search.between_nodes) head = {"channel", "in", "GPUs in order", "out", ">GB/s", "path"};
  core::TextTable table(head);
  for (std::size_t i = 0; i < graph.channels.size(); ++i) {
    const model::CollectiveChannel& channel = graph.channels[i];
    const std::string rate = fmt::format("{:g}", graph.intra.bytes_per_second() / 1e9);
    std::string path(to_text(graph.type_intra));
    if (!search.between_nodes) {
      table.add_row({std::to_string(i), names.ring(channel), rate, path});
      continue;
    }
    path += fmt::format(", NIC {}", to_text(graph.type_inter));
    table.add_row({std::to_string(i), names.nic(channel.entry), names.ring(channel),
                   names.nic(channel.exit), rate, path});
  }
  table.print(out);
}

/// The graph of the file that is like `ours`.
ChannelGraph graph_of_file(const std::filesystem::path& file, const model::MachinePlan& plan,
                           ChannelPattern pattern) {
  for (ChannelGraph& graph : model::read_channel_file(file.string(), plan))
    if (graph.pattern == pattern) return std::move(graph);
  core::fail_input(file.string(), 0, "has no graph with rings",
                   "a <graph> of pattern=\"4\" with channels");
}

void write_comparison(std::ostream& out, const model::MachinePlan& plan, const ChannelGraph& ours,
                      const ChannelGraph& theirs) {
  const Names names(plan);
  const auto pairs = model::compare_channels(theirs, ours);
  const auto equal = std::count_if(pairs.begin(), pairs.end(), [](const auto& pair) {
    return pair.match != model::ChannelMatch::kNone;
  });
  out << "file: " << summary(theirs) << "\nhere: " << summary(ours) << '\n';
  out << fmt::format("{} of the file's {} are here too\n", equal, theirs.channels.size());
  core::TextTable table({">file", ">here", "match", "GPUs in order", "order here"});
  for (const auto& [file, here, match] : pairs) {
    const std::string first = file ? names.ring(theirs.channels[*file]) : "";
    const std::string second = here ? names.ring(ours.channels[*here]) : "";
    table.add_row({file ? std::to_string(*file) : "-", here ? std::to_string(*here) : "-",
                   std::string(to_text(match)), file ? first : "", second == first ? "" : second});
  }
  table.print(out);
}

}  // namespace

void write_tuner(std::ostream& out, const model::MachinePlan& machine, const std::string& gpus) {
  const model::MachinePlan plan = gpus.empty() ? machine : model::part_of_gpus(machine, gpus);
  const bool cluster = plan.network && plan.network->machines.empty();
  const unsigned nodes = cluster ? std::max(plan.network->nodes, 1u) : 1;
  const auto per_node = static_cast<unsigned>(plan.of_kind(model::DeviceKind::kGpu).size());
  out << model::library_table(model::library_ranks(nodes * per_node, &plan)).text();
}

void write_channels(std::ostream& out, const model::MachinePlan& machine,
                    const ChannelsRequest& request) {
  const model::MachinePlan plan =
      request.gpus.empty() ? machine : model::part_of_gpus(machine, request.gpus);
  const bool has_nics = !plan.of_kind(model::DeviceKind::kNic).empty();
  const bool between_nodes = request.between_nodes || (plan.network && has_nics);
  const auto search = [&](ChannelPattern pattern) {
    return model::search_channels(plan, pattern, between_nodes);
  };
  const model::ChannelSearch rings = search(ChannelPattern::kRing);
  if (request.xml) {
    out << model::channel_graphs_xml({rings.graph, search(ChannelPattern::kBalancedTree).graph},
                                     plan);
  } else if (request.compare) {
    write_comparison(out, plan, rings.graph,
                     graph_of_file(*request.compare, plan, ChannelPattern::kRing));
  } else {
    write_table(out, plan, rings);
  }
  note_budget(rings);
}

}  // namespace gf::app
