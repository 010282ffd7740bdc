// SPDX-License-Identifier: Apache-2.0
#include "workloads/graphs/matrix_market.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <istream>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "core/system/text_file.h"

namespace gf::model {
namespace {

constexpr std::uint32_t kMostRows = 1u << 26;
constexpr std::uint64_t kMostEntries = 1u << 31;
/// Everything that stores a value per row takes memory in proportion to the size. A matrix with
/// more rows or columns than this must therefore have at least 1 element per 8 of them.
constexpr std::uint64_t kFreeRows = 1u << 20;
constexpr std::uint64_t kRowsPerEntry = 8;

class MatrixReader {
 public:
  MatrixReader(std::istream& in, const std::string& file) : in_(in), file_(file) {}

  CsrMatrix matrix() {
    read_banner();
    read_size();
    for (std::uint64_t left = count_; left > 0; --left) read_entry(left);
    if (next()) fail("text after the last element", fmt::format("{} elements", count_));
    refuse_doubles();
    return {rows_, columns_, std::move(entries_)};
  }

 private:
  [[noreturn]] void fail(const std::string& cause, const std::string& expected) const {
    core::fail_input(file_, line_number_, cause, expected);
  }

  /// The next line that is neither blank nor a comment.
  bool next() {
    while (std::getline(in_, line_)) {
      ++line_number_;
      const std::string_view text = core::trimmed(line_);
      if (!text.empty() && text.front() != '%') return true;
    }
    return false;
  }

  void read_banner() {
    const std::string expected =
        "\"%%MatrixMarket matrix coordinate real|integer|pattern general|symmetric\"";
    ++line_number_;
    if (!std::getline(in_, line_)) fail("an empty file", expected);
    for (char& c : line_) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const auto all = core::split_words(line_);
    const bool head = all.size() == 5 && all[0] == "%%matrixmarket" && all[1] == "matrix";
    if (!head || all[2] != "coordinate") fail("cannot read this kind of matrix", expected);
    integer_ = all[3] == "integer";
    pattern_ = all[3] == "pattern";
    symmetric_ = all[4] == "symmetric";
    if (!(integer_ || pattern_ || all[3] == "real") || !(symmetric_ || all[4] == "general"))
      fail("cannot read this kind of matrix", expected);
  }

  void read_size() {
    const std::string expected =
        fmt::format("\"rows columns elements\", rows and columns 1 ... {}", kMostRows);
    if (!next()) fail("the file ends before its size", expected);
    const auto all = core::split_words(line_);
    if (all.size() != 3) fail("cannot read the size", expected);
    const auto rows = core::parse_number<std::uint32_t>(all[0]);
    const auto columns = core::parse_number<std::uint32_t>(all[1]);
    const auto count = core::parse_number<std::uint64_t>(all[2]);
    if (!rows || !columns || !count || *rows < 1 || *rows > kMostRows || *columns < 1 ||
        *columns > kMostRows || *count > std::min(kMostEntries, std::uint64_t{*rows} * *columns))
      fail("cannot read the size", expected + ", elements no more than fit");
    if (symmetric_ && *rows != *columns) fail("symmetric, but not square", "rows = columns");
    rows_ = *rows;
    columns_ = *columns;
    count_ = *count;
    check_size("rows", rows_);
    check_size("columns", columns_);
  }

  void check_size(const char* what, std::uint64_t number) const {
    const std::uint64_t most = std::max(kFreeRows, kRowsPerEntry * count_);
    if (number > most)
      fail(fmt::format("{} {} for {} elements", number, what, count_),
           fmt::format("up to {}, or {} per element; leave out empty rows and columns", kFreeRows,
                       kRowsPerEntry));
  }

  void read_entry(std::uint64_t left) {
    if (!next())
      fail(fmt::format("the file ends {} elements early", left),
           fmt::format("{} elements", count_));
    const auto all = core::split_words(line_);
    const std::size_t fields = pattern_ ? 2 : 3;
    const std::string expected =
        fmt::format("\"row column{}\", row 1 ... {}, column 1 ... {}",
                    pattern_ ? "" : (integer_ ? " integer" : " value"), rows_, columns_);
    if (all.size() != fields) fail("cannot read the element", expected);
    const auto row = core::parse_number<std::uint32_t>(all[0]);
    const auto column = core::parse_number<std::uint32_t>(all[1]);
    if (!row || !column || *row < 1 || *row > rows_ || *column < 1 || *column > columns_)
      fail("cannot read the element", expected);
    if (symmetric_ && *column > *row) fail("above the diagonal", "row >= column: symmetric");
    const auto value = pattern_ ? 1.0 : number(all[2]);
    if (!value) fail("cannot read the value", expected);
    entries_.push_back({*row - 1, *column - 1, *value});
    if (symmetric_ && *row != *column) entries_.push_back({*column - 1, *row - 1, *value});
  }

  [[nodiscard]] std::optional<double> number(std::string_view text) const {
    // parse_number() accepts no plus sign, but a file may contain one.
    if (!text.empty() && text.front() == '+') text.remove_prefix(1);
    if (integer_) {
      const auto whole = core::parse_number<std::int64_t>(text);
      if (!whole) return {};
      return static_cast<double>(*whole);
    }
    const auto value = core::parse_number<double>(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
  }

  void refuse_doubles() {
    std::vector<std::uint64_t> places;
    places.reserve(entries_.size());
    for (const SparseEntry& e : entries_) places.push_back(std::uint64_t{e.row} << 32 | e.column);
    std::sort(places.begin(), places.end());
    const auto twice = std::adjacent_find(places.begin(), places.end());
    if (twice == places.end()) return;
    core::fail_input(
        file_, 0,
        fmt::format("element {} {} appears twice", (*twice >> 32) + 1, (*twice & 0xffffffffu) + 1),
        "each element once");
  }

  std::istream& in_;
  const std::string& file_;
  std::string line_;
  unsigned line_number_ = 0;
  bool integer_ = false, pattern_ = false, symmetric_ = false;
  std::uint32_t rows_ = 0, columns_ = 0;
  std::uint64_t count_ = 0;
  std::vector<SparseEntry> entries_;
};

}  // namespace

CsrMatrix read_matrix_market(std::istream& in, const std::string& file) {
  return MatrixReader(in, file).matrix();
}

CsrMatrix read_matrix_market_file(const std::string& file) {
  core::TextFile in(file, "a MatrixMarket file");
  return read_matrix_market(in, file);
}

CsrMatrix read_square_matrix_file(const std::string& file) {
  CsrMatrix matrix = read_matrix_market_file(file);
  if (matrix.rows() != matrix.columns() || matrix.nonzeros() == 0)
    core::fail_input(
        file, 0,
        fmt::format("{} x {} with {} elements", matrix.rows(), matrix.columns(), matrix.nonzeros()),
        "a square matrix with elements");
  return matrix;
}

}  // namespace gf::model
