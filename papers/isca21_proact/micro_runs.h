// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "papers/child_run.h"

namespace gf::papers::isca21 {

/// How far an experiment of `total` runs is.
class Steps {
 public:
  Steps(const ExperimentContext& context, std::size_t total) : context_(context), total_(total) {}
  void done() {
    ++done_;
    if (context_.progress)
      context_.progress(static_cast<double>(done_) / static_cast<double>(total_));
  }

 private:
  const ExperimentContext& context_;
  std::size_t total_;
  std::size_t done_ = 0;
};

/// The microbenchmark of [PROACT21], IV-C, on one machine of Table I: GPU 0 writes `bytes` that all
/// others need. Its arithmetic is tuned as the paper tunes it: the kernel takes as long as the
/// copies of cudaMemcpy, by a first run and a second one that is the reference.
class MicroRuns {
 public:
  static constexpr unsigned kTuning = 2;  ///< Runs that the constructor makes.

  /// `bytes`: a multiple of 64 KiB. `result` gets the links to the runs.
  MicroRuns(const ExperimentContext& context, ExperimentResult& result, Steps& steps,
            std::string system, std::uint64_t bytes);

  /// Over the run with cudaMemcpy. 2 if all of the transfer were hidden and cost nothing.
  [[nodiscard]] double speedup(const std::string& mechanism, std::uint64_t chunk,
                               unsigned threads) const;
  [[nodiscard]] double tuned() const;  ///< Time of the kernel over that of the copies.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  ChildRun run(const std::string& mechanism, std::uint64_t chunk, unsigned threads,
               unsigned cycles) const;

  const ExperimentContext& context_;
  ExperimentResult& result_;
  Steps& steps_;
  const std::string system_;
  const std::uint64_t bytes_;
  unsigned cycles_ = 40'000;  ///< Of a CTA; first for the run that tunes it.
  ChildRun memcpy_;
};

/// "64 KiB", "1 MiB".
std::string size_text(std::uint64_t bytes);

}  // namespace gf::papers::isca21
