// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/time/clock_domain.h"
#include "core/trace/probe.h"

namespace gf::hw::router {

/// Waveform signals of an output port: free credits of each virtual channel, and the round trip of
/// the latest credit (t_crt of [DF08], Fig. 17), in cycles.
class OutputProbes {
 public:
  OutputProbes(const std::string& path, core::Ticks period, unsigned vcs);
  void start(unsigned credits);  ///< Credits per virtual channel at time 0.
  void credit(unsigned vc, core::Cycle at, int change) { credits_[vc]->add(at * period_, change); }
  void round_trip(core::Cycle at, unsigned cycles) { round_trip_.set(at * period_, cycles); }

 private:
  const core::Ticks period_;
  std::vector<std::unique_ptr<core::Probe>> credits_;
  core::Probe round_trip_;
};

/// Waveform signals of the input ports: flits in the buffer of each virtual channel.
class InputProbes {
 public:
  InputProbes(const std::string& path, core::Ticks period, std::size_t ports, unsigned vcs);
  /// `input_vc` is port * virtual channels per port + virtual channel.
  void flit(unsigned input_vc, core::Cycle at, int change) {
    flits_[input_vc]->add(at * period_, change);
  }

 private:
  const core::Ticks period_;
  std::vector<std::unique_ptr<core::Probe>> flits_;
};

}  // namespace gf::hw::router
