// SPDX-License-Identifier: Apache-2.0
// gpufabric why: shows what a copy of a run waited for.
#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <optional>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "core/text/engineering.h"
#include "core/text/json.h"
#include "core/text/log.h"
#include "core/text/text_table.h"
#include "sc_main/cli/command.h"
#include "sc_main/cli/configured_platform.h"
#include "sc_main/page/bottleneck.h"
#include "sc_main/why/followed_packet.h"
#include "sc_main/why/joined_flow.h"
#include "sc_main/why/why_channels.h"
#include "sc_main/why/why_copies.h"
#include "sc_main/why/why_firmware.h"
#include "sc_main/why/why_message.h"
#include "sc_main/why/why_packets.h"
#include "sc_main/why/why_part.h"
#include "sc_main/why/why_report.h"
#include "sc_main/why/why_route.h"
#include "sc_main/why/why_run.h"
#include "sc_main/why/why_without_hops.h"

namespace gf::app {
namespace {

using core::ExitCode;
using core::Ticks;
using core::UserError;

struct WhyOptions {
  std::string run;
  std::string flow;    ///< "copy 0->2"; empty: all of them.
  std::string follow;  ///< "copy 0->2, packet 17"; empty: none.
  unsigned top = 10;
  bool alone = false;
  bool json = false;
};

CommandLine command_line(WhyOptions& options) {
  CommandLine line(
      "why", "RUN [FLOW] [OPTIONS]",
      "Explains what a copy of a run waited for, back to the cause, and how much of its\n"
      "time each cause took. RUN is a directory that `run --outdir` wrote. The run is\n"
      "repeated from its configuration and inputs with a journal of every packet, and\n"
      "once more with only that copy in the machine. No files are written.\n"
      "FLOW names a copy by its GPUs: 'copy 0->2', or 'copy 0->2 #3' for the third of\n"
      "that pair. Without FLOW: the slowest copies. Other questions:\n"
      "  'channel 3'                a channel of a collective: its critical path, what\n"
      "                             its blocks waited for, and its narrowest link\n"
      "  'flow 0->3 reads'          a flow on NVLink\n"
      "  'kernel spmv'              where the time of a kernel went\n"
      "  'lane gpu_0 link_0'        one direction of a link\n"
      "  'chunk 7 of gpu_0'         a PROACT chunk\n"
      "  'flow 3->17', 'packets', 'packets minimal', 'packets non-minimal',\n"
      "  'packets vc 1', 'packets hops 3'\n"
      "                             the mean latency of these packets of the sample in\n"
      "                             a network of routers\n"
      "  'message 0->3', 'message 0->3 #2'\n"
      "                             a message of APEnet+ cards, through software, card\n"
      "                             and network\n"
      "  'firmware', 'firmware node_0'\n"
      "                             tasks of the firmware of APEnet+ cards.");
  line.operand("RUN", options.run);
  line.operand("FLOW", options.flow);
  line.add("follow", options.follow, "PACKET",
           "show the path of one packet in time, with its waits: 'copy 0->2, packet 17'");
  line.add("top", options.top, "N", "rows of the table that are shown, the largest first",
           core::at_least(1u));
  line.add("alone", options.alone, "only run FLOW alone in the machine and print its time");
  line.add("json", options.json, "print JSON");
  line.examples =
      "  gpufabric why out/first\n"
      "  gpufabric why out/first 'copy 0->2'\n"
      "  gpufabric why out/node 'kernel spmv'\n"
      "  gpufabric why out/first --follow 'copy 0->2, packet 17'\n";
  line.exits = {ExitCode::kCheckFailed, ExitCode::kBadInput};
  return line;
}

/// Selects flows by name, because numbers are assigned while the machine runs. Copies between nodes
/// belong to `others`; their stages are selected too.
core::SlowFlows::Wanted named(const std::string& name, const WhyCopies* const* others) {
  return [name, others](core::HopJournal::Number flow) {
    const std::string& its_name = core::HopJournal::active()->flow_name(flow);
    if (*others != nullptr && (*others)->has(its_name)) return false;
    if (name.empty() && !model::ChannelJournal::channel_of(its_name).empty()) return false;
    return name.empty() || its_name == name || core::begins_with(its_name, "stage ");
  };
}

const core::SlowFlow& only_flow(const core::SlowFlows& flows, const core::HopJournal& journal,
                                const std::string& name) {
  if (flows.flows().empty())
    throw UserError(ExitCode::kUsage, fmt::format("why: {}", unknown_flow(name, journal)));
  const core::SlowFlow& flow = flows.flows().begin()->second;
  if (flow.ended == core::kNever)
    throw UserError(ExitCode::kUsage,
                    fmt::format("why: {} has not ended in this run", core::excerpt(name)));
  return flow;
}

void print_alone(const WhyOptions& options, Ticks ticks,
                 const std::optional<NarrowestLink>& narrowest = std::nullopt) {
  const double seconds = core::to_time(ticks).to_seconds();
  if (options.json) {
    nlohmann::ordered_json json{
        {"flow", options.flow}, {"alone_seconds", seconds}, {"alone_ticks", ticks}};
    if (narrowest) json["narrowest"] = narrowest->json();
    std::cout << core::json_text(json, 2) << '\n';
    return;
  }
  std::cout << fmt::format("{} takes {} alone in the machine\n", core::printable(options.flow),
                           core::engineering(seconds, "s"));
  if (narrowest) std::cout << "narrowest link: " << narrowest->text() << '\n';
}

/// Answers a question about a kernel, a direction of a link, or a chunk.
ExitCode answer_part(ConfiguredPlatform& machine, const WhyOptions& options,
                     PartQuestion& question) {
  std::optional<AloneRun> alone;
  if (!options.alone && question.can_be_alone()) alone.emplace(options.run, options.flow);
  machine.build();
  core::HopJournal journal(question);
  const platforms::RunOutcome outcome = simulate(machine);
  if (!options.alone) check_same(options.run, outcome);
  PartAnswer answer = question.answer(journal, machine.platform().graph());
  if (options.alone) {
    print_alone(options, answer.whole);
    return ExitCode::kDone;
  }
  if (!alone && !question.alone_afterwards().empty())
    alone.emplace(options.run, question.alone_afterwards());
  if (alone) answer.alone = alone->time();
  std::cout << (options.json ? core::json_text(answer.json(), 2) + "\n" : answer.text(options.top));
  return ExitCode::kDone;
}

/// Returns the only flow that a model began; without one, the only flow.
const core::SlowFlow& flow_alone(const core::SlowFlows& flows) {
  const core::SlowFlow* only = nullptr;
  std::size_t told = 0;
  for (const auto& [number, flow] : flows.flows()) {
    if (flow.is_told) ++told;
    if (only == nullptr || flow.is_told) only = &flow;
  }
  if (told > 1 || (told == 0 && flows.flows().size() != 1))
    throw UserError(ExitCode::kCheckFailed, "why --alone: more than one flow ran");
  return *only;
}

ExitCode run_alone(ConfiguredPlatform& machine, const WhyOptions& options) {
  if (!machine.platform().keep_only(options.flow))
    throw UserError(ExitCode::kUsage,
                    fmt::format("why --alone: {} cannot run one flow alone", machine.name()));
  if (const auto question = PartQuestion::of(options.flow))
    return answer_part(machine, options, *question);
  machine.build();
  const WhyCopies* others = nullptr;
  core::SlowFlows flows(named("", &others));
  WhyCopies copies(flows);
  others = &copies;
  LinkLoads loads(copies.ways());
  core::HopJournal journal(loads);
  copies.ways().set_names(shown_names(journal, flows, machine.platform().graph()));
  simulate(machine);
  if (copies.any()) {
    print_alone(options, copies.alone());
    return ExitCode::kDone;
  }
  // Only this copy ran, so the links' loads are its own.
  const auto narrowest = [&](std::uint64_t bytes) {
    return NarrowestLink::of(loads, journal, machine.platform().graph(), bytes);
  };
  const auto untold = copies_without_hops(machine.platform(), copies, flows, journal);
  if (untold.size() == 1) {
    const platforms::CopySpan& copy = untold.front();
    print_alone(options, copy.finished - copy.submitted, narrowest(copy.bytes));
    return ExitCode::kDone;
  }
  const core::SlowFlow& flow = flow_alone(flows);
  const std::vector<platforms::CopySpan> known = machine.platform().copies();
  print_alone(options, flow.ended - flow.began,
              known.size() == 1 ? narrowest(known.front().bytes) : std::nullopt);
  return ExitCode::kDone;
}

/// Returns the flows that have ended, the longest first.
std::vector<const core::SlowFlow*> slowest(const core::SlowFlows& flows) {
  std::vector<const core::SlowFlow*> list;
  for (const auto& [number, flow] : flows.flows())
    if (flow.ended != core::kNever && !flow.has_no_packets()) list.push_back(&flow);
  std::stable_sort(list.begin(), list.end(), [](const auto* a, const auto* b) {
    return a->ended - a->began > b->ended - b->began;
  });
  return list;
}

/// Returns the cause with the flow's largest loss; "-": it lost nothing.
std::string worst_of(const core::SlowFlow& flow, const core::WaitNames& names) {
  const core::WaitChain* worst = nullptr;
  Ticks most = 0;
  for (const auto& [chain, span] : flow.times) {
    if (!core::is_lost(chain, flow.flow) || span <= most) continue;
    most = span;
    worst = &chain;
  }
  return worst == nullptr ? "-" : text_of(*worst, names);
}

/// Returns the share of its time that a flow lost; nothing if it lost none on links and the rest is
/// unknown.
std::optional<double> lost_share(const core::SlowFlow& flow) {
  const Ticks lost = core::lost_time(flow.times, flow.flow);
  if (!flow.is_told && lost == 0) return std::nullopt;
  return double(lost) / double(flow.ended - flow.began);
}

std::string lost_text(const std::optional<double>& lost) {
  return lost ? fmt::format("{:.0f} %", 100 * *lost) : kLostNotKnown;
}

/// Returns all that have ended, the longest first, including copies between nodes.
std::vector<WhyCopies::Row> slowest_rows(const core::SlowFlows& flows, const WhyCopies& copies,
                                         const core::WaitNames& names) {
  std::vector<WhyCopies::Row> rows = copies.rows();
  for (const core::SlowFlow* flow : slowest(flows)) {
    // The time of stages is part of their copies' time.
    if (core::begins_with(names.flow(flow->flow), "stage ")) continue;
    const Ticks took = flow->ended - flow->began;
    const JoinedFlow joined(*flow, names);
    rows.push_back(
        {names.flow(flow->flow), took, lost_share(*flow), worst_of(joined.flow, joined.names)});
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.took > b.took; });
  return rows;
}

void print_slowest_json(const core::SlowFlows& flows, const WhyCopies& copies,
                        const std::vector<WhyCopies::Row>& rows, const core::WaitNames& names,
                        const std::vector<platforms::CopySpan>& untold) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const WhyCopies::Row& row : rows) {
    if (copies.has(row.name)) {
      json.push_back(copies.answer(row.name).json());
      continue;
    }
    for (const auto& [number, flow] : flows.flows())
      if (names.flow(number) == row.name) json.push_back(WhyReport{flow, names, 0, {}}.json());
  }
  nlohmann::ordered_json all{{"flows", json}};
  for (const platforms::CopySpan& copy : untold) all["copies"].push_back(untold_json(copy));
  std::cout << core::json_text(all, 2) << '\n';
}

