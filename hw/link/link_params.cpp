// SPDX-License-Identifier: Apache-2.0
#include "hw/link/link_params.h"

#include "core/base/error.h"

namespace gf::hw::link {

void LinkParams::validate(const std::string& path) const {
  core::ParamGroup::validate(path);
  if (replay_timeout <= ack_latency + propagation) {
    core::fail_config(
        path, "replay_timeout", core::to_text(replay_timeout),
        "more than ack_latency + propagation = " + core::to_text(ack_latency + propagation),
        "raise it; otherwise every packet is sent twice");
  }
}

}  // namespace gf::hw::link
