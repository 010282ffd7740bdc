// SPDX-License-Identifier: Apache-2.0
#include "papers/sc16_pcie/pcie_experiments.h"
#include "tlm_models/analytic/port_arbitration.h"

namespace gf::papers::sc16 {
namespace {

constexpr const char* kPrinted = "as printed: two decimals";

Measurement exact(const std::string& id, const std::string& quantity, double published,
                  double computed) {
  return {id, quantity, Kind::kExact, published, computed, "", absolute(0.005, kPrinted), "", ""};
}

}  // namespace

ExperimentResult example1(const ExperimentContext&) {
  std::vector<model::PortFlow> flows = {
      {4, 0.6, false}, {4, 0.4, false}, {5, 0.3, false}, {5, 0.5, false}};
  model::arbitrate_upstream(flows);
  ExperimentResult result;
  const double published[] = {0.33, 0.22, 0.17, 0.28};
  for (std::size_t i = 0; i < flows.size(); ++i) {
    const std::string name(1, static_cast<char>('a' + i));
    result.measurements.push_back(exact("pcie.example1." + name, "rho' of " + name + " at port 6",
                                        published[i], flows[i].factor));
  }
  return result;
}

ExperimentResult example2(const ExperimentContext&) {
  std::vector<model::PortFlow> flows = {{18, 0.7, true}, {20, 0.9, false}};
  model::DownstreamPort port;
  port.tau = 0.2;
  model::arbitrate_downstream(flows, port);
  ExperimentResult result;
  result.measurements.push_back(
      exact("pcie.example2.a", "rho' of a, which crosses the root complex", 0.3, flows[0].factor));
  result.measurements.push_back(exact("pcie.example2.b", "rho' of b", 0.7, flows[1].factor));
  return result;
}

ExperimentResult example3(const ExperimentContext&) {
  // The example gives no numbers; these make both cases of its equation appear: b falls to a's
  // later factor, c was below it already.
  std::vector<model::HolFlow> flows = {
      {0.3, true, false}, {0.4, false, false}, {0.2, false, false}};
  model::block_head_of_line(flows);
  ExperimentResult result;
  result.measurements.push_back(
      exact("pcie.example3.b", "rho'' of b = min(0.4, rho'_a = 0.3)", 0.3, flows[1].factor));
  result.measurements.push_back(
      exact("pcie.example3.c", "rho'' of c = min(0.2, rho'_a = 0.3)", 0.2, flows[2].factor));
  return result;
}

}  // namespace gf::papers::sc16
