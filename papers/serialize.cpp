// SPDX-License-Identifier: Apache-2.0
#include "papers/serialize.h"

#include <cmath>
#include <utility>

namespace gf::papers {
namespace {

using Json = nlohmann::ordered_json;

Json optional_json(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

/// JSON has no NaN or infinity: a value without a number is null.
Json value_json(const Value& value) {
  if (const double* number = std::get_if<double>(&value))
    return std::isfinite(*number) ? Json(*number) : Json();
  if (const std::string* text = std::get_if<std::string>(&value)) return *text;
  return {};
}

template <class E>
Json enum_json(E value) {
  return static_cast<int>(value);
}

template <class T, class F>
Json list_json(const std::vector<T>& items, F convert) {
  Json list = Json::array();
  for (const T& item : items) list.push_back(convert(item));
  return list;
}

Json tolerance_json(const Tolerance& t) {
  return {{"type", enum_json(t.type)},
          {"bound", t.bound},
          {"low", optional_json(t.low)},
          {"high", optional_json(t.high)},
          {"why", t.why}};
}

Json measurement_json(const Measurement& m) {
  return {{"id", m.id},
          {"quantity", m.quantity},
          {"kind", enum_json(m.kind)},
          {"published", value_json(m.published)},
          {"simulated", value_json(m.simulated)},
          {"unit", m.unit},
          {"tolerance", tolerance_json(m.tolerance)},
          {"source", m.source},
          {"failure", m.failure},
          {"reference", m.reference},
          {"deviation", m.deviation}};
}

Json axis_json(const Axis& a) {
  return {{"label", a.label},
          {"unit", a.unit},
          {"scale", enum_json(a.scale)},
          {"low", optional_json(a.low)},
          {"high", optional_json(a.high)},
          {"categories", a.categories}};
}

Json series_json(const Series& s) {
  return {{"name", s.name}, {"role", enum_json(s.role)}, {"mark", enum_json(s.mark)}, {"x", s.x},
          {"y", s.y},       {"group", s.group}};
}

Json guide_json(const Guide& g) {
  return {{"along", enum_json(g.along)},
          {"value", g.value},
          {"label", g.label},
          {"tag", g.tag},
          {"role", enum_json(g.role)}};
}

Json body_json(const Chart& c) {
  return {{"x", axis_json(c.x)},
          {"y", axis_json(c.y)},
          {"series", list_json(c.series, series_json)},
          {"guides", list_json(c.guides, guide_json)}};
}

Json body_json(const HeatMap& m) {
  return {{"row_label", m.row_label},
          {"column_label", m.column_label},
          {"value_label", m.value_label},
          {"unit", m.unit},
          {"rows", m.rows},
          {"columns", m.columns},
          {"values", list_json(m.values, optional_json)}};
}

Json node_json(const StepDiagram::Node& n) { return {{"label", n.label}, {"x", n.x}, {"y", n.y}}; }
Json arrow_json(const StepDiagram::Arrow& a) {
  return {{"from", a.from}, {"to", a.to}, {"marked", a.marked}};
}
Json step_json(const StepDiagram::Step& s) {
  return {{"title", s.title}, {"arrows", list_json(s.arrows, arrow_json)}};
}
Json body_json(const StepDiagram& d) {
  return {{"nodes", list_json(d.nodes, node_json)},
          {"steps", list_json(d.steps, step_json)},
          {"marked_meaning", d.marked_meaning}};
}

Json figure_row_json(const FigureRow& r) {
  return {{"id", r.id}, {"along", enum_json(r.along)}, {"at", optional_json(r.at)}};
}

Json figure_json(const Figure& f) {
  static constexpr const char* kForms[] = {"chart", "heat_map", "step_diagram"};
  return {{"id", f.id},
          {"title", f.title},
          {"caption", f.caption},
          {"rows", list_json(f.rows, figure_row_json)},
          {kForms[f.body.index()], std::visit([](const auto& b) { return body_json(b); }, f.body)}};
}

/// Returns the id of the row whose published number this one reads; null where nothing is
/// published.
Json number_json(const Measurement& m) {
  if (std::holds_alternative<std::monostate>(m.published)) return {};
  return m.number.empty() ? m.id : m.number;
}

Json run_json(const RunLink& r) { return {{"path", r.path}, {"text", r.text}}; }

}  // namespace

Json to_json(const ExperimentResult& result) {
  return {{"measurements", list_json(result.measurements, measurement_json)},
          {"figures", list_json(result.figures, figure_json)},
          {"runs", list_json(result.runs, run_json)},
          {"notes", result.notes}};
}

Json public_record(const Measurement& m) {
  return {{"id", m.id},
          {"number", number_json(m)},
          {"quantity", m.quantity},
          {"published", value_json(m.published)},
          {"simulated", value_json(m.simulated)},
          {"unit", m.unit},
          {"error", optional_json(error_of(m))},
          {"tolerance", to_text(m.tolerance, m.unit)},
          {"kind", to_text(m.kind)},
          {"verdict", to_text(verdict_of(m))}};
}

}  // namespace gf::papers
