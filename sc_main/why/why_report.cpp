// SPDX-License-Identifier: Apache-2.0
#include "sc_main/why/why_report.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <sstream>
#include <vector>

#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "core/text/engineering.h"
#include "core/text/fold.h"
#include "core/text/terminal.h"
#include "core/text/text_table.h"
#include "sc_main/page/link_names.h"
#include "sc_main/why/joined_flow.h"
#include "sc_main/why/why_route.h"

namespace gf::app {
namespace {

using core::Ticks;
using core::WaitChain;
using core::WaitStep;

constexpr std::size_t kColumns = 80;
constexpr double kLeastShare = 0.01;  ///< Smaller shares are joined in one row.

double seconds(Ticks ticks) { return core::to_time(ticks).to_seconds(); }
std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

/// A row of the table, and a part of the bar.
struct Cause {
  WaitChain chain;  ///< Empty: the rest.
  Ticks span = 0;
  bool lost = false;
};

/// Returns own time first, then lost time, the largest first.
std::vector<Cause> causes_of(const core::SlowFlow& flow) {
  std::vector<Cause> causes;
  for (const auto& [chain, span] : flow.times)
    causes.push_back({chain, span, core::is_lost(chain, flow.flow)});
  std::stable_sort(causes.begin(), causes.end(), [](const Cause& a, const Cause& b) {
    return a.lost != b.lost ? b.lost : a.span > b.span;
  });
  return causes;
}

Ticks sum_of(const core::SlowFlow& flow) {
  Ticks sum = 0;
  for (const auto& [chain, span] : flow.times) sum += span;
  return sum;
}

/// Returns at most `top` lost rows of at least kLeastShare; the rest is joined in one row per kind.
std::vector<Cause> rows_of(const core::SlowFlow& flow, Ticks sum, std::size_t top) {
  std::vector<Cause> rows;
  Cause own_rest{{}, 0, false}, lost_rest{{}, 0, true};
  std::size_t lost = 0;
  for (const Cause& cause : causes_of(flow)) {
    const bool shown =
        double(cause.span) >= kLeastShare * double(sum) && (!cause.lost || lost++ < top);
    if (shown)
      rows.push_back(cause);
    else
      (cause.lost ? lost_rest : own_rest).span += cause.span;
  }
  for (const Cause& rest : {own_rest, lost_rest})
    if (rest.span > 0) rows.push_back(rest);
  return rows;
}

char letter_of(std::size_t lost) { return lost < 26 ? static_cast<char>('A' + lost) : '+'; }

/// Returns "[====AAAAAAB..]", with a cell for each of equal parts of `sum`.
std::string bar(const std::vector<Cause>& rows, Ticks sum) {
  const std::size_t cells = why_columns() - 2;
  std::string text;
  double end = 0;
  std::size_t lost = 0;
  for (const Cause& row : rows) {
    end += double(row.span) / double(sum) * double(cells);
    const char mark = !row.lost ? '=' : row.chain.empty() ? '.' : letter_of(lost++);
    const auto until = std::min(cells, static_cast<std::size_t>(std::lround(end)));
    if (until > text.size()) text.append(until - text.size(), mark);
  }
  text.resize(cells, rows.empty() || rows.back().lost ? '.' : '=');
  return "[" + text + "]\n";
}

/// Chains with the same beginning are one branch.
struct Branch {
  Ticks span = 0;
  std::map<WaitStep, Branch> next;
};

void print(std::string& text, const Branch& branch, const core::WaitNames& names, Ticks sum,
           std::size_t depth) {
  std::vector<std::pair<WaitStep, const Branch*>> parts;
  for (const auto& [step, part] : branch.next) parts.emplace_back(step, &part);
  std::stable_sort(parts.begin(), parts.end(),
                   [](const auto& a, const auto& b) { return a.second->span > b.second->span; });
  for (const auto& [step, part] : parts) {
    const double share = double(part->span) / double(sum);
    if (share < kLeastShare) continue;
    // The cause of a line is below it, further to the right.
    const std::string before =
        fmt::format("{:>7}  {}<- ", percent(share), std::string(2 * depth, ' '));
    text += before + folded(text_of(step, names), before.size());
    print(text, *part, names, sum, depth + 1);
  }
}

std::string text_of(const JoinedFlow& joined, Ticks alone, std::size_t top) {
  const core::SlowFlow& flow = joined.flow;
  const core::WaitNames& names = joined.names;
  const Ticks sum = sum_of(flow);
  const std::string name = names.flow(flow.flow);
  const Ticks lost = core::lost_time(flow.times, flow.flow);
  std::string text = fmt::format("{} took {}", name, core::engineering(sum));
  if (alone != 0)
    text += fmt::format(", {} alone in the machine: it ran at {:.0f} % of its rate.",
                        core::engineering(alone), 100 * double(alone) / double(sum));
  else
    text += ".";
  if (flow.is_told || lost > 0)
    text += fmt::format(" It lost {}, {} of its time", core::engineering(lost),
                        percent(double(lost) / double(sum)));
  else
    text += " Its packets lost no time on links; earlier delays are not known";
  const std::vector<Cause> rows = rows_of(flow, sum, top);
  const auto worst = std::find_if(rows.begin(), rows.end(),
                                  [](const Cause& row) { return row.lost && !row.chain.empty(); });
  if (worst != rows.end())
    text += fmt::format("; {:.0f} % of that: {}", 100 * double(worst->span) / double(lost),
                        text_of(worst->chain, names));
  text = folded(text + ".", 0) + "\n" + bar(rows, sum) + "\n";

  core::TextTable table({"", ">share", ">time", "spent on, or lost to"});
  std::size_t letters = 0;
  for (const Cause& row : rows) {
    const std::string what = !row.chain.empty() ? text_of(row.chain, names)
                             : row.lost         ? "other lost time"
                                                : "other own time";
    const std::string mark(1, !row.lost ? '=' : row.chain.empty() ? '.' : letter_of(letters++));
    table.add_row(
        {mark, percent(double(row.span) / double(sum)), core::engineering(row.span), what});
  }
  std::ostringstream out;
  table.print(out, why_columns());
  text += out.str();

  Branch root;
  for (const Cause& cause : causes_of(flow)) {
    if (!cause.lost) continue;
    Branch* branch = &root;
    for (const WaitStep& step : cause.chain) {
      branch = &branch->next[step];
      branch->span += cause.span;
    }
  }
  if (lost > 0) {
    text += fmt::format("\n{:>7}  {} waited\n", percent(double(lost) / double(sum)), name);
    print(text, root, names, sum, 0);
  }
  return text;
}

}  // namespace

std::string folded(const std::string& text, std::size_t indent) {
  return core::folded(text, why_columns(), std::string(indent, ' ')) + "\n";
}

std::size_t why_columns() { return std::min(core::output_columns(), kColumns); }

std::string unknown_flow(const std::string& name, const core::HopJournal& journal) {
  std::vector<std::string> names;
  for (core::HopJournal::Number flow = 0; flow < journal.flows(); ++flow)
    names.push_back(journal.flow_name(flow));
  return fmt::format("no flow of this run is called \"{}\"; it has {}", core::excerpt(name),
                     core::known_names(name, names));
}

core::WaitNames shown_names(const core::HopJournal& journal, const core::SlowFlows& flows,
                            const platforms::Graph& graph) {
  const std::map<std::string, std::string> links = link_names(graph);
  const auto link_name = [&journal, links](core::HopJournal::Number link) {
    const auto known = links.find(journal.link_name(link));
    return known == links.end() ? journal.link_name(link) : known->second;
  };
  return {[&journal](auto queue) { return journal.queue_name(queue); }, link_name,
          [&journal](auto flow) { return journal.flow_name(flow); },
          [&flows](auto cause) { return flows.cause(cause); }};
}

std::string WhyReport::text(std::size_t top) const {
  return text_of(JoinedFlow(flow, names), alone, top) + narrowest_sentence(narrowest);
}

nlohmann::ordered_json WhyReport::json() const {
  nlohmann::ordered_json causes = nlohmann::ordered_json::array();
  const Ticks sum = sum_of(flow);
  for (const Cause& cause : causes_of(flow)) {
    nlohmann::ordered_json chain = nlohmann::ordered_json::array();
    for (const WaitStep& step : cause.chain) chain.push_back(text_of(step, names));
    causes.push_back({{"seconds", seconds(cause.span)},
                      {"share", double(cause.span) / double(sum)},
                      {"lost", cause.lost},
                      {"chain", chain}});
  }
  nlohmann::ordered_json json{
      {"flow", names.flow(flow.flow)}, {"packets", flow.packets}, {"seconds", seconds(sum)}};
  if (alone != 0) json["alone_seconds"] = seconds(alone);
  const Ticks lost = core::lost_time(flow.times, flow.flow);
  json["lost_seconds"] = nullptr;
  if (flow.is_told || lost > 0) json["lost_seconds"] = seconds(lost);
  if (narrowest.is_object()) json["narrowest"] = narrowest;
  json["causes"] = causes;
  return json;
}

}  // namespace gf::app
