// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/clock_part.h"

namespace gf::hw::router {

/// Who owns output ports, and sleeps or looks elsewhere while it lacks credits of them.
class CreditClient {
 public:
  virtual ~CreditClient() = default;
  /// A credit of output `port` comes in this cycle, whatever its virtual channel: the first one
  /// since OutputPort::miss_credit().
  virtual void missed_credit_comes(unsigned port, core::Cycle now) = 0;
  /// One of virtual channel `vc` does: the first one since OutputPort::await_credit(vc). It has
  /// been told of as a missed one before, if it was missed.
  virtual void awaited_credit_comes(unsigned /*port*/, unsigned /*vc*/) {}
};

}  // namespace gf::hw::router
