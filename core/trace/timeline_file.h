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

/// Writes a timeline as Chrome trace events, for Perfetto (docs/observing.md): a file
/// timeline.json, an array of "complete" events ("ph": "X") with times in microseconds, exact to
/// the model's 1 fs, and "counter" events ("ph": "C"). Events are written as they become known, in
/// no order of time, and those of one date by their rows, so that they stand in the same order
/// whoever told them; a file that a crash cut off still opens in viewers, a closed one is whole
/// JSON. Rows are sorted as in_topology_order() says (core/text/name_order.h), those of a part by name.
/// Slices that no longer lie within `limit` are left out; see OutputMeter. Counters and the order
/// of the rows come in any case: who writes counters bounds them.
class TimelineFile final : public Timeline::Sink {
 public:
  /// Throws UserError(kUsage) when `file` cannot be written.
  explicit TimelineFile(const std::filesystem::path& file, const OutputLimit& limit = {});
  ~TimelineFile() override { finish(); }
  TimelineFile(const TimelineFile&) = delete;
  TimelineFile& operator=(const TimelineFile&) = delete;

  void slice(const Timeline::Slice& slice) override;

  /// From `at` on, the counter `name` of the part `process` has `value`.
  void counter(const std::string& process, const std::string& name, Ticks at, double value);

  /// Ends the file. Throws UserError(kUsage) when it could not be written; the destructor keeps
  /// silent.
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
  std::map<std::string, std::size_t> processes_;  ///< Numbers, from 1 on.
  std::map<std::pair<std::size_t, std::string>, std::size_t> threads_;
  std::vector<Timeline::Slice> held_;  ///< Of one date, which are not written yet.
  Ticks reached_ = 0;                  ///< Latest end of a slice.
  bool empty_ = true;
  bool closed_ = false;
};

}  // namespace gf::core
