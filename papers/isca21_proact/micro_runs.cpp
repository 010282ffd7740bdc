// SPDX-License-Identifier: Apache-2.0
#include "papers/isca21_proact/micro_runs.h"

#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace gf::papers::isca21 {
namespace {

constexpr std::uint64_t kAnyChunk = 128 << 10;  ///< cudaMemcpy has none.
constexpr unsigned kAnyThreads = 256;

}  // namespace

std::string size_text(std::uint64_t bytes) {
  constexpr std::uint64_t kMebi = 1 << 20;
  return bytes % kMebi == 0 ? fmt::format("{} MiB", bytes / kMebi)
                            : fmt::format("{} KiB", bytes >> 10);
}

MicroRuns::MicroRuns(const ExperimentContext& context, ExperimentResult& result, Steps& steps,
                     std::string system, std::uint64_t bytes)
    : context_(context), result_(result), steps_(steps), system_(std::move(system)), bytes_(bytes) {
  const ChildRun first = run("memcpy", kAnyChunk, kAnyThreads, cycles_);
  cycles_ = static_cast<unsigned>(
      std::lround(cycles_ * first.value("copy_time") / first.value("kernel_time")));
  memcpy_ = run("memcpy", kAnyChunk, kAnyThreads, cycles_);
}

double MicroRuns::tuned() const {
  return memcpy_.value("kernel_time") / memcpy_.value("copy_time");
}

double MicroRuns::speedup(const std::string& mechanism, std::uint64_t chunk,
                          unsigned threads) const {
  return memcpy_.value("time") / run(mechanism, chunk, threads, cycles_).value("time");
}

ChildRun MicroRuns::run(const std::string& mechanism, std::uint64_t chunk, unsigned threads,
                        unsigned cycles) const {
  std::vector<std::string> words = {"run", "proact"};
  for (const std::string& setting :
       {"system=" + system_, std::string("workload=microbenchmark"), "mechanism=" + mechanism,
        "app.bytes=" + size_text(bytes_), fmt::format("app.cta_cycles={}", cycles),
        "chunk=" + size_text(chunk), fmt::format("threads={}", threads),
        std::string("host.copies=async")})
    words.insert(words.end(), {"-p", setting});
  const std::string name =
      fmt::format("{}_{}_{}_{}_{}", system_, mechanism, cycles, chunk >> 10, threads);
  ChildRun finished = run_program(context_, name, words);
  result_.runs.push_back(finished.link(
      fmt::format("{}, {}, {}, {} threads", system_, mechanism, size_text(chunk), threads)));
  steps_.done();
  return finished;
}

}  // namespace gf::papers::isca21
