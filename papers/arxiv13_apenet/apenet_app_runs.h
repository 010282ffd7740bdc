// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "papers/judge.h"

namespace gf::papers::apenet13 {

using runs::Words;

/// Shape of the torus for `ranks` nodes of the paper's cluster: 1, 2, 2x2, 4x2; of its next step:
/// 4x2x2 (16), 4x3x2 (24).
std::string shape_of(unsigned ranks);

/// Sizes of the paper's cluster that its tables have.
inline constexpr unsigned kRanks[] = {1, 2, 4, 8};

/// Settings for InfiniBand, the yardstick.
inline const Words kIb = {"over=ib"};
/// Settings for cards whose look-ups are done by hardware blocks.
inline const Words kHardwareLookups = {"card.nios.hw_buf_list=true", "card.nios.hw_v2p=true"};

/// Settings for GPUs that hear late of what is written to them, over a link that loses packets.
inline const Words kSlowGpus = {"gpu.pcie.receive_latency=20 us", "gpu.pcie.packet_error_rate=0.1"};

/// Runs of an application's platform.
class AppRuns {
 public:
  /// `platform`: "apenet_hsg" or "apenet_bfs"; `settings` belong to every run.
  AppRuns(Judge& judge, std::string platform, Words settings)
      : judge_(judge), platform_(std::move(platform)), common_(std::move(settings)) {}

  /// Asks for the run on so many nodes and does not wait.
  [[nodiscard]] runs::Run run(unsigned ranks, const Words& settings = {}) const;
  /// A result of that run; waits for it.
  [[nodiscard]] double value(unsigned ranks, const Words& settings, const std::string& name) const {
    return run(ranks, settings).value(name);
  }

 private:
  Judge& judge_;
  const std::string platform_;
  const Words common_;
};

}  // namespace gf::papers::apenet13
