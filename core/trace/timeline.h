// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/active.h"
#include "core/base/ticks.h"

namespace gf::core {

class TaskHomes;

/// Where models say what happened when: copies, kernels, chunks, tasks of firmware. It passes them
/// on to those who want them, in no order of time: a file (core/trace/timeline_file.h), the record of a
/// run (core/trace/task_recorder.h).
///
/// While one exists it is active(): a model reports with
///   if (core::Timeline* timeline = core::Timeline::active()) timeline->slice(...);
/// and pays one pointer check when there is none. For events per copy or graph, not per packet.
class Timeline : public Active<Timeline> {
 public:
  using Value = std::variant<std::uint64_t, double, std::string>;
  using Args = std::initializer_list<std::pair<const char*, Value>>;

  /// Where a component is drawn: the part is its path up to the first dot, the row is the rest.
  struct Row {
    std::string process;
    std::string thread;
  };
  static Row row_of(const std::string& path);

  /// Something that took from `begin` to `end`.
  struct Slice {
    Row row;
    std::string name;
    Ticks begin = 0;
    Ticks end = 0;
    std::string args = "{}";  ///< JSON of its arguments.
    Ticks known = 0;          ///< When it became known.
  };
  /// Gets every slice, in the order in which they became known; of several ranks that of rank 0
  /// does, whenever somebody looks and in the end.
  class Sink {
   public:
    virtual ~Sink() = default;
    virtual void slice(const Slice& slice) = 0;
  };

  Timeline();
  ~Timeline();
  /// `sink` gets what comes from now on, and outlives this.
  void add(Sink& sink) { sinks_.push_back(&sink); }
  /// Once the run is over. Collective.
  void finish();

  /// Something took from `begin` to `end`. It is drawn on the row `thread` of the part `process`;
  /// the slices of a row may lie within one another but must not overlap otherwise.
  void slice(const std::string& process, const std::string& thread, std::string_view name,
             Ticks begin, Ticks end, const Args& args = {});

  /// What `tell` tells has become known at `date`: of what ends with another rank rank 0 hears
  /// later.
  template <class Tell>
  void as_of(Ticks date, const Tell& tell) {
    known_ = date;
    tell();
    known_ = kNever;
  }
  /// When what is told now has become known.
  [[nodiscard]] Ticks known() const { return known_ == kNever ? now_ticks() : known_; }

  /// slice() for what may overlap with others of its kind: the first of the rows `thread`,
  /// "<thread> 2", ... whose last slice had ended by then. Slices come in the order of their ends.
  void slice_apart(const std::string& process, const std::string& thread, std::string_view name,
                   Ticks begin, Ticks end, const Args& args = {});

 private:
  void give(const Slice& slice);

  std::vector<Sink*> sinks_;
  std::unique_ptr<TaskHomes> homes_;  ///< Null: the process is alone.
  Ticks known_ = kNever;              ///< Of as_of(); kNever: now.
  /// Ends of the last slices of the rows of one kind.
  std::map<std::pair<std::string, std::string>, std::vector<Ticks>> apart_;
};

}  // namespace gf::core
