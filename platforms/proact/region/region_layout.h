// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tlm_models/gpu/page_table.h"
#include "workloads/shared/shared_app.h"

namespace gf::platforms::proact {

/// The places of the copies of the shared region. Each GPU has one, from offset 0 of its memory on
/// (they are the first structures of the page table), so the same bytes have the same offset
/// everywhere.
class RegionLayout {
 public:
  /// `bytes`: of the region; `page`: of the page table.
  RegionLayout(std::uint64_t bytes, std::uint64_t page, unsigned gpus)
      : bytes_(bytes), stride_((bytes + page - 1) / page * page), gpus_(gpus) {}

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] unsigned gpus() const { return gpus_; }
  /// True if the virtual address is in the region, in any copy; programs use the addresses of GPU
  /// 0.
  static bool holds(std::uint64_t address) { return address >= model::proact::kRegionBase; }
  /// Returns the distance from an address in GPU 0's copy to the same one in that of `gpu`.
  [[nodiscard]] std::uint64_t shift(unsigned gpu) const { return gpu * stride_; }
  /// Returns the virtual address of byte 0.
  [[nodiscard]] std::uint64_t copy(unsigned gpu) const {
    return model::proact::kRegionBase + shift(gpu);
  }
  [[nodiscard]] static std::uint64_t physical(unsigned gpu, std::uint64_t offset) {
    return (std::uint64_t{gpu} << model::kHomeShift) + offset;
  }
  /// Returns an explicitly placed copy at each GPU.
  [[nodiscard]] std::vector<model::DataStructure> copies() const {
    std::vector<model::DataStructure> all;
    for (unsigned gpu = 0; gpu < gpus_; ++gpu) {
      all.push_back({"region_" + std::to_string(gpu),
                     copy(gpu),
                     core::Bytes(bytes_),
                     model::Placement::kExplicit,
                     {static_cast<std::uint8_t>(gpu)}});
    }
    return all;
  }

 private:
  std::uint64_t bytes_;
  std::uint64_t stride_;
  unsigned gpus_;
};

}  // namespace gf::platforms::proact
