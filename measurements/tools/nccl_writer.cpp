// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "measurements/tools/nccl_output.h"

namespace gf::papers::tools::nccl {
namespace {

using namespace quantity;

/// Writes as many decimals as fit, as the tools do: 121.33, 1234.6, 123457.
std::string number_text(double value, int width) {
  for (const int decimals : {2, 1, 0}) {
    std::string text = fmt::format("{:{}.{}f}", value, width, decimals);
    if (text.size() <= static_cast<std::size_t>(width)) return text;
  }
  return fmt::format("{:{}.{}e}", value, width, width >= 7 ? 1 : 0);
}

std::string program_of(const std::string& test) {
  const std::size_t end = test.rfind(kInPlace);
  return test.substr(0, end);
}

/// The values of one size: out of place, and in place.
struct Row {
  const Measured& first;
  std::vector<const Measured*> values;

  [[nodiscard]] const Measured* find(bool in_place, const char* quantity) const {
    for (const Measured* value : values)
      if (value->quantity == quantity && in_place == (program_of(value->test) != value->test))
        return value;
    return nullptr;
  }
  [[nodiscard]] std::string half(bool in_place) const {
    std::string text;
    for (const auto& [quantity, width] : {std::pair{kTime, 7}, {kAlgBw, 6}, {kBusBw, 6}}) {
      const Measured* const value = find(in_place, quantity);
      if (value == nullptr)
        core::fail_config(
            first.tool, first.test, fmt::format("no {}{}", quantity, in_place ? " in place" : ""),
            "time, algbw and busbw, out of place and in place", "add the values of this size");
      text += "  " + (value->digits == kNotAvailable ? fmt::format("{:>{}}", kNotAvailable, width)
                                                     : number_text(value->value, width));
    }
    const Measured* const wrong = find(in_place, kWrong);
    return text + (wrong == nullptr ? "     N/A" : fmt::format("  {:>6g}", wrong->value));
  }
};

/// Values of one call of a program.
struct Table {
  std::vector<Row> rows;
  std::optional<double> mean;
};

bool same_call(const Measured& a, const Measured& b) {
  return program_of(a.test) == program_of(b.test) && a.ranks == b.ranks;
}

/// Adds `value` to the last row of `table`, or a new one.
void add_to(Table& table, const Measured& value) {
  const auto differs = [&value](const Row& row) {
    if (row.first.bytes != value.bytes || row.first.setting != value.setting) return true;
    return std::any_of(row.values.begin(), row.values.end(), [&value](const Measured* other) {
      return other->test == value.test && other->quantity == value.quantity;
    });
  };
  if (table.rows.empty() || differs(table.rows.back())) table.rows.push_back({value, {}});
  table.rows.back().values.push_back(&value);
}

std::vector<Table> tables_of(const std::vector<Measured>& values) {
  std::vector<Table> tables;
  for (const Measured& value : values) {
    const bool goes_on = !tables.empty() && !tables.back().mean && !tables.back().rows.empty() &&
                         same_call(tables.back().rows[0].first, value);
    if (value.quantity == kMean && goes_on) {
      tables.back().mean = value.value;
      continue;
    }
    if (!value.bytes)
      core::fail_config(value.tool, value.test, "no size", "a size in bytes",
                        "set Measured::bytes");
    if (!goes_on) tables.emplace_back();
    add_to(tables.back(), value);
  }
  return tables;
}

double mean_of(const Table& table) {
  if (table.mean) return *table.mean;
  double sum = 0;
  unsigned count = 0;
  for (const Row& row : table.rows)
    for (const bool in_place : {false, true}) {
      const Measured& value = *row.find(in_place, kBusBw);
      if (value.digits == kNotAvailable) continue;
      sum += value.value;
      ++count;
    }
  return count == 0 ? 0 : sum / count;
}

std::string head_of(const Table& table, bool rccl) {
  const Measured& first = table.rows[0].first;
  const std::string program = program_of(first.test);
  std::string text;
  if (program != kUnknown) text += fmt::format("# Collective test starting: {}\n", program);
  text += fmt::format("# nThread 1 nGpus {} minBytes {} maxBytes {}\n#\n", first.ranks,
                      *first.bytes, *table.rows.back().first.bytes);
  if (rccl) text += "rccl-tests: Version modelled\n";
  text += "# Using devices\n";
  for (unsigned rank = 0; rank < first.ranks; ++rank)
    text += fmt::format(
        "#  Rank {0:>2} Group  0 Pid {1:>6} on {2:>10} device {0:>2} [0000:00:00] modelled GPU\n",
        rank, 0, "model");
  text += fmt::format(
      "#\n# {0:>10}  {0:>12}  {0:>8}  {0:>6}  {0:>6}           out-of-place"
      "                       in-place          \n",
      "");
  for (const bool units : {false, true}) {
    const auto column = [units](const char* name, const char* unit) { return units ? unit : name; };
    text += fmt::format("# {:>10}  {:>12}  {:>8}  {:>6}  {:>6}", column("size", "(B)"),
                        column("count", "(elements)"), column("type", ""), column("redop", ""),
                        column("root", ""));
    for (int half = 0; half < 2; ++half)
      text +=
          fmt::format("  {:>7}  {:>6}  {:>6}  {:>6}", column("time", "(us)"),
                      column("algbw", "(GB/s)"), column("busbw", "(GB/s)"), column("#wrong", ""));
    text += "\n";
  }
  return text;
}

/// "2097152 float sum -1": the row's cells between size and time.
std::string setting_text(const Row& row) {
  const auto words = core::split_words(row.first.setting);
  if (words.size() != 4)
    core::fail_config(row.first.tool, row.first.test, row.first.setting,
                      "a setting \"COUNT TYPE REDOP ROOT\"", "set all four");
  return fmt::format("  {:>12}  {:>8}  {:>6}  {:>6}", words[0], words[1], words[2], words[3]);
}

/// Elements that are wrong; nothing if none were checked.
std::optional<double> wrong_of(const Table& table) {
  std::optional<double> sum;
  for (const Row& row : table.rows)
    for (const bool in_place : {false, true})
      if (const Measured* const wrong = row.find(in_place, kWrong))
        sum = sum.value_or(0) + wrong->value;
  return sum;
}

std::string text_of(const Table& table, bool rccl) {
  std::string text = head_of(table, rccl);
  for (const Row& row : table.rows) {
    text += fmt::format("{:>12}", *row.first.bytes) + setting_text(row);
    text += row.half(false);
    text += row.half(true) + "\n";
  }
  if (rccl)
    text += "# Errors with asterisks indicate errors that have exceeded the maximum threshold.\n";
  if (const auto wrong = wrong_of(table))
    text += fmt::format("# Out of bounds values : {:g} {}\n", *wrong, *wrong > 0 ? "FAILED" : "OK");
  text += fmt::format("# Avg bus bandwidth    : {:g} \n#\n", mean_of(table));
  const std::string program = program_of(table.rows[0].first.test);
  return program == kUnknown ? text
                             : text + fmt::format("# Collective test concluded: {}\n", program);
}

}  // namespace

std::string write_tables(const std::vector<Measured>& values, bool is_rccl) {
  std::string text;
  for (const Table& table : tables_of(values))
    text += (text.empty() ? "" : "\n") + text_of(table, is_rccl);
  return text;
}

}  // namespace gf::papers::tools::nccl
