// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hw/apenet/tables/buf_list.h"
#include "hw/apenet/tables/v2p_table.h"

namespace gf::hw::apenet {

/// The firmware's tables: registered buffers, where their pages are, where the GPUs are.
struct CardTables {
  CardTables(unsigned buffers, unsigned gpus) : buf_list(buffers), gpu_window(gpus) {
    for (unsigned i = 0; i < gpus; ++i) gpu_v2p.emplace_back(kGpuPages);
  }
  BufList buf_list;
  V2pTable host_v2p{kHostPages};          ///< Host pages, to bus addresses.
  std::vector<V2pTable> gpu_v2p;          ///< Pages of each GPU, to addresses in its memory.
  std::vector<std::uint64_t> gpu_window;  ///< Bus address of each GPU's window.
};

}  // namespace gf::hw::apenet
