// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace gf::hw::gpu {

/// Translations that a GPU must forget. The driver's, and with the GPU until it has answered.
struct Shootdown {
  struct Page {
    std::uint64_t page;     ///< Virtual address / page size.
    std::uint32_t managed;  ///< Translation::managed.
  };
  std::vector<Page> pages;
  void* key = nullptr;  ///< The driver's own.
};

}  // namespace gf::hw::gpu
