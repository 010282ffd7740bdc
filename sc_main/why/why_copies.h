// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "explain/hop_ways.h"
#include "sc_main/why/followed_packet.h"
#include "sc_main/why/why_part.h"
#include "tlm_models/host/copy_journal.h"

namespace gf::app {

/// What is asked of copies between nodes of a cluster. Made before the machine runs, with journals
/// of its own; copies within a node are those of `flows`.
class WhyCopies {
 public:
  explicit WhyCopies(core::SlowFlows& flows) : ways_(flows) {}

  [[nodiscard]] core::HopWays& ways() { return ways_; }
  /// Copies between nodes are told by their steps alone.
  [[nodiscard]] bool has(const std::string& name) const { return find(name) != nullptr; }
  /// Whether the run has any.
  [[nodiscard]] bool any() const;
  [[nodiscard]] const model::MessageJournal& messages() const { return messages_; }

  /// Throws UserError(kUsage) for one that has not ended.
  [[nodiscard]] PartAnswer answer(const std::string& name) const;
  /// Time of the only one that has run.
  [[nodiscard]] core::Ticks alone() const;
  struct Row {
    std::string name;
    core::Ticks took = 0;
    std::optional<double> lost;  ///< Share of its time; nothing: not known.
    std::string most;            ///< Largest part of the lost time.
  };
  [[nodiscard]] std::vector<Row> rows() const;
  /// Steps of one of its segments.
  [[nodiscard]] std::string follow(const FollowedPacket& packet) const;

 private:
  [[nodiscard]] const model::MessageHistory* find(const std::string& name) const;

  model::MessageJournal messages_;
  core::HopWays ways_;
  model::CopyJournal copies_{messages_, ways_};
};

}  // namespace gf::app
