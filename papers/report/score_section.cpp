// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "papers/report/page.h"
#include "papers/report/score.h"
#include "papers/report/svg.h"

namespace gf::papers::report {
namespace {

constexpr Kind kKinds[] = {Kind::kEmergent, Kind::kCalibrated, Kind::kDerived, Kind::kExact};

std::string tile(const char* css, unsigned number, const char* words) {
  return fmt::format("<div class=\"tile {}\"><b>{}</b><span>{}</span></div>", css, number, words);
}

/// A bar with the shares of a tally's published rows: inside, known to deviate, failed; the rest is
/// not gated.
std::string bar(const ScoreTally& tally) {
  const auto piece = [](const char* css, unsigned parts) {
    return parts == 0 ? std::string()
                      : fmt::format("<i class=\"{}\" style=\"flex-grow:{}\"></i>", css, parts);
  };
  const unsigned gated = tally.inside + tally.known + tally.missed;
  const unsigned rest = tally.published - gated;
  return "<span class=\"share\" aria-hidden=\"true\">" + piece("pass", tally.inside) +
         piece("deviates", tally.known) + piece("fail", tally.missed) + piece("info", rest) +
         "</span>";
}

/// A link that filters the numbers; without a script it leads to the table.
std::string link(const PaperScore& score, const char* filter, std::string_view value,
                 const std::string& words) {
  return fmt::format("<a href=\"#numbers\" data-paper=\"{}\" data-{}=\"{}\">{}</a>",
                     escape(score.paper), filter, value, words);
}

std::string kind_cell(const PaperScore& score, Kind kind) {
  const ScoreTally& of = tally(score, kind);
  if (of.rows == 0)
    return fmt::format("<td data-label=\"{}\" class=\"none\">-</td>", to_text(kind));
  const std::string words = of.published == 0
                                ? fmt::format("{} unpublished", of.rows)
                                : fmt::format("<b>{}</b> of {}", of.inside, of.published);
  return fmt::format("<td data-label=\"{}\">{}{}</td>", to_text(kind),
                     link(score, "kind", to_text(kind), words), of.published == 0 ? "" : bar(of));
}

std::string verdict_cell(const PaperScore& score, Verdict verdict, unsigned number) {
  const std::string_view name = to_text(verdict);
  if (number == 0) return fmt::format("<td data-label=\"{}\" class=\"none\">0</td>", name);
  return fmt::format("<td data-label=\"{0}\">{1}</td>", name,
                     link(score, "verdict", name,
                          fmt::format("<span class=\"badge {}\">{}</span>", name, number)));
}

std::string row(const PaperScore& score) {
  std::string out = fmt::format(
      "<tr><th scope=\"row\">{} <span class=\"muted\">{}</span></th>"
      "<td data-label=\"published\">{}</td>",
      escape(score.name), escape(score.name == score.paper ? "" : score.paper),
      score.all.published);
  for (Kind kind : kKinds) out += kind_cell(score, kind);
  return out + verdict_cell(score, Verdict::kDeviates, score.all.deviates) +
         verdict_cell(score, Verdict::kFail, score.all.fail) +
         verdict_cell(score, Verdict::kInfo, score.all.info) + "</tr>\n";
}

}  // namespace

std::string score_section(const Report& report) {
  const Counts counts = count(report);
  std::string out =
      "<section id=\"score\"><h2>Score</h2><div class=\"tiles\">" +
      tile("pass", counts.pass, "within tolerance") +
      tile("deviates", counts.deviates, "differ from the source; explained and pinned") +
      tile("fail", counts.fail, "outside tolerance or failed") +
      tile("info", counts.info, "reported, not gated") +
      "</div>\n"
      "<table class=\"stack score\"><caption>Published numbers that match, by kind of evidence. "
      "The last three columns also count qualitative and unpublished "
      "claims.</caption><thead><tr><th scope=\"col\">paper</th><th scope=\"col\">published "
      "numbers</th>";
  for (Kind kind : kKinds) out += fmt::format("<th scope=\"col\">{}</th>", to_text(kind));
  out +=
      "<th scope=\"col\">deviates</th><th scope=\"col\">fail</th><th scope=\"col\">info</th>"
      "</tr></thead><tbody>\n";
  for (const PaperScore& score : scores(report)) out += row(score);
  return out + "</tbody></table></section>\n";
}

}  // namespace gf::papers::report
