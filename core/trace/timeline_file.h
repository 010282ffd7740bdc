// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/text/output_meter.h"
#include "core/trace/timeline.h"

namespace gf::core {

/// Writes a timeline as Chrome trace events, for Perfetto (docs/observing.md). The file
/// timeline.json is an array of "complete" events ("ph": "X") with times in microseconds, exact to
/// the model's 1 fs, and "counter" events ("ph": "C").
/// Events are written as they become known, not in order of time. Events that became known at the
/// same time are ordered by row, so that the order does not depend on which rank reported them. A
/// file that a crash cut off still opens in viewers; a closed file is complete JSON. Rows are
/// sorted by in_topology_order() (core/text/name_order.h), those of a part by name.
/// Slices that no longer fit into `limit` are left out; see OutputMeter. Counters and the order of
/// the rows are always written; the caller must limit the number of counters.
class TimelineFile final : public Timeline::Sink {
 public:
  /// Throws UserError(kUsage) when `file` cannot be written.
  explicit TimelineFile(const std::filesystem::path& file, const OutputLimit& limit = {});
  ~TimelineFile() override { finish(); }
  TimelineFile(const TimelineFile&) = delete;
  TimelineFile& operator=(const TimelineFile&) = delete;

  void slice(const Timeline::Slice& slice) override;

  /// Sets the counter `name` of the part `process` to `value` from `at` on.
  void counter(const std::string& process, const std::string& name, Ticks at, double value);

  /// Ends the file. Throws UserError(kUsage) when it could not be written; the destructor ignores
  /// that.
  void close();

 private:
  struct Track {
    std::size_t process;
    std::size_t thread;
  };
  void write_held();
  void write(const Timeline::Slice& slice);
  Track track_of(const Timeline::Row& row);
  std::size_t process_number(const std::string& process);
  void name_row(const char* what, Track track, const std::string& name);
  void sort_rows();
  void write_event(const std::string& event);
  void finish();

  const std::filesystem::path file_;
  OutputMeter meter_;
  std::ofstream out_;
  std::map<std::string, std::size_t> processes_;  ///< Numbers, from 1.
  std::map<std::pair<std::size_t, std::string>, std::size_t> threads_;
  std::vector<Timeline::Slice> held_;  ///< Slices that became known at the same time and are not
                                       ///< written yet.
  Ticks reached_ = 0;                  ///< Latest end of a slice.
  bool empty_ = true;
  bool closed_ = false;
};

}  // namespace gf::core
