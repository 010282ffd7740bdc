// SPDX-License-Identifier: Apache-2.0
#include "hw/router/router_probes.h"

namespace gf::hw::router {

OutputProbes::OutputProbes(const std::string& path, core::Ticks period, unsigned vcs)
    : period_(period),
      round_trip_(path + ".t_crt", 16, "cycles from sending a flit to its credit") {
  for (unsigned vc = 0; vc < vcs; ++vc) {
    credits_.push_back(std::make_unique<core::Probe>(
        path + ".vc_" + std::to_string(vc) + ".credits", 16, "free places known to the sender"));
  }
}

void OutputProbes::start(unsigned credits) {
  for (const auto& probe : credits_) probe->set(0, credits);
}

InputProbes::InputProbes(const std::string& path, core::Ticks period, std::size_t ports,
                         unsigned vcs)
    : period_(period) {
  for (std::size_t port = 0; port < ports; ++port) {
    for (unsigned vc = 0; vc < vcs; ++vc) {
      flits_.push_back(std::make_unique<core::Probe>(
          path + ".in_" + std::to_string(port) + ".vc_" + std::to_string(vc) + ".flits", 16,
          "flits in the buffer"));
    }
  }
}

}  // namespace gf::hw::router
