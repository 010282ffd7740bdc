// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/programs/layout.h"

#include "core/base/error.h"

namespace gf::model::suite {

std::uint64_t Layout::add(const std::string& name, std::uint64_t bytes, Placement placement,
                          std::vector<std::uint8_t> homes, const Advice& advice) {
  const bool fits =
      placement == Placement::kManaged || homes.empty() == (placement != Placement::kExplicit);
  GF_CHECK(bytes > 0 && fits, name);
  const std::uint64_t base = next_;
  next_ += (bytes + kAlignment - 1) / kAlignment * kAlignment;
  data_.push_back({name, base, core::Bytes(bytes), placement, std::move(homes), advice});
  return base;
}

std::uint64_t Layout::add_blocks(const std::string& name, std::uint64_t bytes) {
  std::vector<std::uint8_t> homes(gpus_);
  for (unsigned gpu = 0; gpu < gpus_; ++gpu) homes[gpu] = static_cast<std::uint8_t>(gpu);
  return add(name, bytes, Placement::kExplicit, std::move(homes));
}

std::uint64_t Layout::add_at_partners(const std::string& name, std::uint64_t bytes, unsigned side) {
  std::vector<std::uint8_t> homes(gpus_);
  for (unsigned gpu = 0; gpu < gpus_; ++gpu)
    homes[gpu] = static_cast<std::uint8_t>(partner(gpu, side));
  return add(name, bytes, Placement::kExplicit, std::move(homes));
}

std::uint64_t Layout::add_on(const std::string& name, std::uint64_t bytes, unsigned gpu) {
  return add(name, bytes, Placement::kExplicit, {static_cast<std::uint8_t>(gpu)});
}

unsigned Layout::partner(unsigned gpu, unsigned side) const {
  const unsigned wanted = gpu / 2 * 2 + side;
  return wanted < gpus_ ? wanted : gpu;
}

}  // namespace gf::model::suite
