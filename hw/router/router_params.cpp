// SPDX-License-Identifier: Apache-2.0
#include "hw/router/router_params.h"

#include "core/base/error.h"

namespace gf::hw::router {

void RouterParams::validate(const std::string& path) const {
  core::ParamGroup::validate(path);
  if (whole_packets && vc_buffer < packet_flits) {
    core::fail_config(path, "vc_buffer", std::to_string(vc_buffer),
                      "at least packet_flits = " + std::to_string(packet_flits),
                      "with whole_packets a buffer must hold a whole packet: raise vc_buffer");
  }
}

}  // namespace gf::hw::router
