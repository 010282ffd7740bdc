// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/base/ticks.h"
#include "core/base/units.h"

namespace gf::core {

/// Limits the size of a file that is written while a simulation runs.
struct OutputLimit {
  Bytes most{1'000'000'000};
  Ticks begin = 0;     ///< Time at which the file begins.
  Ticks end = kNever;  ///< Time at which it ends, if that is known.
};

/// Meters the size of such a file. A run does not end because of its output: a full file is cut,
/// the run goes on. Warnings (SC_REPORT_WARNING) name the file:
/// - once it has grown by 2 % of its limit: its expected size if it keeps growing at this rate, if
///   that exceeds the limit. This is only a note if the end of the run is unknown. What is written
///   at first (names, a whole sample) does not count as growth;
/// - when it is full: the simulated time that it reaches, and what to do.
class OutputMeter {
 public:
  /// `less` tells how to make the file smaller, for the message: "fewer probes in --vcd".
  OutputMeter(const std::filesystem::path& file, const OutputLimit& limit, std::string less);

  /// Adds `bytes` for what happens at `at`. Returns false if they do not fit; then nothing else
  /// will, and the file ends at `reached`.
  bool add(std::uint64_t bytes, Ticks at, Ticks reached);
  [[nodiscard]] bool full() const { return full_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  void estimate(Ticks at);
  void cut(Ticks reached);

  const std::string file_;
  const OutputLimit limit_;
  const std::string less_;
  std::uint64_t bytes_ = 0;
  std::uint64_t first_bytes_ = 0;  ///< Bytes written at first_at_; they are not growth.
  Ticks first_at_ = kNever;
  double estimate_at_;      ///< Share of the limit at which the next estimate is made.
  bool estimated_ = false;  ///< The first estimate was reported.
  bool full_ = false;
};

}  // namespace gf::core
