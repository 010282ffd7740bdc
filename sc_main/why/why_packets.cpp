// SPDX-License-Identifier: Apache-2.0
#include "sc_main/why/why_packets.h"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>
#include <utility>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "core/text/text_table.h"

namespace gf::app {
namespace {

using core::ExitCode;
using core::HopJournal;
using core::PacketFacts;
using core::PacketWait;
using core::Ticks;

constexpr std::string_view kPackets = "packets";
constexpr std::size_t kNamed = 4;

template <class Key>
std::vector<std::pair<Key, Ticks>> longest_first(const std::map<Key, Ticks>& times) {
  std::vector<std::pair<Key, Ticks>> list(times.begin(), times.end());
  std::stable_sort(list.begin(), list.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return list;
}

/// Returns waits as shown, the longest first. Waits with the same place and cause are joined,
/// whatever was behind them.
std::vector<std::pair<PacketWait, Ticks>> shown_waits(const WhyPackets& why) {
  std::map<PacketWait, Ticks> joined;
  for (const auto& [kept, ticks] : why.latency.times().waits) {
    PacketWait wait = kept;
    wait.chain = wait.at_end = HopJournal::kNone;
    joined[wait] += ticks;
  }
  return longest_first(joined);
}

/// Returns the causes behind a wait: for one flow the whole chain, for many flows its end.
std::string behind_text(const PacketWait& wait, const WhyPackets& why) {
  if (wait.chain == HopJournal::kNone) return "flits or credits in flight";
  const core::WaitCauses& causes = why.journal.causes();
  const auto text_of = [&](const core::WaitCause& cause, bool with_queue) {
    const std::string queue = why.journal.queue_name(cause.queue);
    if (*cause.cause == '\0') return queue + ", which is moving";
    return fmt::format("{}{} of {}", with_queue ? fmt::format("first of {}: ", queue) : "",
                       cause.cause, why.journal.link_name(cause.link));
  };
  if (!why.question.is_flow()) return text_of(causes.end(wait.chain), false);
  std::string text;
  for (HopJournal::Number at = wait.chain; at != HopJournal::kNone; at = causes.at(at).next)
    text += (text.empty() ? "" : " <- ") + text_of(causes.at(at), true);
  const bool known = wait.at_end != HopJournal::kNone;
  return known ? fmt::format("{} by {}", text, why.journal.flow_name(wait.at_end)) : text;
}

/// Returns whether another cause is behind this one: no credit, or a virtual channel held by a
/// packet.
bool goes_on(const PacketWait& wait) {
  return wait.cause == "no credit" || wait.cause == "virtual channel held";
}

/// Returns the causes behind such waits, the longest first.
std::vector<std::pair<std::string, Ticks>> waits_behind(const WhyPackets& why) {
  std::map<std::string, Ticks> behind;
  for (const auto& [wait, ticks] : why.latency.times().waits)
    if (goes_on(wait)) behind[behind_text(wait, why)] += ticks;
  return longest_first(behind);
}

std::string cause_text(const PacketWait& wait, const HopJournal& journal) {
  const bool known = wait.behind != HopJournal::kNone;
  const std::string flow = known ? journal.flow_name(wait.behind) : "";
  if (wait.in_queue) {
    const std::string first = known ? "behind " + flow : "behind others";
    if (wait.cause.empty()) return "in the queue, which is moving";
    return fmt::format("{} in the queue: {}", first, wait.cause);
  }
  return known ? fmt::format("{}: {}", wait.cause, flow) : wait.cause;
}

std::string place_of(const PacketWait& wait, const HopJournal& journal) {
  return wait.in_queue ? journal.queue_name(wait.queue) : journal.link_name(wait.link);
}

/// Returns waits over all places and flows, the longest first: with many packets each place has
/// only a little.
std::vector<std::pair<std::string, Ticks>> waits_by_cause(const core::PacketTimes& times) {
  std::map<std::string, Ticks> causes;
  for (const auto& [wait, ticks] : times.waits)
    causes[!wait.in_queue       ? wait.cause
           : wait.cause.empty() ? "in a queue that is moving"
                                : fmt::format("in a queue, behind others: {}", wait.cause)] +=
        ticks;
  return longest_first(causes);
}

/// Returns the number of the busiest link; kNone: nothing moved.
HopJournal::Number busiest(const core::PacketLatency& latency) {
  HopJournal::Number most = HopJournal::kNone;
  for (HopJournal::Number link = 0; link < latency.links().size(); ++link)
    if (most == HopJournal::kNone || latency.links()[link].busy > latency.links()[most].busy)
      most = link;
  return most;
}

double busy_share(const core::PacketLatency& latency, HopJournal::Number link) {
  return static_cast<double>(latency.links()[link].busy) /
         static_cast<double>(std::max<Ticks>(latency.span(), 1));
}

/// Prints a table of the `top` of a list, by their shares of the total; nothing if the list is
/// empty.
template <class Key, class Cells>
void print_shares(std::ostream& out, std::size_t top, std::size_t columns,
                  std::vector<std::string> heads, const std::vector<std::pair<Key, Ticks>>& list,
                  const Cells& cells) {
  Ticks all = 0;
  for (const auto& [key, ticks] : list) all += ticks;
  if (all == 0) return;
  const auto share = [all](Ticks ticks) {
    return fmt::format("{:.1f} %", 100 * static_cast<double>(ticks) / static_cast<double>(all));
  };
  Ticks rest = all;
  core::TextTable table(std::move(heads));
  for (std::size_t i = 0; i < std::min(top, list.size()); ++i) {
    std::vector<std::string> row = cells(list[i].first);
    row.insert(row.begin(), share(list[i].second));
    table.add_row(std::move(row));
    rest -= list[i].second;
  }
  if (list.size() > top)
    table.add_row({share(rest), fmt::format("{} more (--top)", list.size() - top)});
  out << '\n';
  table.print(out, columns);
}

}  // namespace

bool PacketQuestion::asks(const std::string& text) {
  return core::begins_with(text, "packets") || core::begins_with(text, "flow ");
}

PacketQuestion::PacketQuestion(std::string text) : text_(text.empty() ? "packets" : text) {
  const bool of_class = text_ == kPackets || core::begins_with(text_, "packets ");
  if (is_flow() || of_class) return;
  throw core::UserError(
      ExitCode::kUsage,
      fmt::format("why: '{}': expected 'flow 3->17', 'packets', 'packets minimal', 'packets "
                  "non-minimal', 'packets vc 1' or 'packets hops 3'",
                  core::excerpt(text_)));
}

bool PacketQuestion::is_flow() const { return core::begins_with(text_, "flow "); }

core::PacketLatency::Wanted PacketQuestion::wanted() const {
  if (text_ == kPackets) return [](const PacketFacts&) { return true; };
  if (is_flow())
    return [name = text_](const PacketFacts& facts) {
      return HopJournal::active()->flow_name(facts.flow) == name;
    };
  return [name = text_.substr(kPackets.size() + 1)](const PacketFacts& facts) {
    const std::vector<std::string> classes = core::classes_of(facts);
    return std::find(classes.begin(), classes.end(), name) != classes.end();
  };
}

void WhyPackets::check() const {
  if (latency.times().packets != 0 || latency.flows().empty()) return;
  std::vector<std::string> names;
  if (question.is_flow()) {
    for (const auto& [flow, packets] : latency.flows()) names.push_back(journal.flow_name(flow));
  } else {
    for (const auto& [name, packets] : latency.classes())
      names.push_back(fmt::format("{} {}", kPackets, name));
  }
  const std::size_t all = names.size();
  if (question.is_flow()) names = core::nearest_names(question.text(), names, kNamed);
  throw core::UserError(
      ExitCode::kUsage,
      fmt::format("why: no packet of the sample belongs to '{}'; there are {}: {}{}",
                  core::excerpt(question.text()), all, fmt::join(names, ", "),
                  all > names.size() ? ", ..." : ""));
}

std::string WhyPackets::text(std::size_t top, std::size_t columns) const {
  const core::PacketTimes& times = latency.times();
  std::ostringstream out;
  const auto cycles = [&](Ticks ticks) {
    return static_cast<double>(ticks) / static_cast<double>(cycle) /
           static_cast<double>(times.packets);
  };
  const auto share = [&](Ticks ticks) {
    return fmt::format("{:.1f} %",
                       100 * static_cast<double>(ticks) / static_cast<double>(times.latency));
  };
  if (times.packets == 0) {
    out << "no packet counts: the run reached no steady state\n";
  } else {
    const double lost = cycles(times.latency) - cycles(times.idle);
    out << fmt::format(
        "{}: mean latency {:.3f} cycles over {} packets of the sample\n"
        "{:.3f} cycles on an idle network; {:.3f} ({:.0f} %) lost to others\n\n",
        question.text(), cycles(times.latency), times.packets, cycles(times.idle), lost,
        100 * lost / cycles(times.latency));
    core::TextTable table({">share", ">cycles", "where", "spent on"});
    const auto row = [&](Ticks ticks, const std::string& where, const std::string& what) {
      table.add_row({share(ticks), fmt::format("{:.3f}", cycles(ticks)), where, what});
    };
    row(times.transit, "whole path", "latency of one flit");
    if (times.flits != 0) row(times.flits, "whole path", "serialization of its flits");
    for (const auto& [cause, ticks] : waits_by_cause(times)) row(ticks, "all places", cause);
    table.print(out, columns);
    print_places(out, top, columns);
    print_behind(out, top, columns);
  }
  if (const HopJournal::Number link = busiest(latency); link != HopJournal::kNone)
    out << fmt::format(
        "\nbusiest channel: {}, {:.0f} %; head flits waited {:.0f} cycles for it\n",
        journal.link_name(link), 100 * busy_share(latency, link),
        static_cast<double>(latency.links()[link].waited) / static_cast<double>(cycle));
  return out.str();
}

void WhyPackets::print_places(std::ostream& out, std::size_t top, std::size_t columns) const {
  print_shares(out, top, columns, {">of the waits", "where", "spent on"}, shown_waits(*this),
               [this](const PacketWait& wait) {
                 return std::vector{place_of(wait, journal), cause_text(wait, journal)};
               });
}

void WhyPackets::print_behind(std::ostream& out, std::size_t top, std::size_t columns) const {
  print_shares(out, top, columns,
               {">share", question.is_flow() ? "causes of missing credit and held channels"
                                             : "root causes of missing credit and held channels"},
               waits_behind(*this), [](const std::string& text) { return std::vector{text}; });
}

nlohmann::ordered_json WhyPackets::json() const {
  const core::PacketTimes& times = latency.times();
  const auto cycles = [&](Ticks ticks) {
    return static_cast<double>(ticks) / static_cast<double>(cycle) /
           static_cast<double>(std::max<std::uint64_t>(times.packets, 1));
  };
  const auto link_name = [&](HopJournal::Number link) {
    return link == HopJournal::kNone ? "" : journal.link_name(link);
  };
  nlohmann::ordered_json waits = nlohmann::ordered_json::array();
  for (const auto& [wait, ticks] : shown_waits(*this)) {
    const bool known = wait.behind != HopJournal::kNone;
    waits.push_back({{"queue", journal.queue_name(wait.queue)},
                     {"channel", link_name(wait.link)},
                     {"in_queue", wait.in_queue},
                     {"cause", wait.cause},
                     {"behind", known ? journal.flow_name(wait.behind) : ""},
                     {"cycles", cycles(ticks)}});
  }
  nlohmann::ordered_json behind = nlohmann::ordered_json::array();
  for (const auto& [text, ticks] : waits_behind(*this))
    behind.push_back({{"behind", text}, {"cycles", cycles(ticks)}});
  nlohmann::ordered_json json = {{"question", question.text()},
                                 {"packets", times.packets},
                                 {"latency_cycles", cycles(times.latency)},
                                 {"idle_cycles", cycles(times.idle)},
                                 {"transit_cycles", cycles(times.transit)},
                                 {"flits_cycles", cycles(times.flits)},
                                 {"waits", waits},
                                 {"behind", behind}};
  if (const HopJournal::Number link = busiest(latency); link != HopJournal::kNone)
    json["busiest"] = {{"channel", journal.link_name(link)}, {"busy", busy_share(latency, link)}};
  return json;
}

}  // namespace gf::app
