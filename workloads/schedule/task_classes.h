// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gf::model {

/// The purposes of a schedule's tasks, if its generator or file states them. With them a run
/// reports how long each rank waits for each class (shares.h).
struct TaskClasses {
  static constexpr std::uint8_t kCompute = 0;  ///< The class of a rank's useful work.

  std::vector<std::string> names{"compute"};
  std::vector<std::uint8_t> of;  ///< By task.

  /// Returns the number of class `name` and creates the class if necessary.
  std::uint8_t number(const std::string& name);
};

}  // namespace gf::model
