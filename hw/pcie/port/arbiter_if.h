// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/registry.h"
#include "hw/pcie/port/tlp.h"

namespace gf::hw::pcie {

/// A head packet that may be sent now: ready, in order, with credit.
struct Candidate {
  std::uint16_t input;  ///< Port (or internal source) that it came from.
  const Tlp* tlp;
};

/// Chooses which input an egress port serves next; of one input's classes, the head that came first
/// goes first, so that no class starves another. A policy keeps its own state; it is told of each
/// grant, also where there was no choice.
class ArbiterIf {
 public:
  virtual ~ArbiterIf() = default;
  /// Index into `candidates`, which is not empty and sorted by input, then by class.
  virtual std::size_t pick(const std::vector<Candidate>& candidates) = 0;
  virtual void granted(const Candidate& candidate) = 0;
};

/// What a policy may depend on.
struct ArbiterSettings {
  std::string policy = "round_robin";
  unsigned inputs = 0;
  std::vector<unsigned> weights;        ///< Weight of each input; missing ones are 1.
  std::uint32_t packet_cost_bytes = 0;  ///< weighted_round_robin: added to each packet's payload.
};

/// A policy, by its name.
struct ArbiterEntry {
  std::string name;
  std::function<std::unique_ptr<ArbiterIf>(const ArbiterSettings&)> make;
};
/// The legal values of every arbitration parameter of PCIe; add() makes one more.
core::Registry<ArbiterEntry>& arbiter_registry();
/// Throws UserError naming `path` for an unknown policy.
std::unique_ptr<ArbiterIf> make_arbiter(const ArbiterSettings& settings, const std::string& path);

}  // namespace gf::hw::pcie
