// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/clock_domain.h"

namespace gf::hw::gpu {

class Sm;

/// What keeps stores of a GPU back from the others, and sends them at a release of system scope.
class ReleaseIf {
 public:
  virtual ~ReleaseIf() = default;
  /// A warp of `sm` is at a fence of system scope, its stores are visible at its GPU. Calls
  /// sm.released(warp, ...) once they are at the others, in a later cycle.
  virtual void release(Sm& sm, unsigned warp, core::Cycle now) = 0;
};

}  // namespace gf::hw::gpu
