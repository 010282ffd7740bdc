// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/output_meter.h"
#include "core/ticks.h"

namespace gf::core {

/// Writes what happened when as Chrome trace events, for Perfetto (docs/observing.md): a file
/// timeline.json, an array of "complete" events ("ph": "X") with times in microseconds, exact to
/// the model's 1 fs, and "counter" events ("ph": "C"). Events are written as they come, in no order
/// of time; a file that a crash cut off still opens in those viewers, a closed one is whole JSON.
/// Rows are sorted as in_topology_order() says (core/name_order.h), those of a part by name.
/// Slices that no longer lie within `limit` are left out; see OutputMeter. Counters and the order
/// of the rows come in any case: who writes counters bounds them.
///
/// While one exists it is active(): a model reports with
///   if (core::Timeline* timeline = core::Timeline::active()) timeline->slice(...);
/// and pays one pointer check when there is none. For events per copy or graph, not per packet.
class Timeline {
 public:
  using Value = std::variant<std::uint64_t, double, std::string>;
  using Args = std::initializer_list<std::pair<const char*, Value>>;

  /// Becomes active. Throws UserError(kUsage) when `file` cannot be written. One at a time.
  explicit Timeline(const std::filesystem::path& file, const OutputLimit& limit = {});
  ~Timeline() { finish(); }
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;

  static Timeline* active() { return active_; }  ///< Null: nobody wants a timeline.

  /// Where a component is drawn: the part is its path up to the first dot, the row is the rest.
  struct Row {
    std::string process;
    std::string thread;
  };
  static Row row_of(const std::string& path);

  /// Something took from `begin` to `end`. It is drawn on the row `thread` of the part `process`;
  /// the slices of a row may lie within one another but must not overlap otherwise.
  void slice(const std::string& process, const std::string& thread, std::string_view name,
             Ticks begin, Ticks end, Args args = {});

  /// slice() for what may overlap with others of its kind: the first of the rows `thread`,
  /// "<thread> 2", ... whose last slice had ended by then. Slices come in the order of their ends.
  void slice_apart(const std::string& process, const std::string& thread, std::string_view name,
                   Ticks begin, Ticks end, Args args = {});

  /// From `at` on, the counter `name` of the part `process` has `value`.
  void counter(const std::string& process, const std::string& name, Ticks at, double value);

  /// Ends the file; nothing is active any more. Throws UserError(kUsage) when it could not be
  /// written; the destructor keeps silent.
  void close();

 private:
  struct Track {
    std::size_t process;
    std::size_t thread;
  };
  Track track(const std::string& process, const std::string& thread);
  std::size_t process_number(const std::string& process);
  void name_row(const char* what, Track track, const std::string& name);
  void sort_rows();
  void write_event(const std::string& event);
  void finish();

  inline static Timeline* active_ = nullptr;
  const std::filesystem::path file_;
  OutputMeter meter_;
  std::ofstream out_;
  std::map<std::string, std::size_t> processes_;  ///< Numbers, from 1 on.
  std::map<std::pair<std::size_t, std::string>, std::size_t> threads_;
  /// Ends of the last slices of the rows of one kind.
  std::map<std::pair<std::string, std::string>, std::vector<Ticks>> apart_;
  Ticks reached_ = 0;  ///< Latest end of a slice.
  bool empty_ = true;
  bool closed_ = false;
};

}  // namespace gf::core
