// SPDX-License-Identifier: Apache-2.0
#include "platforms/schedule/only_copy.h"

#include <gmock/gmock.h>

#include "core/base/error.h"
#include "tests/support/pcie_bench.h"
#include "tests/support/runner_work.h"

namespace gf::platforms::schedule::only_copy_test {
namespace {

using runner_work::five_microseconds;
using sc_core::sc_time;

TEST(OnlyCopy, KeepsTheOneThatIsCalledSo) {
  const core::Bytes bytes(8192), more(10'000);
  const sc_time now = sc_core::SC_ZERO_TIME;
  const std::vector<model::Schedule> graphs = {
      {"a", {{0, 4, bytes, five_microseconds()}, {0, 4, more, now}}},
      {"b", {{0, 4, core::Bytes(77), now}}}};
  // By the order of issue, across graphs: the one that starts first is the first.
  const auto only = [&](const char* name) { return only_copy(graphs, name).at(0).tasks; };
  EXPECT_EQ(only("copy 0->4").at(0).bytes.count(), more.count());
  ASSERT_EQ(only("copy 0->4 #2").size(), 1u);
  EXPECT_EQ(only("copy 0->4 #2").at(0).bytes.count(), bytes.count());
  EXPECT_EQ(only("copy 0->4 #2").at(0).start, now);
  EXPECT_EQ(only("copy 0->4 #3").at(0).bytes.count(), 77u);
  EXPECT_THROW(only("copy 4->0"), core::UserError);
}

}  // namespace
}  // namespace gf::platforms::schedule::only_copy_test
