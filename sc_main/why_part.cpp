// SPDX-License-Identifier: Apache-2.0
#include "sc_main/why_part.h"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

#include "core/engineering.h"
#include "core/error.h"
#include "core/printable.h"
#include "core/terminal.h"
#include "core/text_match.h"
#include "core/text_table.h"

namespace gf::app {
namespace {

constexpr std::size_t kPartColumns = 80;
constexpr double kLeastPart = 0.01;  ///< What is less goes into one row.
constexpr std::size_t kBarCells = 20;

bool begins_with(const std::string& text, const std::string& with) {
  return text.compare(0, with.size(), with) == 0;
}

void add_row(core::TextTable& table, const PartAnswer::Row& row, core::Ticks whole) {
  const double share = whole == 0 ? 0 : double(row.ticks) / double(whole);
  table.add_row({fmt::format("{:.1f} %", 100 * share), core::engineering(row.ticks),
                 std::string(static_cast<std::size_t>(share * kBarCells + 0.5), '#'), row.what});
}

/// Words of `text` in lines of at most kPartColumns.
std::string lines_of(const std::string& text) {
  std::string all, line;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!line.empty() && line.size() + 1 + word.size() > kPartColumns) {
      all += line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return all + line + "\n";
}

}  // namespace

std::string PartAnswer::alone_text() const {
  if (alone == 0) return "";
  const core::Ticks lost = whole - std::min(whole, alone);
  return fmt::format(" Alone in the machine it takes {}: {} were lost to what else ran.",
                     core::engineering(alone), core::engineering(lost));
}

std::string PartAnswer::text(std::size_t top) const {
  std::vector<Row> sorted = rows;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Row& a, const Row& b) { return a.ticks > b.ticks; });
  core::TextTable table({">share", ">time", "", "went to"});
  Row rest{"what is less", 0};
  std::size_t shown = 0;
  for (const Row& row : sorted) {
    if (double(row.ticks) >= kLeastPart * double(whole) && shown++ < top)
      add_row(table, row, whole);
    else
      rest.ticks += row.ticks;
  }
  if (rest.ticks > 0) add_row(table, rest, whole);
  add_row(table, {"in all", whole}, whole);
  std::ostringstream out;
  out << lines_of(sentence + alone_text());
  table.print(out, std::min(core::output_columns(), kPartColumns));
  for (const std::string& note : notes) out << lines_of(note);
  return out.str();
}

nlohmann::ordered_json PartAnswer::json() const {
  const auto seconds = [](core::Ticks ticks) { return core::to_time(ticks).to_seconds(); };
  nlohmann::ordered_json json{{"part", part}, {"seconds", seconds(whole)}};
  if (alone > 0) json["alone_seconds"] = seconds(alone);
  json["shares"] = nlohmann::ordered_json::array();
  for (const Row& row : rows)
    json["shares"].push_back({{"went_to", row.what}, {"seconds", seconds(row.ticks)}});
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
  return nullptr;
}

std::map<std::string, std::string> drawn_links(const platforms::Graph& graph) {
  std::map<std::string, std::string> drawn;
  const auto add = [&](const platforms::Graph::Direction& direction, const std::string& from,
                       const std::string& to) {
    std::string path = direction.sender.empty() ? direction.stats : direction.sender;
    if (path.size() > 3 && path.compare(path.size() - 3, 3, ".tx") == 0)
      path.resize(path.size() - 3);
    if (!path.empty()) drawn[path] = from + " -> " + to;
  };
  for (const platforms::Graph::Link& link : graph.links) {
    add(link.there, link.from.node, link.to.node);
    add(link.back, link.to.node, link.from.node);
  }
  return drawn;
}

std::string HeldPackets::most(const std::vector<std::string>& flows,
                              const core::HopJournal& journal,
                              const std::map<std::string, std::string>& drawn) const {
  std::map<std::string, core::Ticks> links;
  core::Ticks sum = 0;
  for (const auto& [at, ticks] : held_) {
    const std::string& name = journal.flow_name(at.first);
    const auto names = [&](const std::string& flow) { return begins_with(name, flow); };
    if (std::none_of(flows.begin(), flows.end(), names)) continue;
    links[journal.link_name(at.second)] += ticks;
    sum += ticks;
  }
  if (sum == 0) return "";
  const auto most = std::max_element(
      links.begin(), links.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  const auto shown = drawn.find(most->first);
  return fmt::format(", most at {} ({:.0f} %)", shown == drawn.end() ? most->first : shown->second,
                     100.0 * double(most->second) / double(sum));
}

void fail_unknown_part(const std::string& kind, const std::string& name,
                       const std::vector<std::string>& names) {
  if (names.empty())
    throw core::UserError(core::ExitCode::kUsage,
                          fmt::format("why: this run has no {} at all", kind));
  std::string nearest;
  for (const std::string& known : core::nearest_names(name, names, 3))
    nearest += (nearest.empty() ? "" : ", ") + known;
  throw core::UserError(
      core::ExitCode::kUsage,
      fmt::format("why: no {} of this run is called \"{}\"; it has {}{}{}", kind,
                  core::excerpt(name), names.size(), nearest.empty() ? "" : ", such as ",
                  nearest.empty() ? ", the first is " + names.front() : nearest));
}

}  // namespace gf::app
