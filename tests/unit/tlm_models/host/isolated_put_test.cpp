// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/host/isolated_put.h"

#include <gmock/gmock.h>

namespace gf::model::isolated_put_test {
namespace {

IsolatedPut example() {
  IsolatedPut alone;
  alone.from = 3;
  alone.put = {0x100101000, 8192, 12, RdmaHost::kProcess, 0x10000020000, false};
  return alone;
}

TEST(IsolatedPut, IsReadAsItIsWritten) {
  for (const bool first : {false, true}) {
    for (const bool bar1 : {false, true}) {
      IsolatedPut alone = example();
      alone.first = first;
      alone.put.bar1 = bar1;
      const auto read = IsolatedPut::parse(alone.text());
      ASSERT_TRUE(read.has_value()) << alone.text();
      EXPECT_EQ(read->text(), alone.text());
      EXPECT_EQ(read->from, 3u);
      EXPECT_EQ(read->put.node, 12u);
      EXPECT_EQ(read->put.bytes, 8192u);
      EXPECT_EQ(read->put.source, 0x100101000u);
      EXPECT_EQ(read->put.destination, 0x10000020000u);
      EXPECT_EQ(read->put.process, RdmaHost::kProcess);
      EXPECT_EQ(read->put.bar1, bar1);
      EXPECT_EQ(read->first, first);
    }
  }
}

TEST(IsolatedPut, IsNoOtherText) {
  const std::string text = example().text();
  for (const std::string& other :
       {std::string(), std::string("message 0->3"), std::string("message 0->3 #2"), text + " ",
        text.substr(1), text.substr(0, text.size() - 1), std::string("copy 0->3 put 4 B")})
    EXPECT_FALSE(IsolatedPut::parse(other).has_value()) << other;
}

}  // namespace
}  // namespace gf::model::isolated_put_test