void print_slowest(const core::SlowFlows& flows, const WhyCopies& copies,
                   const core::WaitNames& names, const WhyOptions& options,
                   const std::vector<platforms::CopySpan>& untold, const std::string& bottleneck) {
  std::vector<WhyCopies::Row> rows = slowest_rows(flows, copies, names);
  if (rows.empty()) throw UserError(ExitCode::kUsage, "why: no transfer of this run has ended");
  const std::size_t all = rows.size();
  rows.resize(std::min<std::size_t>(all, options.top));
  if (options.json) return print_slowest_json(flows, copies, rows, names, untold);
  std::cout << untold_table(untold, options.run, options.top);
  core::TextTable table({"flow", ">time", ">lost", "largest cause"});
  for (const WhyCopies::Row& row : rows)
    table.add_row({row.name, core::engineering(row.took), lost_text(row.lost), row.most});
  table.print(std::cout, why_columns());
  std::cout << fmt::format("{} of {} flows (--top); details of one: gpufabric why {} '{}'\n",
                           rows.size(), all, core::printable(options.run), rows.front().name)
            << bottleneck;
}

void print_copy(const WhyCopies& copies, AloneRun& alone, const WhyOptions& options) {
  PartAnswer answer = copies.answer(options.flow);
  answer.alone = alone.time();
  std::cout << (options.json ? core::json_text(answer.json(), 2) + "\n" : answer.text(options.top));
}

