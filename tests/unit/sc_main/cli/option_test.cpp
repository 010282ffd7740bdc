// SPDX-License-Identifier: Apache-2.0
// Holds: core/param/param_type.h
#include "sc_main/cli/option.h"

#include <gmock/gmock.h>

#include "tests/support/errors.h"

namespace gf::app::option_test {
namespace {

using test::error_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Option, HasNamesTypeLimitsAndTheDefaultOfItsVariable) {
  unsigned runs = 64;
  const Option option("runs,r", runs, "N", "number of runs", core::between(16u, 100u));
  EXPECT_EQ(option.name, "runs");
  EXPECT_EQ(option.letter, "r");
  EXPECT_EQ(option.type, "integer");
  EXPECT_EQ(option.text(), "number of runs; 16 ... 100; default: 64");
  option.set("17");
  EXPECT_EQ(runs, 17u);
}

TEST(Option, NamesValueLegalOnesAndAWayOut) {
  unsigned runs = 64;
  const Option option("runs", runs, "N", "", core::between(16u, 100u));
  for (const char* text : {"15", "101", "-1", "many", ""})
    EXPECT_EQ(error_of([&] { option.set(text); }),
              std::string("--runs = ") + text + ": expected 16 ... 100; leave it out for 64");
  EXPECT_EQ(runs, 64u);
}

TEST(Option, QuantitiesNeedTheirUnit) {
  core::Bytes size(1000);
  const Option option("most", size, "BYTES", "limit", core::at_least(core::Bytes(1)));
  EXPECT_EQ(option.unit, "B");
  EXPECT_EQ(option.text(), "limit; at least 1 B; default: 1 kB");
  EXPECT_THAT(error_of([&] { option.set("5"); }), HasSubstr("--most: \"5\" has no unit"));
  EXPECT_THAT(error_of([&] { option.set("0"); }), HasSubstr("--most = 0: expected at least 1 B"));
}

TEST(Option, StaysUnsetUntilItIsGiven) {
  std::optional<sc_core::sc_time> end;
  const Option option("stop-at", end, "T", "end", {});
  EXPECT_EQ(option.type, "time");
  EXPECT_EQ(option.text(), "end");
  option.set("");
  EXPECT_FALSE(end);
  option.set("2 ns");
  EXPECT_EQ(end, sc_core::sc_time(2, sc_core::SC_NS));
}

TEST(Option, IsOneOfItsChoices) {
  std::string format = "vcd";
  const Option option("format", format, "F", "form", core::one_of({"vcd", "fst"}));
  EXPECT_EQ(option.type, "choice");
  EXPECT_THAT(option.choices, ElementsAre("vcd", "fst"));
  EXPECT_EQ(error_of([&] { option.set("png"); }),
            "--format = png: expected one of vcd, fst; leave it out for vcd");
}

TEST(Option, IsAddedToAListEachTimeItIsGiven) {
  std::vector<std::string> files;
  const Option option("config", files, "FILE", "read", {});
  option.set("a");
  option.set("b");
  EXPECT_TRUE(option.repeats());
  EXPECT_THAT(files, ElementsAre("a", "b"));
}

TEST(Option, FlagsHaveNoValueAndShowNoDefault) {
  bool quiet = false;
  const Option option("quiet,q", quiet, "", "less", {});
  EXPECT_TRUE(option.is_flag());
  EXPECT_FALSE(option.takes_next());
  EXPECT_EQ(option.text(), "less");
}

TEST(Option, RealTimesAreAboveZero) {
  std::optional<WallTime> limit;
  const Option option("max-wall", limit, "T", "end", {});
  option.set("2 min");
  EXPECT_EQ(limit->count(), 120);
  EXPECT_THAT(error_of([&] { option.set("0 s"); }), HasSubstr("expected above 0 s"));
  EXPECT_THAT(error_of([&] { option.set("5"); }), HasSubstr("--max-wall: \"5\" is not a time"));
  EXPECT_THAT(option.choices, IsEmpty());
}

}  // namespace
}  // namespace gf::app::option_test
