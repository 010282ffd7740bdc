// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/time/renewable.h"

namespace gf::hw::router {

/// Random streams of the routers. Each router has its own stream, keyed by its number, so that
/// draws do not depend on the order in which routers are served.
class RouterStreams final : private core::Renewable {
 public:
  RouterStreams(std::uint64_t seed, unsigned routers) {
    streams_.reserve(routers);
    for (unsigned r = 0; r < routers; ++r)
      streams_.emplace_back(seed, "routing_" + std::to_string(r));
    first_ = streams_;
  }
  [[nodiscard]] core::RandomStream& of(unsigned router) { return streams_[router]; }

 private:
  void renew() override { streams_ = first_; }  ///< Restarts each stream.

  std::vector<core::RandomStream> streams_;
  std::vector<core::RandomStream> first_;  ///< Initial states.
};

}  // namespace gf::hw::router
