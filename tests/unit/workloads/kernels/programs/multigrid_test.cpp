// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/kernels/programs/multigrid_solver.h workloads/kernels/programs/stencil_pass.h
#include "workloads/kernels/programs/multigrid.h"

#include <cmath>
#include <gmock/gmock.h>

#include "tests/support/warp_accesses.h"
#include "workloads/kernels/programs/multigrid_solver.h"
#include "workloads/kernels/traffic_summary.h"

namespace gf::model::suite::multigrid_test {
namespace {

constexpr double kPi = 3.14159265358979324;

/// A multigrid solver by the equations, cell by cell, with functions instead of arrays.
struct Plain {
  struct Level {
    unsigned n;
    std::vector<double> u, f;
  };
  static double field(unsigned n, unsigned x, unsigned y, unsigned z, unsigned kind) {
    return 1 + 0.25 * std::sin(2 * kPi * ((x + 0.5) / n + 2 * (y + 0.5) / n + 3 * (z + 0.5) / n) +
                               kind);
  }
  static std::size_t at(unsigned n, unsigned x, unsigned y, unsigned z) {
    return (std::size_t{z} * n + y) * n + x;
  }
  /// A u in one cell, and the diagonal of A.
  static std::pair<double, double> apply(const Level& l, unsigned x, unsigned y, unsigned z) {
    const unsigned n = l.n;
    const double here = l.u[at(n, x, y, z)], alpha = 0.1 * field(n, x, y, z, 1);
    double sum = alpha * here, diagonal = alpha;
    const auto face = [&](unsigned fx, unsigned fy, unsigned fz, unsigned kind, unsigned ox,
                          unsigned oy, unsigned oz) {
      const double beta = fx < n && fy < n && fz < n ? field(n, fx, fy, fz, kind) : 1;
      const double other = ox < n && oy < n && oz < n ? l.u[at(n, ox, oy, oz)] : 0;
      sum += beta * (here - other);
      diagonal += beta;
    };
    face(x, y, z, 2, x - 1, y, z);
    face(x + 1, y, z, 2, x + 1, y, z);
    face(x, y, z, 3, x, y - 1, z);
    face(x, y + 1, z, 3, x, y + 1, z);
    face(x, y, z, 4, x, y, z - 1);
    face(x, y, z + 1, 4, x, y, z + 1);
    return {sum, diagonal};
  }
  template <class Visit>
  static void for_cells(unsigned n, Visit visit) {
    for (unsigned z = 0; z < n; ++z)
      for (unsigned y = 0; y < n; ++y)
        for (unsigned x = 0; x < n; ++x) visit(x, y, z);
  }

  explicit Plain(unsigned extent) {
    for (unsigned n = extent; n >= 8; n /= 2) {
      Level level{n, std::vector<double>(std::size_t{n} * n * n), {}};
      level.f = level.u;
      for_cells(n, [&](unsigned x, unsigned y, unsigned z) {
        level.f[at(n, x, y, z)] = field(n, x, y, z, 5) - 1;
      });
      levels.push_back(level);
    }
  }
  void smooth(std::size_t i) {
    Level& l = levels[i];
    std::vector<double> next(l.u.size());
    for_cells(l.n, [&](unsigned x, unsigned y, unsigned z) {
      const auto [product, diagonal] = apply(l, x, y, z);
      const std::size_t c = at(l.n, x, y, z);
      next[c] = l.u[c] + 2.0 / 3.0 * (l.f[c] - product) / diagonal;
    });
    l.u = next;
  }
  void restrict_from(std::size_t i) {
    Level &l = levels[i], &coarse = levels[i + 1];
    coarse.u.assign(coarse.u.size(), 0);
    coarse.f.assign(coarse.f.size(), 0);
    for_cells(l.n, [&](unsigned x, unsigned y, unsigned z) {
      coarse.f[at(coarse.n, x / 2, y / 2, z / 2)] +=
          (l.f[at(l.n, x, y, z)] - apply(l, x, y, z).first) / 8;
    });
  }
  void prolong_smooth(std::size_t i) {
    Level &l = levels[i], &coarse = levels[i + 1];
    for_cells(l.n, [&](unsigned x, unsigned y, unsigned z) {
      l.u[at(l.n, x, y, z)] += coarse.u[at(coarse.n, x / 2, y / 2, z / 2)];
    });
    smooth(i);
  }

