// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sc_main/predict/tool_output.h"

namespace gf::app {

/// Stands for the index of a copy in a test.
inline constexpr std::size_t kAllCopies = ~std::size_t{0};

/// nvbandwidth's copies between each GPU and the host memory nearest to it, as the tool places its
/// buffers; without values if the machine has no memory of hosts.
class HostTests {
 public:
  HostTests(const PredictedMachine& machine, core::Bytes bytes);

  /// Adds the runs. This object must live until they are made.
  void add_to(PredictionRuns& runs);
  /// Adds the values of the tests with copy engines. Precondition: the runs were made.
  void add_values(std::vector<papers::tools::Measured>& values) const;

 private:
  const PredictedMachine& machine_;
  std::vector<CopyTest> in_;                ///< From the host, a GPU alone.
  std::vector<CopyTest> out_;               ///< To the host, a GPU alone.
  std::vector<CopyTest> both_;              ///< Both at once.
  std::vector<CopyTest> all_in_, all_out_;  ///< All GPUs at once: one test.
};

}  // namespace gf::app
