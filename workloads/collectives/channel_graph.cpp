// SPDX-License-Identifier: Apache-2.0
#include "workloads/collectives/channel_graph.h"

#include <array>

namespace gf::model {
namespace {

constexpr std::array<std::string_view, 11> kPaths{"LOC", "NVL", "NVB", "C2C", "PIX", "PXB",
                                                  "P2C", "PXN", "PHB", "SYS", "DIS"};

}  // namespace

std::string_view to_text(ChannelPattern pattern) {
  switch (pattern) {
    case ChannelPattern::kBalancedTree:
      return "balanced tree";
    case ChannelPattern::kSplitTree:
      return "split tree";
    case ChannelPattern::kTree:
      return "tree";
    case ChannelPattern::kRing:
      return "ring";
    case ChannelPattern::kNvls:
      return "NVLS";
    case ChannelPattern::kCollnetDirect:
      return "CollNet";
  }
  return "";
}

std::string_view to_text(ChannelPath path) { return kPaths.at(static_cast<std::size_t>(path)); }

std::optional<ChannelPath> channel_path(std::string_view text) {
  for (std::size_t i = 0; i < kPaths.size(); ++i)
    if (kPaths[i] == text) return static_cast<ChannelPath>(i);
  return {};
}

bool operator==(const CollectiveChannel& a, const CollectiveChannel& b) {
  return a.ranks == b.ranks && a.entry == b.entry && a.exit == b.exit;
}

}  // namespace gf::model
