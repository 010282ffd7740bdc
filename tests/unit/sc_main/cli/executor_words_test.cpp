// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/executor_words.h"

#include <filesystem>

#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::app::executor_words_test {
namespace {

using test::error_of;

TEST(ExecutorWords, NoControlCharacterGoesThrough) {
  for (char c = 1; c < 0x20; ++c)
    EXPECT_THAT(
        error_of([&] { check_executor_text("Slurm", "--outdir", std::string("a") + c + "b"); }),
        AllOf(HasSubstr("--outdir = a\\x"), HasSubstr("Slurm could take \\x")));
  EXPECT_THAT(error_of([] { check_executor_text("Slurm", "--store", "a\x7f"); }),
              HasSubstr("could take \\x7f"));
  EXPECT_THAT(error_of([] { check_executor_text("Slurm", "--store", "a\xc2\x85z"); }),
              HasSubstr("could take \\xc2\\x85"));
}

TEST(ExecutorWords, AllElseDoes) {
  for (const char* text : {"", "a b", "it's \"$HOME\"; `x`", "M\xc3\xbcller", "a\xc2", "a\xff"})
    EXPECT_NO_THROW(check_executor_text("Slurm", "--outdir", text)) << text;
}

TEST(ExecutorWords, AWordIsNamedByItsOption) {
  const auto named = [](const Arguments& words) {
    return error_of([&] { check_executor_words("GNU parallel", words); });
  };
  EXPECT_THAT(named({"box", "-p", "bytes=4 B", "-p", "fabric=x\ny"}), HasSubstr("-p = fabric=x"));
  EXPECT_THAT(named({"box", "--config=x\ny"}), HasSubstr("--config = --config=x"));
  EXPECT_THAT(named({"bo\nx"}), HasSubstr("the command line = bo\\x0ax"));
  EXPECT_NO_THROW(check_executor_words("GNU parallel", {"box", "-p", "bytes=4 B"}));
}

TEST(ExecutorWords, SoIsTheWorkingDirectory) {
  const test::ScratchDirectory scratch;
  std::filesystem::create_directory(scratch / "a\nb");
  std::filesystem::current_path(scratch / "a\nb");
  EXPECT_THAT(error_of([] { check_executor_words("mpirun", {}); }),
              HasSubstr("the working directory = "));
  std::filesystem::current_path("/");
}

}  // namespace
}  // namespace gf::app::executor_words_test
