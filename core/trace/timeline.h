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

class TaskCollector;

/// Receives from the models what happened when: copies, kernels, chunks, tasks of firmware. It
/// passes the slices to its sinks, in no order of time: a file (core/trace/timeline_file.h), the
/// record of a run (core/trace/task_recorder.h).
///
/// While one exists it is active(): a model reports with
///   if (core::Timeline* timeline = core::Timeline::active()) timeline->slice(...);
/// and pays one pointer check when there is none. For events per copy or graph, not per packet.
class Timeline : public Active<Timeline> {
 public:
  using Value = std::variant<std::uint64_t, double, std::string>;
  using Args = std::initializer_list<std::pair<const char*, Value>>;

  /// Where a component is drawn: `process` is its path up to the first dot, `thread` is the rest.
  struct Row {
    std::string process;
    std::string thread;
  };
  static Row row_of(const std::string& path);

  /// Something that lasted from `begin` to `end`.
  struct Slice {
    Row row;
    std::string name;
    Ticks begin = 0;
    Ticks end = 0;
    std::string args = "{}";  ///< JSON of its arguments.
    Ticks known = 0;          ///< Time at which it became known.
  };
  /// Gets every slice, in the order in which they became known. With several ranks only a sink of
  /// rank 0 gets them, before each look at the simulation and at the end.
  class Sink {
   public:
    virtual ~Sink() = default;
    virtual void slice(const Slice& slice) = 0;
  };

  Timeline();
  ~Timeline();
  /// Adds a sink, which gets all slices from now on and must outlive this object.
  void add(Sink& sink) { sinks_.push_back(&sink); }
  /// Ends the timeline when the run is over. Collective.
  void finish();

  /// Reports something that lasted from `begin` to `end`. It is drawn on the row `thread` of the
  /// part `process`. The slices of a row may be nested but must not overlap otherwise.
  void slice(const std::string& process, const std::string& thread, std::string_view name,
             Ticks begin, Ticks end, const Args& args = {});

  /// Calls `tell`, whose slices became known at `date`: rank 0 may learn later of something that
  /// ended in another rank.
  template <class Tell>
  void as_of(Ticks date, const Tell& tell) {
    known_ = date;
    tell();
    known_ = kNever;
  }
  /// Returns when slices reported now became known.
  [[nodiscard]] Ticks known() const { return known_ == kNever ? now_ticks() : known_; }

  /// slice() for slices that may overlap with others of their kind. It uses the first of the rows
  /// `thread`, "<thread> 2", ... whose last slice had ended by then. Slices must come in the order
  /// of their ends.
  void slice_apart(const std::string& process, const std::string& thread, std::string_view name,
                   Ticks begin, Ticks end, const Args& args = {});

 private:
  void give(const Slice& slice);

  std::vector<Sink*> sinks_;
  std::unique_ptr<TaskCollector> collector_;  ///< Null: there is only one process.
  Ticks known_ = kNever;                      ///< Set by as_of(); kNever: now.
  /// Ends of the last slices in the rows of one kind.
  std::map<std::pair<std::string, std::string>, std::vector<Ticks>> apart_;
};

}  // namespace gf::core
