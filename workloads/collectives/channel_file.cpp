// SPDX-License-Identifier: Apache-2.0
#include "workloads/collectives/channel_file.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/system/text_file.h"
#include "workloads/collectives/channel_graph_xml.h"
#include "workloads/collectives/channel_log.h"

namespace gf::model {

std::vector<ChannelGraph> read_channel_file(const std::string& file, const MachinePlan& plan) {
  const char* const forms =
      "a graph file of NCCL (NCCL_GRAPH_DUMP_FILE), or output of NCCL_DEBUG=INFO with lines "
      "\"Channel 00/24 : 0 1 2 ...\"";
  const std::string text = core::read_text_file(file, forms);
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin != text.npos && text[begin] == '<') {
    std::vector<ChannelGraph> graphs = read_channel_graphs(read_xml(text, file), plan);
    graphs.erase(std::remove_if(graphs.begin(), graphs.end(),
                                [](const ChannelGraph& graph) { return graph.channels.empty(); }),
                 graphs.end());
    return graphs;
  }
  if (!has_channel_lines(text)) core::fail_input(file, 1, "no reader knows it", forms);
  return {read_channel_log(text, file, plan)};
}

}  // namespace gf::model
