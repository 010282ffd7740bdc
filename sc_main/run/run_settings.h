// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <systemc>

#include "core/text/output_meter.h"
#include "core/trace/vcd.h"
#include "sc_main/cli/command_line.h"
#include "sc_main/cli/configured_platform.h"

namespace gf::app {

/// Value of --outdir that means out/PLATFORM-N. A directory with that name is "./auto".
constexpr const char* kAutoDirectory = "auto";
/// Value of --vcd that selects the signals around the bottleneck (CauseWaves).
constexpr const char* kAutoSignals = "auto";
/// Value of --vcd that selects part_signals().
constexpr const char* kPartSignals = "parts";

/// The command line of `gpufabric run`. Texts are empty if their option was not given.
struct RunSettings {
  PlatformChoice choice;
  std::string outdir;  ///< kAutoDirectory: out/PLATFORM-N.
  bool force = false;
  bool json = false;
  bool quiet = false;
  bool verbose = false;
  bool dry_run = false;
  std::string vcd;  ///< Globs of probes, kAutoSignals or kPartSignals.
  std::optional<sc_core::sc_time> vcd_from;
  std::optional<sc_core::sc_time> vcd_to;
  std::string vcd_groups;  ///< File of signal groups.
  std::string vcd_format = "vcd";
  bool timeline = false;
  bool no_page = false;
  std::string follow;                      ///< "copy 0->2, packet 17".
  std::optional<sc_core::sc_time> series;  ///< A period.
  std::string series_of = "*";             ///< Globs of statistics in series.csv.
  std::string stats_of = "*";  ///< Globs of statistics in stats.json, stats.csv and summary.txt.
  core::Bytes max_output = core::Bytes(1'000'000'000);
  std::optional<sc_core::sc_time> stop_at;
  std::optional<WallTime> max_wall;
  std::optional<unsigned> threads;  ///< Simulating threads, for machines cut into parts.
  std::optional<unsigned> ranks;    ///< Simulating processes; unset: as many as mpirun started.

  [[nodiscard]] CommandLine command_line();
  /// Refuses options that exclude each other (--vcd-from without --vcd).
  void validate(const CommandLine& line) const;
  /// Returns the given number of threads, or else the number of cores. It is 1 if one thread has to
  /// write in the order of time, and for ranks, which have one core each.
  [[nodiscard]] unsigned threads_that_simulate() const;
  [[nodiscard]] unsigned threads_asked_for() const { return threads.value_or(1); }
  /// Returns whether this process must start the ranks requested by --ranks.
  [[nodiscard]] bool starts_ranks() const;
  [[nodiscard]] bool page() const { return !no_page && wants_files(); }
  /// Returns whether there is a directory: it was named, or another option needs one.
  [[nodiscard]] bool wants_files() const {
    return !outdir.empty() || timeline || !vcd.empty() || series;
  }
  /// Returns whether the directory is a NumberedDirectory.
  [[nodiscard]] bool numbers_directory() const {
    return wants_files() && (outdir.empty() || outdir == kAutoDirectory);
  }
  [[nodiscard]] core::VcdWindow vcd_window() const;
  [[nodiscard]] bool fst() const { return vcd_format == "fst"; }  ///< Waveforms in FST format.
  [[nodiscard]] core::OutputLimit output_limit() const;

 private:
  void validate_ranks(const CommandLine& line) const;
};

}  // namespace gf::app
