// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "measurements/tools/measured.h"

namespace gf::papers::tools {

/// Most devices or ranks that an output may name.
inline constexpr unsigned kMostRanks = 1u << 17;

/// The lines of a tool's output, which other programs may have written lines into.
class OutputLines {
 public:
  /// `text` must outlive this object. `file` is for errors; the first line has the number `first`.
  OutputLines(std::string_view text, std::string file, unsigned first = 1);

  /// Goes to the next line; false: there is none.
  bool next();
  /// Makes the next call of next() stay at this line.
  void again() { again_ = true; }
  /// Returns the line without its end.
  [[nodiscard]] std::string_view line() const { return line_; }
  [[nodiscard]] const std::vector<std::string_view>& words() const { return words_; }
  [[nodiscard]] unsigned number() const { return number_; }
  /// Returns the text behind the line.
  [[nodiscard]] std::string_view rest() const { return rest_; }

  /// Tells whether the line is a row of a table with `cells` cells in a row, right or wrong; all
  /// other lines are foreign. A row has numbers (or "N/A") in its first two words. It may also have
  /// another first word if it has `cells` words and at least half of them are numbers.
  [[nodiscard]] bool is_row(std::size_t cells) const;

  /// Throws UserError(kBadInput) that names file and line.
  [[noreturn]] void fail(const std::string& cause, const std::string& expected) const;
  /// Throws as fail() unless the line has `cells` words.
  void must_have(std::size_t cells) const;
  /// Sets value and digits of `measured` from `word`; `what` names the cell: "busbw". Throws as
  /// fail() for a word that is no finite number of at least 0.
  void read(std::string_view word, const std::string& what, Measured& measured) const;
  /// Returns a whole number of at most `most`; throws as fail().
  [[nodiscard]] std::uint64_t whole(
      std::string_view word, const std::string& what,
      std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) const;

 private:
  std::string_view rest_;
  const std::string file_;
  unsigned number_;
  bool again_ = false;
  std::string_view line_;
  std::vector<std::string_view> words_;
};

/// Tells whether `word` is a number in decimal, or "N/A".
bool is_numeric(std::string_view word);

}  // namespace gf::papers::tools
