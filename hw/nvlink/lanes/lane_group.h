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

/// The PHYs of one end of a link, with one state machine per lane, and the transmitter's rate.
///
///     active, out --drain()--> draining --turn()--> turning --settle()--> active, in
///     active, in  -----------------------turn()--> turning --settle()--> active, out
///     any --fail()--> failed
///
/// Timing: the flits of a packet are striped over the n lanes that are active and out. Each takes
/// the flit time T = 16 B / lane_rate on its lane, and one starts every T / n. A packet of f flits
/// occupies the direction for f * T / n, and its last bit leaves T - T / n after that. If n
/// changes, a packet on the lanes keeps its times; the next one uses the new n.
/// Every packet counts as striped over all n lanes, even a short one. If a lane dies, all packets
/// that have not completely left are damaged. So are packets that use the lane before the ends have
/// taken it out of service.
class LaneGroup {
 public:
  LaneGroup(const std::string& path, const NvlinkParams& params, link::Transmitter& tx);
  /// Sets the initial state: `out` are this end's sending lanes, `failed` are out of service; no
  /// lane drains or turns. Called before the simulation, and when an idle link is renewed.
  void join(LaneWires& wires, unsigned side, LaneMask out, LaneMask failed);
  /// Sets the time at which each lane dies (core::kNever: it lives), or nothing. To be called
  /// before join().
  void expect(const std::vector<core::Ticks>& deaths) { deaths_ = deaths; }

  void show_all() { show(all_); }  ///< Writes the initial states to waveforms.

  [[nodiscard]] LaneMask out() const { return out_; }  ///< Active, sending.
  [[nodiscard]] LaneMask in() const { return in_; }    ///< Active, receiving.
  [[nodiscard]] LaneMask turning() const { return turning_; }
  [[nodiscard]] LaneMask in_service() const { return all_ & ~failed_; }
  [[nodiscard]] LaneState state(unsigned lane) const;
  [[nodiscard]] core::Ticks flit_time() const { return flit_time_; }  ///< T.
  [[nodiscard]] unsigned side() const { return side_; }

  /// Stops using `lanes` for new flits. Precondition: another lane stays active and out.
  void drain(LaneMask lanes);
  /// `lanes` are silent: those that this end sends or receives on begin to turn.
  void turn(LaneMask lanes);
  /// `lanes` have turned and are active again.
  void settle(LaneMask lanes, bool outward);
  /// Returns draining lanes to service: their turn has been cancelled.
  void keep_draining();
  /// Takes lanes out of service at once, in any state. If no sending lane is left, the transmitter
  /// pauses until one has turned.
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
