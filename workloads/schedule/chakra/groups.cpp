// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/chakra/groups.h"

#include <algorithm>
#include <numeric>

#include "core/base/error.h"

namespace gf::model {
namespace {

bool is_of_all(const std::string& name) { return name.empty() || name == "0"; }

/// Returns the ranks of the node's group as the trace of its rank declares them; empty if it does
/// not.
std::vector<unsigned> declared(const std::vector<ChakraTrace>& traces, const ChakraPlace& at) {
  const ChakraNode& node = traces[at.rank].nodes[at.node];
  const auto found = traces[at.rank].groups.find(node.group);
  if (found == traces[at.rank].groups.end()) {
    std::vector<unsigned> all(is_of_all(node.group) ? traces.size() : 0);
    std::iota(all.begin(), all.end(), 0u);
    return all;
  }
  for (const unsigned rank : found->second)
    if (rank >= traces.size())
      fail_chakra(traces, at,
                  "rank " + std::to_string(rank) + " of its group " + node.group + " has no trace",
                  "the traces of ranks 0 ... " + std::to_string(rank));
  if (std::find(found->second.begin(), found->second.end(), at.rank) == found->second.end())
    fail_chakra(traces, at, "its group " + node.group + " does not contain its rank",
                "a group that contains its rank");
  return found->second;
}

std::size_t place_of(std::vector<unsigned>& ranks, unsigned rank) {
  const auto found = std::find(ranks.begin(), ranks.end(), rank);
  const auto place = static_cast<std::size_t>(found - ranks.begin());
  if (place == ranks.size()) ranks.push_back(rank);
  return place;
}

void refuse_missing(const std::vector<ChakraTrace>& traces, const ChakraGroup& group) {
  const auto most =
      std::max_element(group.places.begin(), group.places.end(),
                       [](const auto& a, const auto& b) { return a.size() < b.size(); });
  for (std::size_t i = 0; i < group.ranks.size(); ++i)
    if (const std::size_t has = group.places[i].size(); has < most->size())
      fail_chakra(traces, (*most)[has],
                  "rank " + std::to_string(group.ranks[i]) + " does not take part in it",
                  "collective number " + std::to_string(has) + " of group '" + group.name +
                      "' in the trace of each of its ranks");
}

}  // namespace

void fail_chakra(const std::vector<ChakraTrace>& traces, const ChakraPlace& at,
                 const std::string& cause, const std::string& expected) {
  const ChakraTrace& trace = traces[at.rank];
  core::fail_input(trace.file, 0, "node " + std::to_string(trace.nodes[at.node].id) + ": " + cause,
                   expected);
}

std::vector<ChakraGroup> chakra_groups(const std::vector<ChakraTrace>& traces) {
  std::vector<ChakraGroup> groups;
  std::map<std::pair<std::string, std::vector<unsigned>>, std::size_t> known;
  for (unsigned rank = 0; rank < traces.size(); ++rank) {
    for (unsigned i = 0; i < traces[rank].nodes.size(); ++i) {
      const ChakraNode& node = traces[rank].nodes[i];
      if (node.kind != ChakraNode::Kind::kCollective) continue;
      const std::vector<unsigned> ranks = declared(traces, {rank, i});
      const auto [entry, is_new] = known.emplace(std::pair(node.group, ranks), groups.size());
      if (is_new) groups.push_back({node.group, ranks, {}});
      ChakraGroup& group = groups[entry->second];
      const std::size_t place = place_of(group.ranks, rank);
      group.places.resize(group.ranks.size());
      group.places[place].push_back({rank, i});
    }
  }
  for (const ChakraGroup& group : groups) refuse_missing(traces, group);
  return groups;
}

}  // namespace gf::model
