// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "papers/report/page.h"
#include "papers/report/page_file.h"
#include "papers/report/report.h"
#include "papers/report/svg.h"

namespace gf::papers::report {
namespace {

std::string banner(const Report& report) {
  if (!report.interrupted) return {};
  return fmt::format(
      "<div class=\"banner\">Partial report: interrupted with {} of {} experiments "
      "unfinished.</div>",
      count(report).unfinished, report.entries.size());
}

std::string head(const Report& report) {
  return fmt::format(
      "<header class=\"top\"><div><h1>GPUFabric: published and simulated numbers</h1>"
      "<ul class=\"facts\"><li>version <b>{}</b></li><li>revision <b>{}</b></li>"
      "<li>seed <b>{}</b></li><li>set <b>{}</b></li><li>experiments <b>{}</b></li></ul>"
      "<nav class=\"toc\" aria-label=\"sections\"><a href=\"#score\">Score</a>"
      "<a href=\"#figures\">Figures</a><a href=\"#numbers\">All numbers</a>"
      "<a href=\"#experiments\">Experiments</a><a href=\"#meaning\">Meaning of the terms</a>"
      "<a href=\"#environment\">Environment</a></nav>{}</div></header>\n",
      escape(report.version), escape(report.revision.empty() ? "unknown" : report.revision),
      report.seed, report.full ? "full" : "quick", escape(report.selection), banner(report));
}

std::string element(const char* tag, std::string_view content) {
  return fmt::format("<{0}>{1}</{0}>\n", tag, content);
}

}  // namespace

std::string style_elements() {
  return element("style", page_file("third_party/uplot/uPlot.min.css")) +
         element("style", page_file("papers/report/web/page.css"));
}

std::string script_elements() {
  return element("script", page_file("third_party/uplot/uPlot.iife.min.js")) +
         element("script", page_file("papers/report/web/chart.js")) +
         element("script", page_file("papers/report/web/figure.js")) +
         element("script", page_file("papers/report/web/page.js"));
}

std::string html(const Report& report) {
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
         "<meta name=\"generator\" content=\"gpufabric reproduce\">"
         "<title>GPUFabric: published and simulated numbers</title>" +
         style_elements() + "</head><body>\n" + head(report) + "<main>" + score_section(report) +
         figures_section(report) + numbers_section(report) + experiments_section(report) +
         meaning_section() + environment_section(report) + "</main>\n" + script_elements() +
         "</body></html>\n";
}

}  // namespace gf::papers::report
