// SPDX-License-Identifier: Apache-2.0
#include "workloads/messages/mpi_messages.h"

#include <gmock/gmock.h>

#include "tests/support/in_child.h"
#include "tests/support/mpi_bench.h"
#include "tlm_models/host/mpi_library.h"

namespace gf::model::mpi_messages_test {
namespace {

using namespace mpi_bench;  // NOLINT: what these tests share

TEST_F(MpiLibraryTest, NobodyHearsOfWhatHeSentUnlessHeWaitsForIt) {
  run(1 << 20);
  EXPECT_TRUE(sent.empty());
}

TEST_F(MpiLibraryTest, AnEagerSourceIsFreeWhenTheCallHasCopiedIt) {
  tells = true;
  run(32, 2);
  ASSERT_EQ(sent.size(), 2u);
  const double call = 2 * in_us(copies.attribute) + in_us(params.mpi.overhead) + copy_out(32);
  EXPECT_NEAR(sent[0], call + 0.1, 0.001) << "and a post";
  EXPECT_NEAR(sent[1], 2 * sent[0], 0.001);
}

TEST_F(MpiLibraryTest, ALongSourceIsFreeWhenTheCardTellsOfItsLastWrite) {
  tells = true;
  for (const std::uint64_t bytes : {16ull << 10, 1ull << 20}) {
    const auto found = test::in_child([&] {
      const double there = run(bytes);
      EXPECT_EQ(sent.size(), 1u);
      return std::vector<double>{there, sent.at(0)};
    });
    // Behind the wire, before the receiver's last copy has ended.
    EXPECT_LT(found.at(1), found.at(0)) << bytes;
    EXPECT_GT(found.at(1), found.at(0) - copy_in(65536) - 2 * in_us(params.mpi.copy_start))
        << bytes;
  }
}

TEST_F(MpiLibraryTest, ThatItsSenderHearsOfItMakesAMessageNoSlower) {
  const auto time = [&](bool told) {
    return test::in_child([&] {
             tells = told;
             return std::vector<double>{run(4 << 20)};
           })
        .at(0);
  };
  EXPECT_NEAR(time(true) / time(false), 1, 0.001);
}

}  // namespace
}  // namespace gf::model::mpi_messages_test
