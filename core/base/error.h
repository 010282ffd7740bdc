// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace gf::core {

/// What the program returns to the shell.
enum class ExitCode : int {
  kDone = 0,
  kCheckFailed = 1,    ///< A comparison or a test of the run's own failed.
  kUsage = 2,          ///< Command line, parameter, wiring, output directory.
  kNoSteadyState = 3,  ///< Results written and flagged.
  kDeadlock = 4,       ///< Work pending and nobody can move; a report says who waits for whom.
  kBadInput = 5,       ///< An input file, with file:line.
  kInterrupted = 130,  ///< SIGINT, or --max-wall; partial results marked.
  kTerminated = 143,   ///< SIGTERM, SIGHUP; partial results marked.
};

/// An error that the user can mend. `what()` is one line: "<object>: <cause>; <legal>; <way out>".
class UserError : public std::runtime_error {
 public:
  /// Control characters in `message` become \xNN; far too long a message is cut.
  UserError(ExitCode code, const std::string& message);
  [[nodiscard]] ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

/// Throws UserError(kUsage): the object's path, the field, its value, the legal range, a way out.
/// Of names and value it quotes 200 characters at most (core/base/printable.h), as fail_input() of file
/// and cause and fail_write() of its file.
[[noreturn]] void fail_config(const std::string& object, const std::string& field,
                              const std::string& value, const std::string& legal,
                              const std::string& hint);

/// Throws UserError(kBadInput): "<file>:<line>: <cause>; expected <expected>". Line 0 is the
/// file as a whole: "<file>: ...".
[[noreturn]] void fail_input(const std::string& file, unsigned line, const std::string& cause,
                             const std::string& expected);

/// Throws UserError(kUsage): `what` ("the waveform") of a run cannot be written to `file`.
[[noreturn]] void fail_write(const std::filesystem::path& file, const std::string& what);

/// A state that the model must never reach. Active in release builds; prints `state` with it.
#define GF_CHECK(condition, state)                                                \
  do {                                                                            \
    if (__builtin_expect(!(condition), 0))                                        \
      ::gf::core::fail_check(#condition, __FILE__, __LINE__, std::string(state)); \
  } while (false)
[[noreturn]] void fail_check(const char* condition, const char* file, int line,
                             const std::string& state);

}  // namespace gf::core
