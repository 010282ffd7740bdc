// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "explain/slow_flows.h"
#include "platforms/graph.h"

namespace gf::app {

/// Returns the names to show for a journal's numbers: links as "plx_b -> k80_2", by `graph`, or
/// else their paths.
core::WaitNames shown_names(const core::HopJournal& journal, const core::SlowFlows& flows,
                            const platforms::Graph& graph);

/// Why a flow took as long as it did.
struct WhyReport {
  const core::SlowFlow& flow;
  const core::WaitNames& names;
  core::Ticks alone = 0;     ///< Its time with nothing else in the machine; 0: not known.
  nlohmann::json narrowest;  ///< NarrowestLink::json() of its path, or null.

  /// Returns text of at most 80 columns: a sentence, a bar, the chains of waits with at least 1 %
  /// of the time, at most `top` of them, and the same chains as a tree.
  [[nodiscard]] std::string text(std::size_t top) const;
  [[nodiscard]] nlohmann::ordered_json json() const;
};

/// Returns the text of an error: "no flow is called ...; it has 56, such as ...".
std::string unknown_flow(const std::string& name, const core::HopJournal& journal);

/// Returns `text` as lines broken at blanks and indented by `indent` columns; the caller fills
/// those of the first line.
std::string folded(const std::string& text, std::size_t indent);

/// Returns the width of the output of `why`: the terminal's, at most 80.
std::size_t why_columns();

}  // namespace gf::app
