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

/// What a controller's registers count, since the start.
struct DirectionRegisters {
  core::Ticks busy = 0;            ///< Time with a flit on the lanes, or kept from them by a turn.
  std::uint64_t bytes = 0;         ///< Put on the wire.
  std::uint64_t queued_bytes = 0;  ///< Waiting now.
};

/// Direction controller of one end of a link: reads its registers at the end every sample_time,
/// counted from the last kernel start, asks its policy, and has the TurnProtocol turn what the
/// policy wishes, as far as one lane stays each way. Lanes with the lowest numbers turn first.
/// Timing: decides at kernel start + k * sample_time; what follows is the protocol's. A sample in
/// which nothing was sent is the last until something is: no event meanwhile. Its answer is not
/// asked for while lanes turn.
/// Not modelled: time that the decision itself takes.
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

  /// Makes this end ask for turns; without it the end only answers. Before the simulation.
  void decide() {
    deciding_ = true;
    asleep_ = samples_;
  }
  /// Lanes are shared out as at the start, by turns like any other; samples count from now.
  void kernel_started();
  /// Say this whenever a packet is sent or received: it ends the controller's sleep.
  void active() {
    if (__builtin_expect(asleep_, 0)) wake();
  }
  void turn_over(bool refused);
  /// Samples count from now, and the policy forgets them; LinkEnd shares out the lanes.
  void renew();

  /// The next packet starts its samples again. False where it does not decide, or not by samples.
  [[nodiscard]] bool asleep() const { return asleep_; }
  [[nodiscard]] const Stats& stats() const { return stats_; }

 private:
  void begin_samples();
  void wake();
  void sample();  ///< Process
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
  const bool samples_;  ///< The policy looks at them.
  bool deciding_ = false;
  bool asleep_ = false;            ///< Decides, and nothing was sent in the last sample.
  bool reset_ = false;             ///< The reset of a kernel start is under way.
  core::Ticks epoch_ = 0;          ///< Last kernel start, from which samples count.
  core::Ticks began_ = 0;          ///< The sample under way.
  DirectionRegisters out_before_;  ///< Registers as the sample began.
  DirectionRegisters in_before_;
  core::Wakeup wakeup_{this, core::Runs<&LinkController::sample>{}};
  core::Probe out_busy_probe_;
  core::Probe in_busy_probe_;
  core::Probe wish_probe_;
  core::Probe samples_probe_;
  Stats stats_;
};

}  // namespace gf::hw::nvlink
