// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/pcie/port/tlp.h"
#include "tlm_models/link/data_pool.h"

namespace gf::hw::pcie {

/// The TLPs of one platform and the payload buffers of those that carry real bytes.
using TlpPool = model::DataPool<Tlp, kMaxPayload>;

}  // namespace gf::hw::pcie
