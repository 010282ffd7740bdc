// SPDX-License-Identifier: Apache-2.0
#include <cctype>
#include <fmt/format.h>

#include "papers/published_rows.h"
#include "papers/report/chart.h"
#include "papers/report/page.h"
#include "papers/report/score.h"
#include "papers/report/svg.h"

namespace gf::papers::report {
namespace {

std::string item(const Entry& entry, const Figure& figure) {
  const std::string key = figure_key(entry, figure);
  return fmt::format(
      "<li><a href=\"#{}\"><span aria-hidden=\"true\">{}</span><b>{}</b> {}</a></li>\n", key,
      draw_thumbnail(with_rows(figure, entry.result), key), escape(entry.experiment.id),
      escape(figure.title));
}

}  // namespace

std::string figure_key(const Entry& entry, const Figure& figure) {
  std::string key = "figure-" + entry.experiment.id + "-" + figure.id;
  for (char& c : key)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '-';
  return key;
}

Figure with_rows(const Figure& figure, const ExperimentResult& result) {
  Figure out = figure;
  if (const auto* chart = std::get_if<Chart>(&figure.body))
    out.body = with_published_rows(*chart, figure.rows, result.measurements);
  return out;
}

std::string figures_section(const Report& report) {
  std::string out;
  std::string paper;
  for (const Entry& entry : report.entries) {
    if (entry.result.figures.empty()) continue;
    if (paper_of(entry.experiment) != paper) {
      if (!paper.empty()) out += "</ul>";
      paper = paper_of(entry.experiment);
      out += fmt::format("<h3>{}</h3><ul class=\"thumbnails\">", escape(called(report, paper)));
    }
    for (const Figure& figure : entry.result.figures) out += item(entry, figure);
  }
  if (out.empty()) return {};
  return "<section id=\"figures\"><h2>Figures</h2>" + out + "</ul></section>\n";
}

}  // namespace gf::papers::report
