// SPDX-License-Identifier: Apache-2.0
#include "hw/router/nodes_journal.h"

#include <gmock/gmock.h>

#include "hw/router/router_journal.h"
#include "tests/support/heard_packets.h"
#include "tests/support/network_bench.h"

namespace gf::nodes_journal_test {
namespace {

using heard_packets::RouterJournal;

TEST_F(RouterJournal, TheSecondPacketOfANodeWaitsBehindTheFirst) {
  bench().send(0, 4);
  bench().send(0, 4);
  run();
  const auto& second = heard.packet(1);
  EXPECT_EQ(second[0].ready - second[0].arrived - second[0].source_time, cycles(1));
  EXPECT_TRUE(second[0].spans.empty()) << "the first one went";
}

}  // namespace
}  // namespace gf::nodes_journal_test
