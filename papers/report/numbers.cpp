// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "papers/report/page.h"
#include "papers/report/score.h"
#include "papers/report/svg.h"

namespace gf::papers::report {
namespace {

constexpr double kGaugeWidth = 74;
constexpr double kGaugeHeight = 9;
constexpr double kBandShare = 0.6;  ///< Share of the gauge's width; the rest is for values outside.

/// -1 ... +1 = the ends of the tolerance.
std::optional<double> place_in_tolerance(const Measurement& m) {
  const double* simulated = std::get_if<double>(&m.simulated);
  if (simulated == nullptr || !std::isfinite(*simulated)) return std::nullopt;
  const Tolerance& t = m.tolerance;
  if (t.type == Tolerance::Type::kRange && t.low && t.high && *t.high > *t.low)
    return (2 * *simulated - *t.low - *t.high) / (*t.high - *t.low);
  const double* published = std::get_if<double>(&m.published);
  if (published == nullptr || t.bound <= 0) return std::nullopt;
  const bool is_relative = t.type == Tolerance::Type::kRelative;
  if (!is_relative && t.type != Tolerance::Type::kAbsolute) return std::nullopt;
  return (*simulated - *published) / (is_relative ? t.bound * std::abs(*published) : t.bound);
}

/// `label` precedes the value when the table is shown as cards.
std::string value_cell(const Value& value, const char* label) {
  const bool is_text = std::holds_alternative<std::string>(value);
  const bool is_nothing = std::holds_alternative<std::monostate>(value);
  return fmt::format("<td data-label=\"{}\" class=\"number{}{}\">{}</td>", label,
                     is_text ? " text" : "", is_nothing ? " none" : "", escape(to_text(value)));
}

std::string quantity_cell(const Measurement& m) {
  std::string out = fmt::format("<td class=\"quantity\">{}<span class=\"id\">{}</span>",
                                escape(m.quantity), escape(m.id));
  if (!m.failure.empty())
    out += fmt::format("<span class=\"failure\">{}</span>", escape(m.failure));
  else
    out += fmt::format("<span class=\"why\">{}</span>", escape(m.tolerance.why));
  if (!m.deviation.empty())
    out += fmt::format("<span class=\"why\">deviation {}</span>", escape(m.deviation));
  return out + "</td>";
}

Value reference_of(const Measurement& m) {
  return m.reference.empty() ? Value() : Value(m.reference);
}

std::string row(const Measurement& m, const std::string& paper, bool with_reference) {
  const std::string_view verdict = to_text(verdict_of(m));
  return fmt::format(
      "<tr class=\"row\" data-verdict=\"{0}\" data-kind=\"{1}\" data-paper=\"{2}\">{3}{4}{5}{6}"
      "<td data-label=\"unit\" class=\"unit{7}</td>"
      "<td data-label=\"error\" class=\"number\">{8}{9}</td>"
      "<td data-label=\"tolerance\" class=\"number tolerance\">{10}</td>"
      "<td data-label=\"kind\" class=\"kind\">{1}</td>"
      "<td data-label=\"verdict\"><span class=\"badge {0}\">{0}</span></td></tr>\n",
      verdict, to_text(m.kind), escape(paper), quantity_cell(m),
      value_cell(m.published, "published"), value_cell(m.simulated, "simulated"),
      with_reference ? value_cell(reference_of(m), "reference") : "",
      m.unit.empty() ? " none\">" : "\">" + escape(m.unit), escape(error_text(m)), gauge(m),
      escape(to_text(m.tolerance, m.unit)));
}

std::string group(const Entry& entry, bool with_reference) {
  std::string out = fmt::format(
      "<tbody><tr class=\"group\" id=\"numbers-{0}\"><th colspan=\"{4}\" scope=\"rowgroup\">"
      "<a href=\"#{0}\">{0}</a> {1} <span class=\"muted\">{2}{3}</span></th></tr>\n",
      escape(entry.experiment.id), escape(entry.experiment.title), escape(entry.experiment.source),
      entry.finished ? "" : " (unfinished)", with_reference ? 9 : 8);
  for (const Measurement& m : entry.result.measurements)
    out += row(m, paper_of(entry.experiment), with_reference);
  return out + "</tbody>\n";
}

std::string checkbox(const char* filter, std::string_view value, std::string_view words) {
  return fmt::format(
      "<label><input type=\"checkbox\" data-filter=\"{}\" value=\"{}\" checked>{}</label>", filter,
      escape(value), escape(words));
}

std::string filters(const Report& report) {
  std::string out = "<div class=\"filters\"><fieldset><legend>verdict</legend>";
  for (Verdict v : {Verdict::kPass, Verdict::kDeviates, Verdict::kFail, Verdict::kInfo})
    out += checkbox("verdict", to_text(v), to_text(v));
  out += "</fieldset><fieldset><legend>kind</legend>";
  for (Kind k : {Kind::kExact, Kind::kDerived, Kind::kCalibrated, Kind::kEmergent})
    out += checkbox("kind", to_text(k), to_text(k));
  out += "</fieldset><fieldset><legend>paper</legend>";
  for (const PaperScore& score : scores(report)) out += checkbox("paper", score.paper, score.name);
  return out +
         fmt::format(
             "</fieldset><div class=\"search\"><input type=\"search\" placeholder=\"id or "
             "quantity\" aria-label=\"id or quantity\"><button type=\"reset\">show all</button>"
             "<span class=\"muted\" role=\"status\"><span id=\"shown\">{0}</span> of {0} "
             "shown</span></div></div>\n",
             measurements(report).size());
}

bool any_reference(const Report& report) {
  const std::vector<const Measurement*> all = measurements(report);
  return std::any_of(all.begin(), all.end(),
                     [](const Measurement* m) { return !m->reference.empty(); });
}

}  // namespace

std::string gauge(const Measurement& measurement) {
  const std::optional<double> place = place_in_tolerance(measurement);
  if (!place) return {};
  const double middle = kGaugeWidth / 2;
  const double half_band = middle * kBandShare;
  const double dot = std::clamp(middle + *place * half_band, 4.0, kGaugeWidth - 4);
  Svg svg(kGaugeWidth, kGaugeHeight, "place of the simulated value within its tolerance");
  svg.line({1, kGaugeHeight / 2}, {kGaugeWidth - 1, kGaugeHeight / 2}, "rail");
  svg.rectangle({middle - half_band, 1}, 2 * half_band, kGaugeHeight - 2, "band", {}, "rx=\"2\"");
  svg.line({middle, 1}, {middle, kGaugeHeight - 1}, "zero");
  svg.circle({dot, kGaugeHeight / 2}, 3.2, to_text(verdict_of(measurement)),
             fmt::format("{:+.0f} % of the tolerance used", 100 * *place));
  std::string out = svg.str();
  return out.replace(0, 4, "<svg class=\"gauge\"");
}

std::string numbers_section(const Report& report) {
  const bool with_reference = any_reference(report);
  std::string out = "<section id=\"numbers\"><h2>All numbers</h2>" + filters(report);
  out +=
      "<table class=\"stack all\"><thead><tr><th scope=\"col\">quantity</th>"
      "<th scope=\"col\" class=\"number\">published</th>"
      "<th scope=\"col\" class=\"number\">simulated</th>";
  if (with_reference) out += "<th scope=\"col\" class=\"number\">reference</th>";
  out +=
      "<th scope=\"col\">unit</th><th scope=\"col\" class=\"number\">error</th>"
      "<th scope=\"col\" class=\"number\">tolerance</th><th scope=\"col\">kind</th>"
      "<th scope=\"col\">verdict</th></tr></thead>\n";
  for (const Entry& entry : report.entries) out += group(entry, with_reference);
  return out + "</table></section>\n";
}

}  // namespace gf::papers::report
