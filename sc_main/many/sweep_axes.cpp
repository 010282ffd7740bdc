// SPDX-License-Identifier: Apache-2.0
#include "sc_main/many/sweep_axes.h"

#include <cctype>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/text_fields.h"
#include "core/system/text_file.h"
#include "core/text/csv.h"

namespace gf::app {
namespace {

constexpr unsigned kMostValues = 10'000;
constexpr std::size_t kMostPoints = 1'000'000;
constexpr const char* kLegal = "A,B,C or FROM..TO/log:N or FROM..TO/lin:N";

[[noreturn]] void fail(const std::string& setting, const std::string& hint) {
  const std::size_t equals = setting.find('=');
  const std::string name = setting.substr(0, equals);
  const std::string values = equals == std::string::npos ? "" : setting.substr(equals + 1);
  core::fail_config("", "-p " + name, values, kLegal, hint);
}

/// A number and the text after it: "10 ns".
struct Quantity {
  double number = 0;
  std::string unit;
};

Quantity quantity_of(std::string_view text, const std::string& setting) {
  text = core::trimmed(text);
  Quantity quantity;
  const auto [stop, error] =
      std::from_chars(text.data(), text.data() + text.size(), quantity.number);
  if (error != std::errc()) fail(setting, fmt::format("\"{}\" is not a number", text));
  const auto rest = static_cast<std::size_t>(stop - text.data());
  quantity.unit = std::string(core::trimmed(text.substr(rest)));
  return quantity;
}

/// The end of a range: "log:5".
struct Spacing {
  bool logarithmic = false;
  unsigned count = 0;
};

Spacing spacing_of(std::string_view text, const std::string& setting) {
  const auto parts = core::split_fields(text, ':');
  const auto count = parts.size() == 2 ? core::parse_number<unsigned>(parts[1]) : std::nullopt;
  if (!count || (parts[0] != "log" && parts[0] != "lin")) fail(setting, "add /log:5 or /lin:5");
  if (*count < 2 || *count > kMostValues) fail(setting, fmt::format("N is 2 ... {}", kMostValues));
  return {parts[0] == "log", *count};
}

/// Returns a number without an exponent if it is whole: parameters that count things accept no
/// exponent.
std::string number_text(double value, const Spacing& spacing) {
  const std::string digits = fmt::format("{:.{}g}", value, spacing.logarithmic ? 6 : 12);
  return fmt::format("{}", std::stod(digits));
}

bool is_range(std::string_view text) {
  const bool number = !text.empty() && (std::isdigit(static_cast<unsigned char>(text[0])) != 0 ||
                                        text[0] == '-' || text[0] == '+');
  return number && text.find("..") != std::string_view::npos;
}

std::vector<std::string> range_of(std::string_view text, const std::string& setting) {
  const std::size_t dots = text.find("..");
  const std::size_t slash = text.rfind('/');
  if (slash == std::string_view::npos || slash < dots) fail(setting, "add /log:5 or /lin:5");
  const Quantity from = quantity_of(text.substr(0, dots), setting);
  const Quantity to = quantity_of(text.substr(dots + 2, slash - dots - 2), setting);
  const Spacing spacing = spacing_of(text.substr(slash + 1), setting);
  if (from.unit != to.unit) fail(setting, "give both ends in the same unit");
  if (spacing.logarithmic && !(from.number > 0 && to.number > 0))
    fail(setting, "a log range needs ends above 0");
  // Both ends stay as written; only values between them are computed and rounded.
  std::vector<std::string> values = {std::string(core::trimmed(text.substr(0, dots)))};
  for (unsigned i = 1; i + 1 < spacing.count; ++i) {
    const double share = static_cast<double>(i) / (spacing.count - 1);
    const double value = spacing.logarithmic
                             ? from.number * std::pow(to.number / from.number, share)
                             : from.number + (to.number - from.number) * share;
    values.push_back(number_text(value, spacing) + (from.unit.empty() ? "" : " " + from.unit));
  }
  values.emplace_back(core::trimmed(text.substr(dots + 2, slash - dots - 2)));
  return values;
}

std::vector<std::string> list_of(const std::string& text, const std::string& setting) {
  std::vector<std::string> values;
  try {
    const core::CsvTable line(text, setting);
    for (const std::string& cell : line.head()) values.emplace_back(core::trimmed(cell));
  } catch (const core::UserError&) {
    fail(setting, text.empty() ? "a value is empty" : "a quote does not close");
  }
  for (const std::string& value : values)
    if (value.empty()) fail(setting, "a value is empty");
  return values;
}

void add_seeds(std::vector<SweepPoint>& points, std::vector<std::string> values, std::uint64_t seed,
               unsigned repeat, const std::string& origin = "") {
  if (points.size() + repeat > kMostPoints)
    core::fail_config("", "sweep", "more points", fmt::format("at most {}", kMostPoints),
                      "take fewer values, or --design random:N");
  for (unsigned i = 0; i < repeat; ++i) points.push_back({values, seed + i, origin});
}

}  // namespace

bool is_axis(const std::string& setting) {
  const std::size_t equals = setting.find('=');
  return equals != std::string::npos && (setting.find(',', equals) != std::string::npos ||
                                         is_range(std::string_view(setting).substr(equals + 1)));
}

SweepAxis parse_axis(const std::string& setting) {
  const std::size_t equals = setting.find('=');
  if (equals == 0 || equals == std::string::npos) fail(setting, "name the parameter: NAME=VALUES");
  SweepAxis axis{setting.substr(0, equals), {}, {}};
  const std::string text = setting.substr(equals + 1);
  axis.values = is_range(text) ? range_of(text, setting) : list_of(text, setting);
  if (axis.values.size() > kMostValues) fail(setting, fmt::format("at most {}", kMostValues));
  return axis;
}

std::vector<SweepPoint> grid(const std::vector<SweepAxis>& axes, std::uint64_t seed,
                             unsigned repeat) {
  std::vector<SweepPoint> points;
  std::vector<std::size_t> at(axes.size(), 0);
  while (true) {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < axes.size(); ++i) values.push_back(axes[i].values[at[i]]);
    add_seeds(points, std::move(values), seed, repeat);
    std::size_t axis = axes.size();
    while (axis > 0 && ++at[axis - 1] == axes[axis - 1].values.size()) at[--axis] = 0;
    if (axis == 0) return points;
  }
}

