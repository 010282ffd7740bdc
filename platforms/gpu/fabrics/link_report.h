// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "hw/gpu/dispatch/dispatcher.h"
#include "platforms/gpu/fabrics/nvlink_fabric.h"

namespace gf::platforms::gpu {

/// What one direction of a GPU's link carried.
struct DirectionRow {
  double bytes = 0;        ///< On the wire, overhead included.
  double payload = 0;      ///< Bytes.
  double rate = 0;         ///< Bytes a second, overhead included.
  double utilization = 0;  ///< Of the rate that half of the lanes have, so up to 15/8.
  double busy = 0;         ///< Share of the time with a flit on the lanes it had, 0 ... 1.
};

/// A link of a GPU; out is away from the GPU.
struct LinkRow {
  unsigned gpu = 0;
  unsigned link = 0;
  DirectionRow out;
  DirectionRow in;
  double turns = 0;   ///< Lanes turned, either way.
  double joules = 0;  ///< Both ends.
};

/// All links over `seconds`.
std::vector<LinkRow> link_rows(const NvlinkFabric& fabric, double seconds);

std::string links_table(const std::vector<LinkRow>& rows);
void write_links_csv(std::ostream& out, const std::vector<LinkRow>& rows);
/// "index,kernel,launched,started,ended", in cycles.
void write_kernels_csv(std::ostream& out, const hw::gpu::Dispatcher& dispatcher);

}  // namespace gf::platforms::gpu
