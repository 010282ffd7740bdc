// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/time/renewable.h"

namespace gf::hw::router {

/// What routers draw from: a random stream each, keyed by its number, so that no draw depends on
/// the order in which routers are served.
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
  void renew() override { streams_ = first_; }  ///< Each begins again.

  std::vector<core::RandomStream> streams_;
  std::vector<core::RandomStream> first_;  ///< As they were made.
};

}  // namespace gf::hw::router
