// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "tests/support/matchers.h"
#include "tests/support/nic_bench.h"
#include "tests/support/nic_loss.h"

namespace gf::hw::nic::sender_answers_test {
namespace {

using namespace nic_loss;  // NOLINT: what these tests share

TEST_F(NicLoss, ALostAcknowledgementIsMadeUpByTheNextOne) {
  build();
  wire(1).loses = [n = 0](const Segment&) mutable { return n++ == 0; };
  write(12);
  EXPECT_EQ(sent().again.value(), 0u);
}

TEST_F(NicLoss, TheLastAcknowledgementIsAskedForAgain) {
  build();
  bool lost = false;
  wire(1).loses = [&](const Segment& segment) {
    return segment.done == 12 && !std::exchange(lost, true);
  };
  write(12);
  EXPECT_EQ(sent().timeouts.value(), 1u);
  EXPECT_EQ(got().again.value(), 1u) << "it comes again, is not written, and is acknowledged";
}

TEST_F(NicLoss, ALostResponseIsAskedForFromThereOn) {
  build();
  wire(1).loses = Once(SegmentKind::kReadResponse, {4});
  std::vector<Psn> requests;
  wire(0).loses = [&](const Segment& segment) {
    if (segment.kind == SegmentKind::kReadRequest) requests.push_back(segment.psn);
    return false;
  };
  read(12);
  EXPECT_THAT(requests, ElementsAre(0, 4));
  EXPECT_EQ(sent().gaps.value(), 1u);
  EXPECT_EQ(sent().timeouts.value(), 0u);
  EXPECT_GT(nic(0).receiver.stats().stray.value(), 0u) << "those that were under way";
}

TEST_F(NicLoss, TheLastResponseIsMissedByTheTimer) {
  build();
  wire(1).loses = Once(SegmentKind::kReadResponse, {11});
  read(12);
  EXPECT_EQ(sent().timeouts.value(), 1u);
}

}  // namespace
}  // namespace gf::hw::nic::sender_answers_test
