// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/nodes/spin_slab.h
// The spin glass: the lattice in slabs is the lattice, energy stays, messages are half faces.
#include "workloads/nodes/hsg.h"

#include <cmath>
#include <gmock/gmock.h>

#include "core/base/random.h"
#include "tests/support/errors.h"
#include "tests/support/plain_transport.h"

namespace gf::model::hsg_test {
namespace {

constexpr unsigned kL = 8;

HsgParams small(unsigned ranks) {
  HsgParams params;
  params.l = kL;
  params.ranks = ranks;
  params.sweeps = 3;
  params.seed = 7;
  return params;
}

RankTimes run(Hsg& app) {
  test::PlainTransport transport(app);
  ClusterRun program(app, transport);
  transport.run(program);
  return program.slowest();
}

/// The same physics, written down plainly: the whole periodic lattice, double precision.
class Plain {
 public:
  explicit Plain(std::uint64_t seed) {
    for (unsigned z = 0; z < kL; ++z) {
      core::RandomStream random(seed, "hsg.plane_" + std::to_string(z));
      double second = 0;
      bool has_second = false;
      const auto gaussian = [&] {
        if (has_second) return has_second = false, second;
        const double radius = std::sqrt(-2 * std::log(1 - random.uniform()));
        const double angle = 2 * M_PI * random.uniform();
        second = radius * std::sin(angle);
        has_second = true;
        return radius * std::cos(angle);
      };
      for (unsigned y = 0; y < kL; ++y) {
        for (unsigned x = 0; x < kL; ++x) {
          double length = 0;
          for (double& s : spin[z][y][x]) length += std::pow(s = gaussian(), 2);
          for (double& s : spin[z][y][x]) s /= std::sqrt(length);
          for (double& j : coupling[z][y][x]) j = gaussian();
        }
      }
    }
  }
  void sweep() {
    for (unsigned parity = 0; parity < 2; ++parity) {
      for (unsigned i = 0; i < kL * kL * kL; ++i) {
        const unsigned x = i % kL, y = i / kL % kL, z = i / kL / kL;
        if ((x + y + z) % 2 == parity) update(x, y, z);
      }
    }
  }
  double spin[kL][kL][kL][3];
  double coupling[kL][kL][kL][3];

