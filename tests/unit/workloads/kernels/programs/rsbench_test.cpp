// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/programs/rsbench.h"

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "tests/support/warp_accesses.h"
#include "workloads/kernels/traffic_summary.h"

namespace gf::model::suite::rsbench_test {
namespace {

/// The same problem in the words of its definition: one random stream, tables of tables.
std::vector<double> plain(const RsbenchSpec& spec, std::uint64_t seed) {
  core::RandomStream random(seed, "rsbench");
  std::vector<std::vector<unsigned>> materials(12);
  for (unsigned m = 0; m < 12; ++m)
    for (unsigned i = 0; i < (m == 0 ? spec.nuclides / 4 : 4 + m % 4); ++i)
      materials[m].push_back(static_cast<unsigned>(random.below(spec.nuclides)));
  std::vector<std::pair<double, unsigned>> lookups;
  for (unsigned i = 0; i < spec.lookups; ++i) {
    const double energy = random.uniform();
    lookups.emplace_back(energy, static_cast<unsigned>(random.below(12)));
  }
  struct Pair {
    double a, b;
  };
  const auto table = [&](std::size_t entries) {
    std::vector<Pair> pairs(entries);
    for (Pair& pair : pairs) {
      pair.a = random.uniform();
      pair.b = random.uniform();
    }
    return pairs;
  };
  const auto windows = table(std::size_t{spec.nuclides} * spec.windows);
  const auto poles = table(windows.size() * spec.poles_per_window);
  std::vector<double> sums;
  for (const auto& [energy, material] : lookups) {
    double sum = 0;
    for (const unsigned nuclide : materials[material]) {
      const std::size_t w =
          std::size_t{nuclide} * spec.windows + static_cast<std::size_t>(energy * spec.windows);
      sum += windows[w].a + windows[w].b * energy;
      for (unsigned p = 0; p < spec.poles_per_window; ++p) {
        const Pair& pole = poles[w * spec.poles_per_window + p];
        sum += pole.a / ((energy - pole.b) * (energy - pole.b) + 0.01);
      }
    }
    sums.push_back(sum);
  }
  return sums;
}

TEST(Rsbench, CrossSectionsAreThoseOfAPlainLoop) {
  RsbenchSpec spec;
  spec.lookups = 640;
  const auto wanted = plain(spec, 9);
  const auto got = make_rsbench(spec, {WorkloadSize::kSmall, 4, 9}).answer();
  ASSERT_EQ(got.size(), wanted.size());
  for (std::size_t i = 0; i < got.size(); ++i) ASSERT_NEAR(got[i], wanted[i], 1e-9);
}

TEST(Rsbench, AResultIsWrittenForEachLookup) {
  RsbenchSpec spec;
  spec.lookups = 32 * 33;
  const Rsbench run = make_rsbench(spec, {WorkloadSize::kSmall, 4, 9});
  EXPECT_TRUE(test::all_used(run.workload.kernels[0], WarpOp::kStore,
                             test::data_of(run.workload, "result")));
}

TEST(Rsbench, TablesOnOneGpuAreReadFromIt) {
  RsbenchSpec spec;
  spec.lookups = 1 << 15;  // a page of results a GPU
  spec.on_first_gpu = true;
  const auto traffic = summarize(make_rsbench(spec, {WorkloadSize::kSmall, 4, 9}).workload, 4);
  EXPECT_EQ(traffic.total.in(0), 0u);
  EXPECT_EQ(traffic.total.out(0), traffic.total.remote());
  spec.on_first_gpu = false;
  const auto spread = summarize(make_rsbench(spec, {WorkloadSize::kSmall, 4, 9}).workload, 4);
  EXPECT_LT(spread.asymmetry(), 0.2);
}

}  // namespace
}  // namespace gf::model::suite::rsbench_test
