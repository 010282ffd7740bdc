// SPDX-License-Identifier: Apache-2.0
#include "measurements/ring_schedule.h"

#include <fmt/format.h>

namespace gf::papers {
namespace {

/// One ring in one direction. `block`: the bytes of a device's block. `name` makes ids unique.
std::string one_way(const std::vector<unsigned>& ring, bool back, std::uint64_t block,
                    const std::string& name) {
  const std::size_t devices = ring.size();
  const auto device = [&](std::size_t place) {
    return ring[(back ? devices - place % devices : place) % devices];
  };
  const std::size_t adding = devices - 1;
  std::string text;
  for (std::size_t step = 0; step < 2 * adding; ++step)
    for (std::size_t place = 0; place < devices; ++place) {
      const std::size_t next = (place + 1) % devices;
      const char* const waits = step <= adding ? "r" : "c";
      const std::string after =
          step == 0 ? "" : fmt::format("{}{}_{}_{}", waits, name, step - 1, place);
      text += fmt::format("rings,c{0}_{1}_{2},copy,{3},{4},{5},{6}\n", name, step, next,
                          device(place), device(next), block, after);
      if (step < adding)
        text += fmt::format("rings,r{0}_{1}_{2},reduce,{3},,{4},c{0}_{1}_{2}\n", name, step, next,
                            device(next), block);
    }
  return text;
}

}  // namespace

std::string ring_schedule(const std::vector<Ring>& rings, bool both_ways, std::uint64_t bytes) {
  std::uint64_t shares = 0;
  for (const Ring& ring : rings) shares += ring.weight;
  if (both_ways) shares *= 2;
  std::string text = "graph,id,task,src,dst,bytes,after\n";
  for (std::size_t i = 0; i < rings.size(); ++i)
    for (const bool back : {false, true}) {
      if (back && !both_ways) continue;
      const std::uint64_t block = bytes * rings[i].weight / shares / rings[i].devices.size();
      text += one_way(rings[i].devices, back, block, fmt::format("{}{}", i, back ? 1 : 0));
    }
  return text;
}

}  // namespace gf::papers
