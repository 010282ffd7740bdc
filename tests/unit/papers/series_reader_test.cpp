// SPDX-License-Identifier: Apache-2.0
#include "papers/series_reader.h"

#include "core/base/error.h"
#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::papers::series_reader_test {
namespace {

SampledSeries series_of(const std::string& rows) {
  const test::ScratchDirectory scratch;
  test::write_file(scratch / "series.csv", "time_s,path,name,value\n" + rows);
  return read_series(scratch / "series.csv");
}

/// A statistic has a row where it changes, and one where the run ends.
TEST(SeriesReader, MakesASeriesWhole) {
  const SampledSeries whole = series_of(
      "2e-09,worker,bytes,50000000000\n2e-09,worker,size.max,100\n"
      "4e-09,worker,bytes,100000000000\n8e-09,worker,bytes,100000000000\n"
      "9e-09,worker,bytes,200000000000\n9e-09,worker,size.max,100\n");
  EXPECT_THAT(whole.times, testing::ElementsAre(2e-9, 4e-9, 6e-9, 8e-9, 9e-9));
  EXPECT_THAT(whole.values.at("worker.bytes"), testing::ElementsAre(5e10, 1e11, 1e11, 1e11, 2e11));
  EXPECT_THAT(whole.values.at("worker.size.max"), testing::Each(100));
}

TEST(SeriesReader, NamesABadLine) {
  EXPECT_THAT(test::error_of([] { series_of("1e-9,a,b,1\n2e-9,a,b\n"); }),
              HasSubstr("series.csv:3: too few fields"));
}

TEST(SeriesReader, TakesAFailedReadForNoEnd) {
  // The first page of a process is never mapped.
  EXPECT_THAT(test::error_of([] { read_series("/proc/self/mem"); }),
              HasSubstr("reading it failed"));
}

}  // namespace
}  // namespace gf::papers::series_reader_test
