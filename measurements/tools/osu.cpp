// SPDX-License-Identifier: Apache-2.0
// OSU micro-benchmarks: a title, the names of the columns, and a row for each message size.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "measurements/tools/named_columns.h"
#include "measurements/tools/tools.h"

namespace gf::papers::tools {
namespace osu_tables {
namespace {

constexpr const char* kName = "osu";

using namespace quantity;

const std::vector<NamedColumn>& known_columns() {
  static const std::vector<NamedColumn> all{{"Size", "", ""},
                                            {"Bandwidth (MB/s)", kRate, "MB/s"},
                                            {"MB/s", kRate, "MB/s"},
                                            {"Messages/s", kMessageRate, "1/s"},
                                            {"Latency (us)", kLatency, "us"},
                                            {"Avg Latency(us)", kTime, "us"},
                                            {"Min Latency(us)", "time, least", "us"},
                                            {"Max Latency(us)", "time, most", "us"},
                                            {"Iterations", "", ""},
                                            {"P50 Tail Lat(us)", "time, 50 %", "us"},
                                            {"P90 Tail Lat(us)", "time, 90 %", "us"},
                                            {"P95 Tail Lat(us)", "time, 95 %", "us"},
                                            {"P99 Tail Lat(us)", "time, 99 %", "us"},
                                            {"Overall(us)", "time, with compute", "us"},
                                            {"Compute(us)", "compute", "us"},
                                            {"Coll. Init(us)", "initiation", "us"},
                                            {"MPI_Test(us)", "tests", "us"},
                                            {"MPI_Wait(us)", "wait", "us"},
                                            {"Pure Comm.(us)", "time, pure", "us"},
                                            {"Overlap(%)", "overlap", "%"},
                                            {"Validation", "", ""}};
  return all;
}

struct Program {
  std::string_view title;  ///< Between "OSU MPI" and "Test".
  std::string_view name;
};
constexpr std::array<Program, 14> kPrograms{
    {{"Bandwidth", "osu_bw"},
     {"Bi-Directional Bandwidth", "osu_bibw"},
     {"Latency", "osu_latency"},
     {"Multiple Bandwidth / Message Rate", "osu_mbw_mr"},
     {"Multi Latency", "osu_multi_lat"},
     {"Allreduce Latency", "osu_allreduce"},
     {"All-to-All Personalized Exchange Latency", "osu_alltoall"},
     {"Allgather Latency", "osu_allgather"},
     {"Broadcast Latency", "osu_bcast"},
     {"Reduce Latency", "osu_reduce"},
     {"Reduce_scatter Latency", "osu_reduce_scatter"},
     {"Gather Latency", "osu_gather"},
     {"Scatter Latency", "osu_scatter"},
     {"Barrier Latency", "osu_barrier"}}};

/// "# OSU MPI-CUDA Bandwidth Test v7.2": the test is osu_bw, the setting "CUDA".
struct Title {
  std::string test;
  std::string setting;
};

std::optional<Title> title_in(std::string_view line) {
  const std::string_view sign = "OSU MPI";
  const std::size_t at = line.find(sign), end = line.find(" Test", at);
  if (at == line.npos || end == line.npos || line.find('#') > at) return {};
  const std::string_view words = line.substr(at + sign.size(), end - at - sign.size());
  const std::size_t space = words.find(' ');
  if (space == words.npos) return {};
  Title title;
  title.test = words.substr(space + 1);  // the words of the title, if the program is not known
  for (const Program& program : kPrograms)
    if (program.title == words.substr(space + 1)) title.test = program.name;
  if (space > 1) title.setting = words.substr(1, space - 1);
  return title;
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : lines_(text, file) {}

  std::vector<Measured> read() {
    while (lines_.next()) {
      if (const auto title = title_in(lines_.line())) {
        title_ = *title;
        columns_.clear();
        rows_ = 0;
      } else if (lines_.line().find('#') != std::string_view::npos) {
        take_comment(lines_.line().substr(lines_.line().find('#') + 1));
      } else if (lines_.words().empty()) {
        if (rows_ > 0) columns_.clear();
      } else if (!columns_.empty() && is_row()) {
        take_row();
      }
    }
    return values_;
  }

 private:
  /// Names of columns, or "Send Buffer on DEVICE (D) and Receive Buffer on HOST (H)".
  void take_comment(std::string_view words) {
    words = core::trimmed(words);
    if (rows_ > 0) columns_.clear();  // a table has none between its rows
    if (title_.test.empty()) return;
    if (core::begins_with(words, "Send Buffer on ")) {
      title_.setting += title_.setting.empty() ? "" : ", ";
      title_.setting += words;
    } else if (core::begins_with(words, "Size ") || core::begins_with(words, "Avg Latency") ||
               core::begins_with(words, "Overall")) {
      columns_ = columns_in(words, known_columns(), lines_);
    }
  }

  /// A barrier has one column only: a row is one number.
  [[nodiscard]] bool is_row() const {
    return lines_.is_row(columns_.size()) && (columns_.size() > 1 || lines_.words().size() == 1);
  }

  void take_row() {
    Measured row;
    row.tool = kName;
    row.test = title_.test;
    row.setting = title_.setting;
    add_row(columns_, lines_, row, "Size", "Iterations", values_);
    ++rows_;
  }

  OutputLines lines_;
  Title title_;
  std::vector<const NamedColumn*> columns_;
  unsigned rows_ = 0;
  std::vector<Measured> values_;
};

std::vector<Measured> read(std::string_view text, const std::string& file) {
  return Reader(text, file).read();
}

constexpr int kFirstWidth = 10;  ///< Characters of the column of sizes.
constexpr int kWidth = 18;       ///< Characters of each other column.

bool same_table(const Measured& a, const Measured& b) {
  return a.test == b.test && a.setting == b.setting && a.bytes.has_value() == b.bytes.has_value() &&
         (a.iterations > 0) == (b.iterations > 0);
}

/// Values of a table: those of one row follow each other, and all rows have the same columns.
using Values = std::vector<const Measured*>;

/// Returns the first values of `table` that belong to one row.
Values first_row(const Values& table) {
  Values row;
  for (const Measured* value : table) {
    const bool seen = std::any_of(row.begin(), row.end(), [value](const Measured* other) {
      return other->quantity == value->quantity;
    });
    if (seen || value->bytes != table[0]->bytes) break;
    row.push_back(value);
  }
  return row;
}

const NamedColumn& column_of(const Measured& value) {
  // osu_mbw_mr and the latency of a collective call their columns in other words.
  const bool pairs = value.test == "osu_mbw_mr";
  for (const NamedColumn& column : known_columns())
    if (column.quantity == value.quantity && column.unit == value.unit &&
        (column.head == "MB/s") == (pairs && value.quantity == kRate))
      return column;
  core::fail_config(kName, value.test, value.quantity + " in " + value.unit,
                    "a quantity that OSU prints", "choose rate, latency or time");
}

std::string head_of(const Measured& first, const Values& row) {
  std::string kind = first.setting, buffers;
  if (const std::size_t at = kind.find("Send Buffer"); at != kind.npos) {
    buffers = "# " + kind.substr(at) + "\n";
    kind = kind.substr(0, at >= 2 ? at - 2 : 0);
  }
  std::string title = first.test;
  for (const Program& program : kPrograms)
    if (program.name == first.test) title = program.title;
  std::string text =
      fmt::format("\n# OSU MPI{}{} {} Test\n{}", kind.empty() ? "" : "-", kind, title, buffers);
  if (first.bytes) {
    text += fmt::format("{:<{}}", "# Size", kFirstWidth);
    for (const Measured* value : row) text += fmt::format("{:>{}}", column_of(*value).head, kWidth);
  } else {
    text += "# ";
    for (const Measured* value : row) text += fmt::format("{:<{}}", column_of(*value).head, kWidth);
    text.resize(text.find_last_not_of(' ') + 1);
  }
  return text + (first.iterations > 0 ? "  Iterations\n" : "\n");
}

std::string row_text(const Values& row) {
  std::string text =
      row[0]->bytes ? fmt::format("{:<{}}", *row[0]->bytes, kFirstWidth) : std::string();
  for (const Measured* value : row) text += fmt::format("{:>{}.2f}", value->value, kWidth);
  return text + (row[0]->iterations > 0 ? fmt::format("{:>12}\n", row[0]->iterations) : "\n");
}

std::string table_text(Values table) {
  std::string text = head_of(*table[0], first_row(table));
  const std::size_t columns = first_row(table).size();
  while (!table.empty()) {
    const Values row = first_row(table);
    if (row.size() != columns)
      core::fail_config(kName, table[0]->test, fmt::format("{} values of one size", row.size()),
                        fmt::format("{}, as of the first one", columns), "add the missing ones");
    text += row_text(row);
    table.erase(table.begin(), table.begin() + static_cast<std::ptrdiff_t>(row.size()));
  }
  return text;
}

std::string write(const std::vector<Measured>& values) {
  std::string text;
  Values table;
  for (const Measured& value : values) {
    if (!table.empty() && !same_table(*table[0], value)) {
      text += table_text(table);
      table.clear();
    }
    table.push_back(&value);
  }
  return table.empty() ? text : text + table_text(table);
}

}  // namespace
}  // namespace osu_tables

Tool osu() {
  return {osu_tables::kName,
          "OSU micro-benchmarks (osu_bw, ...)",
          {"# OSU MPI"},
          osu_tables::read,
          osu_tables::write};
}

}  // namespace gf::papers::tools
