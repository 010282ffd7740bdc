// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gf::core {

/// A part of a machine that remembers something while it is idle: cached lines, open rows, whose
/// turn is next. Several measurements in a row on one machine do not depend on their order if each
/// finds all of these parts as they were made.
class Renewable {
 public:
  Renewable();
  Renewable(const Renewable&) = delete;
  Renewable& operator=(const Renewable&) = delete;
  virtual ~Renewable();

  /// Forgets it, in no time and without traffic. Contents of memories, random errors and
  /// statistics stay. Precondition: nothing is under way.
  virtual void renew() = 0;
};

/// Renews all parts that exist, in the order of their construction.
void renew_machine();

}  // namespace gf::core
