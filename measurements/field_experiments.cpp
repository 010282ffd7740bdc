// SPDX-License-Identifier: Apache-2.0
// Measured machines of the field: what was asked about each, and what the model says
// (docs/field.md). Everything that is particular to a machine is data in measurements/field/.
#include <algorithm>
#include <fmt/format.h>

#include "measurements/field_runs.h"
#include "measurements/field_summary.h"
#include "measurements/scatter.h"
#include "papers/papers.h"

namespace gf::papers {
namespace {

using namespace field;

constexpr const char* kAsked = "measurements/field/asked.csv";
constexpr const char* kAskedOfLibraries = "measurements/field/asked_library.csv";
constexpr const char* kOrder = "measurements/field/order.csv";
constexpr const char* kPage = "docs/field.md";
constexpr const char* kInexpressible = "not expressible";

const std::vector<Asked>& all_asked() {
  static const std::vector<Asked> all = [] {
    std::vector<Asked> rows = read_asked(rows_file(kAsked), kAsked);
    const auto more = read_asked(rows_file(kAskedOfLibraries), kAskedOfLibraries);
    rows.insert(rows.end(), more.begin(), more.end());
    return rows;
  }();
  return all;
}

const std::vector<AskedPair>& all_pairs() {
  static const std::vector<AskedPair> all = read_order(rows_file(kOrder), kOrder, all_asked());
  return all;
}

Measurement row(const std::string& id, const std::string& quantity, const std::string& unit,
                const std::string& why) {
  Measurement made;
  made.id = "field." + id;
  made.quantity = quantity;
  made.unit = unit;
  made.tolerance = not_gated(why);
  return made;
}

Measurement row_of(const Asked& asked) {
  Measurement made = row(asked.id, asked.quantity, asked.unit,
                         asked.inexpressible.empty() ? "a reference: no parameter was fitted to it"
                                                     : asked.inexpressible);
  if (asked.measured) {
    made.reference = fmt::format("measured{}: {}", asked.known ? ", known before" : "",
                                 number_text(*asked.measured));
    made.source = asked.source;
  }
  return made;
}

Measurement row_of(const AskedPair& pair) {
  const Asked& a = asked_of(all_asked(), pair.a);
  const Asked& b = asked_of(all_asked(), pair.b);
  Measurement made =
      row("order." + pair.id, fmt::format("speed of {} over that of {}", pair.a, pair.b), "x",
          fmt::format("expected before the first run: {}, {}", pair.expected, pair.why));
  if (a.measured && b.measured)
    made.reference = "measured: " + number_text(speed_ratio(a, *a.measured, b, *b.measured));
  return made;
}

void set_values(Judge& judge, const std::vector<Asked>& rows) {
  const FieldValues values = ask_field(judge, rows);
  for (const Asked& asked : rows) {
    const auto value = values.find(asked.id);
    if (value == values.end())
      judge.set("field." + asked.id, Value(std::string(kInexpressible)));
    else
      judge.set("field." + asked.id, value->second());
  }
}

Experiment::Set set_of(const std::vector<Asked>& rows) {
  const bool full =
      std::any_of(rows.begin(), rows.end(), [](const Asked& row) { return row.full; });
  return full ? Experiment::Set::kFull : Experiment::Set::kQuick;
}

Experiment of_machine(const std::string& machine) {
  std::vector<Asked> rows;
  std::copy_if(all_asked().begin(), all_asked().end(), std::back_inserter(rows),
               [&machine](const Asked& asked) { return asked.machine == machine; });
  Experiment experiment{"field." + machine, "Quantities that were asked about " + machine, kPage,
                        set_of(rows), [rows](Judge& judge) { set_values(judge, rows); }};
  for (const Asked& asked : rows) experiment.rows.push_back(row_of(asked));
  return experiment;
}

Predicted all_predicted(Judge& judge) {
  Predicted predicted;
  for (const auto& [id, value] : ask_field(judge, all_asked())) predicted[id] = value();
  return predicted;
}

void set_order(Judge& judge) {
  const Predicted predicted = all_predicted(judge);
  for (const AskedPair& pair : all_pairs()) {
    const auto a = predicted.find(pair.a), b = predicted.find(pair.b);
    const std::string id = "field.order." + pair.id;
    if (a == predicted.end() || b == predicted.end())
      judge.set(id, Value(std::string(kInexpressible)));
    else
      judge.set(id, speed_ratio(asked_of(all_asked(), pair.a), a->second,
                                asked_of(all_asked(), pair.b), b->second));
  }
}

Experiment of_order() {
  Experiment experiment{"field.order", "Which of two quantities is faster", kPage,
                        set_of(all_asked()), set_order};
  for (const AskedPair& pair : all_pairs()) experiment.rows.push_back(row_of(pair));
  return experiment;
}

double percent(unsigned part, unsigned whole) { return whole == 0 ? 0 : 100.0 * part / whole; }

Figure scatter_of(const Predicted& predicted) {
  std::vector<Series> groups;
  for (const Asked& asked : all_asked()) {
    const auto value = predicted.find(asked.id);
    if (!asked.measured || value == predicted.end()) continue;
    const std::string name = asked.known ? "known before" : asked.group;
    auto at = std::find_if(groups.begin(), groups.end(),
                           [&name](const Series& series) { return series.name == name; });
    if (at == groups.end())
      at = groups.insert(at, {name, Role::kSimulated, Mark::kPoints, {}, {}, ""});
    at->x.push_back(*asked.measured);
    at->y.push_back(value->second);
  }
  return blind::scatter_figure(
      "Predicted against measured, all machines",
      "The lines mark equality and factors of 1.25 and 2. GB/s and us share the axes.",
      std::move(groups));
}

void set_summary(Judge& judge) {
  const Predicted predicted = all_predicted(judge);
  const FieldSummary all = summary_of(all_asked(), predicted);
  const FieldSummary pcie = summary_of(all_asked(), predicted, "pcie");
  const OrderSummary order = order_of(all_pairs(), all_asked(), predicted);
  judge.set("field.all.expressed", percent(all.expressed, all.measured));
  judge.set("field.all.within_10", percent(all.within_10, all.measured));
  judge.set("field.all.within_25", percent(all.within_25, all.measured));
  judge.set("field.all.median", all.median);
  judge.set("field.all.pcie_median", pcie.median);
  judge.set("field.all.pcie_worst", pcie.worst);
  judge.set("field.all.order", percent(order.right, order.measured));
  judge.draw(scatter_of(predicted));
}

Experiment of_summary() {
  const char* const why = "a summary of references; what was known before is left out";
  Experiment experiment{"field.all", "All machines: predicted against measured", kPage,
                        set_of(all_asked()), set_summary};
  experiment.rows = {
      row("all.expressed", "share of the measured quantities that can be expressed", "%", why),
      row("all.within_10", "share within 10 %; what cannot be expressed is a miss", "%", why),
      row("all.within_25", "share within 25 %", "%", why),
      row("all.median", "median error of what can be expressed", "%", why),
      row("all.pcie_median", "median error of copies over PCIe", "%", why),
      row("all.pcie_worst", "largest error of copies over PCIe", "%", why),
      row("all.order", "share of pairs in the measured order", "%", why)};
  return experiment;
}

}  // namespace

std::vector<Experiment> field_experiments() {
  std::vector<Experiment> experiments;
  std::vector<std::string> machines;
  bool measured = false;
  for (const Asked& asked : all_asked()) {
    measured = measured || asked.measured.has_value();
    if (std::find(machines.begin(), machines.end(), asked.machine) != machines.end()) continue;
    machines.push_back(asked.machine);
    experiments.push_back(of_machine(asked.machine));
  }
  experiments.push_back(of_order());
  if (measured) experiments.push_back(of_summary());
  return experiments;
}

}  // namespace gf::papers