 private:
  void update(unsigned x, unsigned y, unsigned z) {
    double h[3] = {};
    const unsigned up = 1, down = kL - 1;
    for (unsigned c = 0; c < 3; ++c) {
      h[c] += coupling[z][y][x][0] * spin[z][y][(x + up) % kL][c];
      h[c] += coupling[z][y][x][1] * spin[z][(y + up) % kL][x][c];
      h[c] += coupling[z][y][x][2] * spin[(z + up) % kL][y][x][c];
      h[c] += coupling[z][y][(x + down) % kL][0] * spin[z][y][(x + down) % kL][c];
      h[c] += coupling[z][(y + down) % kL][x][1] * spin[z][(y + down) % kL][x][c];
      h[c] += coupling[(z + down) % kL][y][x][2] * spin[(z + down) % kL][y][x][c];
    }
    double* s = spin[z][y][x];
    const double twice =
        2 * (s[0] * h[0] + s[1] * h[1] + s[2] * h[2]) / (h[0] * h[0] + h[1] * h[1] + h[2] * h[2]);
    for (unsigned c = 0; c < 3; ++c) s[c] = twice * h[c] - s[c];
  }
};

class HsgRanks : public testing::TestWithParam<unsigned> {};

TEST_P(HsgRanks, IsThePlainSequentialRun) {
  Plain plain(7);
  Hsg app(small(GetParam()));
  const double before = app.energy();
  run(app);
  for (unsigned i = 0; i < 3; ++i) plain.sweep();
  const unsigned depth = kL / GetParam();
  double farthest = 0;
  for (unsigned i = 0; i < kL * kL * kL; ++i) {
    const unsigned x = i % kL, y = i / kL % kL, z = i / kL / kL;
    const auto spin = app.slab(z / depth).spin(x, y, z % depth);
    for (unsigned c = 0; c < 3; ++c) {
      farthest = std::max(farthest, std::abs(spin[c] - plain.spin[z][y][x][c]));
    }
  }
  EXPECT_LT(farthest, 1e-3);
  EXPECT_NEAR(app.energy(), before, 1e-6 * kL * kL * kL);  // single precision
}

TEST_P(HsgRanks, EnergyIsThatOfOneRankToTheLastBit) {
  Hsg one(small(1));
  Hsg app(small(GetParam()));
  EXPECT_EQ(app.energy(), one.energy());
  run(one);
  run(app);
  EXPECT_EQ(app.energy(), one.energy());
}

INSTANTIATE_TEST_SUITE_P(Np, HsgRanks, testing::Values(1, 2, 4));

TEST(Hsg, SpinsMoveAndHaloesMatter) {
  Hsg app(small(2));
  const auto before = app.slab(1).spin(3, 3, 0);
  run(app);
  EXPECT_NE(app.slab(1).spin(3, 3, 0), before);
}

TEST(Hsg, LosesEnergyWhenAMessageIsWrong) {
  Hsg app(small(2));
  const double before = app.energy();
  AppStep step;
  for (unsigned half = 0; half < 2; ++half) {
    for (unsigned rank = 0; rank < 2; ++rank) app.next(rank, step = {});  // nothing is received
  }
  EXPECT_GT(std::abs(app.energy() - before), 1e-3 * kL * kL * kL);
}

TEST(Hsg, SendsHalfAFaceAComponentToEitherNeighbour) {
  HsgParams params = small(4);
  params.l = 256;
  params.spins = false;
  params.sweeps = 1;
  Hsg app(params);
  AppStep step;
  ASSERT_TRUE(app.next(1, step));
  ASSERT_EQ(step.messages.size(), 6u);
  unsigned down = 0;
  for (const AppMessage& message : step.messages) {
    EXPECT_EQ(message.bytes, 131072u);
    down += app.channels()[message.channel].to == 0 ? 1 : 0;
  }
  EXPECT_EQ(down, 3u);
  EXPECT_EQ(step.arrivals, 6u);
}

TEST(Hsg, TimesDoNotDependOnWhetherSpinsAreReal) {
  HsgParams params = small(4);
  Hsg real(params);
  params.spins = false;
  Hsg times(params);
  const RankTimes a = run(real), b = run(times);
  EXPECT_EQ(a.total, b.total);
  EXPECT_EQ(a.network, b.network);
  EXPECT_EQ(a.bytes, b.bytes);
  EXPECT_EQ(a.bytes, 3u * 2 * 6 * kL * kL / 2 * 4);
}

TEST(Hsg, ASpinTakesItsBytes) {
  HsgParams params = small(1);
  EXPECT_DOUBLE_EQ(Hsg(params).bytes_per_spin(), 60);  // three half planes fit into L2
  params.l = 204;                                      // 749 KB of 768 KiB
  params.spins = false;
  EXPECT_DOUBLE_EQ(Hsg(params).bytes_per_spin(), 60);
  params.l = 210;  // 794 KB
  EXPECT_DOUBLE_EQ(Hsg(params).bytes_per_spin(), 84);
}

TEST(Hsg, OneGpuWithTheWholeLatticeIsSlowerASpin) {
  HsgParams params = small(1);
  params.l = 256;
  params.spins = false;
  const double one = Hsg(params).time_for(1e6).to_seconds();
  params.ranks = 2;
  const double two = Hsg(params).time_for(1e6).to_seconds();
  EXPECT_NEAR(one * 1e6, 920, 5);  // calibrated: ps a spin
  EXPECT_LT(two, one);
  params.gpu.tlb_loss = 0;
  EXPECT_NEAR(Hsg(params).time_for(1e6).to_seconds() * 1e6, 84 / 0.108, 0.1);
}

TEST(Hsg, RefusesLatticesThatNobodyCanCut) {
  HsgParams params = small(3);
  EXPECT_THAT(test::error_of([&] { params.validate("app"); }), testing::HasSubstr("app"));
  params = small(8);  // one plane a rank
  EXPECT_THAT(test::error_of([&] { params.validate("app"); }), testing::HasSubstr("two planes"));
  params = small(1);
  params.l = 15;
  EXPECT_THAT(test::error_of([&] { params.validate("app"); }),
              testing::HasSubstr("app.l = 15: expected 4 ... 1024, a multiple of 2;"));
  small(4).validate("app");
}

TEST(Hsg, WhatRanksSayIsTheirSpins) {
  Hsg updated(small(4)), home(small(4));
  run(updated);
  const double before = home.energy();
  for (unsigned rank = 0; rank < 4; ++rank) home.take(rank, updated.packed_by(rank));
  EXPECT_NE(home.energy(), before) << "rounding shows that spins have moved";
  EXPECT_EQ(home.energy(), updated.energy());
  EXPECT_EQ(home.slab(2).spin(1, 2, 0), updated.slab(2).spin(1, 2, 0));
}

}  // namespace
}  // namespace gf::model::hsg_test
