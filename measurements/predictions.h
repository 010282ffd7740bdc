// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "papers/judge.h"

namespace gf::papers::blind {

/// A row's number, from runs that have been asked for: reading it waits for them.
struct Prediction {
  std::string row;  ///< Below the experiment's id: "v100_copy".
  std::function<double()> value;
};
using Predictions = std::vector<Prediction>;

/// Each asks for its runs and waits for none.
Predictions memory_numbers(Judge& judge);
Predictions link_numbers(Judge& judge);
Predictions pcie_numbers(Judge& judge);
Predictions allreduce_numbers(Judge& judge);

/// Of several graphs, each a few copies that start at once.
class CopyRun {
 public:
  /// `graphs`: lines of a schedule behind its head "graph,src,dst,bytes".
  CopyRun(Judge& judge, runs::Request request, const std::string& graphs, const std::string& label);

  /// Seconds until the last of the first `copies` copies of `graph` has ended.
  [[nodiscard]] double seconds(const std::string& graph, unsigned copies = 1) const;

 private:
  runs::Run run_;
};

/// The cluster of the machine `name`, a preset.
runs::Request on_preset(const std::string& name);
/// Of a machine's file, by its text.
runs::Request on_machine(const std::string& text);

}  // namespace gf::papers::blind
