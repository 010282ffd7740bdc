// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "explain/packet_paths.h"
#include "sc_main/why/followed_packet.h"
#include "sc_main/why/why_part.h"
#include "tlm_models/host/copy_journal.h"

namespace gf::app {

/// Questions about copies between nodes of a cluster. Create it before the machine runs; it has its
/// own journals. Copies within a node belong to `flows`.
class WhyCopies {
 public:
  explicit WhyCopies(core::SlowFlows& flows) : ways_(flows) {}

  [[nodiscard]] core::PacketPaths& ways() { return ways_; }
  /// Returns whether `name` is such a copy. These are described only by their spans.
  [[nodiscard]] bool has(const std::string& name) const { return find(name) != nullptr; }
  /// Returns whether the run has any.
  [[nodiscard]] bool any() const;
  [[nodiscard]] core::SpanLog& log() { return log_; }

  /// Throws UserError(kUsage) for a copy that has not ended.
  [[nodiscard]] PartAnswer answer(const std::string& name) const;
  /// Returns the time of the only copy that has run.
  [[nodiscard]] core::Ticks alone() const;
  struct Row {
    std::string name;
    core::Ticks took = 0;
    std::optional<double> lost;  ///< Share of its time; nothing: not known.
    std::string most;            ///< Largest part of the lost time.
  };
  [[nodiscard]] std::vector<Row> rows() const;
  /// Returns the spans of one of its segments.
  [[nodiscard]] std::string follow(const FollowedPacket& packet) const;

 private:
  [[nodiscard]] const core::SpanLog::Life* find(const std::string& name) const;

  core::SpanLog log_;
  core::PacketPaths ways_;
  model::CopyJournal copies_{log_, ways_};
};

}  // namespace gf::app
