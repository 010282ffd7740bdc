// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/base/units.h"

namespace gf::model {

/// Which reductions of a communication's factor at a later port cause head-of-line blocking.
enum class HolCause {
  kAnyLowering,    ///< Every port that lowers it, including the loss at the root complex.
  kConflictsOnly,  ///< Only ports where it meets others; the loss at the root complex does not
                   ///< block by itself.
};

/// At which ports a communication's factor limits its final one.
enum class CarriedFactor {
  kSharedPorts,    ///< Where it meets another communication or is lowered.
  kEveryPort,      ///< Everywhere: a share freed at one port is lost if a later port limits it.
  kConflictPorts,  ///< Where several inputs meet at a downstream port, or where it is lowered.
};

/// Names of these interpretations on the command line and in the docs: "any_lowering",
/// "shared_ports", ...
std::string_view to_text(HolCause cause);
std::string_view to_text(CarriedFactor carried);
/// Parses such a name; throws UserError (exit 2) that lists the names.
HolCause parse_hol_cause(std::string_view name);
CarriedFactor parse_carried_factor(std::string_view name);

/// Parameters of the model of [SC16] and interpretations of the points that it leaves open. Every
/// combination gives Tables I and II exactly; docs/analytic_pcie.md lists the halo ratios of each.
/// The defaults agree best with the packet-level model of hw/pcie on random graphs and keep the
/// halo ratios within their tolerances.
struct PcieModelOptions {
  double tau = 1.0 - 1.0 / 1.21;  ///< Loss of the root complex [SC16, VII].
  core::ByteRate bandwidth = core::gibibytes_per_second(11.6);  ///< B [SC16, VII].
  HolCause hol_cause = HolCause::kConflictsOnly;
  /// Strength of (8)'s blocking, 0 ... 1: how far a communication falls from its rho' to the least
  /// factor on its link. 1: as in the paper; 0: no blocking.
  double hol_share = 1;
  /// Whether a blocked communication blocks others in turn.
  bool hol_chain = false;
  CarriedFactor carried = CarriedFactor::kSharedPorts;
  /// Whether (9) hands out freed shares at upstream ports too.
  bool raise_upstream = true;
  /// Minimum share of an input of a downstream port. The paper's max(1/n - tau, 0) is 0 for n >= 6
  /// and would stop a communication for ever. No port of T1 or T2 comes near it.
  double least_share = 0.01;

  /// Throws UserError (exit 2) for tau outside [0, 0.5], a bandwidth of 0 or less, a share of (8)
  /// outside [0, 1], a least share outside (0, 0.1].
  void validate() const;
};

}  // namespace gf::model
