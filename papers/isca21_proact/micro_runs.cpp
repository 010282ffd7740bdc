// SPDX-License-Identifier: Apache-2.0
#include "papers/isca21_proact/micro_runs.h"

#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace gf::papers::isca21 {
namespace {

constexpr unsigned kFirstCycles = 40'000;       ///< For the tuning run.
constexpr std::uint64_t kAnyChunk = 128 << 10;  ///< Unused by cudaMemcpy.
constexpr unsigned kAnyThreads = 256;

}  // namespace

std::string size_text(std::uint64_t bytes) {
  return bytes % kMebi == 0 ? fmt::format("{} MiB", bytes / kMebi)
                            : fmt::format("{} KiB", bytes >> 10);
}

MicroRuns::MicroRuns(Judge& judge, std::string system, std::uint64_t bytes)
    : judge_(judge),
      system_(std::move(system)),
      bytes_(bytes),
      cycles_(tuned_cycles()),
      memcpy_(ask("memcpy", kAnyChunk, kAnyThreads, cycles_)) {}

unsigned MicroRuns::tuned_cycles() const {
  const runs::Run first = ask("memcpy", kAnyChunk, kAnyThreads, kFirstCycles);
  return static_cast<unsigned>(
      // The kernel's time is proportional to a CTA's cycles, so one run gives the number at which
      // it takes as long as the copies.
      std::lround(kFirstCycles * first.value("copy_time") / first.value("kernel_time")));
}

double MicroRuns::tuned() const {
  return memcpy_.value("kernel_time") / memcpy_.value("copy_time");
}

runs::Run MicroRuns::run(const std::string& mechanism, std::uint64_t chunk,
                         unsigned threads) const {
  return ask(mechanism, chunk, threads, cycles_);
}

double MicroRuns::speedup(const runs::Run& run) const {
  return memcpy_.value("time") / run.value("time");
}

runs::Run MicroRuns::ask(const std::string& mechanism, std::uint64_t chunk, unsigned threads,
                         unsigned cycles) const {
  const runs::Request request{
      "proact",
      {"system=" + system_, "workload=microbenchmark", "mechanism=" + mechanism,
       "app.bytes=" + size_text(bytes_), fmt::format("app.cta_cycles={}", cycles),
       "chunk=" + size_text(chunk), fmt::format("threads={}", threads)},
      {},
      {},
      {}};
  return judge_.ask(request, fmt::format("{}, {}, {}, {} threads", system_, mechanism,
                                         size_text(chunk), threads));
}

}  // namespace gf::papers::isca21
