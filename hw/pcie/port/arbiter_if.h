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

/// Chooses which input an egress port serves next. Among the classes of one input, the head that
/// came first goes first, so that no class starves another. A policy keeps its own state. It is
/// notified of each grant, even if there was no choice.
class ArbiterIf {
 public:
  virtual ~ArbiterIf() = default;
  /// Returns an index into `candidates`, which is not empty and is sorted by input, then by class.
  virtual std::size_t pick(const std::vector<Candidate>& candidates) = 0;
  virtual void granted(const Candidate& candidate) = 0;
};

/// Settings that a policy may depend on.
struct ArbiterSettings {
  std::string policy = "round_robin";
  unsigned inputs = 0;
  std::vector<unsigned> weights;        ///< Weight of each input; missing ones are 1.
  std::uint32_t packet_cost_bytes = 0;  ///< weighted_round_robin: added to each packet's payload.
};

/// A named policy.
struct ArbiterEntry {
  std::string name;
  std::function<std::unique_ptr<ArbiterIf>(const ArbiterSettings&)> make;
};
/// Returns the policies: the legal values of every PCIe arbitration parameter. add() adds one.
core::Registry<ArbiterEntry>& arbiter_registry();
/// Makes the policy that `settings` names. Throws UserError naming `path` for an unknown policy, or
/// for a weight outside 1 ... 1024.
std::unique_ptr<ArbiterIf> make_arbiter(const ArbiterSettings& settings, const std::string& path);

}  // namespace gf::hw::pcie
