// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/support/collective_ways.h"

namespace gf::model::tree_all_reduce_test {
namespace {

using namespace collective_ways;  // NOLINT: what these tests share

TEST(Collectives, NoRankOfTheTwoTreesSendsMoreThanTwiceTheVector) {
  for (const unsigned ranks : {2u, 5u, 8u, 9u, 16u}) {
    const Schedule schedule = one("allreduce", {{"algorithm", "tree"}, {"bytes", "32 KiB"}}, ranks);
    EXPECT_EQ(sent_by_all(schedule), 2 * (ranks - 1) * 32 * 1024u);
    for (unsigned rank = 0; rank < ranks; ++rank)
      EXPECT_LE(sent_by(schedule, rank), 2 * 32 * 1024u) << ranks << " ranks, rank " << rank;
  }
}

}  // namespace
}  // namespace gf::model::tree_all_reduce_test