void print_messages(const core::SpanLog& log, const WhyOptions& options,
                    const std::string& bottleneck) {
  if (options.json)
    std::cout << core::json_text(slowest_messages_json(log, options.top), 2) << '\n';
  else
    std::cout << slowest_messages(log, options.run, options.top) << bottleneck;
}

ExitCode why_packets(ConfiguredPlatform& machine, const WhyOptions& options) {
  const PacketQuestion question(options.flow);
  core::PacketLatency latency(question.wanted(), question.flows());
  core::HopJournal journal(latency);
  check_same(options.run, simulate(machine));
  latency.finish();
  const WhyPackets why{question, latency, journal, machine.platform().packet_cycle()};
  why.check();
  std::cout << (options.json ? core::json_text(why.json(), 2) + '\n'
                             : why.text(options.top, why_columns()));
  return ExitCode::kDone;
}

ExitCode why_firmware(ConfiguredPlatform& machine, const WhyOptions& options) {
  core::ProcessorTimes times;
  core::HopJournal journal(times);
  check_same(options.run, simulate(machine));
  const WhyFirmware why{times, journal, core::now_ticks(), WhyFirmware::wanted_of(options.flow)};
  why.check();
  std::cout << (options.json ? core::json_text(why.json(), 2) + '\n' : why.text(why_columns()));
  return ExitCode::kDone;
}

}  // namespace

