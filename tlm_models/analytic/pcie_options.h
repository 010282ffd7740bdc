// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/base/units.h"

namespace gf::model {

/// Which lowering of a communication at a later port makes it a cause of head-of-line blocking.
enum class HolCause {
  kAnyLowering,    ///< Every arbitration that lowers it, the root complex's loss included.
  kConflictsOnly,  ///< Only ports where it meets others: the root complex's loss alone blocks
                   ///< nobody.
};

/// At which ports a communication carries a factor that bounds its final one.
enum class CarriedFactor {
  kSharedPorts,    ///< Where it meets another communication or is lowered.
  kEveryPort,      ///< Everywhere: a share freed at one port is lost if a later port repeats it.
  kConflictPorts,  ///< Where several inputs meet on a downstream port, or it is lowered.
};

/// The readings' names on the command line and in the docs: "any_lowering", "shared_ports", ...
std::string_view to_text(HolCause cause);
std::string_view to_text(CarriedFactor carried);
/// The reading of that name; throws UserError (exit 2) that lists the names.
HolCause parse_hol_cause(std::string_view name);
CarriedFactor parse_carried_factor(std::string_view name);

/// Parameters of the model of [SC16] and the readings of the points that it leaves open.
/// Every combination gives Tables I and II exactly; docs/analytic_pcie.md lists the halo ratios of
/// each. The defaults are the reading that agrees best with the packet-level model of hw/pcie on
/// random graphs and keeps the halo ratios within their tolerances.
struct PcieModelOptions {
  double tau = 1.0 - 1.0 / 1.21;  ///< Loss of the root complex [SC16, VII].
  core::ByteRate bandwidth = core::gibibytes_per_second(11.6);  ///< B [SC16, VII].
  HolCause hol_cause = HolCause::kConflictsOnly;
  /// Part of (8)'s blocking that takes place, 0 ... 1: of the way from a communication's rho' down
  /// to the least factor on its link. 1: the paper's; 0: nobody is blocked.
  double hol_share = 1;
  /// Whether a blocked communication blocks others in its turn.
  bool hol_chain = false;
  CarriedFactor carried = CarriedFactor::kSharedPorts;
  /// Whether (9) hands out freed shares at upstream ports too.
  bool raise_upstream = true;
  /// Least share of an input of a downstream port. The paper's max(1/n - tau, 0) is 0 for n >= 6
  /// and would stop a communication for ever. No port of T1 or T2 comes near it.
  double least_share = 0.01;

  /// Throws UserError (exit 2) for tau outside [0, 0.5], a bandwidth of 0 or less, a share of (8)
  /// outside [0, 1], a least share outside (0, 0.1].
  void validate() const;
};

}  // namespace gf::model
