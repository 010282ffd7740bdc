// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/pcie_options.h"

#include <array>
#include <fmt/format.h>
#include <string>

#include "core/base/error.h"

namespace gf::model {
namespace {

constexpr std::array kCauses{HolCause::kAnyLowering, HolCause::kConflictsOnly};
constexpr std::array kCarried{CarriedFactor::kSharedPorts, CarriedFactor::kEveryPort,
                              CarriedFactor::kConflictPorts};

template <class Readings>
auto reading_of(const char* field, std::string_view name, const Readings& readings) {
  std::string names;
  for (const auto reading : readings) {
    if (to_text(reading) == name) return reading;
    names += (names.empty() ? "one of " : ", ") + std::string(to_text(reading));
  }
  core::fail_config("analytic pcie", field, std::string(name), names, "choose one of them");
}

}  // namespace

std::string_view to_text(HolCause cause) {
  return cause == HolCause::kAnyLowering ? "any_lowering" : "conflicts_only";
}

std::string_view to_text(CarriedFactor carried) {
  switch (carried) {
    case CarriedFactor::kSharedPorts:
      return "shared_ports";
    case CarriedFactor::kEveryPort:
      return "every_port";
    case CarriedFactor::kConflictPorts:
      break;
  }
  return "conflict_ports";
}

HolCause parse_hol_cause(std::string_view name) { return reading_of("hol_cause", name, kCauses); }

CarriedFactor parse_carried_factor(std::string_view name) {
  return reading_of("carried", name, kCarried);
}

void PcieModelOptions::validate() const {
  const auto refuse = [](const char* field, const std::string& value, const char* legal) {
    core::fail_config("analytic pcie", field, value, legal, "choose a legal value");
  };
  if (!(tau >= 0 && tau <= 0.5)) refuse("tau", fmt::format("{}", tau), "0 ... 0.5");
  if (!(bandwidth.bytes_per_second() > 0 && bandwidth.bytes_per_second() < 1e18))
    refuse("bandwidth", core::to_text(bandwidth), "more than 0, less than 1e18 B/s");
  if (!(hol_share >= 0 && hol_share <= 1))
    refuse("hol_share", fmt::format("{}", hol_share), "0 ... 1");
  if (!(least_share > 0 && least_share <= 0.1))
    refuse("least_share", fmt::format("{}", least_share), "more than 0, at most 0.1");
}

}  // namespace gf::model
