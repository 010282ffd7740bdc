// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "tlm_models/host/message_journal.h"
#include "workloads/messages/benchmark.h"

namespace gf::model {

/// A PUT of a run that is made once more with nothing else in the machine: same buffers, same
/// bytes.
struct AlonePut {
  unsigned from = 0;  ///< Node.
  RdmaHost::Put put;
  /// Nothing was sent before it. Else it is sent twice, and the second counts: the card then knows
  /// its pages, as it did in the run.
  bool first = false;

  static AlonePut of(const MessageHistory& message);
  /// "message 0->3 put 4096 B from 0x100000 to 0x200000, by its card, not the first"; parse() reads
  /// what text() gives, and has nothing for any other text.
  [[nodiscard]] std::string text() const;
  static std::optional<AlonePut> parse(const std::string& text);
};

/// Each start() makes that call, and nothing else. `nodes` have the buffers of the run.
std::unique_ptr<Benchmark> make_alone(MessageNodes& nodes, const AlonePut& alone);

}  // namespace gf::model
