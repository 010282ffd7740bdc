// SPDX-License-Identifier: Apache-2.0
#include "core/stats/link_senders.h"

#include <map>

#include "core/stats/stats.h"

namespace gf::core {
namespace {

/// Returns the `busy` statistic of a group; null if the group is not a sender of a link.
const Duration* busy_of(const StatGroup& group) {
  const Duration* busy = nullptr;
  bool sends = false;
  for (const Stat* const stat : group.stats()) {
    if (stat->name() == "busy") busy = dynamic_cast<const Duration*>(stat);
    sends = sends || stat->name() == "wire_bytes";
  }
  return sends ? busy : nullptr;
}

}  // namespace

std::string link_of_stats(const std::string& path) {
  const std::size_t end = path.rfind(".tx");
  return end != std::string::npos && end + 3 == path.size() ? path.substr(0, end) : path;
}

std::vector<LinkSender> link_senders() {
  std::vector<LinkSender> senders;
  std::map<std::string, const StallDuration*> stalls;
  for (const StatGroup* const group : StatRegistry::instance().groups()) {
    for (const Stat* const stat : group->stats())
      if (const auto* stall = dynamic_cast<const StallDuration*>(stat))
        stalls.emplace(group->path(), stall);
    if (const Duration* const busy = busy_of(*group))
      senders.push_back({link_of_stats(group->path()), {&busy->ticks()}, group});
  }
  // Waiting times are counted by the owner of the sender, at the path that names the link.
  for (LinkSender& sender : senders)
    if (const auto stall = stalls.find(sender.path); stall != stalls.end())
      sender.stall = stall->second;
  return senders;
}

}  // namespace gf::core
