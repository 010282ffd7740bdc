// SPDX-License-Identifier: Apache-2.0
#include "sc_main/many/profile_options.h"

#include <algorithm>
#include <boost/program_options.hpp>
#include <fmt/format.h>

#include "core/base/error.h"
#include "platforms/proact/proact_platform.h"
#include "platforms/proact/region/mechanism_if.h"
#include "sc_main/many/profile_lists.h"

namespace gf::app {
namespace {

namespace po = boost::program_options;

struct ProfileTexts {
  std::string mechanisms = "inline,polling,cdp";
  std::string chunks = "4 KiB:16 MiB";
  std::string threads = "32:8192";
  std::string out;
};

CommandLine command_line(ProfileOptions& o, ProfileTexts& texts) {
  CommandLine line(
      "profile", "proact [--NAME VALUE]... [OPTIONS]",
      "Finds the best way to transfer: the paper's mechanisms (--mechanisms) with every\n"
      "chunk size and number of transfer threads, each point in a process of its own.\n"
      "Chunks larger than the region are left out; inline has neither chunks nor threads,\n"
      "and hw has no threads. A point that the same program has already run with the same\n"
      "parameters is not run again.\n"
      "Lists are A,B,C or FROM:TO, which doubles at each step. The numbers do not depend\n"
      "on -j.\n"
      "A point of each mechanism is run to its end, and the others are stopped when they have\n"
      "taken longer than the fastest of these and --within more. Nothing that is faster is\n"
      "missed: the best is that of all points.");
  o.choice.add_to(line);
  o.pool.add_to(line);
  line.options.add_options()  //
      ("mechanisms", po::value(&texts.mechanisms)->value_name("LIST"),
       "mechanisms to try: inline, polling, cdp, hw or any other; default: inline,polling,cdp")  //
      ("chunks", po::value(&texts.chunks)->value_name("LIST"),
       "chunk sizes to try; default: '4 KiB:16 MiB'")  //
      ("threads", po::value(&texts.threads)->value_name("LIST"),
       "numbers of transfer threads per GPU to try; default: 32:8192")  //
      ("within", po::value(&o.within)->value_name("PERCENT"),
       "points that take so much longer than the fastest of the first ones are stopped; default: "
       "10")  //
      ("whole", po::bool_switch(&o.whole),
       "run every point to its end, to see the times of the slow ones too")  //
      ("out", po::value(&texts.out)->value_name("FILE"),
       "write the best configuration to FILE, for gpufabric run proact --config FILE")  //
      ("rows", po::value(&o.rows)->value_name("N"),
       "number of rows of the table; 0: all; default: 20")                            //
      ("csv", po::bool_switch(&o.csv), "print CSV of all points instead of a table")  //
      ("json", po::bool_switch(&o.json),
       "print a JSON list of all points, the fastest first, with sizes in bytes and times in s")  //
      ("quiet,q", po::bool_switch(&o.quiet), "show no progress");
  line.examples =
      "  gpufabric profile proact --system 4x_volta --workload jacobi --out best.ini\n"
      "  gpufabric run proact --config best.ini\n"
      "  gpufabric profile proact -p workload=als --mechanisms polling,hw --chunks '16 KiB:256 "
      "KiB' "
      "--threads 256,2048 -j 4\n";
  line.exits = {core::ExitCode::kCheckFailed, core::ExitCode::kDeadlock, core::ExitCode::kBadInput,
                core::ExitCode::kInterrupted, core::ExitCode::kTerminated};
  return line;
}

constexpr double kMostWithin = 10'000;  ///< About a hundred times the fastest.

bool has_chunks(const std::string& mechanism) {
  return mechanism == "polling" || mechanism == "cdp" || mechanism == "hw";
}

std::vector<ProfilePoint> points_of(const std::vector<std::string>& mechanisms,
                                    const std::vector<core::Bytes>& chunks,
                                    const std::vector<unsigned>& threads) {
  std::vector<ProfilePoint> points;
  for (const std::string& mechanism : mechanisms) {
    if (!has_chunks(mechanism)) points.push_back({mechanism, {}, {}});
    if (!has_chunks(mechanism)) continue;
    for (const core::Bytes chunk : chunks) {
      if (mechanism == "hw") points.push_back({mechanism, chunk, {}});
      if (mechanism == "hw") continue;
      for (const unsigned count : threads) points.push_back({mechanism, chunk, count});
    }
  }
  return points;
}

/// Refuses settings that the points set themselves.
void check_settings(const CommandLine& line, const PlatformChoice& choice) {
  for (const std::string& setting : choice.settings)
    for (const char* own : {"mechanism", "chunk", "threads"})
      if (setting.rfind(std::string(own) + "=", 0) == 0)
        line.fail(fmt::format("a profile searches {}; use --{}{}", own, own,
                              std::string(own) == "threads" ? "" : "s"));
}

/// Returns the chunks that are not larger than the region.
std::vector<core::Bytes> that_fit(const std::vector<core::Bytes>& chunks, std::uint64_t region) {
  std::vector<core::Bytes> fit;
  for (const core::Bytes chunk : chunks)
    if (chunk.count() <= region) fit.push_back(chunk);
  if (fit.empty())
    core::fail_config(
        "", "--chunks", core::to_text(chunks.front()),
        "at least one not larger than the region, " + core::to_text(core::Bytes(region)),
        "take smaller chunks, or a larger region");
  return fit;
}

}  // namespace

std::vector<std::string> ProfilePoint::settings() const {
  std::vector<std::string> all = {"mechanism=" + mechanism};
  if (chunk) all.push_back("chunk=" + core::to_text(*chunk));
  if (threads) all.push_back("threads=" + std::to_string(*threads));
  return all;
}

std::optional<ProfileOptions> parse_profile(const Arguments& arguments) {
  ProfileOptions o;
  ProfileTexts texts;
  CommandLine line = command_line(o, texts);
  if (!line.parse(arguments)) return std::nullopt;
  o.pool.validate();
  if (o.csv && o.json) line.fail("--csv and --json exclude each other");
  check_settings(line, o.choice);
  if (!(o.within >= 0 && o.within <= kMostWithin))
    core::fail_config("", "--within", fmt::format("{}", o.within),
                      fmt::format("0 ... {:.0f}", kMostWithin),
                      "it is in per cent; --whole stops no point");
  const auto mechanisms = mechanism_list(texts.mechanisms);
  const auto chunks = chunk_list(texts.chunks);
  const auto threads = thread_list(texts.threads);
  ConfiguredPlatform configured(line,
                                o.choice);  // reports errors once, not per point
  auto* const proact = dynamic_cast<platforms::proact::ProactPlatform*>(&configured.platform());
  if (proact == nullptr)
    line.fail(fmt::format("{} has no mechanisms to choose from; use proact", configured.name()));
  o.points =
      points_of(mechanisms, that_fit(chunks, proact->region_bytes(configured.seed())), threads);
  o.seed = configured.seed();
  o.params = configured.params().rows();
  o.out = texts.out;
  return o;
}

}  // namespace gf::app
