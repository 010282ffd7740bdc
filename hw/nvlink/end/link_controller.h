// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <systemc>

#include "core/stats/stats.h"
#include "core/time/wakeup.h"
#include "core/trace/probe.h"
#include "hw/nvlink/lanes/lane_group.h"
#include "hw/nvlink/lanes/turn_protocol.h"
#include "hw/nvlink/policies/direction_policy_if.h"

namespace gf::hw::nvlink {

class LinkEnd;

/// Counters of one direction since the start, which a controller samples.
struct DirectionRegisters {
  core::Ticks busy = 0;            ///< Time with a flit on the lanes, or blocked by a turn.
  std::uint64_t bytes = 0;         ///< Sent on the wire.
  std::uint64_t queued_bytes = 0;  ///< Waiting now.
};

/// Direction controller of one end of a link. It reads the counters at the end of every
/// sample_time, counted from the last kernel start, and asks its policy. It then has the
/// TurnProtocol turn as many lanes as the policy requests, but keeps at least one lane in each
/// direction. Lanes with the lowest numbers turn first.
/// Timing: it decides at kernel start + k * sample_time; the rest takes the protocol's time. After
/// a sample without traffic it sleeps, without events, until a packet is sent or received. It does
/// not ask the policy while lanes are turning.
/// Not modelled: time for the decision itself.
class LinkController final : public sc_core::sc_module {
 public:
  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter samples{*this, "samples", core::Unit::kCount, "samples of the registers"};
    core::Counter out_full{*this, "out_full", core::Unit::kCount,
                           "samples with only the outward direction saturated"};
    core::Counter in_full{*this, "in_full", core::Unit::kCount,
                          "samples with only the inward direction saturated"};
    core::Counter both_full{*this, "both_full", core::Unit::kCount,
                            "samples with both directions saturated"};
    core::Counter wishes{*this, "wishes", core::Unit::kCount, "samples that asked for a turn"};
    core::Counter resets{*this, "resets", core::Unit::kCount, "resets at kernel starts"};
  };

  LinkController(const sc_core::sc_module_name& name, const NvlinkParams& params, LaneGroup& lanes,
                 TurnProtocol& turns, const LinkEnd& end);

  /// Makes this end request turns; otherwise it only answers requests. Call before the simulation.
  void decide() {
    deciding_ = true;
    asleep_ = samples_;
  }
  /// Restores the initial distribution of lanes, by ordinary turns; samples count from now.
  void kernel_started();
  /// Must be called whenever a packet is sent or received; it ends the controller's sleep.
  void active() {
    if (__builtin_expect(asleep_, 0)) wake();
  }
  void turn_over(bool refused);
  /// Samples count from now, and the policy is reset; LinkEnd redistributes the lanes.
  void renew();

  /// Returns whether the controller sleeps until the next packet. Always false if it does not
  /// decide, or not by samples.
  [[nodiscard]] bool asleep() const { return asleep_; }
  [[nodiscard]] const Stats& stats() const { return stats_; }

 private:
  void begin_samples();
  void wake();
  void sample();  ///< SC_METHOD.
  void decide_on(const LinkSample& sample);
  void count(const LinkSample& sample);
  [[nodiscard]] static DirectionSample between(const DirectionRegisters& before,
                                               const DirectionRegisters& now, core::Ticks span,
                                               unsigned lanes);
  void ask(int lanes_to_out);
  void even_out();

  const core::Ticks sample_time_;
  const NvlinkParams params_;
  LaneGroup& lanes_;
  TurnProtocol& turns_;
  const LinkEnd& end_;
  std::unique_ptr<DirectionPolicyIf> policy_;
  const bool samples_;  ///< The policy uses samples.
  bool deciding_ = false;
  bool asleep_ = false;            ///< It decides, and the last sample had no traffic.
  bool reset_ = false;             ///< The reset of a kernel start is in progress.
  core::Ticks epoch_ = 0;          ///< Last kernel start, from which samples count.
  core::Ticks began_ = 0;          ///< Start of the current sample.
  DirectionRegisters out_before_;  ///< Registers at the start of the sample.
  DirectionRegisters in_before_;
  core::Wakeup wakeup_{this, core::Runs<&LinkController::sample>{}};
  core::Probe out_busy_probe_;
  core::Probe in_busy_probe_;
  core::Probe wish_probe_;
  core::Probe samples_probe_;
  Stats stats_;
};

}  // namespace gf::hw::nvlink
