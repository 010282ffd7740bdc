// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/parcel_bytes.h"
#include "core/stats/stats.h"
#include "hw/link/transmitter.h"

namespace gf::hw::nvlink {

/// Energy of the bits that one end has sent, overhead and replays included, in picojoules.
class TransferEnergy final : public core::Stat {
 public:
  TransferEnergy(core::StatGroup& group, const link::Transmitter& tx, double picojoules_per_bit)
      : Stat(group, "transfer_energy_pj", core::Unit::kCount,
             "energy of the bits sent, including overhead, in picojoules"),
        tx_(tx),
        per_bit_(picojoules_per_bit) {}

  [[nodiscard]] double picojoules() const {
    return static_cast<double>(tx_.stats().wire_bytes.value()) * 8 * per_bit_;
  }
  void append_rows(const std::string& path, std::vector<core::StatRow>& rows) const override {
    rows.push_back({path, name(), picojoules(), unit(), description()});
  }
  void reset() override {}  ///< Nothing to reset: it follows the transmitter's counter.
  void put(core::ByteWriter&) const override {}
  void take(core::ByteReader&) override {}

 private:
  const link::Transmitter& tx_;
  const double per_bit_;
};

/// Energy used by the PHYs of one end since time 0 or the last reset, in picojoules. Their power
/// does not depend on activity. Time counts up to now, or to the end of the work if that is known:
/// controllers sample their links once or twice more after the end, which is not part of the run.
class PhyEnergy final : public core::Stat {
 public:
  PhyEnergy(core::StatGroup& group, unsigned lanes, double watts_per_8_lanes)
      : Stat(group, "phy_energy_pj", core::Unit::kCount,
             "energy of this end's PHYs until the end of the work, busy or idle, in picojoules"),
        // The parameter is for 8 lanes in each direction, 16 in all.
        watts_(watts_per_8_lanes * lanes / 16.0) {}

  [[nodiscard]] double picojoules() const {
    const core::Ticks until = std::min(end_, core::now_ticks());
    return until <= since_ ? 0 : watts_ * core::to_time(until - since_).to_seconds() * 1e12;
  }
  void end_at(core::Ticks at) { end_ = at; }
  void append_rows(const std::string& path, std::vector<core::StatRow>& rows) const override {
    rows.push_back({path, name(), picojoules(), unit(), description()});
  }
  void reset() override { since_ = core::now_ticks(); }
  void put(core::ByteWriter& writer) const override {
    writer.put(since_);
    writer.put(end_);
  }
  void take(core::ByteReader& reader) override {
    since_ = reader.get<core::Ticks>();
    end_ = reader.get<core::Ticks>();
  }

 private:
  const double watts_;
  core::Ticks since_ = 0;
  core::Ticks end_ = core::kNever;
};

}  // namespace gf::hw::nvlink
