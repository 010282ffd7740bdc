// SPDX-License-Identifier: Apache-2.0
#include "sc_main/why/why_firmware.h"

#include <fmt/format.h>
#include <sstream>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "core/text/engineering.h"
#include "core/text/text_table.h"

namespace gf::app {
namespace {

using core::HopJournal;
using core::ProcessorTimes;
using core::Ticks;

constexpr std::string_view kFirmware = "firmware";

std::string share(Ticks part, Ticks whole) {
  return whole == 0 ? "-"
                    : fmt::format("{:.1f} %",
                                  100 * static_cast<double>(part) / static_cast<double>(whole));
}

Ticks busy_of(const ProcessorTimes::Kinds& kinds) {
  Ticks busy = 0;
  for (const auto& [name, kind] : kinds) busy += kind.busy;
  return busy;
}

/// Returns a text such as "60 % rx_packet, 40 % tx".
std::string behind_text(const ProcessorTimes::Kind& kind) {
  std::vector<std::string> parts;
  for (const auto& [name, ticks] : kind.behind)
    parts.push_back(fmt::format("{} {}", share(ticks, kind.waited), name.empty() ? "idle" : name));
  return parts.empty() ? "-" : fmt::format("{}", fmt::join(parts, ", "));
}

void print(std::ostream& out, const std::string& name, const ProcessorTimes::Kinds& kinds,
           Ticks span, std::size_t columns) {
  out << fmt::format("{}: busy {} of {}\n", name, share(busy_of(kinds), span),
                     core::engineering(span));
  core::TextTable table({"task", ">tasks", ">time", ">share", ">wait, mean", "behind"});
  for (const auto& [task, kind] : kinds)
    table.add_row({task, std::to_string(kind.tasks), core::engineering(kind.busy),
                   share(kind.busy, span), core::engineering(kind.waited / kind.tasks),
                   behind_text(kind)});
  const Ticks idle = span - busy_of(kinds);
  table.add_row({"(idle)", "", core::engineering(idle), share(idle, span)});
  table.print(out, columns);
}

/// Returns the selected processors, by path.
std::vector<std::pair<std::string, const ProcessorTimes::Kinds*>> meant(const WhyFirmware& why) {
  std::vector<std::pair<std::string, const ProcessorTimes::Kinds*>> list;
  for (const auto& [number, kinds] : why.times.processors())
    if (core::begins_with(why.journal.queue_name(number), why.wanted))
      list.emplace_back(why.journal.queue_name(number), &kinds);
  return list;
}

}  // namespace

bool WhyFirmware::asks(const std::string& question) {
  return question == kFirmware || core::begins_with(question, "firmware ");
}

std::string WhyFirmware::wanted_of(const std::string& question) {
  return question == kFirmware ? "" : question.substr(kFirmware.size() + 1);
}

void WhyFirmware::check() const {
  if (!meant(*this).empty()) return;
  std::vector<std::string> names;
  for (const auto& [number, kinds] : times.processors())
    names.push_back(journal.queue_name(number));
  throw core::UserError(
      core::ExitCode::kUsage,
      names.empty()
          ? std::string("why: this run has no processor that ran firmware; APEnet+ cards have one")
          : fmt::format("why: no processor's path begins with '{}'; there are: {}",
                        core::excerpt(wanted), fmt::join(names, ", ")));
}

std::string WhyFirmware::text(std::size_t columns) const {
  std::ostringstream out;
  bool first = true;
  for (const auto& [name, kinds] : meant(*this)) {
    if (!std::exchange(first, false)) out << '\n';
    print(out, name, *kinds, span, columns);
  }
  return out.str();
}

nlohmann::ordered_json WhyFirmware::json() const {
  const auto in_seconds = [](Ticks ticks) { return core::to_time(ticks).to_seconds(); };
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [name, kinds] : meant(*this)) {
    nlohmann::ordered_json& one = json[name];
    for (const auto& [task, kind] : *kinds) {
      nlohmann::ordered_json behind = nlohmann::ordered_json::object();
      for (const auto& [other, ticks] : kind.behind)
        behind[other.empty() ? "idle" : other] = in_seconds(ticks);
      one["tasks"][task] = {{"count", kind.tasks},
                            {"seconds", in_seconds(kind.busy)},
                            {"waited_seconds", in_seconds(kind.waited)},
                            {"waited_behind", behind}};
    }
    one["idle_seconds"] = in_seconds(span - busy_of(*kinds));
  }
  return json;
}

}  // namespace gf::app
