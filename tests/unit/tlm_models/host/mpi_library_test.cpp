// SPDX-License-Identifier: Apache-2.0
// A library's messages between two nodes: what each step takes, who is asked first, what copies
// wait for; beside the closed form.
#include "tlm_models/host/mpi_library.h"

#include <gmock/gmock.h>

#include "tests/support/in_child.h"
#include "tests/support/mpi_bench.h"
#include "tlm_models/analytic/mvapich_loggp.h"

namespace gf::model::mpi_library_test {
namespace {

using namespace mpi_bench;  // NOLINT: what these tests share
using sc_core::sc_time;
using sc_core::SC_US;

TEST_F(MpiLibraryTest, AnEagerMessageIsAskedAboutCopiedSentAndCopied) {
  const double network = run(32) - 3 * in_us(copies.attribute) - 2 * in_us(params.mpi.overhead) -
                         copy_out(32) - copy_in(32);
  EXPECT_GT(network, 0.5);  // two ways over PCIe at least, 0.1 us of the switch, a post and a poll
  EXPECT_LT(network, 2);
  EXPECT_EQ(posts(0), 1u);
  EXPECT_EQ(posts(1), 0u);
}

TEST_F(MpiLibraryTest, HostBuffersAreNotCopied) {
  const double network = run(32, 1, false) - 3 * in_us(copies.attribute);
  EXPECT_LT(network, 2 * in_us(params.mpi.overhead) + 2);
}

TEST_F(MpiLibraryTest, ACopyAndAQueryCostWhatTheyCostBesideTheCards) {
  copies.memcpy = sc_time(30, SC_US);
  copies.memcpy_to_gpu = sc_time(20, SC_US);
  copies.attribute = sc_time(7, SC_US);
  const double total = run(32);
  EXPECT_GT(total, 71);
  EXPECT_LT(total, 75);
}

TEST_F(MpiLibraryTest, AnEagerMessageIsAskedAboutThreeTimesALongOneOnceAndAStagedOneNever) {
  const auto queries = [&](std::uint64_t bytes) {
    const auto time = [&](unsigned us) {
      copies.attribute = sc_time(us, SC_US);
      return test::in_child([&] { return std::vector<double>{run(bytes)}; }).at(0);
    };
    return time(2) - time(1);
  };
  EXPECT_NEAR(queries(32), 3, 0.02);
  EXPECT_NEAR(queries(16 << 10), 1, 0.02);
  EXPECT_NEAR(queries(1 << 20), 1, 0.02);
  params.mpi.buffers = "staged";
  EXPECT_NEAR(queries(32), 0, 0.02);
}

TEST_F(MpiLibraryTest, TheLargestEagerMessageAsksNobodyAndTheNextOneDoes) {
  run(params.mpi.eager.get().count());
  EXPECT_EQ(posts(1), 0u);
}

TEST_F(MpiLibraryTest, AMessageOfOneBlockIsGrantedAndCopiedByBothSides) {
  const double bytes = eager() + 1;
  const double total = run(std::uint64_t(bytes));
  EXPECT_EQ(posts(0), 2u);  // the question and the message
  EXPECT_EQ(posts(1), 1u);  // the grant
  EXPECT_GT(total, copy_out(bytes) + copy_in(bytes) + 4 * in_us(params.mpi.overhead) + 3);
}

TEST_F(MpiLibraryTest, ALongMessageGoesByBlocksThatAreGranted) {
  params.mpi.chunk = core::kibibytes(4);
  params.mpi.blocks = 2;
  const double total = run(5 * 4096);
  EXPECT_EQ(posts(0), 1u + 5);
  EXPECT_EQ(posts(1), 3u);  // grants of 2, 2 and the last
  // All copies are started before the first is sent.
  EXPECT_GT(total, 5 * in_us(params.mpi.copy_start) + 3 * in_us(params.mpi.overhead));
}

TEST_F(MpiLibraryTest, ShortMessagesTakeWhatTheClosedFormSays) {
  EXPECT_NEAR(run(32) / (mvapich_latency({}, 32, true) * 1e6), 1, 0.03);
}

TEST_F(MpiLibraryTest, AStreamOfShortMessagesHasTheClosedFormsInterval) {
  run(4096, 20);
  const double interval = (arrivals.back() - arrivals.front()) / 19;
  // And a post each.
  EXPECT_NEAR(interval - 0.1, 4096 / (mvapich_bandwidth({}, 4096, true) / 1e6), 0.05);
}

/// Of the closed form's rate, which knows no calls that start copies, no grants and no core.
TEST_F(MpiLibraryTest, LongMessagesComeNearTheClosedFormsRate) {
  for (const char* slot : {"x8", "x4"}) {
    const auto share = test::in_child([&] {
      params.slot = slot;
      constexpr std::uint64_t kBytes = 4 << 20;
      const double rate = 2 * kBytes / run(kBytes, 2);  // B/us: MB/s
      const MvapichParams closed = params.slot == "x4" ? MvapichParams::x4() : MvapichParams();
      return std::vector<double>{rate / (mvapich_bandwidth(closed, kBytes, true) / 1e6)};
    });
    EXPECT_GT(share.at(0), 0.7) << slot;
    EXPECT_LT(share.at(0), 1.0) << slot;
  }
}

}  // namespace
}  // namespace gf::model::mpi_library_test
