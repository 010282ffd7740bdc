// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "papers/judge.h"

namespace gf::papers::isca21 {

inline constexpr std::uint64_t kKibi = 1024, kMebi = kKibi * 1024;

/// The microbenchmark of [PROACT21], IV-C, on one machine of Table I: GPU 0 writes `bytes` that all
/// others need. Its arithmetic is tuned as in the paper: the kernel takes as long as the cudaMemcpy
/// copies. A first run finds the cycles for that; a second one with them is the reference.
class MicroRuns {
 public:
  /// `bytes`: a multiple of 64 KiB. Waits for the tuning run.
  MicroRuns(Judge& judge, std::string system, std::uint64_t bytes);

  [[nodiscard]] runs::Run run(const std::string& mechanism, std::uint64_t chunk,
                              unsigned threads) const;
  /// Returns the speed-up of a run over the one with cudaMemcpy. It is 2 if the transfer is fully
  /// hidden at no cost.
  [[nodiscard]] double speedup(const runs::Run& run) const;
  [[nodiscard]] double tuned() const;  ///< Time of the kernel divided by that of the copies.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  [[nodiscard]] runs::Run ask(const std::string& mechanism, std::uint64_t chunk, unsigned threads,
                              unsigned cycles) const;
  [[nodiscard]] unsigned tuned_cycles() const;

  Judge& judge_;
  const std::string system_;
  const std::uint64_t bytes_;
  const unsigned cycles_;  ///< Cycles that a CTA computes.
  const runs::Run memcpy_;
};

/// "64 KiB", "1 MiB".
std::string size_text(std::uint64_t bytes);

}  // namespace gf::papers::isca21
