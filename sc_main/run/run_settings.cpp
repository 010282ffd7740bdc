// SPDX-License-Identifier: Apache-2.0
#include "sc_main/run/run_settings.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/ranks/ranks.h"
#include "core/system/thread_team.h"
#include "core/trace/fst.h"
#include "sc_main/cli/defaults.h"
#include "sc_main/cli/start_ranks.h"
#include "sc_main/why/followed_packet.h"

namespace gf::app {
namespace {

using core::ExitCode;

constexpr unsigned kMostThreads = 256;

constexpr const char* kPurpose =
    "Builds a platform, runs it and prints its results. Files are written only with --outdir, or\n"
    "for --vcd, --timeline and --series: the parameters in force, the statistics, a summary and a\n"
    "record of the run, its page run.html, and what was asked for. They all appear at once when\n"
    "the run ends.\n"
    "gpufabric params PLATFORM shows what --NAME and -p can set.";
constexpr const char* kExamples =
    "  gpufabric run pcie_t2 --graphs graphs.csv --outdir out/first\n"
    "  gpufabric run pcie_t2 --timeline -o\n"
    "  gpufabric run pcie_t2 -p '*.hop_latency=200 ns' --json\n"
    "  gpufabric run pcie_t2 --graphs graphs.csv --outdir out/waves --vcd '*credits*' --vcd-to '1 "
    "ms'\n"
    "  gpufabric run pcie_t2 --config out/first/config.resolved.ini\n";

}  // namespace

CommandLine RunSettings::command_line() {
  CommandLine line("run", "PLATFORM [--NAME VALUE]... [OPTIONS]", kPurpose);
  const auto tick = sc_core::sc_time::from_value(1);
  choice.add_to(line);
  Option& directory =
      line.add("outdir,o", outdir, "DIR",
               "write the run's files to this new or empty directory; without a DIR, or for auto: "
               "out/PLATFORM-N with the next free N, as with --vcd, --timeline and --series");
  directory.default_text = "no files";
  directory.bare = kAutoDirectory;
  line.add("force", force, "replace an earlier run in DIR");
  line.add("json", json, "print the results as JSON instead of a table");
  line.add("quiet,q", quiet,
           "show warnings only: no progress, no notes, no bottleneck below the table");
  line.add("verbose,v", verbose, "show detailed notes too, including SystemC's own");
  line.add(
      "dry-run", dry_run,
      "build the platform, show its resolved configuration and what would be written, and end");
  line.add("vcd", vcd, "GLOBS",
           "write waves.vcd and waves.gtkw with the probes that match (comma-separated; '*': all); "
           "parts: the main signals of each kind of part; auto: from the cause of the longest wait "
           "at the bottleneck to its effect, in a window "
           "around it (simulates twice)");
  line.add("vcd-from", vcd_from, "T", "start of the waveform").default_text = "0 s";
  line.add("vcd-to", vcd_to, "T", "end of the waveform").default_text = "the end of the run";
  line.add("vcd-groups", vcd_groups, "FILE",
           "file of the signal groups of waves.gtkw, with a line \"title: glob, glob\" for each")
      .default_text = "one group per component";
  line.add("vcd-format", vcd_format, "F",
           "format of the waveform; fst writes waves.fst instead of waves.vcd, about 20 times "
           "smaller (needs vcd2fst of the package gtkwave)",
           core::one_of({"vcd", "fst"}));
  line.add("timeline", timeline,
           "write timeline.json for Perfetto (https://ui.perfetto.dev): activities over time and "
           "how busy the links were");
  line.add("follow", follow, "PACKET",
           "show the path of one packet in time, with its waits, below the results: 'copy 0->2, "
           "packet 17'");
  line.add("no-page", no_page,
           "do not write run.html, the page of the run for a browser, and its data, record.json");
  line.add(
      "series", series, "T",
      "write series.csv: statistics sampled every T of simulated time, with a row for each that "
      "changed",
      core::at_least(tick));
  line.add("stats-of", stats_of, "GLOBS",
           "statistics in stats.json, stats.csv and summary.txt, by path.name; '': results only")
      .default_text = "all";
  line.add("series-of", series_of, "GLOBS", "statistics in series.csv, by path.name").default_text =
      "all";
  line.add("max-output", max_output, "BYTES",
           "limit waves.vcd, timeline.json and series.csv to this size each; a warning is given "
           "and the run continues",
           core::at_least(core::Bytes(1)));
  line.add("stop-at", stop_at, "T", "stop at this simulated time", core::at_least(tick))
      .default_text = "the end of all work";
  line.add("max-wall", max_wall, "T",
           "stop after this wall-clock time (s, min, h) with partial results and exit code 130")
      .default_text = "no limit";
  line.add("threads", threads, "N",
           "threads that simulate the partitions of a network (docs/parallel.md); "
           "results do not depend on it",
           core::between(1u, kMostThreads))
      .default_text = "the cores, 1 with --vcd, --follow or --ranks";
  line.add("ranks", ranks, "N",
           "simulate with N MPI processes on this machine; on several machines, use "
           "mpirun -n N gpufabric run ...; results do not depend on N",
           core::between(1u, kMostRanks))
      .default_text = "1";
  line.examples = kExamples;
  line.exits = {ExitCode::kCheckFailed, ExitCode::kNoSteadyState, ExitCode::kDeadlock,
                ExitCode::kBadInput,    ExitCode::kInterrupted,   ExitCode::kTerminated};
  return line;
}

void RunSettings::validate(const CommandLine& line) const {
  if (outdir.empty() && force) line.fail("--force needs --outdir DIR");
  const bool wants_fst = fst() && !is_default("vcd-format");  // a default requests no waveform
  const bool wants_vcd = vcd_from || vcd_to || !vcd_groups.empty() || wants_fst;
  if (vcd.empty() && wants_vcd)
    line.fail("--vcd-from, --vcd-to, --vcd-groups and --vcd-format need --vcd GLOBS");
  if (vcd == kAutoSignals && (vcd_from || vcd_to || !vcd_groups.empty()))
    line.fail(
        "--vcd auto: chooses the window and the groups itself; leave out --vcd-from, --vcd-to and "
        "--vcd-groups, or name the signals: --vcd GLOBS");
  if (fst() && !vcd.empty()) core::find_vcd2fst();
  if (!follow.empty()) {
    if (json) line.fail("--follow has no JSON");
    FollowedPacket::parse(follow);
  }
  if (!wants_files() && stats_of != "*") line.fail("--stats-of needs --outdir DIR");
  if (!series && series_of != "*") line.fail("--series-of needs --series T");
  if (threads_asked_for() > 1 && !(vcd.empty() && follow.empty()))
    line.fail(
        "--threads: waveforms and the way of a packet are written by one thread; leave it "
        "out, or --vcd and --follow");
  validate_ranks(line);
}

void RunSettings::validate_ranks(const CommandLine& line) const {
  const unsigned launched = core::launched_ranks();
  if (launched > 1 && ranks && *ranks != launched)
    core::fail_config("", "--ranks", std::to_string(*ranks),
                      std::to_string(launched) + ", which mpirun has started", "leave it out");
  if (ranks.value_or(1) == 1 && launched == 1) return;
  if (!follow.empty() || vcd == kAutoSignals)
    line.fail(fmt::format(
        "{}: shows what holds a packet up in all parts, which no rank sees; leave it out, or "
        "--ranks and mpirun",
        follow.empty() ? "--vcd auto" : "--follow"));
}

core::VcdWindow RunSettings::vcd_window() const {
  core::VcdWindow window;
  if (vcd_from) window.from = *vcd_from;
  if (vcd_to) window.to = *vcd_to;
  return window;
}

unsigned RunSettings::threads_that_simulate() const {
  const bool in_order = !vcd.empty() || !follow.empty();
  if (threads || in_order || core::launched_ranks() > 1) return threads_asked_for();
  return std::min(core::cores(), kMostThreads);
}

bool RunSettings::starts_ranks() const {
  return ranks.value_or(1) > 1 && core::launched_ranks() == 1;
}

core::OutputLimit RunSettings::output_limit() const {
  core::OutputLimit limit;
  limit.most = max_output;
  if (stop_at) limit.end = stop_at->value();
  return limit;
}

}  // namespace gf::app
