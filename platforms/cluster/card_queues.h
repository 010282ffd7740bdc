// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "hw/nic/nic.h"

namespace gf::platforms::cluster {

/// Queue pairs that the software of nodes uses: one for each pair of cards, made when it is asked
/// for. Their numbers, by which cards take turns, are in the order of the first questions.
class CardQueues {
 public:
  /// The number of its end at `from`.
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
