// SPDX-License-Identifier: Apache-2.0
#include "sc_main/followed_packet.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <sstream>

#include "core/engineering.h"
#include "core/error.h"
#include "core/printable.h"
#include "core/text_match.h"
#include "core/text_table.h"
#include "sc_main/why_report.h"

namespace gf::app {
namespace {

using core::ExitCode;
using core::Ticks;
using core::UserError;

std::string microseconds(Ticks at) {
  return fmt::format("{:.3f}", core::to_time(at).to_seconds() * 1e6);
}

/// What it waited for longest first; "-": it did not wait.
std::string waits_text(const core::WaitTimes& waits, const core::WaitNames& names) {
  std::vector<std::pair<Ticks, std::string>> parts;
  for (const auto& [chain, span] : waits) parts.emplace_back(span, text_of(chain, names));
  std::stable_sort(parts.begin(), parts.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text;
  for (const auto& [span, what] : parts)
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ",
                        core::engineering(core::to_time(span).to_seconds(), "s"), what);
  return text.empty() ? "-" : text;
}

[[noreturn]] void fail_none(const FollowedPacket& packet, const core::SlowFlows& flows,
                            const core::HopJournal& journal) {
  for (const auto& [number, flow] : flows.flows())
    if (journal.flow_name(number) == packet.flow)
      throw UserError(ExitCode::kUsage,
                      fmt::format("--follow: {} had {} packets, there is no packet {}",
                                  core::excerpt(packet.flow), flow.packets, packet.number));
  throw UserError(ExitCode::kUsage,
                  fmt::format("--follow: {}", unknown_flow(packet.flow, journal)));
}

}  // namespace

FollowedPacket FollowedPacket::parse(const std::string& text) {
  const std::string before = ", packet ";
  const std::size_t at = text.rfind(before);
  FollowedPacket packet;
  if (at != std::string::npos) {
    packet.flow = text.substr(0, at);
    const char* const begin = text.data() + at + before.size();
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(begin, end, packet.number);
    if (error == std::errc() && rest == end && packet.number > 0) return packet;
  }
  throw UserError(ExitCode::kUsage,
                  fmt::format("--follow \"{}\": expected a flow and the number of its packet, from "
                              "1, such as 'copy 0->2, packet 17'",
                              core::excerpt(text)));
}

std::string hops_table(const FollowedPacket& packet, const core::SlowFlows& flows,
                       const core::HopJournal& journal, const core::WaitNames& names) {
  if (flows.followed().empty()) fail_none(packet, flows, journal);
  core::TextTable table({"place", ">there us", ">left us", "by", ">waited", "for"});
  for (const core::FollowedHop& one : flows.followed()) {
    const core::HopJournal::Hop& hop = one.hop;
    const Ticks waited = hop.start - hop.arrived;
    table.add_row({names.queue(hop.queue), microseconds(hop.arrived), microseconds(hop.start),
                   names.link(hop.link), core::engineering(core::to_time(waited).to_seconds(), "s"),
                   waits_text(one.waits, names)});
  }
  const core::HopJournal::Hop& last = flows.followed().back().hop;
  std::ostringstream out;
  out << fmt::format("{}, packet {}\n", core::printable(packet.flow), packet.number);
  table.print(out, why_columns());
  out << fmt::format("its last bit is at the end of {} at {} us\n", names.link(last.link),
                     microseconds(last.there));
  return out.str();
}

}  // namespace gf::app
