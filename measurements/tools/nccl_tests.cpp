// SPDX-License-Identifier: Apache-2.0
// nccl-tests and rccl-tests: the ranks, the names of the columns, and a row for each size with
// times and rates of the collective out of place and in place.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "measurements/tools/output_lines.h"
#include "measurements/tools/tools.h"

namespace gf::papers::tools {
namespace {

constexpr const char* kNccl = "nccl-tests";
constexpr const char* kRccl = "rccl-tests";
constexpr std::string_view kInPlace = " in-place";
/// Measured::test if the output does not name the program.
constexpr const char* kUnknown = "collective";
constexpr const char* kMean = "busbw, mean";

using namespace quantity;

/// A column behind those of size, count, type, redop and root, which not all versions have.
struct Column {
  std::string_view head;
  const char* quantity;  ///< Null: one that describes the row, or that is left out.
  const char* unit;
};
constexpr std::array<Column, 15> kColumns{{{"type", nullptr, ""},
                                           {"redop", nullptr, ""},
                                           {"root", nullptr, ""},
                                           {"time", kTime, "us"},
                                           {"cputime", kHostTime, "us"},
                                           {"algbw", kAlgBw, "GB/s"},
                                           {"busbw", kBusBw, "GB/s"},
                                           {"#wrong", kWrong, ""},
                                           {"error", kError, ""},
                                           {"i_min", "time, least", "us"},
                                           {"i_max", "time, most", "us"},
                                           {"i_p99", "time, 99 %", "us"},
                                           {"i_cv%", "time, variation", "%"},
                                           {"timestamp", nullptr, ""},
                                           {"", nullptr, ""}}};

bool is_time(const Column& column) { return column.head == "time" || column.head == "cputime"; }

/// Returns the program of nccl-tests that `line` names, such as all_reduce_perf, or nothing.
std::string_view program_in(std::string_view line) {
  constexpr std::string_view kEnd = "_perf";
  constexpr std::array<std::string_view, 11> kPrograms{
      "all_reduce", "all_gather", "reduce_scatter", "broadcast", "reduce",   "alltoall",
      "alltoallv",  "gather",     "scatter",        "sendrecv",  "hypercube"};
  for (std::size_t at = line.find(kEnd); at != line.npos; at = line.find(kEnd, at + 1)) {
    std::size_t begin = at;
    while (begin > 0 &&
           (line[begin - 1] == '_' || (line[begin - 1] >= 'a' && line[begin - 1] <= 'z')))
      --begin;
    if (std::find(kPrograms.begin(), kPrograms.end(), line.substr(begin, at - begin)) !=
        kPrograms.end())
      return line.substr(begin, at + kEnd.size() - begin);
  }
  return {};
}

class Reader {
 public:
  /// Returns only the tables of the tool `name`.
  Reader(std::string_view text, const std::string& file, std::string name)
      : lines_(text, file), name_(std::move(name)) {}

  std::vector<Measured> read() {
    while (lines_.next()) {
      if (take_head()) continue;
      if (!columns_.empty() && lines_.is_row(cells()))
        take_row();
      else
        take_other();
    }
    return values_;
  }

 private:
  [[nodiscard]] std::size_t cells() const {
    const bool stamped = columns_.back()->head == "timestamp";
    return 2 + columns_.size() + (stamped ? 1 : 0);  // a date and a time of day
  }

  /// "# size count type redop root time algbw ...". Without the "#" if a page has removed it.
  bool take_head() {
    std::vector<std::string_view> words = lines_.words();
    if (!words.empty() && words[0] == "#") words.erase(words.begin());
    if (words.size() < 3 || words[0] != "size" || words[1] != "count") return false;
    begin_call();
    columns_.clear();
    for (std::size_t i = 2; i < words.size(); ++i) {
      const auto found = std::find_if(kColumns.begin(), kColumns.end(), [&](const Column& column) {
        return column.head == words[i];
      });
      if (found == kColumns.end())
        lines_.fail(fmt::format("unknown column \"{}\"", words[i]),
                    "type, redop, root, time, algbw, busbw, #wrong");
      columns_.push_back(&*found);
    }
    if (columns_.empty()) lines_.fail("a head without columns", "time, algbw, busbw");
    return true;
  }

  void take_row() {
    const auto& words = lines_.words();
    lines_.must_have(cells());
    Measured row;
    row.tool = is_rccl_ ? kRccl : kNccl;
    row.test = program_.empty() ? kUnknown : program_;
    row.bytes = lines_.whole(words[0], "size");
    row.setting = std::to_string(lines_.whole(words[1], "count"));
    row.ranks = ranks_;
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (columns_[i]->quantity == nullptr && columns_[i]->head != "timestamp")
        row.setting += " " + std::string(words[2 + i]);
    unsigned times = 0;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const Column& column = *columns_[i];
      if (is_time(column) && ++times == 2) row.test += kInPlace;
      if (column.quantity == nullptr) continue;
      const bool optional = column.quantity == kWrong || column.quantity == kError;
      if (optional && words[2 + i] == "N/A") continue;
      Measured value = row;
      value.quantity = column.quantity;
      value.unit = column.unit;
      lines_.read(words[2 + i], std::string(column.head), value);
      add(value);
    }
    ++rows_;
  }

