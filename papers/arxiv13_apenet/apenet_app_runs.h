// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "papers/judge.h"

namespace gf::papers::apenet13 {

using runs::Words;

/// Returns the torus shape of `ranks` nodes of the paper's cluster: 1, 2, 2x2, 4x2; of its next
/// extension: 4x2x2 (16), 4x3x2 (24).
std::string shape_of(unsigned ranks);

/// Cluster sizes in the paper's tables.
inline constexpr unsigned kRanks[] = {1, 2, 4, 8};

/// Settings for InfiniBand, which the cards are compared with.
inline const Words kIb = {"over=ib"};
/// Settings for cards whose look-ups are done in hardware blocks.
inline const Words kHardwareLookups = {"card.nios.hw_buf_list=true", "card.nios.hw_v2p=true"};

/// Settings for GPUs that see writes to them late, over a link that loses packets.
inline const Words kSlowGpus = {"gpu.pcie.receive_latency=20 us", "gpu.pcie.packet_error_rate=0.1"};

/// Runs of an application's platform.
class ApenetAppRuns {
 public:
  /// `platform`: "apenet_hsg" or "apenet_bfs"; `settings` apply to every run.
  ApenetAppRuns(Judge& judge, std::string platform, Words settings)
      : judge_(judge), platform_(std::move(platform)), common_(std::move(settings)) {}

  /// Requests the run on `ranks` nodes and does not wait.
  [[nodiscard]] runs::Run run(unsigned ranks, const Words& settings = {}) const;
  /// Returns a result of that run; waits for it.
  [[nodiscard]] double value(unsigned ranks, const Words& settings, const std::string& name) const {
    return run(ranks, settings).value(name);
  }

 private:
  Judge& judge_;
  const std::string platform_;
  const Words common_;
};

}  // namespace gf::papers::apenet13
