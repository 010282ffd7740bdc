// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/sm/sm_params.h"

#include "core/base/error.h"

namespace gf::hw::gpu {

SmParams::SmParams() {
  relate("l1_bytes", core::ParamRelation::Kind::kDoubled, {"l1_ways"}, kLineBytes);
}

unsigned SmParams::l1_sets() const {
  return static_cast<unsigned>(l1_bytes.count() / (std::uint64_t{kLineBytes} * l1_ways));
}

void SmParams::validate(const std::string& path) const {
  core::ParamGroup::validate(path);
  const unsigned sets = l1_sets();
  const bool exact = std::uint64_t{sets} * l1_ways * kLineBytes == l1_bytes.count();
  if (!exact || sets == 0 || (sets & (sets - 1)) != 0) {
    core::fail_config(path, "l1_bytes", core::to_text(l1_bytes),
                      "128 B x l1_ways = " + std::to_string(l1_ways) + " x a power of two",
                      "the number of sets is a power of two");
  }
}

}  // namespace gf::hw::gpu
