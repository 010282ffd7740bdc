// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/text/csv.h"

namespace gf::runs {

/// A run without a result; what() is one line: the command, how it ended, its last error message.
class RunError : public std::runtime_error {
 public:
  explicit RunError(const std::string& message) : RunError(message, message) {}
  /// `complaint`: only the last error message of the process; `code`: its exit code.
  RunError(const std::string& message, std::string complaint,
           core::ExitCode code = core::ExitCode::kCheckFailed)
      : std::runtime_error(message), complaint_(std::move(complaint)), code_(code) {}
  [[nodiscard]] const std::string& complaint() const { return complaint_; }
  [[nodiscard]] core::ExitCode code() const { return code_; }

 private:
  std::string complaint_;
  core::ExitCode code_;
};

/// The results in the directory of a finished run.
class Result {
 public:
  struct Number {
    double value = 0;
    std::string unit;
  };

  /// Reads `directory`/stats.json. Throws RunError if it is missing or malformed.
  explicit Result(std::filesystem::path directory);

  /// Returns a result of the platform, by the name that `run` prints, in SI units. Throws RunError,
  /// with the nearest names, if there is none.
  [[nodiscard]] double value(const std::string& name) const;
  [[nodiscard]] bool has(const std::string& name) const { return numbers_.count(name) != 0; }
  /// Returns all results, by name.
  [[nodiscard]] const std::map<std::string, Number>& numbers() const { return numbers_; }
  /// Returns a table of the run. Throws RunError if the run has no such file, UserError for a
  /// malformed one.
  [[nodiscard]] core::CsvTable csv(const std::string& file) const;
  [[nodiscard]] const std::filesystem::path& directory() const { return directory_; }

 private:
  std::filesystem::path directory_;
  std::map<std::string, Number> numbers_;
};

}  // namespace gf::runs
