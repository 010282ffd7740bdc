// SPDX-License-Identifier: Apache-2.0
// Holds: core/base/version.h
#include "runs/key.h"

#include <gmock/gmock.h>

#include "core/base/error.h"
#include "core/base/version.h"
#include "core/system/file_hash.h"
#include "tests/support/captured.h"

namespace gf::runs::key_test {
namespace {

TEST(Key, IsTwentyDigitsOfTheFacts) {
  EXPECT_THAT(key_of("platform box\n"), testing::MatchesRegex("[0-9a-f]+"));
  EXPECT_EQ(key_of("platform box\n").size(), 20u);
  EXPECT_EQ(key_of("platform box\n"), key_of("platform box\n"));
  EXPECT_NE(key_of("platform box\n"), key_of("platform box"));
  EXPECT_EQ(key_of("abc"), "a9993e364706816aba3e") << "SHA-1 of FIPS 180-4";
}

TEST(Key, TheProgramIsAFact) {
  const test::ScratchDirectory scratch;
  test::write_file(scratch / "one", "first program");
  test::write_file(scratch / "two", "second program");
  const std::string one = program_fact(scratch / "one");
  EXPECT_THAT(one, testing::StartsWith("gpufabric " + std::string(core::version())));
  EXPECT_EQ(one, program_fact(scratch / "one"));
  EXPECT_NE(one, program_fact(scratch / "two")) << "one revision, compiled in two ways";
  EXPECT_THAT(one, testing::EndsWith(core::sha1_hex("first program")));
}

TEST(Key, AProgramThatCannotBeReadHasNone) {
  EXPECT_THROW((void)program_fact("/proc/no/such/program"), core::UserError);
}

}  // namespace
}  // namespace gf::runs::key_test
