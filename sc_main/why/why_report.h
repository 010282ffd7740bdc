// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "explain/slow_flows.h"
#include "platforms/graph.h"

namespace gf::app {

/// How what a journal numbers is shown: links as "plx_b -> k80_2", by `graph`; else by their paths.
core::WaitNames shown_names(const core::HopJournal& journal, const core::SlowFlows& flows,
                            const platforms::Graph& graph);

/// Why a flow took as long as it did.
struct WhyReport {
  const core::SlowFlow& flow;
  const core::WaitNames& names;
  core::Ticks alone = 0;  ///< What it takes with nothing else in the machine; 0: not known.

  /// At most 80 columns: a sentence, a bar, the chains of waits with at least 1 % of the time, at
  /// most `top` of them, and the same as a tree.
  [[nodiscard]] std::string text(std::size_t top) const;
  [[nodiscard]] nlohmann::ordered_json json() const;
};

/// "no flow is called ...; it has 56, such as ...": what an error says.
std::string unknown_flow(const std::string& name, const core::HopJournal& journal);

/// Lines of `text`, broken at blanks, behind `indent` columns: the caller fills those of the first.
std::string folded(const std::string& text, std::size_t indent);

/// Width of what `why` prints: the terminal's, at most 80.
std::size_t why_columns();

}  // namespace gf::app
