// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace gf::core {

/// Exit codes of the program.
enum class ExitCode : int {
  kDone = 0,
  kCheckFailed = 1,    ///< A comparison or test that is part of the run failed.
  kUsage = 2,          ///< Wrong command line, parameter, wiring or output directory.
  kNoSteadyState = 3,  ///< Results written and flagged.
  kDeadlock = 4,       ///< Work is pending and nothing can proceed; a report lists who waits for
                       ///< whom.
  kBadInput = 5,       ///< Wrong input file; the message has file:line.
  kInterrupted = 130,  ///< SIGINT, or --max-wall; partial results marked.
  kTerminated = 143,   ///< SIGTERM, SIGHUP; partial results marked.
};

/// An error that the user can correct. `what()` is one line: "<object>: <cause>; <legal>; <way
/// out>".
class UserError : public std::runtime_error {
 public:
  /// Control characters in `message` become \xNN; a message of over 2000 characters is cut.
  UserError(ExitCode code, const std::string& message);
  [[nodiscard]] ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

/// Throws UserError(kUsage) with the object's path, the field, its value, the legal range and a
/// hint. Names and values are quoted with at most 200 characters (core/base/printable.h). The same
/// holds for file and cause in fail_input() and for the file in fail_write().
[[noreturn]] void fail_config(const std::string& object, const std::string& field,
                              const std::string& value, const std::string& legal,
                              const std::string& hint);

/// Throws UserError(kBadInput): "<file>:<line>: <cause>; expected <expected>". Line 0 means the
/// whole file: "<file>: ...".
[[noreturn]] void fail_input(const std::string& file, unsigned line, const std::string& cause,
                             const std::string& expected);

/// Throws UserError(kUsage): `what` ("the waveform") cannot be written to `file`.
[[noreturn]] void fail_write(const std::filesystem::path& file, const std::string& what);

/// Checks for a state that the model must never reach. Active in release builds; prints `state`.
#define GF_CHECK(condition, state)                                                \
  do {                                                                            \
    if (__builtin_expect(!(condition), 0))                                        \
      ::gf::core::fail_check(#condition, __FILE__, __LINE__, std::string(state)); \
  } while (false)
[[noreturn]] void fail_check(const char* condition, const char* file, int line,
                             const std::string& state);

}  // namespace gf::core
