// SPDX-License-Identifier: Apache-2.0
#include "core/system/file_series.h"

#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::core::file_series_test {
namespace {

TEST(FileSeries, HasAllNumbersFrom0On) {
  const core::ScratchDirectory scratch;
  // Other names are of no series, or of another one.
  for (const char* name : {"a.0.et", "a.1.et", "a.2.et", "ab.9.et", "a.x9.et", "a.9.et~", "a..et"})
    test::write_file(scratch / name, "x");
  const std::string stem = scratch / "a.";
  EXPECT_THAT(file_series(stem + "0.et"), ElementsAre(stem + "0.et", stem + "1.et", stem + "2.et"));
  test::write_file(scratch / "a.4.et", "x");
  EXPECT_THAT(test::error_of([&] { file_series(stem + "0.et"); }),
              testing::HasSubstr("a.3.et: is missing, but a.4.et exists; expected traces of all "
                                 "ranks"));
}

TEST(FileSeries, OfAnyOtherNameIsThatFile) {
  EXPECT_THAT(file_series("graphs.csv"), ElementsAre("graphs.csv"));
  EXPECT_THAT(file_series("a.1.et"), ElementsAre("a.1.et"));
  EXPECT_FALSE(begins_series(".0.et"));
  EXPECT_TRUE(begins_series("a.0.et"));
}

}  // namespace
}  // namespace gf::core::file_series_test
