// SPDX-License-Identifier: Apache-2.0
#include "workloads/collectives/channel_compare.h"

#include <algorithm>

namespace gf::model {
namespace {

bool same_order(const std::vector<unsigned>& a, std::vector<unsigned> b, bool closed) {
  if (a.size() != b.size()) return false;
  if (closed && !a.empty()) {
    const auto first = std::find(b.begin(), b.end(), a.front());
    if (first == b.end()) return false;
    std::rotate(b.begin(), first, b.end());
  }
  return a == b;
}

bool is_closed(const ChannelGraph& graph) {
  return graph.pattern == ChannelPattern::kRing &&
         std::none_of(graph.channels.begin(), graph.channels.end(),
                      [](const CollectiveChannel& channel) { return channel.entry.has_value(); });
}

}  // namespace

std::string_view to_text(ChannelMatch match) {
  switch (match) {
    case ChannelMatch::kSame:
      return "same";
    case ChannelMatch::kReversed:
      return "reversed";
    case ChannelMatch::kNone:
      break;
  }
  return "no equal";
}

ChannelMatch match_of(const std::vector<unsigned>& a, const std::vector<unsigned>& b, bool closed) {
  if (same_order(a, b, closed)) return ChannelMatch::kSame;
  const std::vector<unsigned> back(b.rbegin(), b.rend());
  return same_order(a, back, closed) ? ChannelMatch::kReversed : ChannelMatch::kNone;
}

std::vector<ComparedChannel> compare_channels(const ChannelGraph& first,
                                              const ChannelGraph& second) {
  const bool closed = is_closed(first) && is_closed(second);
  std::vector<ComparedChannel> pairs;
  std::vector<bool> taken_first(first.channels.size()), taken_second(second.channels.size());
  for (const ChannelMatch wanted : {ChannelMatch::kSame, ChannelMatch::kReversed})
    for (unsigned a = 0; a < first.channels.size(); ++a)
      for (unsigned b = 0; b < second.channels.size() && !taken_first[a]; ++b) {
        if (taken_second[b]) continue;
        if (match_of(first.channels[a].ranks, second.channels[b].ranks, closed) != wanted) continue;
        taken_first[a] = taken_second[b] = true;
        pairs.push_back({a, b, wanted});
      }
  for (unsigned a = 0; a < first.channels.size(); ++a)
    if (!taken_first[a]) pairs.push_back({a, {}, ChannelMatch::kNone});
  for (unsigned b = 0; b < second.channels.size(); ++b)
    if (!taken_second[b]) pairs.push_back({{}, b, ChannelMatch::kNone});
  return pairs;
}

}  // namespace gf::model
