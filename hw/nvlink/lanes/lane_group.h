// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/ticks.h"
#include "core/trace/probe.h"
#include "hw/link/transmitter.h"
#include "hw/nvlink/lanes/lane_mask.h"
#include "hw/nvlink/lanes/lane_wires.h"
#include "hw/nvlink/lanes/nvlink_params.h"

namespace gf::hw::nvlink {

enum class LaneState : std::uint8_t { kActive, kDraining, kTurning, kFailed };

/// The PHYs of one end of a link, a state machine a lane, and what the transmitter sends on.
///
///     active, out --drain()--> draining --turn()--> turning --settle()--> active, in
///     active, in  -----------------------turn()--> turning --settle()--> active, out
///     any --fail()--> failed
///
/// Timing: flits of a packet are striped over the n lanes that are active and out. Each takes the
/// flit time T = 16 B / lane_rate on its lane; one starts every T / n. A packet of f flits holds
/// the direction f * T / n, and its last bit leaves T - T / n after that. A packet that is under
/// way when n changes keeps its dates; the next one has the new n. A packet counts as striped over
/// all n lanes, however short it is: what has not left when one of them dies is damaged, and what
/// leaves on it before the ends have taken it out is too.
class LaneGroup {
 public:
  LaneGroup(const std::string& path, const NvlinkParams& params, link::Transmitter& tx);
  /// `out` are this end's lanes to send on, `failed` are nobody's; no lane drains or turns. Before
  /// the simulation, and when a link that is idle is renewed.
  void join(LaneWires& wires, unsigned side, LaneMask out, LaneMask failed);
  /// Before join(): the date at which each lane dies (core::kNever: it lives), or nothing.
  void expect(const std::vector<core::Ticks>& deaths) { deaths_ = deaths; }

  void show_all() { show(all_); }  ///< Tells waveforms how the simulation starts.

  [[nodiscard]] LaneMask out() const { return out_; }  ///< Active, sending.
  [[nodiscard]] LaneMask in() const { return in_; }    ///< Active, receiving.
  [[nodiscard]] LaneMask turning() const { return turning_; }
  [[nodiscard]] LaneMask in_service() const { return all_ & ~failed_; }
  [[nodiscard]] LaneState state(unsigned lane) const;
  [[nodiscard]] core::Ticks flit_time() const { return flit_time_; }  ///< T.
  [[nodiscard]] unsigned side() const { return side_; }

  /// No flit is put on `lanes` any more. Precondition: another lane stays active and out.
  void drain(LaneMask lanes);
  /// `lanes` are silent: those that this end sent on, or receives on, turn.
  void turn(LaneMask lanes);
  /// `lanes` have turned and are active again.
  void settle(LaneMask lanes, bool outward);
  /// Lanes that drain are sent on again: the turn that they were given for is void.
  void keep_draining();
  /// Out of service at once, in whatever state. Where none is left to send on, the transmitter
  /// stands still until one has turned.
  void fail(LaneMask lanes);

 private:
  void set_rate();
  void tell_damage();
  void show(LaneMask lanes);

  const core::ByteRate lane_rate_;
  const core::Ticks flit_time_;
  const core::Ticks propagation_;
  const LaneMask all_;
  link::Transmitter& tx_;
  LaneWires* wires_ = nullptr;
  unsigned side_ = 0;
  LaneMask out_ = 0;
  LaneMask in_ = 0;
  LaneMask draining_ = 0;
  LaneMask turning_ = 0;
  LaneMask failed_ = 0;
  std::vector<core::Ticks> deaths_;
  struct LaneProbes {
    LaneProbes(const std::string& path, unsigned lane);
    core::Probe state;
    core::Probe out;
  };
  std::vector<std::unique_ptr<LaneProbes>> probes_;
  core::Probe lanes_out_probe_;
};

}  // namespace gf::hw::nvlink
