// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/clock_domain.h"

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

/// What the GPUs of a node tell the driver of their managed pages, in cycle `now`: it acts from the
/// next one on.
class UmDriverIf {
 public:
  virtual ~UmDriverIf() = default;
  virtual void faults_wait(unsigned gpu, core::Cycle now) = 0;  ///< One more.
  /// The translations are gone, and every access that used them is done.
  virtual void shot_down(Shootdown& shootdown, core::Cycle now) = 0;
  /// Every port that was woken has walked, and goes on or has faulted again.
  virtual void replayed(unsigned gpu, core::Cycle now) = 0;
  [[nodiscard]] virtual std::string driver_path() const = 0;
};

}  // namespace gf::hw::gpu
