// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/clock_domain.h"
#include "hw/gpu/sm/cta_client.h"

namespace gf::hw::gpu {

/// Is notified when CTAs of an SM are done: they have ended and their stores are visible.
class CtaSlotClient {
 public:
  virtual ~CtaSlotClient() = default;
  /// `slot` is LineRequest::cta of the CTA's stores and may now be used for another CTA.
  /// `sm` is LineRequest::sm.
  virtual void cta_finished(unsigned sm, unsigned slot, const CtaLaunch& launch,
                            core::Cycle now) = 0;
};

}  // namespace gf::hw::gpu
