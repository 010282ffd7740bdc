// SPDX-License-Identifier: Apache-2.0
#include "sc_main/run/run_options.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

#include "core/base/decimal.h"
#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/units.h"
#include "core/ranks/ranks.h"
#include "core/system/thread_team.h"
#include "core/trace/fst.h"
#include "sc_main/cli/defaults.h"
#include "sc_main/cli/start_ranks.h"
#include "sc_main/why/followed_packet.h"

namespace gf::app {
namespace {

namespace po = boost::program_options;
using core::ExitCode;

constexpr int kMostThreads = 256;

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

void refuse_zero(const CommandLine& line, const char* option, bool zero) {
  if (zero) line.fail(fmt::format("{}: expected more than 0", option));
}

}  // namespace

CommandLine RunOptions::command_line() {
  CommandLine line("run", "PLATFORM [--NAME VALUE]... [OPTIONS]", kPurpose);
  choice.add_to(line);
  line.options.add_options()  //
      ("outdir,o", po::value(&outdir)->value_name("DIR"),
       "write the run's files to this new or empty directory; without a DIR, or for auto: "
       "out/PLATFORM-N with the next free N, as with --vcd, --timeline and --series; default: no "
       "files")                                                                         //
      ("force", po::bool_switch(&force), "replace an earlier run in DIR")               //
      ("json", po::bool_switch(&json), "print the results as JSON instead of a table")  //
      ("quiet,q", po::bool_switch(&quiet),
       "show warnings only: no progress, no notes, no bottleneck below the table")  //
      ("verbose,v", po::bool_switch(&verbose),
       "show detailed notes too, including SystemC's own")  //
      ("dry-run", po::bool_switch(&dry_run),
       "build the platform, show its resolved configuration and what would be written, and end")  //
      ("vcd", po::value(&vcd)->value_name("GLOBS"),
       "write waves.vcd and waves.gtkw with the probes that match (comma-separated; '*': all)")   //
      ("vcd-from", po::value(&vcd_from)->value_name("T"), "start of the waveform; default: 0 s")  //
      ("vcd-to", po::value(&vcd_to)->value_name("T"),
       "end of the waveform; default: the end of the run")  //
      ("vcd-groups", po::value(&vcd_groups)->value_name("FILE"),
       "file of the signal groups of waves.gtkw, with a line \"title: glob, glob\" for each; "
       "default: one group per component")  //
      ("vcd-format", po::value(&vcd_format)->value_name("F"),
       "vcd, or fst for waves.fst instead of waves.vcd, about 20 times smaller (needs vcd2fst of "
       "the package gtkwave); default: vcd")  //
      ("timeline", po::bool_switch(&timeline),
       "write timeline.json for Perfetto (https://ui.perfetto.dev): what happened when and "
       "how busy the links were")  //
      ("follow", po::value(&follow)->value_name("PACKET"),
       "show, below the results, where one packet was when, and what it waited for: 'copy 0->2, "
       "packet 17'")  //
      ("no-page", po::bool_switch(&no_page),
       "write no run.html, the page on which a browser shows the run, nor record.json, of which it "
       "is made; default: both")  //
      ("series", po::value(&series)->value_name("T"),
       "write series.csv: statistics sampled every T of simulated time, with a row for each that "
       "changed")  //
      ("stats-of", po::value(&stats_of)->value_name("GLOBS"),
       "statistics in stats.json, stats.csv and summary.txt, by path.name; '': results only; "
       "default: all")  //
      ("series-of", po::value(&series_of)->value_name("GLOBS"),
       "statistics in series.csv, by path.name; default: all")  //
      ("max-output", po::value(&max_output)->value_name("BYTES"),
       "limit waves.vcd, timeline.json and series.csv to this size each; a warning is given and "
       "the run continues; default: 1 GB")  //
      ("stop-at", po::value(&stop_at)->value_name("T"),
       "stop at this simulated time; default: when all work is done")  //
      ("max-wall", po::value(&max_wall)->value_name("T"),
       "stop after this real time (s, min, h) with partial results and exit code 130; default: no "
       "limit")  //
      ("threads", po::value(&threads)->value_name("N"),
       "threads that simulate a network which is cut into partitions (docs/parallel.md); results "
       "do not depend on it; default: the cores, 1 with --vcd, --follow or --ranks")  //
      ("ranks", po::value(&ranks)->value_name("N"),
       "processes of MPI that simulate it, on this machine; on several ones mpirun starts them: "
       "mpirun -n N gpufabric run ...; results do not depend on it; default: 1");
  line.bare_values["outdir"] = kAutoDirectory;
  line.examples = kExamples;
  line.exits = {ExitCode::kCheckFailed, ExitCode::kNoSteadyState, ExitCode::kDeadlock,
                ExitCode::kBadInput,    ExitCode::kInterrupted,   ExitCode::kTerminated};
  return line;
}

void RunOptions::validate(const CommandLine& line) const {
  if (outdir.empty() && force) line.fail("--force needs --outdir DIR");
  const bool wants_fst = fst() && !is_default("vcd-format");  // a default requests no waveform
  const bool wants_vcd = !(vcd_from.empty() && vcd_to.empty() && vcd_groups.empty()) || wants_fst;
  if (vcd.empty() && wants_vcd)
    line.fail("--vcd-from, --vcd-to, --vcd-groups and --vcd-format need --vcd GLOBS");
  if (!fst() && vcd_format != "vcd")
    line.fail(fmt::format("--vcd-format {}: expected vcd or fst", vcd_format));
  if (fst() && !vcd.empty()) core::find_vcd2fst();
  if (!follow.empty()) {
    if (json) line.fail("--follow has no JSON");
    FollowedPacket::parse(follow);
  }
  refuse_zero(line, "--max-output", output_limit().most.count() == 0);
  if (!wants_files() && stats_of != "*") line.fail("--stats-of needs --outdir DIR");
  if (series.empty() && series_of != "*") line.fail("--series-of needs --series T");
  if (!series.empty()) refuse_zero(line, "--series", series_period() == sc_core::SC_ZERO_TIME);
  if (!stop_at.empty()) refuse_zero(line, "--stop-at", stop_time() == sc_core::SC_ZERO_TIME);
  if (threads != kAllCores && (threads < 1 || threads > kMostThreads))
    core::fail_config("", "--threads", std::to_string(threads),
                      "1 ... " + std::to_string(kMostThreads), "leave it out for all cores");
  if (threads > 1 && !(vcd.empty() && follow.empty()))
    line.fail(
        "--threads: waveforms and the way of a packet are written by one thread; leave it "
        "out, or --vcd and --follow");
  validate_ranks(line);
  if (!max_wall.empty()) refuse_zero(line, "--max-wall", wall_limit()->count() == 0);
}

void RunOptions::validate_ranks(const CommandLine& line) const {
  const auto launched = static_cast<int>(core::launched_ranks());
  if (ranks < 0 || ranks > kMostRanks || (launched > 1 && ranks > 0 && ranks != launched)) {
    core::fail_config("", "--ranks", std::to_string(ranks),
                      launched > 1 ? std::to_string(launched) + ", which mpirun has started"
                                   : "1 ... " + std::to_string(kMostRanks),
                      "leave it out");
  }
  if (ranks <= 1 && launched == 1) return;
  if (!follow.empty())
    line.fail(
        "--follow: shows what holds a packet up in all parts, which no rank sees; leave it out, or "
        "--ranks and mpirun");
}

core::VcdWindow RunOptions::vcd_window() const {
  core::VcdWindow window;
  if (!vcd_from.empty()) window.from = option_value("--vcd-from", vcd_from, core::parse_time);
  if (!vcd_to.empty()) window.to = option_value("--vcd-to", vcd_to, core::parse_time);
  return window;
}

unsigned RunOptions::threads_asked_for() const {
  return threads == kAllCores ? 1 : static_cast<unsigned>(threads);
}

unsigned RunOptions::threads_that_simulate() const {
  const bool in_order = !vcd.empty() || !follow.empty();
  if (threads != kAllCores || in_order || core::launched_ranks() > 1) return threads_asked_for();
  return std::min(core::cores(), unsigned{kMostThreads});
}

bool RunOptions::starts_ranks() const { return ranks > 1 && core::launched_ranks() == 1; }

sc_core::sc_time RunOptions::series_period() const {
  return option_value("--series", series, core::parse_time);
}

sc_core::sc_time RunOptions::stop_time() const {
  if (stop_at.empty()) return sc_core::SC_ZERO_TIME;
  return option_value("--stop-at", stop_at, core::parse_time);
}

core::OutputLimit RunOptions::output_limit() const {
  core::OutputLimit limit;
  limit.most = option_value("--max-output", max_output, core::parse_bytes);
  if (!stop_at.empty()) limit.end = stop_time().value();
  return limit;
}

std::optional<std::chrono::duration<double>> RunOptions::wall_limit() const {
  if (max_wall.empty()) return std::nullopt;
  return option_value("--max-wall", max_wall, parse_wall_time);
}

std::chrono::duration<double> parse_wall_time(const std::string& text) {
  std::string_view rest = text;
  const bool number = core::take_decimal(rest).has_value();
  const std::size_t unit = rest.find_first_not_of(' ');
  rest.remove_prefix(unit == std::string_view::npos ? rest.size() : unit);
  const double value = number ? std::strtod(text.c_str(), nullptr) : 0;
  for (const auto& [name, seconds] :
       {std::pair{"ms", 1e-3}, {"s", 1.0}, {"min", 60.0}, {"h", 3600.0}})
    if (number && rest == name) return std::chrono::duration<double>(value * seconds);
  throw core::UserError(ExitCode::kUsage,
                        fmt::format("\"{}\" is not a time in ms, s, min or h, such as \"90 s\"",
                                    core::excerpt(text)));
}

}  // namespace gf::app
