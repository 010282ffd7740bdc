// SPDX-License-Identifier: Apache-2.0
#include "workloads/shared/microbenchmark.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

#include "core/base/error.h"
#include "workloads/kernels/programs/emit.h"
#include "workloads/shared/app_options.h"

namespace gf::model::proact {
namespace {

constexpr unsigned kInterval = 16;  ///< Issue interval: 64 resident warps fill 4 schedulers.

/// Emits a warp; its lanes store 16 B each, side by side.
void warp_of(unsigned cta, unsigned warp, std::uint32_t cycles, WarpProgram& program) {
  constexpr std::uint64_t kWarpBytes = Microbenchmark::kCtaBytes / Microbenchmark::kWarps;
  program.code.push_back(WarpInstruction::arithmetic(cycles, kInterval));
  suite::emit_range(program, WarpOp::kStore,
                    kRegionBase + cta * Microbenchmark::kCtaBytes + warp * kWarpBytes, kWarpBytes);
}

}  // namespace

Microbenchmark::Microbenchmark(const AppContext& context)
    : bytes_(context.bytes.count() > 0 ? context.bytes.count()
                                       : (context.published ? kLargeBytes : kSmallBytes)),
      seed_(context.seed) {
  if (bytes_ % (64 << 10) != 0)
    core::fail_config("app", "bytes", core::to_text(core::Bytes(bytes_)),
                      "a multiple of 64 KiB with workload = microbenchmark",
                      "256 MiB is the published size");
  const std::uint32_t cycles = context.cta_cycles > 0 ? context.cta_cycles.get() : kCycles;
  for (unsigned phase = 0; phase < std::max(1u, context.iterations.get()); ++phase) {
    Kernel kernel = suite::make_kernel(fmt::format("generate_{}", phase),
                                       static_cast<unsigned>(bytes_ / kCtaBytes), kWarps,
                                       [=](unsigned cta, unsigned warp, WarpProgram& program) {
                                         warp_of(cta, warp, cycles, program);
                                       });
    kernel.split = false;
    kernels_.push_back(std::move(kernel));
  }
}

std::string Microbenchmark::input() const {
  return fmt::format("{} KiB, 4 KiB per CTA", bytes_ >> 10);
}

const Kernel& Microbenchmark::kernel(unsigned phase) const {
  GF_CHECK(phase < kernels_.size(), std::to_string(phase));
  return kernels_[phase];
}

void Microbenchmark::writes(unsigned phase, unsigned cta, std::vector<Span>& spans) const {
  GF_CHECK(cta < kernel(phase).ctas, std::to_string(cta));
  spans.push_back({cta * kCtaBytes, (cta + 1) * kCtaBytes});
}

void Microbenchmark::initial(Span span, std::uint8_t* bytes) const {
  std::fill_n(bytes, span.bytes(), std::uint8_t{0});
}

std::uint64_t Microbenchmark::first_word(unsigned phase) const { return phase * (bytes_ / 8); }

void Microbenchmark::contents(unsigned phase, Span span, std::uint8_t* bytes) const {
  GF_CHECK(phase < kernels_.size() && span.end <= bytes_, std::to_string(span.end));
  std::uint64_t x = 0;
  for (std::uint64_t at = span.begin; at < span.end;) {
    // Jumps to the first word of each CTA, or to the first requested word within one.
    if (at == span.begin || at % kCtaBytes == 0)
      x = WordStream::jump(seed_, first_word(phase) + at / 8);
    const std::uint64_t end = std::min(span.end, at / 8 * 8 + 8);
    std::memcpy(bytes + (at - span.begin), reinterpret_cast<const char*>(&x) + at % 8, end - at);
    at = end;
    x = WordStream::next(x);
  }
}

double Microbenchmark::error() const {
  return error_of([&](Span span, std::uint8_t* bytes) { contents(phases() - 1, span, bytes); });
}

}  // namespace gf::model::proact
