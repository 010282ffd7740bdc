// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <queue>
#include <string>
#include <systemc>
#include <vector>

#include "core/text/output_meter.h"
#include "core/trace/probe.h"

namespace gf::core {

/// Part of the simulated time that a waveform shows, both ends included.
struct VcdWindow {
  sc_core::sc_time from = sc_core::SC_ZERO_TIME;
  sc_core::sc_time to = sc_core::sc_max_time();
};

/// Writes the changes of the selected probes to a VCD file (IEEE 1364-2005, 18).
/// It does not use sc_trace, which compares every signal in every delta cycle and knows only the
/// present. Here a model reports each change once, and may date it ahead of sc_time_stamp().
/// Nothing is sampled and there is no process, so tracing does not change a run.
///
/// Values start at 0: construct the tracer before the simulation starts. Changes wait until
/// simulated time has passed them. Then they take effect in the order of their times, those of one
/// time in the order of the calls. Of several values at one time the last is written, and only if
/// it differs from the previous one. A value that the width cannot show, or a sum below zero, is
/// written as x.
/// The time scale is 1 ps: times are rounded to the nearest ps, and changes that then coincide
/// count as one time. Scopes follow the dots of the paths; a $comment before each variable has its
/// description. The contents depend only on the probes: the file has no date, and signals that
/// change at one time are in the order of their paths, whichever changed first.
/// The file ends before the first time whose changes do not fit into `limit`; see OutputMeter.
/// Names and initial values are always written.
class VcdTracer final : public ProbeSink {
 public:
  struct Signal {
    std::string path;
    unsigned bits = 1;
    std::string description;
  };

  /// Selects the probes that match `globs` (comma-separated; see select_probes) and attaches to
  /// them. With several ranks it does not attach, but gets the changes from ProbeCollector, and
  /// pass(). Throws UserError(kUsage) like select_probes, if `window` ends before it begins, or if
  /// the file cannot be written.
  VcdTracer(const std::filesystem::path& file, const std::string& globs,
            const VcdWindow& window = {}, const OutputLimit& limit = {});
  ~VcdTracer() override { finish(); }
  VcdTracer(const VcdTracer&) = delete;
  VcdTracer& operator=(const VcdTracer&) = delete;

  void set(std::uint32_t id, const sc_core::sc_time& at, std::uint64_t value) override;
  void add(std::uint32_t id, const sc_core::sc_time& at, std::int64_t delta) override;
  /// All changes dated before `now` have arrived.
  void pass(Ticks now);

  /// Detaches from the probes and writes all pending changes, including future ones. The tracer
  /// does this itself once the window has passed. Throws UserError(kUsage) when the file could not
  /// be written, so call it to notice that.
  void close();

  [[nodiscard]] const std::filesystem::path& file() const { return file_; }
  [[nodiscard]] const std::vector<Signal>& signals() const { return signals_; }  ///< By path.
  [[nodiscard]] std::uint64_t to_ps(Ticks ticks) const;  ///< As times in the file are rounded.
  [[nodiscard]] std::uint64_t first_ps() const { return from_ps_; }  ///< First time in the file.
  [[nodiscard]] std::uint64_t last_ps() const {
    return last_ps_;
  }  ///< Last time in the file,
     ///< after close().

 private:
  struct Change {
    std::uint64_t at;     ///< Ticks.
    std::uint64_t order;  ///< Number of the call: the order within one time.
    std::int64_t value;
    std::uint32_t id;
    bool relative;
    bool operator>(const Change& other) const {
      return at != other.at ? at > other.at : order > other.order;
    }
  };
  struct State {
    std::int64_t value = 0;
    std::int64_t written = 0;
    bool touched = false;  ///< Listed in touched_.
  };

  void attach(const std::vector<Probe*>& probes);
  void finish();  ///< close() without the error: a model may call it in a process.
  void push(const Change& change);
  void flush_before(std::uint64_t ps);
  void apply(const Change& change);
  void write_header();
  void write_initial_values();
  void write_touched();
  void write_changes();
  void write_time(std::uint64_t ps);
  void write_value(std::uint32_t id);
  void drain_buffer();

  const std::filesystem::path file_;
  const std::uint64_t ticks_per_ps_;
  const std::uint64_t from_ps_;
  std::uint64_t to_ps_;  ///< The last time in the file; set back once the file is full.
  OutputMeter meter_;
  std::ofstream out_;
  std::string buffer_;
  std::vector<Signal> signals_;
  std::vector<std::string> codes_;  ///< Short names in the file, by id.
  std::vector<State> states_;
  std::vector<std::uint32_t> touched_;  ///< Changed at time_ps_.
  std::priority_queue<Change, std::vector<Change>, std::greater<>> pending_;
  std::uint64_t order_ = 0;
  std::uint64_t flushed_ps_ = 0;  ///< All earlier changes have taken effect.
  std::uint64_t time_ps_ = 0;     ///< Time of the changes in touched_.
  std::uint64_t last_ps_ = 0;     ///< Last time written.
  bool begun_ = false;            ///< Initial values have been written.
  bool closed_ = false;
};

/// Returns the probes whose path matches one of the comma-separated `globs`, by path; blanks around
/// a glob are ignored. Throws UserError(kUsage), with the nearest paths, if a glob matches none.
std::vector<Probe*> select_probes(const std::string& globs);

}  // namespace gf::core
