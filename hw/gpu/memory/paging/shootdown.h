// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace gf::hw::gpu {

/// A TLB shootdown: translations that a GPU must drop. The driver owns it; the GPU refers to it
/// until it has answered.
struct Shootdown {
  struct Page {
    std::uint64_t page;     ///< Virtual address / page size.
    std::uint32_t managed;  ///< Translation::managed.
  };
  std::vector<Page> pages;
  void* key = nullptr;  ///< For the driver's own use.
};

}  // namespace gf::hw::gpu
