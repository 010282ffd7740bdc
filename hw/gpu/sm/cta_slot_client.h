// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/clock_domain.h"
#include "hw/gpu/sm/cta_client.h"

namespace gf::hw::gpu {

/// Told of CTAs of an SM that are done: ended, their stores visible.
class CtaSlotClient {
 public:
  virtual ~CtaSlotClient() = default;
  /// `slot`: LineRequest::cta of its stores; from now on free for another CTA. `sm`:
  /// LineRequest::sm.
  virtual void cta_finished(unsigned sm, unsigned slot, const CtaLaunch& launch,
                            core::Cycle now) = 0;
};

}  // namespace gf::hw::gpu
