// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gf::model {

/// What the tasks of a schedule are there for, where who made it knows: how long a rank waits for
/// each class is asked of a run (shares.h).
struct TaskClasses {
  static constexpr std::uint8_t kCompute = 0;  ///< The class of what a rank is to be busy with.

  std::vector<std::string> names{"compute"};
  std::vector<std::uint8_t> of;  ///< By task.

  /// The class called `name`, a new one if there is none.
  std::uint8_t number(const std::string& name);
};

}  // namespace gf::model
