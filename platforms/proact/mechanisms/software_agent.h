// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platforms/proact/mechanisms/copy_slices.h"
#include "platforms/proact/mechanisms/tracking.h"

namespace gf::platforms::proact {

/// The kernel that a number of transfer threads is.
struct AgentShape {
  explicit AgentShape(unsigned threads);
  unsigned warps;
  unsigned warps_per_cta;
};
/// Whether the agents of a run store what they read.
Stores stores_of(const MechanismContext& context);

/// What the two software agents have in common: counters in memory, instrumented producers. A
/// counter that never becomes zero leaves the phase without an end.
class SoftwareAgent : public Mechanism, public core::Quiescent, protected ReadyClient {
 public:
  SoftwareAgent() : Quiescent("counters") {}
  [[nodiscard]] std::vector<model::DataStructure> structures(
      const model::proact::SharedApp& app, const RegionLayout& layout,
      const TransferParams& transfer) const override;
  void attach(const MechanismContext& context) override;
  void drain(unsigned phase, const Done& done) override;
  [[nodiscard]] core::ErrorList errors() const override;
  [[nodiscard]] bool idle() const override;
  void append_waits(std::vector<core::Wait>& waits) const override;

 protected:
  /// The counters of the phase, and the producer's kernel.
  model::Kernel track(unsigned phase);
  [[nodiscard]] const MechanismContext& context() const { return *context_; }
  [[nodiscard]] SoftwareCounters& counters() { return *counters_; }
  /// Whether there are agents.
  [[nodiscard]] bool transfers() const {
    return context().layout.gpus() > 1 && context().transfer.elide != "transfers";
  }
  /// From now on, for the phase that track() began.
  void follow_copies();
  [[nodiscard]] CopySlices* slices() { return slices_.get(); }  ///< Null: nobody wants to know.
  /// Of an agent's kernel of `threads` threads, at GPU `gpu`.
  [[nodiscard]] model::Kernel agent_kernel(const std::string& name, unsigned gpu) const;

 private:
  std::optional<MechanismContext> context_;
  std::unique_ptr<SoftwareCounters> counters_;
  model::proact::CtaWrites user_map_;  ///< Holds in the first phase; may be empty.
  std::unique_ptr<CopySlices> slices_;
  core::ErrorList errors_;  ///< Of the map, and what earlier phases found.
};

}  // namespace gf::platforms::proact
