// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>

namespace gf::core {

/// Shows the progress of a long job:
///   pcie_t2 [=============>                ]  47 %  0:11 elapsed, ETA 0:12
/// On a terminal this line is rewritten in place, at most five times a second. In a log, where no
/// line can be rewritten, a long job writes a line every half a minute:
///   pcie_t2: 47 %, 0:30 elapsed, ETA 0:34
class Progress {
 public:
  using Clock = std::function<std::chrono::duration<double>()>;
  enum class On { kTerminal, kLog };
  /// Writes to `out`, with the caller's clock (tests).
  Progress(std::string title, std::ostream& out, Clock clock, On on = On::kTerminal);
  /// Writes to stderr, which is a terminal if rewrites_lines() says so; silent if `quiet`.
  Progress(std::string title, bool quiet);
  ~Progress();  ///< Clears the line.
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Draws at most every 0.2 s; in a log every 30 s, the first time after 30 s. Draws nothing while
  /// `total` is 0. A `done` above `total` counts as `total`.
  void update(std::uint64_t done, std::uint64_t total);

  /// Removes the line from `out` until the next update. Call it before something else is written
  /// there.
  static void clear_line(std::ostream& out);

 private:
  void draw(double share, double elapsed);
  void clear();

  inline static Progress* standing_ = nullptr;  ///< The one whose line is visible now.
  std::string title_;
  std::ostream* out_;  ///< Null: silent.
  On on_;
  Clock clock_;
  std::chrono::duration<double> began_;
  std::chrono::duration<double> next_;  ///< Not drawn before this time.
};

}  // namespace gf::core
