// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/programs/random_asymmetric.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/random.h"
#include "workloads/kernels/programs/emit.h"
#include "workloads/kernels/programs/layout.h"

namespace gf::model::suite {
namespace {

constexpr unsigned kCtasPerGpu = 64, kWarps = 4;
constexpr std::uint64_t kBlock = 4 << 20;  ///< Bytes per GPU.
constexpr std::uint64_t kLine = 128;

/// Lines that all warps of a GPU read together in one phase.
struct Shares {
  std::uint64_t major, minor;
};

Shares shares_of(const AsymmetricSpec& spec) {
  // Each line is preceded by a header of 16 B.
  const double major = spec.phase * 64.0 / (kLine + 16);
  const double minor = major * (1 - spec.asymmetry) / (1 + spec.asymmetry);
  return {static_cast<std::uint64_t>(std::llround(major)),
          static_cast<std::uint64_t>(std::llround(minor))};
}

struct Plan {
  AsymmetricSpec spec;
  Shares shares;
  unsigned gpus;
  std::uint64_t seed, base;

  void phase(unsigned number, unsigned cta, unsigned warp, WarpProgram& program) const {
    const unsigned gpu = cta / kCtasPerGpu;
    const unsigned pair = gpu ^ 1u;
    if (pair >= gpus) return;
    const bool major = (gpu % 2 == 0) != (spec.turn && number % 2 == 1);
    const std::uint64_t turn = std::uint64_t{cta % kCtasPerGpu} * kWarps + warp;
    const std::uint64_t lines = major ? shares.major : shares.minor;
    const Range mine = part_of({0, lines}, std::uint64_t{kCtasPerGpu} * kWarps, turn);
    // One random stream per warp and phase, because programs are made when warps start, in an order
    // that depends on the machine's timing.
    core::RandomStream random(seed + number * 0x9E3779B97F4A7C15ull + cta * 64ull + warp,
                              "random_asymmetric");
    const std::uint64_t reads = (mine.end - mine.begin + 3) / 4;
    const double idle = major || !spec.one_kernel
                            ? 0
                            : spec.phase * (1 - static_cast<double>(shares.minor) /
                                                    static_cast<double>(shares.major));
    const auto pause = static_cast<std::uint32_t>(idle / static_cast<double>(reads + 1));
    // Within one kernel, no kernel end synchronizes the GPUs. The GPU with less to read fills the
    // phase with pauses.
    if (pause > 0) program.code.push_back(WarpInstruction::compute(pause));
    for (std::uint64_t line = mine.begin; line < mine.end; line += 4) {
      read(pair, static_cast<unsigned>(std::min<std::uint64_t>(4, mine.end - line)), random,
           program);
      if (pause > 0) program.code.push_back(WarpInstruction::compute(pause));
    }
  }

 private:
  /// Reads up to 4 random lines, 8 lanes each.
  void read(unsigned from, unsigned lines, core::RandomStream& random, WarpProgram& program) const {
    LaneGather gather;
    for (unsigned i = 0; i < lines; ++i) {
      const std::uint64_t line = base + from * kBlock + random.below(kBlock / kLine) * kLine;
      for (unsigned lane = 0; lane < 8; ++lane) gather.set(i * 8 + lane, line + lane * 16);
    }
    gather.emit(program, WarpOp::kLoad, 16);
  }
};

}  // namespace

AsymmetricSpec asymmetric_spec(const Context& context) {
  AsymmetricSpec spec;
  if (!context.small()) spec.phases *= 8;
  return spec;
}

Workload make_random_asymmetric(const AsymmetricSpec& spec, const Context& context) {
  GF_CHECK(spec.asymmetry >= 0 && spec.asymmetry <= 1 && spec.phase >= 100 && spec.phases >= 1,
           std::to_string(spec.asymmetry));
  Layout layout(context.gpus);
  const std::uint64_t base = layout.add_blocks("blocks", kBlock * context.gpus);
  const Plan plan{spec, shares_of(spec), context.gpus, context.seed, base};
  Workload workload;
  workload.name = "random_asymmetric";
  workload.data = layout.take();
  const unsigned ctas = kCtasPerGpu * context.gpus;
  const unsigned kernels = spec.one_kernel ? 1 : spec.phases;
  for (unsigned k = 0; k < kernels; ++k)
    workload.kernels.push_back(
        make_kernel("phase_" + std::to_string(k), ctas, kWarps,
                    [plan, k](unsigned cta, unsigned warp, WarpProgram& program) {
                      const unsigned end = plan.spec.one_kernel ? plan.spec.phases : k + 1;
                      for (unsigned number = k; number < end; ++number)
                        plan.phase(number, cta, warp, program);
                    }));
  return workload;
}

}  // namespace gf::model::suite