  void add(const Measured& value) {
    if (value.tool == name_) values_.push_back(value);
  }

  void take_other() {
    const std::string_view line = core::trimmed(lines_.line());
    if (line.find("Avg bus bandwidth") != line.npos) return take_mean(line);
    const std::string_view program = program_in(line);
    const bool starts = line.find("Collective test starting") != line.npos;
    if (starts || (line.find("nThread") != line.npos && line.find("minBytes") != line.npos))
      begin_call();
    if (line.find("rccl-tests:") != line.npos) is_rccl_ = true;
    if (line.find("Using devices") != line.npos) ranks_ = 0;
    take_rank();
    if (program.empty()) return;
    if (line.find("Collective test concluded") != line.npos)
      name_last(program);
    else
      (rows_ == 0 ? program_ : next_program_) = program;
  }

  /// A new call of a program: a line before this one may have named it.
  void begin_call() {
    if (rows_ == 0) return;
    program_ = std::exchange(next_program_, {});
    columns_.clear();
    rows_ = 0;
    begun_ = values_.size();
    is_rccl_ = false;
  }

  /// Names the last table, if no line before it has.
  void name_last(std::string_view program) {
    if (!program_.empty()) return;
    for (std::size_t i = begun_; i < values_.size(); ++i)
      values_[i].test.replace(0, std::string_view(kUnknown).size(), program);
    program_ = program;
  }

  /// "#  Rank  0 Group  0 Pid 37300 on g100n126 device  0 [0000:05:00] AMD Instinct MI300X".
  void take_rank() {
    const auto& words = lines_.words();
    const auto rank = std::find(words.begin(), words.end(), "Rank");
    if (rank == words.end() || rank + 1 == words.end()) return;
    if (std::find(words.begin(), words.end(), "device") == words.end()) return;
    if (const auto number = core::parse_number<unsigned>(rank[1]))
      ranks_ = std::max(ranks_, *number + 1);
  }

  /// "# Avg bus bandwidth    : 142.652", which ends the table.
  void take_mean(std::string_view line) {
    const auto words =
        core::split_words(line.substr(std::min(line.find(':'), line.size() - 1) + 1));
    if (words.empty()) lines_.fail("a mean without a number", "Avg bus bandwidth : NUMBER");
    Measured mean;
    mean.tool = is_rccl_ ? kRccl : kNccl;
    mean.test = program_.empty() ? kUnknown : program_;
    mean.quantity = kMean;
    mean.unit = "GB/s";
    mean.ranks = ranks_;
    lines_.read(words[0], "Avg bus bandwidth", mean);
    add(mean);
    columns_.clear();
  }

  OutputLines lines_;
  const std::string name_;
  bool is_rccl_ = false;
  std::string program_;       ///< "all_reduce_perf"; empty: no line has named it.
  std::string next_program_;  ///< Named behind the rows of this table.
  unsigned ranks_ = 0;
  std::vector<const Column*> columns_;  ///< Empty: not in a table.
  std::size_t rows_ = 0;                ///< Of this table.
  std::size_t begun_ = 0;               ///< Values before this table.
  std::vector<Measured> values_;
};

std::vector<Measured> read_nccl(std::string_view text, const std::string& file) {
  return Reader(text, file, kNccl).read();
}
std::vector<Measured> read_rccl(std::string_view text, const std::string& file) {
  return Reader(text, file, kRccl).read();
}

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
      text += "  " + number_text(value->value, width);
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
      sum += row.find(in_place, kBusBw)->value;
      ++count;
    }
  return sum / count;
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
  for (const Row& row : table.rows)
    text += fmt::format("{:>12}{}{}{}\n", *row.first.bytes, setting_text(row), row.half(false),
                        row.half(true));
  if (rccl)
    text += "# Errors with asterisks indicate errors that have exceeded the maximum threshold.\n";
  if (const auto wrong = wrong_of(table))
    text += fmt::format("# Out of bounds values : {:g} {}\n", *wrong, *wrong > 0 ? "FAILED" : "OK");
  text += fmt::format("# Avg bus bandwidth    : {:g} \n#\n", mean_of(table));
  const std::string program = program_of(table.rows[0].first.test);
  return program == kUnknown ? text
                             : text + fmt::format("# Collective test concluded: {}\n", program);
}

std::string write(const std::vector<Measured>& values, bool rccl) {
  std::string text;
  for (const Table& table : tables_of(values))
    text += (text.empty() ? "" : "\n") + text_of(table, rccl);
  return text;
}

std::string write_nccl(const std::vector<Measured>& values) { return write(values, false); }
std::string write_rccl(const std::vector<Measured>& values) { return write(values, true); }

}  // namespace

Tool nccl_tests() {
  return {kNccl, "nccl-tests (all_reduce_perf, ...)", {"algbw"}, read_nccl, write_nccl};
}

Tool rccl_tests() { return {kRccl, "rccl-tests", {"rccl-tests:"}, read_rccl, write_rccl}; }

}  // namespace gf::papers::tools
