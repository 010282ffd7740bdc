// SPDX-License-Identifier: Apache-2.0
#include "sc_main/inspect/analytic_ranks.h"

#include <algorithm>
#include <fmt/format.h>
#include <ostream>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "core/base/units.h"
#include "core/text/json.h"
#include "core/text/terminal.h"
#include "core/text/text_table.h"
#include "tlm_models/analytic/mvapich_loggp.h"

namespace gf::app {
namespace {

constexpr unsigned kShownRanks = 512;  ///< Upper limit of the table without --ranks.
constexpr const char* kMeasured = "measured, docs/performance.md: one core, parts of 512 terminals";
constexpr const char* kCard = "assumed: InfiniBand QDR, tlm_models/analytic/mvapich_loggp.h";

/// Parses a list such as "1,2,4" of numbers above 0.
std::vector<unsigned> numbers(const char* option, const std::string& text, const char* legal) {
  std::vector<unsigned> all;
  for (const std::string_view field : core::split_fields(text, ',')) {
    const auto number = core::parse_number<unsigned>(field);
    if (!number || *number == 0)
      core::fail_config("", option, text, legal, "numbers above 0 with commas between them");
    all.push_back(*number);
  }
  return all;
}

void need(bool legal, const char* option, double value, const char* range, const char* way_out) {
  if (!legal) core::fail_config("", option, fmt::format("{}", value), range, way_out);
}

std::string in_us(const sc_core::sc_time& time) {
  return fmt::format("{:g} us", time.to_seconds() * 1e6);
}

std::string in_ms(double time) { return fmt::format("{:.3f}", time * 1e3); }

}  // namespace

RankOptions::RankOptions() {
  const model::MvapichParams card;
  latency_ = sc_core::sc_time(card.latency, sc_core::SC_SEC);
  overhead_ = sc_core::sc_time(card.overhead, sc_core::SC_SEC);
  rate_ = core::ByteRate(card.rate);
}

void RankOptions::add_to(CommandLine& line) {
  const std::size_t others = line.options.size();
  line.add("dragonfly", dragonfly_, "P,A,H",
           "ranks: terminals a router, routers a group, global channels a router");
  line.add("load", load_, "X", "ranks: flits a terminal and cycle, above 0, to 1");
  line.add("window", window_, "N", "ranks: latency of a global channel, cycles", core::at_least(1u))
      .unit = "cycles";
  line.add("parts", parts_, "N", "ranks: parts of the network").default_text = "a group each";
  line.add("ranks", ranks_, "LIST", "ranks: numbers of ranks").default_text =
      "1,2,4, ... 512, up to the parts";
  line.add("cores", cores_, "N", "ranks: that all ranks share, taking turns").default_text =
      "each has its own";
  line.add("hop", hop_, "T", "ranks: time of a core for a flit and channel",
           core::at_least(sc_core::sc_time::from_value(1)));
  line.add("message-latency", latency_, "T", "ranks: from a rank to another one").default_text =
      in_us(latency_);
  line.add("message-overhead", overhead_, "T", "ranks: of either end for a message").default_text =
      in_us(overhead_);
  line.add("message-rate", rate_, "RATE", "ranks: bytes of a message");
  for (std::size_t i = others; i < line.options.size(); ++i) names_.push_back(line.options[i].name);
}

bool RankOptions::has(const std::string& option) const {
  return std::find(names_.begin(), names_.end(), option) != names_.end();
}

model::RankedDragonfly RankOptions::dragonfly() const {
  const std::vector<unsigned> sizes = numbers("--dragonfly", dragonfly_, "P,A,H");
  if (sizes.size() != 3)
    core::fail_config("", "--dragonfly", dragonfly_, "P,A,H", "for example 8,16,8");
  for (const unsigned size : sizes)
    need(size <= 64, "--dragonfly", size, "1 ... 64", "larger ones are not built");
  need(load_ > 0 && load_ <= 1, "--load", load_, "above 0, to 1", "leave it out for 0.1");
  model::RankedDragonfly dragonfly{sizes[0], sizes[1], sizes[2], load_, window_, parts_};
  need(parts_ != 1 && parts_ <= dragonfly.groups(), "--parts", parts_, "2 ... the groups",
       "leave it out for one part per group");
  return dragonfly;
}

model::RankedComputer RankOptions::computer() const {
  model::RankedComputer computer;
  computer.hop = hop_.to_seconds();
  computer.overhead = overhead_.to_seconds();
  computer.message.alpha = latency_.to_seconds();
  computer.message.beta = 1 / rate_.bytes_per_second();
  computer.cores = cores_;
  return computer;
}

std::vector<unsigned> RankOptions::counts(const model::RankedNetwork& network) const {
  if (ranks_.empty()) {
    std::vector<unsigned> all;
    for (unsigned ranks = 1; ranks <= std::min(kShownRanks, network.parts); ranks *= 2)
      all.push_back(ranks);
    return all;
  }
  std::vector<unsigned> all = numbers("--ranks", ranks_, "numbers of ranks");
  for (const unsigned ranks : all)
    if (ranks > network.parts)
      core::fail_config("", "--ranks", std::to_string(ranks),
                        fmt::format("1 ... {}, the parts", network.parts),
                        "each rank needs its own part; a larger --dragonfly has more parts");
  return all;
}

std::vector<RankOptions::Row> RankOptions::rows() const {
  const model::RankedNetwork network = model::ranked(dragonfly());
  std::vector<Row> all;
  for (const unsigned ranks : counts(network))
    all.push_back({ranks, model::window_time(network, computer(), ranks)});
  return all;
}

void RankOptions::print_assumptions(std::ostream& out,
                                    const std::vector<std::string>& given) const {
  const model::RankedDragonfly network = dragonfly();
  const model::RankedComputer used = computer();
  const auto source = [&given](const char* option, const char* otherwise) {
    return std::find(given.begin(), given.end(), option) == given.end() ? otherwise : "given";
  };
  out << fmt::format(
      "dragonfly of {} terminals in {} groups, {} flits per terminal and cycle, uniform, "
      "minimal\n\n",
      network.terminals(), network.groups(), network.load);
  core::TextTable table({"assumed", ">value", "source"});
  const model::RankedNetwork ranked = model::ranked(network);
  table.add_row(
      {"flits over channels per cycle", fmt::format("{:.0f}", ranked.hops), "the network"});
  table.add_row({"parts, equally busy", std::to_string(ranked.parts), "the network"});
  table.add_row({"window, cycles", std::to_string(ranked.window), source("window", "the network")});
  table.add_row({"core, per flit and channel", core::to_text(hop_), source("hop", kMeasured)});
  table.add_row({"cores", used.cores == 0 ? "one per rank" : std::to_string(used.cores),
                 source("cores", "all equally fast")});
  table.add_row({"message, latency", in_us(latency_), source("message-latency", kCard)});
  table.add_row(
      {"message, overhead at each end", in_us(overhead_), source("message-overhead", kCard)});
  table.add_row({"message, rate", core::to_text(rate_), source("message-rate", kCard)});
  table.add_row({"flit and its credit, B", fmt::format("{}", used.flit_bytes + used.credit_bytes),
                 "hw/router/remote_messages.h"});
  table.print(out, core::output_columns());
}

void RankOptions::print(std::ostream& out, const std::vector<std::string>& given) const {
  const std::vector<Row> all = rows();
  print_assumptions(out, given);
  const double one = model::window_time(model::ranked(dragonfly()), computer(), 1).all();
  core::TextTable table({">ranks", ">compute ms", ">messages ms", ">agreement ms", ">window ms",
                         ">speedup", ">efficiency %", ">cycles/s"});
  for (const auto& [ranks, time] : all)
    table.add_row({std::to_string(ranks), in_ms(time.compute), in_ms(time.exchange),
                   in_ms(time.agreement), in_ms(time.all()),
                   fmt::format("{:.2f}", one / time.all()),
                   fmt::format("{:.0f}", 100 * one / time.all() / ranks),
                   fmt::format("{:.0f}", window_ / time.all())});
  out << "\n";
  table.print(out, core::output_columns());
  out << "\nnothing overlaps; network construction and MPI startup are not included\n";
}

void RankOptions::print_json(std::ostream& out) const {
  const model::RankedNetwork network = model::ranked(dragonfly());
  const model::RankedComputer used = computer();
  nlohmann::ordered_json windows = nlohmann::ordered_json::array();
  for (const auto& [ranks, time] : rows())
    windows.push_back({{"ranks", ranks},
                       {"compute", time.compute},
                       {"exchange", time.exchange},
                       {"agreement", time.agreement},
                       {"window", time.all()}});
  const nlohmann::ordered_json all{{"terminals", dragonfly().terminals()},
                                   {"hops_a_cycle", network.hops},
                                   {"crossing_a_cycle", network.crossing},
                                   {"parts", network.parts},
                                   {"window_cycles", network.window},
                                   {"hop", used.hop},
                                   {"cores", used.cores},
                                   {"message_latency", used.message.alpha},
                                   {"message_overhead", used.overhead},
                                   {"message_seconds_a_byte", used.message.beta},
                                   {"windows", windows}};
  out << core::json_text(all, 2) << '\n';
}

}  // namespace gf::app
