// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/ticks.h"
#include "hw/nic/flit_port.h"
#include "hw/router/flit.h"

namespace gf::hw::nic {

/// Takes the flits that a dead channel of the network does not carry. Their segments are lost; the
/// cards at both ends detect that themselves.
class LostFlits final : public router::FlitSink {
 public:
  /// `channel` is dead from `since` on. `ports` lists the ports of all nodes of the network by
  /// number.
  LostFlits(std::string channel, core::Ticks since, const std::vector<FlitPort*>& ports)
      : channel_(std::move(channel)), since_(since), ports_(ports) {}

  void flit_comes(unsigned, const router::Flit& flit) override {
    if (!flit.tail) return;
    ++segments_;
    ports_[flit.src]->lost_on_its_way(flit);
  }
  /// Returns a text such as "router_3.out_2 has been dead since 5 us (fails_at), 12 segments lost";
  /// empty if it has lost none.
  [[nodiscard]] std::string death() const { return death_text(channel_, since_, segments_); }

 private:
  const std::string channel_;
  const core::Ticks since_;
  const std::vector<FlitPort*>& ports_;
  std::uint64_t segments_ = 0;
};

}  // namespace gf::hw::nic
