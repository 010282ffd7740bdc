// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/network/hyperx.h"

#include <cmath>
#include <string>

#include "core/base/error.h"

namespace gf::model {
void HyperXParams::validate() const {
  core::ParamGroup::validate("hyperx");
  const unsigned ports = t + l * (s - 1);
  if (ports > RouterGraph::kMostPorts) {
    core::fail_config("hyperx", "t + l (s - 1)", std::to_string(ports),
                      "at most " + std::to_string(RouterGraph::kMostPorts) + " ports per router",
                      "lower l, s or t");
  }
  const auto routers = static_cast<unsigned>(std::lround(std::pow(s.get(), l.get())));
  if (routers > kMostRouters) {
    core::fail_config("hyperx", "s^l", std::to_string(routers),
                      "at most " + std::to_string(kMostRouters) + " routers", "lower l or s");
  }
}

JoinedDimensions HyperX::joined(const HyperXParams& params) {
  params.validate();
  std::vector<JoinedDimensions::Dimension> all(params.l, {params.s, 1, ChannelType::kGlobal});
  all[0].type = ChannelType::kLocal;
  return {all, params.t};
}

HyperX::HyperX(const HyperXParams& params)
    : grid_(joined(params)), graph_(grid_.routers(), params.t + grid_.ports(), params.t) {
  grid_.wire(graph_, 0);
}

}  // namespace gf::model