ExitCode run_why(const Arguments& arguments) {
  WhyOptions options;
  CommandLine line = command_line(options);
  if (!line.parse(arguments)) return ExitCode::kDone;
  if (options.run.empty()) line.fail("expected a run directory");
  if (options.alone && options.flow.empty()) line.fail("--alone needs a FLOW");
  std::optional<FollowedPacket> followed;
  if (!options.follow.empty()) followed = FollowedPacket::parse(options.follow);
  if (followed && (!options.flow.empty() || options.json))
    line.fail("--follow names its own flow and has no JSON; leave out FLOW and --json");
  core::install_log(core::LogLevel::kQuiet, std::cerr);
  ConfiguredPlatform machine = recorded_machine(line, options.run);
  if (options.alone) return run_alone(machine, options);
  if (const auto question = PartQuestion::of(options.flow))
    return answer_part(machine, options, *question);
  machine.build();
  if (WhyFirmware::asks(options.flow)) return why_firmware(machine, options);
  const bool of_packets =
      PacketQuestion::asks(options.flow) || !machine.platform().is_about_copies();
  if (machine.platform().packet_cycle() != 0 && !followed && of_packets)
    return why_packets(machine, options);
  std::optional<AloneRun> alone;
  const bool of_channel = WhyChannels::asks(options.flow);
  if (!options.flow.empty() && !of_channel) alone.emplace(options.run, options.flow);
  const WhyCopies* others = nullptr;
  core::SlowFlows flows(named(followed ? followed->flow : options.flow, &others));
  if (followed) flows.follow(followed->flow, followed->number);
  WhyCopies copies(flows);
  others = &copies;
  WhyChannels channels(copies);
  core::HopJournal journal(channels);
  const core::WaitNames names = shown_names(journal, flows, machine.platform().graph());
  copies.ways().set_names(channels.names(names));
  check_same(options.run, simulate(machine));
  if (copies.has(followed ? followed->flow : options.flow)) {
    if (followed)
      std::cout << copies.follow(*followed);
    else
      print_copy(copies, *alone, options);
    return ExitCode::kDone;
  }
  if (of_channel || (channels.any() && options.flow.empty() && !followed)) {
    const std::string text = channels.answered(options.flow, options.run, options.top, options.json,
                                               machine.platform().graph());
    std::cout << text << (options.json || of_channel ? "" : bottleneck_line(machine.platform()));
    return ExitCode::kDone;
  }
  if (!copies.log().lives().empty() && !copies.any() && !channels.any() && !followed) {
    print_messages(copies.log(), options, bottleneck_line(machine.platform()));
    return ExitCode::kDone;
  }
  const auto untold = copies_without_hops(machine.platform(), copies, flows, journal);
  const std::string& asked = followed ? followed->flow : options.flow;
  const auto copy = std::find_if(untold.begin(), untold.end(),
                                 [&](const platforms::CopySpan& one) { return one.name == asked; });
  if (copy != untold.end() && !followed) {
    const core::Ticks ticks = alone->time();
    std::cout << (options.json ? core::json_text(untold_json(*copy, alone->answer()), 2) + "\n"
                               : untold_text(*copy, ticks, alone->answer(), options.run));
    return ExitCode::kDone;
  }
  if (copy != untold.end()) fail_untold(*followed, journal);
  check_told(journal, "why");
  if (followed) {
    std::cout << hops_table(*followed, flows, journal, names);
  } else if (options.flow.empty()) {
    print_slowest(flows, copies, names, options, untold, bottleneck_line(machine.platform()));
  } else {
    const core::Ticks ticks = alone->time();
    const nlohmann::json& said = alone->answer();
    const WhyReport report{only_flow(flows, journal, options.flow), names, ticks,
                           said.is_object() ? said.value("narrowest", nlohmann::json()) : said};
    if (options.json)
      std::cout << core::json_text(report.json(), 2) << '\n';
    else
      std::cout << report.text(options.top);
  }
  return ExitCode::kDone;
}

}  // namespace gf::app
