// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/clock_domain.h"

namespace gf::hw::gpu {

class Sm;

/// Keeps stores of a GPU back from the other GPUs, and sends them at a release of system scope.
class ReleaseIf {
 public:
  virtual ~ReleaseIf() = default;
  /// A warp of `sm` is at a fence of system scope and its stores are visible at its own GPU. Calls
  /// sm.released(warp, ...) in a later cycle, once they are visible at the others.
  virtual void release(Sm& sm, unsigned warp, core::Cycle now) = 0;
};

}  // namespace gf::hw::gpu
