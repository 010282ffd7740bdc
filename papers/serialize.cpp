// SPDX-License-Identifier: Apache-2.0
#include "papers/serialize.h"

#include <cmath>
#include <utility>

namespace gf::papers {
namespace {

using Json = nlohmann::ordered_json;

Json optional_json(const std::optional<double>& value) { return value ? Json(*value) : Json(); }
std::optional<double> optional_from(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional<double>(json.get<double>());
}

/// JSON has no NaN or infinity: a value without a number is null.
Json value_json(const Value& value) {
  if (const double* number = std::get_if<double>(&value))
    return std::isfinite(*number) ? Json(*number) : Json();
  if (const std::string* text = std::get_if<std::string>(&value)) return *text;
  return {};
}
Value value_from(const Json& json) {
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  return {};
}

template <class E>
Json enum_json(E value) {
  return static_cast<int>(value);
}
template <class E>
E enum_from(const Json& json) {
  return static_cast<E>(json.get<int>());
}

template <class T, class F>
Json list_json(const std::vector<T>& items, F convert) {
  Json list = Json::array();
  for (const T& item : items) list.push_back(convert(item));
  return list;
}
template <class T, class F>
std::vector<T> list_from(const Json& json, F convert) {
  std::vector<T> items;
  for (const Json& item : json) items.push_back(convert(item));
  return items;
}

Json tolerance_json(const Tolerance& t) {
  return {{"type", enum_json(t.type)},
          {"bound", t.bound},
          {"low", optional_json(t.low)},
          {"high", optional_json(t.high)},
          {"why", t.why}};
}
Tolerance tolerance_from(const Json& j) {
  return {enum_from<Tolerance::Type>(j.at("type")), j.at("bound").get<double>(),
          optional_from(j.at("low")), optional_from(j.at("high")), j.at("why").get<std::string>()};
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
          {"failure", m.failure}};
}
Measurement measurement_from(const Json& j) {
  return {j.at("id"),
          j.at("quantity"),
          enum_from<Kind>(j.at("kind")),
          value_from(j.at("published")),
          value_from(j.at("simulated")),
          j.at("unit"),
          tolerance_from(j.at("tolerance")),
          j.at("source"),
          j.at("failure")};
}

Json axis_json(const Axis& a) {
  return {{"label", a.label},
          {"unit", a.unit},
          {"scale", enum_json(a.scale)},
          {"low", optional_json(a.low)},
          {"high", optional_json(a.high)},
          {"categories", a.categories}};
}
Axis axis_from(const Json& j) {
  return {j.at("label"),
          j.at("unit"),
          enum_from<Scale>(j.at("scale")),
          optional_from(j.at("low")),
          optional_from(j.at("high")),
          j.at("categories").get<std::vector<std::string>>()};
}

Json series_json(const Series& s) {
  return {{"name", s.name}, {"role", enum_json(s.role)}, {"mark", enum_json(s.mark)}, {"x", s.x},
          {"y", s.y},       {"group", s.group}};
}
Series series_from(const Json& j) {
  return {j.at("name"),
          enum_from<Role>(j.at("role")),
          enum_from<Mark>(j.at("mark")),
          j.at("x").get<std::vector<double>>(),
          j.at("y").get<std::vector<double>>(),
          j.at("group")};
}

Json guide_json(const Guide& g) {
  return {{"along", enum_json(g.along)}, {"value", g.value}, {"label", g.label}};
}
Guide guide_from(const Json& j) {
  return {enum_from<Guide::Along>(j.at("along")), j.at("value").get<double>(), j.at("label")};
}

Json body_json(const Chart& c) {
  return {{"x", axis_json(c.x)},
          {"y", axis_json(c.y)},
          {"series", list_json(c.series, series_json)},
          {"guides", list_json(c.guides, guide_json)}};
}
Chart chart_from(const Json& j) {
  return {axis_from(j.at("x")), axis_from(j.at("y")),
          list_from<Series>(j.at("series"), series_from),
          list_from<Guide>(j.at("guides"), guide_from)};
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
HeatMap heat_map_from(const Json& j) {
  return {j.at("row_label"),
          j.at("column_label"),
          j.at("value_label"),
          j.at("unit"),
          j.at("rows").get<std::vector<std::string>>(),
          j.at("columns").get<std::vector<std::string>>(),
          list_from<std::optional<double>>(j.at("values"), optional_from)};
}

Json node_json(const StepDiagram::Node& n) { return {{"label", n.label}, {"x", n.x}, {"y", n.y}}; }
StepDiagram::Node node_from(const Json& j) {
  return {j.at("label"), j.at("x").get<double>(), j.at("y").get<double>()};
}
Json arrow_json(const StepDiagram::Arrow& a) {
  return {{"from", a.from}, {"to", a.to}, {"marked", a.marked}};
}
StepDiagram::Arrow arrow_from(const Json& j) {
  return {j.at("from").get<unsigned>(), j.at("to").get<unsigned>(), j.at("marked").get<bool>()};
}
Json step_json(const StepDiagram::Step& s) {
  return {{"title", s.title}, {"arrows", list_json(s.arrows, arrow_json)}};
}
StepDiagram::Step step_from(const Json& j) {
  return {j.at("title"), list_from<StepDiagram::Arrow>(j.at("arrows"), arrow_from)};
}
Json body_json(const StepDiagram& d) {
  return {{"nodes", list_json(d.nodes, node_json)},
          {"steps", list_json(d.steps, step_json)},
          {"marked_meaning", d.marked_meaning}};
}
StepDiagram step_diagram_from(const Json& j) {
  return {list_from<StepDiagram::Node>(j.at("nodes"), node_from),
          list_from<StepDiagram::Step>(j.at("steps"), step_from), j.at("marked_meaning")};
}

Json figure_json(const Figure& f) {
  static constexpr const char* kForms[] = {"chart", "heat_map", "step_diagram"};
  return {{"id", f.id},
          {"title", f.title},
          {"caption", f.caption},
          {kForms[f.body.index()], std::visit([](const auto& b) { return body_json(b); }, f.body)}};
}
Figure figure_from(const Json& j) {
  Figure f{j.at("id"), j.at("title"), j.at("caption"), {}};
  if (j.contains("chart"))
    f.body = chart_from(j.at("chart"));
  else if (j.contains("heat_map"))
    f.body = heat_map_from(j.at("heat_map"));
  else
    f.body = step_diagram_from(j.at("step_diagram"));
  return f;
}

Json run_json(const RunLink& r) { return {{"path", r.path}, {"text", r.text}}; }
RunLink run_from(const Json& j) { return {j.at("path"), j.at("text")}; }

}  // namespace

Json to_json(const ExperimentResult& result) {
  return {{"measurements", list_json(result.measurements, measurement_json)},
          {"figures", list_json(result.figures, figure_json)},
          {"runs", list_json(result.runs, run_json)},
          {"notes", result.notes}};
}

ExperimentResult result_from_json(const Json& json) {
  return {list_from<Measurement>(json.at("measurements"), measurement_from),
          list_from<Figure>(json.at("figures"), figure_from),
          list_from<RunLink>(json.at("runs"), run_from),
          json.at("notes").get<std::vector<std::string>>()};
}

Json public_record(const Measurement& m) {
  return {{"id", m.id},
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
