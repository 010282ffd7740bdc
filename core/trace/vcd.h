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
/// Its own writer, not sc_trace: sc_trace compares every signal in every delta cycle and knows only
/// the present; here a model reports each change once, and may date it ahead of sc_time_stamp().
/// Nothing is sampled and no process exists, so a run does not depend on being watched.
///
/// Values start at 0: make the tracer before the simulation starts. Changes wait until simulated
/// time has passed them; then they act in the order of their dates, those of one date in the order
/// of the calls. Of several values at one time the last is written, and only where it differs from
/// the one before. A value that the width cannot show, or a sum below zero, is written as x.
/// Time scale 1 ps: dates are rounded to the nearest ps, and changes that then meet count as one
/// time. Scopes follow the dots of the paths; a $comment before each variable has its description.
/// The bytes depend on the probes alone: the file carries no date, and signals that change at one
/// time stand in the order of their paths, whoever was first.
/// It ends before the first time whose changes no longer lie within `limit`; see OutputMeter. Names
/// and initial values are there in any case.
class VcdTracer final : public ProbeSink {
 public:
  struct Signal {
    std::string path;
    unsigned bits = 1;
    std::string description;
  };

  /// Selects the probes that `globs` names (comma-separated; see select_probes) and attaches to
  /// them; of several ranks it waits for what ProbeHomes brings, for pass(). Throws
  /// UserError(kUsage): see select_probes; `window` ends before it begins; the file cannot be
  /// written.
  VcdTracer(const std::filesystem::path& file, const std::string& globs,
            const VcdWindow& window = {}, const OutputLimit& limit = {});
  ~VcdTracer() override { finish(); }
  VcdTracer(const VcdTracer&) = delete;
  VcdTracer& operator=(const VcdTracer&) = delete;

  void set(std::uint32_t id, const sc_core::sc_time& at, std::uint64_t value) override;
  void add(std::uint32_t id, const sc_core::sc_time& at, std::int64_t delta) override;
  /// All changes that are dated before `now` have come.
  void pass(Ticks now);

  /// Detaches from the probes and writes what is pending, dates ahead included. The tracer does so
  /// by itself once the window has passed. Throws UserError(kUsage) when the file could not be
  /// written; call it to know.
  void close();

  [[nodiscard]] const std::filesystem::path& file() const { return file_; }
  [[nodiscard]] const std::vector<Signal>& signals() const { return signals_; }  ///< By path.
  [[nodiscard]] std::uint64_t first_ps() const { return from_ps_; }  ///< First time in the file.
  [[nodiscard]] std::uint64_t last_ps() const { return last_ps_; }   ///< Last one, after close().

 private:
  struct Change {
    std::uint64_t at;     ///< Ticks.
    std::uint64_t order;  ///< Number of the call: the order within one date.
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

  [[nodiscard]] std::uint64_t to_ps(std::uint64_t ticks) const;
  void attach(const std::vector<Probe*>& probes);
  void finish();  ///< close() but for the error: may be called by a model, in a process.
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
  std::uint64_t to_ps_;  ///< The last time in the file once that is full.
  OutputMeter meter_;
  std::ofstream out_;
  std::string buffer_;
  std::vector<Signal> signals_;
  std::vector<std::string> codes_;  ///< Short names in the file, by id.
  std::vector<State> states_;
  std::vector<std::uint32_t> touched_;  ///< Changed at time_ps_.
  std::priority_queue<Change, std::vector<Change>, std::greater<>> pending_;
  std::uint64_t order_ = 0;
  std::uint64_t flushed_ps_ = 0;  ///< Everything before has acted.
  std::uint64_t time_ps_ = 0;     ///< Date of the changes in touched_.
  std::uint64_t last_ps_ = 0;     ///< Last time written.
  bool begun_ = false;            ///< Initial values are written.
  bool closed_ = false;
};

/// Probes whose path matches one of the comma-separated `globs`, by path; blanks around a glob do
/// not count. Throws UserError(kUsage) that names the nearest paths when a glob matches none.
std::vector<Probe*> select_probes(const std::string& globs);

}  // namespace gf::core
