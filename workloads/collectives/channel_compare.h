// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "workloads/collectives/channel_graph.h"

namespace gf::model {

/// How two channels through the same GPUs are alike.
enum class ChannelMatch {
  kSame,      ///< The same order; for rings, the same after turning.
  kReversed,  ///< The same in the other direction.
  kNone,
};
std::string_view to_text(ChannelMatch match);  ///< "same", "reversed", "no equal".

/// Compares two orders of GPUs. `closed`: they are rings, whose first GPU does not matter.
ChannelMatch match_of(const std::vector<unsigned>& a, const std::vector<unsigned>& b, bool closed);

/// A channel of two graphs, or of one of them alone.
struct ComparedChannel {
  std::optional<unsigned> first;   ///< Number of a channel in the first graph.
  std::optional<unsigned> second;  ///< In the second one.
  ChannelMatch match = ChannelMatch::kNone;
};
/// Pairs the channels of two graphs, each once: first those that are the same, in the order of
/// `first`, then those that are reversed. Channels without partner follow, those of `first` first.
/// Channels between nodes are rings that leave the node, so that their first GPU does matter.
std::vector<ComparedChannel> compare_channels(const ChannelGraph& first,
                                              const ChannelGraph& second);

}  // namespace gf::model
