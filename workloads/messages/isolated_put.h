// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "tlm_models/host/message_journal.h"
#include "workloads/messages/benchmark.h"
#include "workloads/messages/message_node.h"

namespace gf::model {

/// A PUT from a finished run that is repeated with nothing else in the machine, with the same
/// buffers and bytes.
struct IsolatedPut {
  unsigned from = 0;  ///< Node.
  RdmaHost::Put put;
  /// Whether nothing was sent before it in the run. Otherwise it is sent twice and the second time
  /// counts, because in the run the card already knew its pages.
  bool first = false;

  static IsolatedPut of(const MessageHistory& message);
  /// Returns for example "message 0->3 put 4096 B from 0x100000 to 0x200000, by its card, not the
  /// first". parse() reads such a text and returns nothing for any other.
  [[nodiscard]] std::string text() const;
  static std::optional<IsolatedPut> parse(const std::string& text);
};

/// Returns a benchmark in which each start() makes only that call. `nodes` have the buffers of the
/// run.
std::unique_ptr<Benchmark> make_alone(MessageNodes& nodes, const IsolatedPut& alone);

}  // namespace gf::model
