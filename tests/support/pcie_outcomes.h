// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tests/support/in_child.h"
#include "tests/support/lt_initiator.h"
#include "tests/support/pcie_bench.h"

namespace gf::pcie_outcomes {

using hw::link::LinkParams;
using hw::pcie::EndpointParams;
using hw::pcie::Flow;
using hw::pcie::PortParams;
using test::PcieBench;

/// What a run gives: when each flow ended (ns), stall times of all egress ports (ns).
struct Outcome {
  std::vector<double> ends;
  double no_credit = 0;
  double arbitration_lost = 0;
  double hol_blocked = 0;
  double split = 0;
};

using Flows = std::vector<std::tuple<unsigned, unsigned, std::uint64_t>>;

template <class Set>
Outcome run(const Flows& flows, const Set& set) {
  const std::vector<double> values = test::in_child([&] {
    PcieBench bench("t2");
    set(bench);
    std::vector<Flow*> made;
    for (const auto& [src, dst, bytes] : flows) made.push_back(&bench.copy(src, dst, bytes));
    sc_core::sc_start();
    bench.expect_quiescent();
    std::vector<double> result;
    for (const Flow* flow : made) result.push_back(double(flow->finished) * 1e-6);
    double no_credit = 0;
    double lost = 0;
    double hol = 0;
    double split = 0;
    for (const core::StatRow& row : core::StatRegistry::instance().rows()) {
      if (row.name == "stall.no_credit") no_credit += row.value * 1e9;
      if (row.name == "stall.arbitration_lost") lost += row.value * 1e9;
      if (row.name == "hol_blocked") hol += row.value * 1e9;
      if (row.name == "split") split += row.value;
    }
    for (const double value : {no_credit, lost, hol, split}) result.push_back(value);
    return result;
  });
  Outcome outcome;
  if (values.size() < flows.size() + 4) return outcome;
  outcome.ends.assign(values.begin(), values.end() - 4);
  outcome.no_credit = values.end()[-4];
  outcome.arbitration_lost = values.end()[-3];
  outcome.hol_blocked = values.end()[-2];
  outcome.split = values.end()[-1];
  return outcome;
}

inline constexpr std::uint64_t kLong = 1 << 20;
inline const Flows kOne = {{0, 2, kLong}};
inline const auto kUnchanged = [](PcieBench&) {};

}  // namespace gf::pcie_outcomes
