// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/base/ticks.h"
#include "core/base/units.h"

namespace gf::core {

/// How much a file that is written while a simulation runs may grow.
struct OutputLimit {
  Bytes most{1'000'000'000};
  Ticks begin = 0;     ///< When the file begins.
  Ticks end = kNever;  ///< When it ends, if that is known.
};

/// The size of such a file. A run is not ended by what it writes: a file that is full is cut, the
/// run goes on. Warnings (SC_REPORT_WARNING) name the file:
/// - once it has grown by 2 % of its limit: how large it becomes if it grows on as it did, where
///   that is more than the limit; a note, where nobody knows when the run ends. What comes first
///   (names, a whole sample) does not count as growth;
/// - when it is full: how far it reaches in simulated time, and what to do.
class OutputMeter {
 public:
  /// `less`: what makes the file smaller, for the message: "fewer probes in --vcd".
  OutputMeter(const std::filesystem::path& file, const OutputLimit& limit, std::string less);

  /// `bytes` more come, of what happens at `at`. False: they would not fit, nor will anything
  /// else; what is written ends at `reached`.
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
  std::uint64_t first_bytes_ = 0;  ///< What came first, all of it at first_at_.
  Ticks first_at_ = kNever;
  double estimate_at_;      ///< Share of the limit at which the next estimate is made.
  bool estimated_ = false;  ///< The first estimate was reported.
  bool full_ = false;
};

}  // namespace gf::core
