// SPDX-License-Identifier: Apache-2.0
#include "core/text/output_meter.h"

#include <iostream>
#include <sstream>

#include "core/text/log.h"
#include "tests/support/matchers.h"

namespace gf::core::output_meter_test {
namespace {

constexpr Ticks kMicrosecond = 1'000'000'000;

class OutputMeterTest : public testing::Test {
 protected:
  OutputMeterTest() { install_log(LogLevel::kNormal, log_); }
  ~OutputMeterTest() override { install_log(LogLevel::kNormal, std::cerr); }
  static OutputLimit limit(Ticks end = kNever) { return {Bytes(1'000'000), 0, end}; }
  std::ostringstream log_;
};

TEST_F(OutputMeterTest, TakesWhatFitsAndSaysOnceWhenItNoLongerDoes) {
  OutputMeter meter("runs/1/x.csv", limit(), "less of it");
  EXPECT_TRUE(meter.add(999'999, 0, 0));
  EXPECT_TRUE(meter.add(1, 0, 0));
  EXPECT_THAT(log_.str(), IsEmpty());
  EXPECT_FALSE(meter.add(1, kMicrosecond, 5 * kMicrosecond));
  const std::string packed = log_.str();
  EXPECT_THAT(packed, AllOf(HasSubstr("warning: x.csv: ends at 5 us of simulated time"),
                            HasSubstr("limit of 1 MB"), HasSubstr("The run continues"),
                            HasSubstr("--max-output"), HasSubstr("less of it")));
  EXPECT_FALSE(meter.add(0, kMicrosecond, kMicrosecond)) << "the file has ended";
  EXPECT_TRUE(meter.full());
  EXPECT_EQ(log_.str(), packed);
}

TEST_F(OutputMeterTest, EstimatesFromItsFirstTwoPercent) {
  OutputMeter meter("x.csv", limit(1000 * kMicrosecond), "less of it");
  meter.add(500'000, 0, 0);  // comes once
  meter.add(20'000, 5 * kMicrosecond, 0);
  EXPECT_THAT(log_.str(), IsEmpty());
  meter.add(10'000, 10 * kMicrosecond, 0);
  EXPECT_THAT(log_.str(), AllOf(HasSubstr("warning: x.csv: 530 kB at 10 us of simulated time"),
                                HasSubstr("until 1 ms that makes about 3.5 MB"),
                                HasSubstr("ends at 1 MB (--max-output)")));
}

TEST_F(OutputMeterTest, IsSilentWhereItFits) {
  OutputMeter meter("x.csv", limit(100 * kMicrosecond), "less of it");
  meter.add(0, 0, 0);
  meter.add(30'000, 10 * kMicrosecond, 0);
  EXPECT_THAT(log_.str(), IsEmpty());
}

TEST_F(OutputMeterTest, NotesWhereItEndsIfNobodyKnowsWhenTheRunDoes) {
  OutputMeter meter("x.csv", limit(), "less of it");
  meter.add(0, 0, 0);
  meter.add(30'000, 10 * kMicrosecond, 0);
  EXPECT_THAT(log_.str(), AllOf(HasSubstr("x.csv: 30 kB at 10 us"), HasSubstr("at about 333.3 us"),
                                testing::Not(HasSubstr("warning"))));
}

}  // namespace
}  // namespace gf::core::output_meter_test
