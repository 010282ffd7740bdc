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
/// Rewritten in place at most five times a second.
class Progress {
 public:
  using Clock = std::function<std::chrono::duration<double>()>;
  /// To `out`, with a clock of the caller's (tests).
  Progress(std::string title, std::ostream& out, Clock clock);
  /// To stderr where that is a terminal and not `quiet`; else silent.
  Progress(std::string title, bool quiet);
  ~Progress();  ///< Clears the line.
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Draws at most every 0.2 s; nothing while `total` is 0. More than all counts as all.
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
  Clock clock_;
  std::chrono::duration<double> began_;
  std::chrono::duration<double> drawn_{-1};
};

}  // namespace gf::core
