// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gf::core {

/// Errors of a run. A wrong program or input causes thousands of them, and the first few tell what
/// is wrong. The first kShown are kept, the others only counted.
class ErrorList {
 public:
  static constexpr std::size_t kShown = 5;

  /// Adds an error. `text()` returns its line; it is called only if the error is kept.
  template <class Text>
  void add(const Text& text) {
    if (++count_ <= kShown) texts_.push_back(text());
  }
  /// Adds the errors of `other` behind these.
  void append(const ErrorList& other) {
    count_ += other.count_;
    for (const std::string& text : other.texts_)
      if (texts_.size() < kShown) texts_.push_back(text);
  }

  [[nodiscard]] std::size_t size() const { return count_; }  ///< All errors, also those not kept.
  [[nodiscard]] bool empty() const { return count_ == 0; }
  /// Returns the first kShown, then "and 12 more" if there are more.
  [[nodiscard]] std::vector<std::string> lines() const {
    std::vector<std::string> lines = texts_;
    if (count_ > lines.size())
      lines.push_back("and " + std::to_string(count_ - lines.size()) + " more");
    return lines;
  }

 private:
  std::vector<std::string> texts_;
  std::size_t count_ = 0;
};

}  // namespace gf::core
