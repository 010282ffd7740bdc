// SPDX-License-Identifier: Apache-2.0
#include "core/text/colour.h"

#include <iostream>
#include <sstream>

#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::core::colour_test {
namespace {

using test::error_of;

TEST(Colour, TonesAreSequencesThatEnd) {
  EXPECT_EQ(toned("fail", Tone::kBad, true), "\033[1;31mfail\033[0m");
  EXPECT_EQ(toned("pass", Tone::kGood, true), "\033[32mpass\033[0m");
  EXPECT_EQ(toned("pass", Tone::kGood, false), "pass");
  EXPECT_EQ(toned("", Tone::kHead, true), "");
}

TEST(Colour, HeadsAreTheLinesAboveARule) {
  const std::string text =
      "4x_volta: jacobi\n\nphase  all\n           us\n-----  ---\n0       94\n";
  EXPECT_EQ(
      with_toned_heads(text, true),
      "4x_volta: jacobi\n\n\033[1mphase  all\033[0m\n\033[1m           us\033[0m\n-----  ---\n"
      "0       94\n");
  EXPECT_EQ(with_toned_heads(text, false), text);
}

TEST(Colour, ATableWithoutARuleStaysAsItIs) {
  for (const char* text : {"# Size  Latency\n32  8.44\n", "one line", "", "\n\n", "a\n-\nb\n"})
    EXPECT_EQ(with_toned_heads(text, true), text);
}

TEST(Colour, AlwaysReachesTheStandardStreamsAlone) {
  std::ostringstream other;
  set_colour(ColourWhen::kAlways);
  EXPECT_TRUE(is_coloured(std::cout));
  EXPECT_TRUE(is_coloured(std::cerr));
  EXPECT_FALSE(is_coloured(other));
  set_colour(ColourWhen::kNever);
  EXPECT_FALSE(is_coloured(std::cout));
}

TEST(Colour, ThereAreThreeChoices) {
  EXPECT_EQ(parse_colour_when("auto"), ColourWhen::kAuto);
  EXPECT_EQ(parse_colour_when("always"), ColourWhen::kAlways);
  EXPECT_EQ(parse_colour_when("never"), ColourWhen::kNever);
  EXPECT_THAT(error_of([] { (void)parse_colour_when("yes"); }),
              HasSubstr("--color yes: expected auto, always or never"));
}

}  // namespace
}  // namespace gf::core::colour_test
