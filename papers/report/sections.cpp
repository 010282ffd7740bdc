// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <fmt/format.h>

#include "core/run/run_dir.h"
#include "papers/report/chart.h"
#include "papers/report/page.h"
#include "papers/report/page_file.h"
#include "papers/report/score.h"
#include "papers/report/series_style.h"
#include "papers/report/svg.h"

namespace gf::papers::report {
namespace {

std::string badges(const Entry& entry) {
  std::array<unsigned, 4> counts{};
  for (const Measurement& m : entry.result.measurements)
    ++counts.at(static_cast<std::size_t>(verdict_of(m)));
  std::string out;
  for (Verdict v : {Verdict::kPass, Verdict::kDeviates, Verdict::kFail, Verdict::kInfo})
    if (const unsigned n = counts.at(static_cast<std::size_t>(v)); n > 0)
      out += fmt::format("<span class=\"badge {0}\">{1} {0}</span> ", to_text(v), n);
  return out;
}

/// A chart is the data from which the script draws it, and its legend; other figures are pictures.
std::string body_html(const Figure& figure, const std::string& key) {
  if (const auto* chart = std::get_if<Chart>(&figure.body))
    return "<noscript><p class=\"muted\">A script draws this chart.</p></noscript>" +
           hatch_patterns(*chart, key) + legend(*chart, key) +
           data_element("chart-data", chart_json(*chart));
  const auto* map = std::get_if<HeatMap>(&figure.body);
  return "<div class=\"wide\">" +
         (map != nullptr ? draw_heat_map(*map, figure.title)
                         : draw_step_diagram(std::get<StepDiagram>(figure.body), figure.title)) +
         "</div>";
}

std::string caption(const Figure& figure) {
  const auto* chart = std::get_if<Chart>(&figure.body);
  const std::string points = chart == nullptr ? std::string() : points_text(*chart);
  if (points.empty()) return escape(figure.caption);
  return fmt::format("{} <span class=\"points\">({})</span>", escape(figure.caption), points);
}

std::string figure_html(const Entry& entry, const Figure& source) {
  return figure_element(with_rows(source, entry.result), figure_key(entry, source));
}

std::string page_link(const Entry& entry, const RunLink& run) {
  if (!run.page) return {};
  return fmt::format("&middot; <a class=\"run-page\" href=\"{}/{}/{}\">page</a> ",
                     escape(entry.directory), escape(run.path), core::kPageFile);
}

/// If the report has no page: the command that makes it.
std::string page_command(const RunLink& run) {
  if (run.page || run.command.empty()) return {};
  return fmt::format(
      "<details class=\"command\"><summary>command that makes its page</summary>"
      "<p class=\"muted\">Run it in the report's directory:</p><pre>{}</pre></details>",
      escape(run.command));
}

std::string runs_html(const Entry& entry) {
  const std::size_t number = entry.result.runs.size();
  if (number == 0) return {};
  std::string out = fmt::format("<details class=\"runs\"><summary>{} run{}</summary><ul>", number,
                                number == 1 ? "" : "s");
  for (const RunLink& run : entry.result.runs)
    out += fmt::format(
        "<li><a href=\"{0}/{1}\">{2}</a> {3}<code class=\"muted\">{0}/{1}</code>{4}</li>",
        escape(entry.directory), escape(run.path), escape(run.text), page_link(entry, run),
        page_command(run));
  return out + "</ul></details>\n";
}

std::string article(const Entry& entry) {
  std::string out = fmt::format(
      "<article id=\"{0}\"><header><h4 class=\"title\">{1}</h4><span>{2}</span></header>"
      "<p class=\"muted\"><code>{0}</code> &middot; {3} &middot; "
      "<a href=\"#numbers-{0}\">its numbers</a></p>",
      escape(entry.experiment.id), escape(entry.experiment.title), badges(entry),
      escape(entry.experiment.source));
  if (!entry.finished) out += "<p class=\"muted\">Not finished in this report.</p>";
  if (!entry.result.notes.empty()) {
    out += "<ul class=\"notes\">";
    for (const std::string& note : entry.result.notes) out += "<li>" + escape(note) + "</li>";
    out += "</ul>";
  }
  for (const Measurement& m : entry.result.measurements)
    if (!m.failure.empty()) out += "<p class=\"failure\">" + escape(m.failure) + "</p>";
  for (const Figure& figure : entry.result.figures) out += figure_html(entry, figure);
  return out + runs_html(entry) + "</article>\n";
}

/// Licence of the library in the page, as the licence requires.
std::string licences() {
  const std::string_view text = page_file("third_party/uplot/LICENSE");
  return fmt::format(
      "<article><details><summary>Charts by uPlot, MIT License</summary><pre>{}</pre></details>"
      "</article>",
      escape(text));
}

std::string fact(const char* name, const std::string& value) {
  return fmt::format("<dt>{}</dt><dd>{}</dd>", name, escape(value));
}

std::string seconds_text(double seconds) { return fmt::format("{:.1f} s", seconds); }

}  // namespace

std::string figure_element(const Figure& figure, const std::string& key) {
  return fmt::format("<figure id=\"{}\"><h5>{}</h5>{}<figcaption>{}</figcaption></figure>\n", key,
                     escape(figure.title), body_html(figure, key), caption(figure));
}

std::string experiments_section(const Report& report) {
  std::string out = "<section id=\"experiments\"><h2>Experiments</h2>";
  std::string paper;
  for (const Entry& entry : report.entries) {
    if (paper_of(entry.experiment) != paper) {
      paper = paper_of(entry.experiment);
      out += fmt::format("<h3 class=\"paper\">{}</h3>", escape(called(report, paper)));
    }
    out += article(entry);
  }
  return out + "</section>\n";
}

std::string meaning_section() {
  return R"html(<section id="meaning"><h2>Meaning of the terms</h2><article>
<dl class="meaning">
<dt>exact</dt><dd>The same algorithm on the same input as in the source. Every printed digit must
match; a difference is a defect here or a misprint there.</dd>
<dt>derived</dt><dd>Follows by arithmetic from parameters that each have a source. A match shows
that the parts are put together as documented.</dd>
<dt>calibrated</dt><dd>A parameter was set so that this number matches. The match is a check that the
setting still holds; it is not evidence for the model.</dd>
<dt>emergent</dt><dd>Nothing in the model contains the number; it comes out of packets, buffers,
credits and arbitration. These matches are the evidence.</dd>
<dt><span class="badge pass">pass</span></dt><dd>The simulated value lies within its tolerance, both
ends included.</dd>
<dt><span class="badge deviates">deviates</span></dt><dd>It is known to differ from the
published value. A row of DEVIATIONS.md explains it, and the tolerance is a band around our result,
so that a change is noticed.</dd>
<dt><span class="badge fail">fail</span></dt><dd>The value lies outside its
tolerance, or there is none; the row says why.</dd>
<dt><span class="badge info">info</span></dt><dd>Reported for comparison and not gated: the source
gives no number, or one that no test should depend on.</dd>
<dt>published</dt><dd>Only what the source prints.</dd>
<dt>reference</dt><dd>Another value to compare with: own arithmetic, another simulator, a
recollection; the cell says which.</dd>
<dt>error</dt><dd>(simulated &minus; published) / |published| in per cent; the plain difference where
the published value is 0.</dd>
<dt>tolerance</dt><dd><code>5 %</code>: of the published value. <code>0.1 ms</code>: in the quantity's
unit. <code>&gt;= 95 %</code> and <code>1 ... 2</code>: a bound on the simulated value itself.
<code>equal</code>: the same text or number. The line under each quantity gives the reason.</dd>
<dt>score</dt><dd><code>3 of 5</code>: the source prints five numbers of that kind, and
three of our results lie inside a gate that contains the published value.</dd>
<dt>gauge</dt><dd>The band under an error is the tolerance around the published value; the dot is the
simulated one.</dd>
</dl></article></section>
)html";
}

std::string environment_section(const Report& report) {
  std::string out =
      "<section id=\"environment\"><h2>Environment</h2><article><dl class=\"meaning\">";
  out += fact("program", "gpufabric " + report.version);
  out += fact("revision", report.revision.empty() ? "unknown" : report.revision);
  out += fact("SystemC", report.systemc);
  out += fact("seed", std::to_string(report.seed));
  out += fact("selection", report.selection + (report.full ? " (full set)" : " (quick set)"));
  out +=
      "</dl></article><article><h4>Wall time on this machine</h4><p class=\"muted\">Differs from "
      "run to run; no simulated number depends on it.</p><dl class=\"meaning\">";
  out += fact("all", seconds_text(report.wall_seconds) + " with " + std::to_string(report.jobs) +
                         " at a time");
  for (const Entry& entry : report.entries)
    out += fmt::format("<dt><code>{}</code></dt><dd>{}</dd>", escape(entry.experiment.id),
                       seconds_text(entry.wall_seconds));
  return out + "</dl></article>" + licences() + "</section>\n";
}

}  // namespace gf::papers::report
