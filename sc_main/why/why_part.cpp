// SPDX-License-Identifier: Apache-2.0
#include "sc_main/why/why_part.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <sstream>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "core/text/engineering.h"
#include "core/text/terminal.h"
#include "core/text/text_table.h"
#include "sc_main/why/why_report.h"

namespace gf::app {
namespace {

constexpr double kLeastPart = 0.01;  ///< Smaller parts are joined in one row.
constexpr std::size_t kBarCells = 20;

void add_row(core::TextTable& table, const PartAnswer::Row& row, core::Ticks whole) {
  const double share = whole == 0 ? 0 : double(row.ticks) / double(whole);
  table.add_row({fmt::format("{:.1f} %", 100 * share), core::engineering(row.ticks),
                 std::string(static_cast<std::size_t>(std::lround(share * kBarCells)), '#'),
                 row.what});
}

}  // namespace

std::string PartAnswer::alone_text() const {
  if (alone == 0) return "";
  const core::Ticks lost = whole - std::min(whole, alone);
  return fmt::format(" Alone in the machine it takes {}: {} were lost to other work.",
                     core::engineering(alone), core::engineering(lost));
}

std::string PartAnswer::text(std::size_t top) const {
  std::vector<Row> sorted = rows;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Row& a, const Row& b) { return a.ticks > b.ticks; });
  core::TextTable table({">share", ">time", "", "went to"});
  Row rest{"smaller parts", 0};
  std::size_t shown = 0;
  for (const Row& row : sorted) {
    if (double(row.ticks) >= kLeastPart * double(whole) && shown++ < top)
      add_row(table, row, whole);
    else
      rest.ticks += row.ticks;
  }
  if (rest.ticks > 0) add_row(table, rest, whole);
  add_row(table, {"total", whole}, whole);
  std::ostringstream out;
  out << folded(sentence + alone_text(), 0);
  table.print(out, why_columns());
  for (const std::string& note : notes) out << folded(note, 0);
  return out.str();
}

nlohmann::ordered_json PartAnswer::json() const {
  const auto seconds = [](core::Ticks ticks) { return core::to_time(ticks).to_seconds(); };
  nlohmann::ordered_json json{{"part", part}, {"seconds", seconds(whole)}};
  if (alone > 0) json["alone_seconds"] = seconds(alone);
  json["shares"] = nlohmann::ordered_json::array();
  for (const Row& row : rows)
    json["shares"].push_back(
        {{"went_to", row.what}, {"seconds", seconds(row.ticks)}, {"lost", row.lost}});
  json["notes"] = notes;
  return json;
}

std::unique_ptr<PartQuestion> PartQuestion::of(const std::string& part) {
  const std::size_t blank = part.find(' ');
  if (blank == std::string::npos) return nullptr;
  const std::string kind = part.substr(0, blank), name = part.substr(blank + 1);
  if (kind == "kernel") return kernel_question(name);
  if (kind == "lane" || kind == "link") return link_question(name);
  if (kind == "chunk") return chunk_question(part);
  if (kind == "message") return message_question(part);
  return nullptr;
}

std::string HeldPackets::most(const std::vector<std::string>& flows,
                              const core::HopJournal& journal,
                              const std::map<std::string, std::string>& link_names) const {
  std::map<std::string, core::Ticks> links;
  core::Ticks sum = 0;
  for (const auto& [at, ticks] : held_) {
    const std::string& name = journal.flow_name(at.first);
    const auto names = [&](const std::string& flow) { return core::begins_with(name, flow); };
    if (std::none_of(flows.begin(), flows.end(), names)) continue;
    links[journal.link_name(at.second)] += ticks;
    sum += ticks;
  }
  if (sum == 0) return "";
  const auto most = std::max_element(
      links.begin(), links.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  const auto shown = link_names.find(most->first);
  return fmt::format(", most at {} ({:.0f} %)",
                     shown == link_names.end() ? most->first : shown->second,
                     100.0 * double(most->second) / double(sum));
}

void fail_unknown_part(const std::string& kind, const std::string& name,
                       const std::vector<std::string>& names) {
  throw core::UserError(core::ExitCode::kUsage,
                        fmt::format("why: no {} of this run is called \"{}\"; it has {}", kind,
                                    core::excerpt(name), core::known_names(name, names)));
}

}  // namespace gf::app
