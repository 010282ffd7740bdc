// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "hw/gpu/dispatch/dispatcher.h"
#include "platforms/gpu/fabrics/nvlink_fabric.h"

namespace gf::platforms::gpu {

/// Traffic in one direction of a GPU's link.
struct DirectionRow {
  double bytes = 0;        ///< On the wire, including overhead.
  double payload = 0;      ///< Bytes.
  double rate = 0;         ///< Bytes per second, including overhead.
  double utilization = 0;  ///< Share of the rate of half of the lanes, so up to 15/8.
  double busy = 0;         ///< Share of the time with a flit on the lanes it had, 0 ... 1.
};

/// A link of a GPU; `out` is away from the GPU.
struct LinkRow {
  unsigned gpu = 0;
  unsigned link = 0;
  DirectionRow out;
  DirectionRow in;
  double turns = 0;   ///< Lanes turned, in either direction.
  double joules = 0;  ///< Of both ends.
  double mm2 = 0;     ///< Area of the PHYs of both ends, square millimetres.
};

/// Returns all links over `seconds`.
std::vector<LinkRow> link_rows(const NvlinkFabric& fabric, double seconds);

std::string links_table(const std::vector<LinkRow>& rows);
void write_links_csv(std::ostream& out, const std::vector<LinkRow>& rows);
/// Writes "index,kernel,launched,started,ended", in cycles.
void write_kernels_csv(std::ostream& out, const hw::gpu::Dispatcher& dispatcher);

}  // namespace gf::platforms::gpu
