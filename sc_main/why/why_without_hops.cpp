// SPDX-License-Identifier: Apache-2.0
#include "sc_main/why/why_without_hops.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <sstream>

#include "core/base/printable.h"
#include "core/text/engineering.h"
#include "core/text/text_table.h"
#include "sc_main/why/why_report.h"
#include "sc_main/why/why_route.h"

namespace gf::app {
namespace {

core::Ticks took(const platforms::CopySpan& copy) { return copy.finished - copy.submitted; }

/// Returns a text such as "1.441 ms, 2.912 GB/s".
std::string time_and_rate(const platforms::CopySpan& copy, core::Ticks ticks) {
  const double rate = double(copy.bytes) / core::to_time(ticks).to_seconds();
  return core::engineering(ticks) + ", " + core::engineering(rate, "B/s");
}

}  // namespace

std::vector<platforms::CopySpan> copies_without_hops(const platforms::Platform& platform,
                                                     const WhyCopies& journalled,
                                                     const core::SlowFlows& flows,
                                                     const core::HopJournal& journal) {
  std::set<std::string> names;
  for (core::HopJournal::Number number = 0; number < journal.flows(); ++number) {
    const auto flow = flows.flows().find(number);
    if (flow == flows.flows().end() || !flow->second.has_no_packets())
      names.insert(journal.flow_name(number));
  }
  std::vector<platforms::CopySpan> copies = platform.copies();
  const auto leaves_out = [&](const platforms::CopySpan& copy) {
    return copy.finished == core::kNever || journalled.has(copy.name) || names.count(copy.name) > 0;
  };
  copies.erase(std::remove_if(copies.begin(), copies.end(), leaves_out), copies.end());
  std::stable_sort(copies.begin(), copies.end(),
                   [](const auto& a, const auto& b) { return took(a) > took(b); });
  return copies;
}

std::string untold_table(const std::vector<platforms::CopySpan>& copies, const std::string& run,
                         std::size_t top) {
  if (copies.empty()) return "";
  core::TextTable table({"copy", ">time", ">lost"});
  const std::size_t shown = std::min(copies.size(), top);
  for (std::size_t i = 0; i < shown; ++i)
    table.add_row({copies[i].name, core::engineering(took(copies[i])), kLostNotKnown});
  std::ostringstream out;
  table.print(out, why_columns());
  return out.str() + fmt::format(
                         "{} of {} copies (--top); details of one: gpufabric why {} '{}'\n"
                         "their packets are not recorded by copy; flows that are recorded:\n\n",
                         shown, copies.size(), core::printable(run), copies.front().name);
}

std::string untold_text(const platforms::CopySpan& copy, core::Ticks alone_ticks,
                        const nlohmann::json& alone, const std::string& run) {
  std::string text = fmt::format("{} took {}", copy.name, time_and_rate(copy, took(copy)));
  if (alone_ticks != 0)
    text += fmt::format("; {} alone in the machine: it ran at {:.0f} % of its rate",
                        time_and_rate(copy, alone_ticks),
                        100 * double(alone_ticks) / double(took(copy)));
  text =
      folded(text +
                 ". What it waited for is not known: packets of reads from a host, and of pushes "
                 "to another node, are not recorded by copy.",
             0);
  if (alone.is_object()) text += narrowest_sentence(alone.value("narrowest", nlohmann::json()));
  return text + fmt::format("Waits of packets: gpufabric why {}\n", core::printable(run));
}

nlohmann::ordered_json untold_json(const platforms::CopySpan& copy, const nlohmann::json& alone) {
  nlohmann::ordered_json json{{"flow", copy.name},
                              {"bytes", copy.bytes},
                              {"seconds", core::to_time(took(copy)).to_seconds()},
                              {"lost_seconds", nullptr}};
  if (!alone.is_object()) return json;
  for (const char* key : {"alone_seconds", "narrowest"})
    if (alone.contains(key)) json[key] = alone.at(key);
  return json;
}

}  // namespace gf::app
