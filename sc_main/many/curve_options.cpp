// SPDX-License-Identifier: Apache-2.0
#include "sc_main/many/curve_options.h"

#include <algorithm>
#include <boost/program_options.hpp>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "sc_main/cli/command_line.h"

namespace gf::app {
namespace {

namespace po = boost::program_options;

struct Texts {
  std::string loads = "0.1:0.9:0.1";
};

CommandLine command_line(CurveOptions& o, Texts& texts) {
  CommandLine line(
      "curve", "PLATFORM [--NAME VALUE]... [OPTIONS]",
      "Runs a platform at several loads, each in a process of its own, and prints a\n"
      "latency-load curve. A load without a steady state is printed too, and flagged.\n"
      "The numbers do not depend on -j.");
  o.choice.add_to(line);
  o.pool.add_to(line);
  line.options.add_options()  //
      ("loads", po::value(&texts.loads)->value_name("LIST"),
       "offered loads, as 0.1,0.2,0.5 or FROM:TO:STEP; default: 0.1:0.9:0.1")  //
      ("saturation", po::bool_switch(&o.saturation),
       "then find by bisection the load above which there is no steady state")  //
      ("tolerance", po::value(&o.tolerance)->value_name("LOAD"),
       "width of the interval at which --saturation stops; default: 0.01")                //
      ("csv", po::bool_switch(&o.csv), "print CSV instead of a table")                    //
      ("json", po::bool_switch(&o.json), "print {platform, points, saturation} as JSON")  //
      ("quiet,q", po::bool_switch(&o.quiet), "show no progress");
  line.examples =
      "  gpufabric curve dragonfly --routing ugal_l_vc_h --traffic wc --loads 0.05:0.5:0.05\n"
      "  gpufabric curve torus --loads 0.1,0.3 --saturation --tolerance 0.02 -j 4\n";
  line.exits = {core::ExitCode::kCheckFailed, core::ExitCode::kDeadlock, core::ExitCode::kBadInput,
                core::ExitCode::kInterrupted, core::ExitCode::kTerminated};
  return line;
}

[[noreturn]] void fail_loads(const std::string& text) {
  core::fail_config("", "--loads", text, "rising loads from 0 to 1, such as 0.1,0.2 or 0.1:0.9:0.1",
                    "a step above 0");
}

double load_of(std::string_view text, const std::string& whole) {
  const auto value = core::parse_number<double>(text);
  if (!value || !(*value >= 0) || *value > 1) fail_loads(whole);
  return *value;
}

std::vector<double> parse_loads(const std::string& text) {
  std::vector<double> loads;
  const auto range = core::split_fields(text, ':');
  if (range.size() == 3) {
    const double from = load_of(range[0], text), to = load_of(range[1], text);
    const double step = load_of(range[2], text);
    if (step < 1e-4 || to < from) fail_loads(text);
    // Multiplied, not added up: 0.1 + 0.1 + 0.1 is not 0.3.
    const auto steps = static_cast<unsigned>((to - from) / step + 1e-9);
    for (unsigned i = 0; i <= steps; ++i)
      loads.push_back(std::stod(fmt::format("{:.6g}", from + i * step)));
  } else {
    for (const std::string_view field : core::split_fields(text, ','))
      loads.push_back(load_of(field, text));
  }
  if (!std::is_sorted(loads.begin(), loads.end())) fail_loads(text);
  return loads;
}

}  // namespace

std::optional<CurveOptions> parse_curve(const Arguments& arguments) {
  CurveOptions o;
  Texts texts;
  CommandLine line = command_line(o, texts);
  if (!line.parse(arguments)) return std::nullopt;
  o.pool.validate();
  if (o.csv && o.json) line.fail("--csv and --json exclude each other");
  if (!(o.tolerance >= 1e-4) || o.tolerance > 1)
    core::fail_config("", "--tolerance", fmt::format("{}", o.tolerance), "0.0001 ... 1",
                      "a narrower interval adds no information");
  o.loads = parse_loads(texts.loads);
  const ConfiguredPlatform configured(line, o.choice);  // reports errors once, not per point
  const auto rows = configured.params().rows();
  if (std::none_of(rows.begin(), rows.end(), [](const auto& row) { return row.path == "load"; }))
    line.fail(fmt::format("{} has no parameter load", o.choice.platform));
  o.seed = configured.seed();
  return o;
}

}  // namespace gf::app
