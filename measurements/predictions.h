// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "papers/judge.h"

namespace gf::papers::blind {

/// A row's number, calculated from requested runs: reading it waits for them.
struct Prediction {
  std::string row;  ///< Suffix of the experiment's id: "v100_copy".
  std::function<double()> value;
};
using Predictions = std::vector<Prediction>;

/// Each function requests its runs and waits for none.
Predictions memory_numbers(Judge& judge);
Predictions link_numbers(Judge& judge);
Predictions pcie_numbers(Judge& judge);
Predictions allreduce_numbers(Judge& judge);

/// A run of several graphs, each with a few copies that start together.
class CopyRun {
 public:
  /// `graphs`: lines of a schedule without its head "graph,src,dst,bytes".
  CopyRun(Judge& judge, runs::Request request, const std::string& graphs, const std::string& label);

  /// Returns the seconds until the last of the first `copies` copies of `graph` has ended.
  [[nodiscard]] double seconds(const std::string& graph, unsigned copies = 1) const;
  /// Returns the seconds until each of them has ended.
  [[nodiscard]] std::vector<double> each(const std::string& graph, unsigned copies) const;

 private:
  runs::Run run_;
};

/// Returns a cluster request on the preset `name`.
runs::Request on_preset(const std::string& name);
/// Returns a cluster request on a machine, given the text of its file.
runs::Request on_machine(const std::string& text);

}  // namespace gf::papers::blind
