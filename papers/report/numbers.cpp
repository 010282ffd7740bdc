// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "papers/report/page.h"
#include "papers/report/svg.h"

namespace gf::papers::report {
namespace {

constexpr double kGaugeWidth = 74;
constexpr double kGaugeHeight = 9;
constexpr double kBandShare = 0.6;  ///< Of the gauge's width; the rest shows what lies outside.

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

std::string value_cell(const Value& value) {
  const bool is_text = std::holds_alternative<std::string>(value);
  return fmt::format("<td class=\"{}\">{}</td>", is_text ? "number text" : "number",
                     escape(to_text(value)));
}

std::string quantity_cell(const Measurement& m) {
  std::string out =
      fmt::format("<td>{}<span class=\"id\">{}</span>", escape(m.quantity), escape(m.id));
  if (!m.failure.empty())
    out += fmt::format("<span class=\"failure\">{}</span>", escape(m.failure));
  else
    out += fmt::format("<span class=\"why\">{}</span>", escape(m.tolerance.why));
  return out + "</td>";
}

std::string row(const Measurement& m) {
  const std::string_view verdict = to_text(verdict_of(m));
  return fmt::format(
      "<tr class=\"row\" data-verdict=\"{0}\" data-kind=\"{1}\">{2}{3}{4}<td>{5}</td>"
      "<td class=\"number\">{6}{7}</td><td class=\"number\">{8}</td><td class=\"kind\">{1}</td>"
      "<td><span class=\"badge {0}\">{0}</span></td></tr>\n",
      verdict, to_text(m.kind), quantity_cell(m), value_cell(m.published), value_cell(m.simulated),
      escape(m.unit), escape(error_text(m)), gauge(m), escape(to_text(m.tolerance, m.unit)));
}

std::string group(const Entry& entry) {
  std::string out = fmt::format(
      "<tbody><tr class=\"group\" id=\"numbers-{0}\"><th colspan=\"8\"><a href=\"#{0}\">{0}</a> "
      "{1} "
      "<span class=\"muted\">{2}{3}</span></th></tr>\n",
      escape(entry.experiment.id), escape(entry.experiment.title), escape(entry.experiment.source),
      entry.finished ? "" : " (unfinished)");
  for (const Measurement& m : entry.result.measurements) out += row(m);
  return out + "</tbody>\n";
}

std::string checkbox(std::string_view value) {
  return fmt::format("<label><input type=\"checkbox\" value=\"{0}\" checked>{0}</label>", value);
}

std::string filters(std::size_t total) {
  std::string out = "<div class=\"filters\"><fieldset><legend>verdict</legend>";
  for (Verdict v : {Verdict::kPass, Verdict::kFail, Verdict::kInfo}) out += checkbox(to_text(v));
  out += "</fieldset><fieldset><legend>kind</legend>";
  for (Kind k : {Kind::kExact, Kind::kDerived, Kind::kCalibrated, Kind::kEmergent})
    out += checkbox(to_text(k));
  return out + fmt::format(
                   "</fieldset><input type=\"search\" placeholder=\"id or quantity\" "
                   "aria-label=\"id or quantity\"><span class=\"muted\"><span id=\"shown\">"
                   "{0}</span> of {0} shown</span></div>\n",
                   total);
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
  std::string out = "<section id=\"numbers\"><h2>All numbers</h2>";
  out += filters(measurements(report).size());
  out +=
      "<div class=\"scroll\"><table><thead><tr><th>quantity</th><th class=\"number\">published</th>"
      "<th class=\"number\">simulated</th><th>unit</th><th class=\"number\">error</th>"
      "<th class=\"number\">tolerance</th><th>kind</th><th>verdict</th></tr></thead>\n";
  for (const Entry& entry : report.entries) out += group(entry);
  return out + "</table></div></section>\n";
}

}  // namespace gf::papers::report
