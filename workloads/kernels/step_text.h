// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>

#include "workloads/kernels/template_program.h"

namespace gf::model {

/// The structures and dimensions that the steps of a kernel may refer to.
struct StepScope {
  std::map<std::string, std::size_t> data;  ///< Index of each structure by name.
  std::vector<std::uint64_t> bytes;         ///< Size by index.
  unsigned ctas = 1, warps = 1;
};

/// Reads the "do" lines of a kernel one after the other.
class StepReader {
 public:
  /// `fail(cause, expected)` must not return.
  using Fail = std::function<void(const std::string&, const std::string&)>;
  static constexpr std::uint64_t kMostInstructions = 100'000;  ///< Per warp.

  explicit StepReader(const StepScope& scope) : scope_(scope) {}
  void read(const std::string& line, const Fail& fail);
  /// Returns the steps; to be called after the last line.
  std::vector<TemplateStep> take(const Fail& fail);

 private:
  class Words;
  void read_loop(Words& words);
  void read_end(Words& words);
  void read_access(Words& words, WarpOp op);
  [[nodiscard]] AffineAddress read_address(Words& words) const;
  void add_term(AffineAddress& address, std::string_view term, bool minus,
                const Words& words) const;
  void check_range(const TemplateStep& step, const Words& words) const;
  void append(TemplateStep step, const Words& words);

  const StepScope& scope_;
  std::vector<TemplateStep> steps_;
  std::vector<std::size_t> open_;   ///< Loops that enclose the next step.
  std::uint64_t turns_ = 1;         ///< Product of their turns.
  std::uint64_t instructions_ = 0;  ///< Instructions of a warp up to here.
};

}  // namespace gf::model