  std::vector<Level> levels;
};

TEST(Multigrid, SolvesAsAPlainSolverDoes) {
  Plain plain(32);
  plain.smooth(2);
  plain.smooth(2);
  plain.prolong_smooth(1);
  plain.prolong_smooth(0);
  plain.restrict_from(0);
  plain.smooth(1);
  plain.restrict_from(1);
  plain.smooth(2);
  plain.smooth(2);
  plain.prolong_smooth(1);
  plain.prolong_smooth(0);
  const auto answer = make_multigrid({32, 1}, {WorkloadSize::kSmall, 4, 1}).answer();
  ASSERT_EQ(answer.size(), plain.levels[0].u.size());
  for (std::size_t i = 0; i < answer.size(); ++i)
    ASSERT_NEAR(answer[i], plain.levels[0].u[i], 1e-12) << i;
}

TEST(Multigrid, CyclesBringTheResidualDown) {
  MultigridSolver solver({32, 32, 32}, 3);
  const double before = solver.residual_norm(0);
  for (unsigned cycle = 0; cycle < 30; ++cycle) {
    solver.smooth(0);
    solver.residual_restrict(0);
    solver.smooth(1);
    solver.residual_restrict(1);
    for (unsigned sweep = 0; sweep < 20; ++sweep) solver.smooth(2);
    solver.prolong_smooth(1);
    solver.prolong_smooth(0);
  }
  EXPECT_LT(solver.residual_norm(0), before / 100);
}

TEST(Multigrid, LargeKernelsWriteTheFinestGridOnce) {
  const Multigrid m =
      make_multigrid({32, 1, MultigridSpec::SetUp::kByPartners}, {WorkloadSize::kSmall, 4, 1});
  const Kernel& kernel = test::kernel_of(m.workload, "prolong_smooth_0");
  EXPECT_TRUE(test::all_used(kernel, WarpOp::kStore, test::data_of(m.workload, "next_0")));
  EXPECT_TRUE(test::all_used(kernel, WarpOp::kLoad, test::data_of(m.workload, "f_0")));
  const Kernel& residual = test::kernel_of(m.workload, "residual_restrict_0");
  EXPECT_TRUE(test::all_used(residual, WarpOp::kStore, test::data_of(m.workload, "f_1")));
}

TEST(Multigrid, UvmHasThreeLargeKernelsThatReadOneWay) {
  const Context context{WorkloadSize::kSmall, 4, 1};
  const Multigrid m = make_multigrid(multigrid_spec(context, true), context);
  const WorkloadTraffic traffic = summarize(m.workload, 4);
  unsigned large = 0, small_before = 0;
  for (const KernelTraffic& kernel : traffic.kernels) {
    if (kernel.fixed_cycles() < 10'000) {
      if (large == 0) ++small_before;
      continue;
    }
    ++large;
    for (const unsigned reader : {0u, 2u}) {
      EXPECT_GT(kernel.fixed_cycles(), 40'000);
      EXPECT_LT(kernel.out(reader) * 20, kernel.in(reader)) << kernel.name;
      EXPECT_LT(kernel.in(reader + 1) * 20, kernel.out(reader + 1)) << kernel.name;
    }
  }
  EXPECT_EQ(large, 3u);
  EXPECT_GE(small_before, 3u);
}

TEST(Multigrid, OwnSetUpKeepsSlabsAtHomeAndSmallLevelsOnOneGpu) {
  const Context context{WorkloadSize::kSmall, 4, 1};
  const Multigrid m = make_multigrid({64, 1, MultigridSpec::SetUp::kOwn}, context);
  for (const Kernel& kernel : m.workload.kernels) {
    const char level = kernel.name.back();  // 64, 32, 16, 8 cells each way
    EXPECT_EQ(kernel.split, level == '0' || level == '1') << kernel.name;
  }
  const WorkloadTraffic traffic = summarize(m.workload, 4);
  unsigned looked_at = 0;
  for (const KernelTraffic& kernel : traffic.kernels) {
    if (kernel.name != "residual_restrict_0") continue;
    ++looked_at;
    for (unsigned gpu = 0; gpu + 1 < 4; ++gpu) EXPECT_GT(kernel.in(gpu), 0) << gpu;
    EXPECT_LT(kernel.fixed_cycles(), 10'000);  // halos, not slabs
  }
  EXPECT_EQ(looked_at, 1u);
}

}  // namespace
}  // namespace gf::model::suite::multigrid_test
