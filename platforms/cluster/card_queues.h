// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "hw/nic/nic.h"

namespace gf::platforms::cluster {

/// Queue pairs used by the software of nodes: one for each pair of cards, made at the first
/// request. Their numbers, which decide the order in which cards serve them, follow the order of
/// these requests.
class CardQueues {
 public:
  /// Returns the number of the queue pair's end at `from`.
  [[nodiscard]] model::QueuePairNumber queue(hw::nic::Nic& from, hw::nic::Nic& to) {
    const auto found = queues_.find({from.number(), to.number()});
    if (found != queues_.end()) return found->second;
    const model::QueuePairNumber here = hw::nic::join(from, to);
    queues_[{from.number(), to.number()}] = here;
    queues_[{to.number(), from.number()}] = from.queue(here).peer_queue;
    return here;
  }

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, model::QueuePairNumber> queues_;  ///< By cards.
};

}  // namespace gf::platforms::cluster
