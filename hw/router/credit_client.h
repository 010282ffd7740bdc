// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/clock_part.h"

namespace gf::hw::router {

/// Owner of output ports. While it lacks their credits it sleeps or serves other heads.
class CreditClient {
 public:
  virtual ~CreditClient() = default;
  /// Notifies of the first credit of output `port` since OutputPort::miss_credit(), on any virtual
  /// channel. It comes in this cycle.
  virtual void missed_credit_comes(unsigned port, core::Cycle now) = 0;
  /// Notifies of the first credit of virtual channel `vc` since OutputPort::await_credit(vc).
  /// missed_credit_comes() comes first if both were requested.
  virtual void awaited_credit_comes(unsigned /*port*/, unsigned /*vc*/) {}
};

}  // namespace gf::hw::router
