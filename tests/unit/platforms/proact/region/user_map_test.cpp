// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/region/user_map.h"

#include <gmock/gmock.h>

namespace gf::test::user_map_test {
namespace {

std::string text(const std::vector<unsigned>& ctas) {
  model::proact::ChunkPart part;
  part.absent = ctas;
  return platforms::proact::absent_text(part);
}

TEST(AbsentText, NamesCtasTheFirstFewOfMany) {
  EXPECT_EQ(text({}), "");
  EXPECT_EQ(text({7}), " (the map's CTA 7 does not write it)");
  EXPECT_EQ(text({1, 3, 5, 7, 9}), " (the map's CTAs 1, 3, 5, 7, 9 do not write it)");
  EXPECT_EQ(text({1, 3, 5, 7, 9, 11}),
            " (the map's CTAs 1, 3, 5, 7, 9 and 1 more do not write it)");
}

}  // namespace
}  // namespace gf::test::user_map_test
