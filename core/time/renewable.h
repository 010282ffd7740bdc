// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gf::core {

/// A part of a machine that keeps state while it is idle: cached lines, open rows, the arbiter's
/// turn. Several measurements in a row on one machine do not depend on their order if each begins
/// with all of these parts in their initial state.
class Renewable {
 public:
  Renewable();
  Renewable(const Renewable&) = delete;
  Renewable& operator=(const Renewable&) = delete;
  virtual ~Renewable();

  /// Restores the initial state, in no time and without traffic. Contents of memories, random
  /// errors and statistics stay. Precondition: nothing is in flight.
  virtual void renew() = 0;
};

/// Renews all existing parts, in the order of their construction.
void renew_machine();

}  // namespace gf::core