std::vector<SweepPoint> draw(const std::vector<SweepAxis>& axes, unsigned count, std::uint64_t seed,
                             unsigned repeat) {
  core::RandomStream random(seed, "sweep");
  std::vector<SweepPoint> points;
  for (unsigned i = 0; i < count; ++i) {
    std::vector<std::string> values;
    for (const SweepAxis& axis : axes)
      values.push_back(axis.values[random.below(axis.values.size())]);
    add_seeds(points, std::move(values), seed, repeat);
  }
  return points;
}

std::vector<SweepAxis> read_list(const std::string& file) {
  const core::CsvTable table(core::read_text_file(file, "a CSV file of points"), file);
  if (table.rows() == 0) core::fail_input(file, 0, "no point", "one line per point after the head");
  std::vector<SweepAxis> axes;
  for (const std::string& name : table.head()) {
    SweepAxis& axis = axes.emplace_back();
    axis.name = core::trimmed(name);
    for (std::size_t row = 0; row < table.rows(); ++row) {
      axis.values.emplace_back(core::trimmed(table.text(row, name)));
      axis.origins.push_back(fmt::format("{}:{}", file, table.line(row)));
    }
  }
  return axes;
}

std::vector<SweepPoint> rows(const std::vector<SweepAxis>& axes, std::uint64_t seed,
                             unsigned repeat) {
  std::vector<SweepPoint> points;
  for (std::size_t row = 0; row < axes.front().values.size(); ++row) {
    std::vector<std::string> values;
    for (const SweepAxis& axis : axes) values.push_back(axis.values[row]);
    add_seeds(points, std::move(values), seed, repeat, axes.front().origins[row]);
  }
  return points;
}

}  // namespace gf::app
