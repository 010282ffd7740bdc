// SPDX-License-Identifier: Apache-2.0
#include "core/file_series.h"

#include <gmock/gmock.h>

#include "tests/support/captured.h"

namespace gf::core::file_series_test {
namespace {

using testing::ElementsAre;

TEST(FileSeries, EndsBeforeTheFirstNumberThatIsMissing) {
  const core::ScratchDirectory scratch;
  for (const char* name : {"a.0.et", "a.1.et", "a.2.et", "a.4.et"})
    test::write_file(scratch / name, "x");
  const std::string stem = scratch / "a.";
  EXPECT_THAT(file_series(stem + "0.et"), ElementsAre(stem + "0.et", stem + "1.et", stem + "2.et"));
}

TEST(FileSeries, OfAnyOtherNameIsThatFile) {
  EXPECT_THAT(file_series("graphs.csv"), ElementsAre("graphs.csv"));
  EXPECT_THAT(file_series("a.1.et"), ElementsAre("a.1.et"));
  EXPECT_FALSE(begins_series(".0.et"));
  EXPECT_TRUE(begins_series("a.0.et"));
}

}  // namespace
}  // namespace gf::core::file_series_test
