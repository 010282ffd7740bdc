// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>

namespace gf::core {

/// A line that tells how far a long job has come:
///   pcie_t2 [=============>                ]  47 %  0:11 elapsed, ETA 0:12
/// On a terminal it is rewritten in place, at most five times a second. In a log, where no line can
/// be rewritten, what takes long tells so every half a minute:
///   pcie_t2: 47 %, 0:30 elapsed, ETA 0:34
class Progress {
 public:
  using Clock = std::function<std::chrono::duration<double>()>;
  enum class On { kTerminal, kLog };
  /// To `out`, with a clock of the caller's (tests).
  Progress(std::string title, std::ostream& out, Clock clock, On on = On::kTerminal);
  /// To stderr, which is a terminal if rewrites_lines() says so; silent if `quiet`.
  Progress(std::string title, bool quiet);
  ~Progress();  ///< Clears the line.
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Draws at most every 0.2 s, in a log every 30 s and not before; nothing while `total` is 0.
  /// More than all counts as all.
  void update(std::uint64_t done, std::uint64_t total);

  /// Before something else is written to `out`: takes away the line that stands there, until the
  /// next update.
  static void clear_line(std::ostream& out);

 private:
  void draw(double share, double elapsed);
  void clear();

  inline static Progress* standing_ = nullptr;  ///< Whose line is on its stream.
  std::string title_;
  std::ostream* out_;  ///< Null: silent.
  On on_;
  Clock clock_;
  std::chrono::duration<double> began_;
  std::chrono::duration<double> next_;  ///< Not drawn before.
};

}  // namespace gf::core
