// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tlm_models/host/rdma.h"

namespace gf::hw::apenet {

using Event = model::RdmaEvent;
using EventKind = model::RdmaEventKind;
using EventClient = model::RdmaEventClient;
inline constexpr std::uint32_t kEventBytes = 32;  ///< Size in host memory [assumed].

}  // namespace gf::hw::apenet
