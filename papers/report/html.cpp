// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "papers/report/page.h"
#include "papers/report/report.h"
#include "papers/report/style.h"
#include "papers/report/svg.h"

namespace gf::papers::report {
namespace {

std::string tile(const char* css, unsigned number, const char* words) {
  return fmt::format("<div class=\"tile {}\"><b>{}</b><span>{}</span></div>", css, number, words);
}

std::string banner(const Report& report, const Counts& counts) {
  if (!report.interrupted) return {};
  return fmt::format(
      "<div class=\"banner\">Partial report: interrupted with {} of {} experiments "
      "unfinished.</div>",
      counts.unfinished, report.entries.size());
}

std::string summary(const Report& report) {
  const Counts counts = count(report);
  return "<section id=\"summary\">" + banner(report, counts) + "<div class=\"tiles\">" +
         tile("pass", counts.pass, "within tolerance") +
         tile("fail", counts.fail, "outside tolerance or failed") +
         tile("info", counts.info, "reported, not gated") +
         tile("all", static_cast<unsigned>(report.entries.size()), "experiments") +
         "</div></section>\n";
}

std::string head(const Report& report) {
  return fmt::format(
      "<header class=\"top\"><div><h1>GPUFabric: published and simulated numbers</h1>"
      "<ul class=\"facts\"><li>version <b>{}</b></li><li>revision <b>{}</b></li>"
      "<li>seed <b>{}</b></li><li>set <b>{}</b></li><li>experiments <b>{}</b></li></ul>"
      "<nav class=\"toc\"><a href=\"#numbers\">All numbers</a>"
      "<a href=\"#experiments\">Experiments and figures</a>"
      "<a href=\"#meaning\">What kinds and tolerances mean</a>"
      "<a href=\"#environment\">Environment</a></nav></div></header>\n",
      escape(report.version), escape(report.revision.empty() ? "unknown" : report.revision),
      report.seed, report.full ? "full" : "quick", escape(report.selection));
}

}  // namespace

std::string html(const Report& report) {
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
      "<meta name=\"generator\" content=\"gpufabric reproduce\">"
      "<title>GPUFabric: published and simulated numbers</title><style>";
  out += kStyle;
  out += "</style></head><body>\n" + head(report) + "<main>" + summary(report);
  out += numbers_section(report) + experiments_section(report) + meaning_section();
  out += environment_section(report) + "</main>\n<script>";
  out += kScript;
  return out + "</script></body></html>\n";
}

}  // namespace gf::papers::report
