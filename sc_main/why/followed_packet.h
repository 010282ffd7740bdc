// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "explain/slow_flows.h"
#include "platforms/platform.h"

namespace gf::app {

/// The packet that `--follow 'copy 0->2, packet 17'` names.
struct FollowedPacket {
  std::string flow;          ///< "copy 0->2".
  std::uint64_t number = 0;  ///< From 1.

  /// Throws UserError(kUsage) for what does not end with ", packet N".
  static FollowedPacket parse(const std::string& text);
};

/// Follows it from now on: before the run, after which table() has its hops.
class PacketFollower {
 public:
  explicit PacketFollower(const std::string& text) : packet_(FollowedPacket::parse(text)) {
    flows_.follow(packet_.flow, packet_.number);
  }
  [[nodiscard]] std::string table(const platforms::Platform& platform) const;

 private:
  [[nodiscard]] bool is_told(const std::string& flow) const;

  FollowedPacket packet_;
  core::SlowFlows flows_{[this](core::HopJournal::Number flow) {
    return core::HopJournal::active()->flow_name(flow) == packet_.flow;
  }};
  core::HopJournal journal_{flows_};
};

/// Throws UserError(kUsage), `what` in front, when a run told the journal of no packet.
void check_told(const core::HopJournal& journal, const std::string& what);

/// Throws UserError(kUsage): the packet is of a copy that its machine does not tell of.
[[noreturn]] void fail_untold(const FollowedPacket& packet, const core::HopJournal& journal);

/// Its hops, at most 80 columns: when it could have left and when it left, where, how long it
/// waited, and for what. Throws UserError(kUsage) when there was no such packet.
std::string hops_table(const FollowedPacket& packet, const core::SlowFlows& flows,
                       const core::HopJournal& journal, const core::WaitNames& names);

}  // namespace gf::app
