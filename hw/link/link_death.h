// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <fmt/format.h>
#include <string>

#include "core/base/ticks.h"
#include "core/base/units.h"

namespace gf::hw::link {

/// When a direction of a link dies, wholly or by lanes, and when the way back of its answers does.
/// Packets whose last bit leaves after that do not arrive, or arrive corrupted.
struct LinkDeath {
  core::Ticks link = core::kNever;      ///< From then on no packet arrives.
  core::Ticks answers = core::kNever;   ///< From then on no answer comes back.
  core::Ticks damaged = core::kNever;   ///< Packets on the wire then have bits on a dead lane.
  core::Ticks laneless = core::kNever;  ///< They have all bits on dead lanes.
  bool given_up = false;                ///< Nothing is sent any more.

  [[nodiscard]] bool never() const { return link == core::kNever && answers == core::kNever; }
  [[nodiscard]] bool has_come(core::Ticks now) const { return link <= now || answers <= now; }
  [[nodiscard]] bool swallows(core::Ticks last_bit) const {
    return last_bit >= link || last_bit > laneless;
  }
  void come(core::Ticks now) {
    link = std::min(link, now);
    answers = std::min(answers, link);
  }
  /// Says what has died ("the link has been dead since 5 us (fails_at)"); empty: both live.
  [[nodiscard]] std::string text(core::Ticks now, const std::string& peer) const {
    const auto died = [](const std::string& who, core::Ticks at) {
      return fmt::format("{} has been dead since {} (fails_at)", who,
                         core::to_text(core::to_time(at)));
    };
    if (link <= now) return died("the link", link);
    if (answers <= now) return died("the path back from " + peer, answers);
    return "";
  }
};

}  // namespace gf::hw::link
