// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/trace/hop_journal.h"
#include "platforms/platform.h"

namespace gf::app {

/// Where the time of a part of a run went: a kernel, a direction of a link, or a chunk.
struct PartAnswer {
  struct Row {
    std::string what;
    core::Ticks ticks = 0;
    bool lost = false;  ///< Lost to others, if the question separates that.
  };
  std::string part;      ///< "kernel spmv".
  std::string sentence;  ///< Meaning of `whole`, and its parts.
  core::Ticks whole = 0;
  core::Ticks alone = 0;           ///< With nothing else in the machine; 0: not known.
  std::vector<Row> rows;           ///< Their sum is exactly `whole`.
  std::vector<std::string> notes;  ///< One per line, below the table.

  /// At most 80 columns: the sentence, then rows of at least 1 %, at most `top` of them.
  [[nodiscard]] std::string text(std::size_t top) const;
  [[nodiscard]] nlohmann::ordered_json json() const;

 private:
  [[nodiscard]] std::string alone_text() const;
};

/// A question about a part of a run. Create it before the machine runs, with the journals it needs;
/// it answers afterwards.
class PartQuestion : public core::HopJournal::Sink {
 public:
  /// Returns null if `part` is none of "kernel NAME", "lane NAME", "link NAME", "chunk N of gpu_G",
  /// "message A->B".
  static std::unique_ptr<PartQuestion> of(const std::string& part);
  /// Call it after the run. Throws UserError(kUsage) if the run has no such part, naming the
  /// existing ones.
  [[nodiscard]] virtual PartAnswer answer(const core::HopJournal& journal,
                                          const platforms::Graph& graph) const = 0;
  /// Returns whether the part's time with nothing else in the machine is meaningful.
  [[nodiscard]] virtual bool can_be_alone() const { return false; }
  /// The same, if only the run tells what to run alone: returns a flow for Platform::keep_only().
  /// Call it after answer(). Empty: nothing.
  [[nodiscard]] virtual std::string alone_afterwards() const { return ""; }
};

/// How long packets were at each link, by flow: waiting for it and on it.
class HeldPackets {
 public:
  void add(const core::HopJournal::Hop& hop) {
    held_[{hop.flow, hop.link}] += hop.free - hop.arrived;
  }
  /// Returns a text such as ", most at gpu_3 -> nvswitch (72 %)" for flows whose names begin with
  /// one of `flows`. Empty: there were none.
  [[nodiscard]] std::string most(const std::vector<std::string>& flows,
                                 const core::HopJournal& journal,
                                 const std::map<std::string, std::string>& link_names) const;

 private:
  std::map<std::pair<core::HopJournal::Number, core::HopJournal::Number>, core::Ticks> held_;
};

/// Throws: the run has no `kind` ("kernel") of that name. Names the nearest of `names`.
[[noreturn]] void fail_unknown_part(const std::string& kind, const std::string& name,
                                    const std::vector<std::string>& names);

std::unique_ptr<PartQuestion> kernel_question(const std::string& name);
std::unique_ptr<PartQuestion> link_question(const std::string& name);
std::unique_ptr<PartQuestion> chunk_question(const std::string& name);
std::unique_ptr<PartQuestion> message_question(const std::string& name);

}  // namespace gf::app
