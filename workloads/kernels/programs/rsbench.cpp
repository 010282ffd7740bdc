// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/programs/rsbench.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/random.h"
#include "workloads/kernels/programs/emit.h"
#include "workloads/kernels/programs/layout.h"

namespace gf::model::suite {
namespace {

constexpr unsigned kWarps = 4;
constexpr std::uint64_t kWindowBytes = 16, kPoleBytes = 32;

/// The tables and look-ups.
struct Problem {
  RsbenchSpec spec;
  std::vector<std::vector<unsigned>> materials;  ///< Nuclides of each material.
  std::vector<double> energy;                    ///< By look-up, 0 ... 1.
  std::vector<unsigned> material;
  std::vector<double> window;  ///< Two numbers per window: fit of the background.
  std::vector<double> pole;    ///< Two numbers per pole: strength and position.

  [[nodiscard]] std::size_t window_of(unsigned nuclide, double energy_now) const {
    const auto in = static_cast<std::size_t>(energy_now * spec.windows);
    return std::size_t{nuclide} * spec.windows + std::min<std::size_t>(in, spec.windows - 1);
  }
  [[nodiscard]] double cross_section(std::size_t lookup) const {
    double sum = 0;
    for (const unsigned nuclide : materials[material[lookup]]) {
      const std::size_t w = window_of(nuclide, energy[lookup]);
      sum += window[2 * w] + window[2 * w + 1] * energy[lookup];
      for (std::size_t p = w * spec.poles_per_window; p < (w + 1) * spec.poles_per_window; ++p) {
        const double away = energy[lookup] - pole[2 * p + 1];
        sum += pole[2 * p] / (away * away + 1e-2);
      }
    }
    return sum;
  }
};

std::shared_ptr<const Problem> make_problem(const RsbenchSpec& spec, std::uint64_t seed) {
  auto problem = std::make_shared<Problem>();
  problem->spec = spec;
  core::RandomStream random(seed, "rsbench");
  // Twelve materials, as in RSBench: fuel has the most nuclides, the others few.
  for (unsigned m = 0; m < 12; ++m) {
    std::vector<unsigned> nuclides(m == 0 ? spec.nuclides / 4 : 4 + m % 4);
    for (unsigned& nuclide : nuclides) nuclide = static_cast<unsigned>(random.below(spec.nuclides));
    problem->materials.push_back(std::move(nuclides));
  }
  for (unsigned i = 0; i < spec.lookups; ++i) {
    problem->energy.push_back(random.uniform());
    problem->material.push_back(static_cast<unsigned>(random.below(12)));
  }
  problem->window.resize(std::size_t{spec.nuclides} * spec.windows * 2);
  for (double& value : problem->window) value = random.uniform();
  problem->pole.resize(problem->window.size() * spec.poles_per_window);
  for (double& value : problem->pole) value = random.uniform();
  return problem;
}

struct Tables {
  std::uint64_t lookup, window, pole, result;
};

void warp_program(const Problem& problem, const Tables& at, std::uint64_t first,
                  WarpProgram& program) {
  emit_range(program, WarpOp::kLoad, at.lookup + first * 16, 32 * 16);
  std::size_t most = 0;
  for (unsigned lane = 0; lane < kWarpLanes; ++lane)
    most = std::max(most, problem.materials[problem.material[first + lane]].size());
  LaneGather gather;
  for (std::size_t n = 0; n < most; ++n) {
    const auto for_lanes = [&](auto address_of_window) {
      for (unsigned lane = 0; lane < kWarpLanes; ++lane) {
        const auto& nuclides = problem.materials[problem.material[first + lane]];
        if (n < nuclides.size())
          gather.set(lane, address_of_window(
                               problem.window_of(nuclides[n], problem.energy[first + lane])));
      }
    };
    for_lanes([&](std::size_t w) { return at.window + w * kWindowBytes; });
    gather.emit(program, WarpOp::kLoad, 16);
    for (std::size_t p = 0; p < problem.spec.poles_per_window; ++p)
      for (unsigned half = 0; half < 2; ++half) {
        for_lanes([&](std::size_t w) {
          return at.pole + (w * problem.spec.poles_per_window + p) * kPoleBytes + half * 16;
        });
        gather.emit(program, WarpOp::kLoad, 16);
      }
    program.code.push_back(WarpInstruction::compute(40));
  }
  emit_range(program, WarpOp::kStore, at.result + first * 8, 32 * 8);
}

}  // namespace

RsbenchSpec rsbench_spec(const Context& context) {
  RsbenchSpec spec;
  if (!context.small()) {
    spec.lookups <<= 3;
    spec.windows <<= 2;
  }
  return spec;
}

Rsbench make_rsbench(const RsbenchSpec& spec, const Context& context) {
  GF_CHECK(spec.lookups % 32 == 0 && spec.nuclides >= 4, std::to_string(spec.lookups));
  const auto problem = make_problem(spec, context.seed);
  Layout layout(context.gpus);
  const auto table = [&](const char* name, std::uint64_t bytes) {
    return spec.on_first_gpu ? layout.add_on(name, bytes, 0)
                             : layout.add(name, bytes, Placement::kInterleave);
  };
  Tables at{};
  at.lookup = layout.add_blocks("lookup", spec.lookups * 16ull);
  at.window = table("window", std::uint64_t{spec.nuclides} * spec.windows * kWindowBytes);
  at.pole = table("pole",
                  std::uint64_t{spec.nuclides} * spec.windows * spec.poles_per_window * kPoleBytes);
  at.result = layout.add_blocks("result", spec.lookups * 8ull);
  Rsbench result;
  result.workload.name = "rsbench";
  result.workload.data = layout.take();
  const std::uint64_t groups = spec.lookups / 32;
  const auto ctas = static_cast<unsigned>(
      std::max<std::uint64_t>(1, groups / (kWarps * context.gpus)) * context.gpus);
  result.workload.kernels.push_back(
      make_kernel("lookup", ctas, kWarps, [=](unsigned cta, unsigned warp, WarpProgram& program) {
        const Range mine = part_of(part_of({0, groups}, ctas, cta), kWarps, warp);
        for (std::uint64_t group = mine.begin; group < mine.end; ++group)
          warp_program(*problem, at, group * 32, program);
      }));
  result.answer = [problem] {
    std::vector<double> sums(problem->spec.lookups);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = problem->cross_section(i);
    return sums;
  };
  return result;
}

}  // namespace gf::model::suite
