// SPDX-License-Identifier: Apache-2.0
#include "sc_main/why/followed_packet.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "core/text/engineering.h"
#include "sc_main/why/why_report.h"

namespace gf::app {
namespace {

using core::ExitCode;
using core::Ticks;
using core::UserError;

std::string microseconds(Ticks at) {
  return fmt::format("{:.3f}", core::to_time(at).to_seconds() * 1e6);
}

/// Returns one line per cause of its wait, the longest first.
std::string waits_text(const core::WaitTimes& waits, const core::WaitNames& names) {
  std::vector<std::pair<Ticks, std::string>> parts;
  for (const auto& [chain, span] : waits) parts.emplace_back(span, text_of(chain, names));
  std::stable_sort(parts.begin(), parts.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text;
  for (const auto& [span, what] : parts) {
    const std::string before = fmt::format("{:>31}  ", core::engineering(span));
    text += before + folded(what, before.size());
  }
  return text;
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

bool PacketFollower::is_told(const std::string& flow) const {
  for (core::HopJournal::Number number = 0; number < journal_.flows(); ++number)
    if (journal_.flow_name(number) == flow) return true;
  return false;
}

void check_told(const core::HopJournal& journal, const std::string& what) {
  if (journal.flows() > 0) return;
  throw UserError(
      ExitCode::kUsage,
      fmt::format("{}: this platform does not record the hops of packets; the page of a "
                  "run and --series show how busy its links were",
                  what));
}

void fail_untold(const FollowedPacket& packet, const core::HopJournal& journal) {
  std::string flow;  // flow of data packets
  for (core::HopJournal::Number n = 0; flow.empty() && n < journal.flows(); ++n)
    if (!core::begins_with(journal.flow_name(n), "lane control")) flow = journal.flow_name(n);
  throw UserError(
      ExitCode::kUsage,
      fmt::format("--follow: packets of {} cannot be followed, because it is read from a host or "
                  "pushed to another node; {}",
                  core::excerpt(packet.flow),
                  flow.empty() ? "ask about the whole copy"
                               : fmt::format("follow a packet of a flow, such as '{}, packet {}'",
                                             flow, packet.number)));
}

std::string PacketFollower::table(const platforms::Platform& platform) const {
  check_told(journal_, "--follow");
  if (flows_.followed().empty() && !is_told(packet_.flow))
    for (const platforms::CopySpan& copy : platform.copies())
      if (copy.name == packet_.flow) fail_untold(packet_, journal_);
  return hops_table(packet_, flows_, journal_, shown_names(journal_, flows_, platform.graph()));
}

std::string hops_table(const FollowedPacket& packet, const core::SlowFlows& flows,
                       const core::HopJournal& journal, const core::WaitNames& names) {
  if (flows.followed().empty()) fail_none(packet, flows, journal);
  std::string text = fmt::format("{}, packet {}\n{:>10}{:>10}\n", core::printable(packet.flow),
                                 packet.number, "there us", "left us");
  for (const core::FollowedHop& one : flows.followed()) {
    const core::HopJournal::Hop& hop = one.hop;
    const Ticks waited = hop.start - hop.arrived;
    const std::string wait =
        waited == 0 ? "did not wait" : fmt::format("waited {}", core::engineering(waited));
    const std::string before =
        fmt::format("{:>10}{:>10}  ", microseconds(hop.arrived), microseconds(hop.start));
    text += before +
            folded(fmt::format("{}, by {}: {}", names.queue(hop.queue), names.link(hop.link), wait),
                   before.size());
    text += waits_text(one.waits, names);
  }
  const core::HopJournal::Hop& last = flows.followed().back().hop;
  return text + fmt::format("its last bit arrives at the end of {} at {} us\n",
                            names.link(last.link), microseconds(last.there));
}

}  // namespace gf::app
