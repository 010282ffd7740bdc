// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platforms/proact/mechanisms/tracking.h"

namespace gf::platforms::proact {

/// The kernel that a number of transfer threads is.
struct AgentShape {
  explicit AgentShape(unsigned threads);
  unsigned warps;
  unsigned warps_per_cta;
};
/// Whether the agents of a run store what they read.
Stores stores_of(const MechanismSetup& setup);

/// What the two software agents have in common: counters in memory, instrumented producers. A
/// counter that never becomes zero leaves the phase without an end.
class SoftwareAgent : public Mechanism, public core::Quiescent, protected ReadyClient {
 public:
  SoftwareAgent() : Quiescent("counters") {}
  [[nodiscard]] std::vector<model::DataStructure> structures(
      const model::proact::SharedApp& app, const RegionLayout& layout,
      const TransferParams& transfer) const override;
  void attach(const MechanismSetup& setup) override;
  void drain(unsigned phase, const Done& done) override;
  [[nodiscard]] core::ErrorList errors() const override;
  [[nodiscard]] bool tracks() const override { return true; }
  [[nodiscard]] bool can_elide() const override { return true; }
  [[nodiscard]] bool idle() const override;
  void append_waits(std::vector<core::Wait>& waits) const override;

 protected:
  /// The counters of the phase, and the producer's kernel.
  model::Kernel track(unsigned phase);
  [[nodiscard]] const MechanismSetup& setup() const { return *setup_; }
  [[nodiscard]] SoftwareCounters& counters() { return *counters_; }
  /// There are agents.
  [[nodiscard]] bool transfers() const {
    return setup().layout.gpus() > 1 && setup().transfer.elide != Elide::kTransfers;
  }
  /// Of an agent's kernel of `threads` threads, at GPU `gpu`.
  [[nodiscard]] model::Kernel agent_kernel(const std::string& name, unsigned gpu) const;

 private:
  std::optional<MechanismSetup> setup_;
  std::unique_ptr<SoftwareCounters> counters_;
  model::proact::CtaWrites user_map_;  ///< Of the first phase; or empty.
  core::ErrorList errors_;             ///< Of earlier phases.
};

}  // namespace gf::platforms::proact
