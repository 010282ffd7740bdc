// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace gf::test {

/// A channel and one of its virtual channels: router, port, VC.
using VirtualChannel = std::tuple<unsigned, unsigned, unsigned>;
/// Channel dependency graph: who may wait for whom (Dally, Seitz 1987).
using Dependencies = std::map<VirtualChannel, std::set<VirtualChannel>>;

/// A packet that holds a channel waits for the next one of its way.
inline void add_way(Dependencies& waits_for, const std::vector<VirtualChannel>& way) {
  for (std::size_t i = 0; i < way.size(); ++i) {
    auto& next = waits_for[way[i]];
    if (i + 1 < way.size()) next.insert(way[i + 1]);
  }
}

/// Removes channels that wait for nobody until none is left; what is left waits in a circle.
inline std::size_t in_cycles(Dependencies waits_for) {
  for (bool removed = true; removed;) {
    removed = false;
    for (auto it = waits_for.begin(); it != waits_for.end();) {
      bool free = true;
      for (const VirtualChannel& next : it->second) free = free && waits_for.count(next) == 0;
      removed = removed || free;
      it = free ? waits_for.erase(it) : std::next(it);
    }
  }
  return waits_for.size();
}

}  // namespace gf::test
