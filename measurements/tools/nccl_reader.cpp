// SPDX-License-Identifier: Apache-2.0
// Tables of nccl-tests: the ranks, the names of the columns, and a row for each size with times and
// rates of the collective out of place and in place.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

#include "core/base/text_fields.h"
#include "measurements/tools/nccl_output.h"
#include "measurements/tools/output_lines.h"

namespace gf::papers::tools::nccl {
namespace {

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
    bool none = false;  // a size that was not run, out of place or in place
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const Column& column = *columns_[i];
      if (is_time(column) && ++times == 2) row.test += kInPlace;
      if (column.quantity == nullptr) continue;
      // Time, algbw and busbw: one of them alone is damage.
      if (is_time(column) && i + 2 < columns_.size())
        none = std::all_of(words.begin() + 2 + i, words.begin() + 5 + i,
                           [](std::string_view word) { return word == kNotAvailable; });
      const bool optional = none || column.quantity == kWrong || column.quantity == kError;
      if (optional && words[2 + i] == kNotAvailable) continue;
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
    if (core::parse_number<std::uint64_t>(rank[1]))
      ranks_ =
          std::max(ranks_, static_cast<unsigned>(lines_.whole(rank[1], "Rank", kMostRanks)) + 1);
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

}  // namespace

std::vector<Measured> read_tables(std::string_view text, const std::string& file,
                                  const std::string& tool) {
  return Reader(text, file, tool).read();
}

}  // namespace gf::papers::tools::nccl
