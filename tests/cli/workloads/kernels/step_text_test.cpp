// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::step_text_test {
namespace {

TEST(Workloads, ExampleFileReadsBack) {
  const ScratchDirectory scratch;
  write_file(scratch / "my.workload", program({"workloads", "--example"}).out);
  const Captured run =
      exits(0, program({"workloads", "file:" + (scratch / "my.workload").string()}));
  EXPECT_THAT(run.out, AllOf(StartsWith("scale_and_count: file:"), HasSubstr("\ncheck "),
                             HasSubstr("busiest link")));
}

TEST(Workloads, WrongFileIsNamedWithItsLine) {
  const ScratchDirectory scratch;
  write_file(scratch / "bad", "[workload]\nname = x\nsize = 3\n");
  EXPECT_THAT(exits(5, program({"workloads", "file:" + (scratch / "bad").string()})).err,
              AllOf(HasSubstr("bad:3: "), HasSubstr("expected")));
  EXPECT_EQ(program({"workloads", "file:/proc/nonexistent"}).code, 2);
}

/// A wrong line of an otherwise good file: what is said, and how the message goes on.
struct Mistake {
  const char* name;
  const char* right;  ///< A line of the example.
  const char* wrong;
  const char* expected;
};
void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.wrong; }
class WrongFile : public testing::TestWithParam<Mistake> {};

TEST_P(WrongFile, HasItsLineAndWhatWasExpected) {
  const ScratchDirectory scratch;
  std::string text = program({"workloads", "--example"}).out;
  const auto at = text.find(GetParam().right);
  ASSERT_NE(at, std::string::npos) << GetParam().right;
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n');
  text.replace(at, std::string(GetParam().right).size(), GetParam().wrong);
  write_file(scratch / "bad", text);
  const Captured run = exits(5, program({"workloads", "file:" + (scratch / "bad").string()}));
  EXPECT_THAT(run.err, AllOf(HasSubstr("bad:" + std::to_string(line) + ": "), HasSubstr("expected"),
                             HasSubstr(GetParam().expected)));
}

INSTANTIATE_TEST_SUITE_P(
    Lines, WrongFile,
    testing::Values(Mistake{"key", "ctas = 128", "grid = 128", "one of ctas, warps_per_cta"},
                    Mistake{"size", "bytes = 4 KiB", "bytes = many", "1 B ... 256 GiB"},
                    Mistake{"placement", "placement = first_touch", "placement = last",
                            "first_touch"},
                    Mistake{"home", "homes = 1, 1", "homes = 1, 99", "0 ... 3"},
                    Mistake{"number", "ctas = 32", "ctas = -1", "1 ... 1048576"},
                    Mistake{"warps", "warps_per_cta = 4", "warps_per_cta = 33", "1 ... 32"},
                    Mistake{"gpu", "gpu = 0", "gpu = none", "0 ... 3"},
                    Mistake{"waits", "waits = scale", "waits = scales", "kernels above it"},
                    Mistake{"word", "do = compute 20", "do = think 20", "compute"},
                    Mistake{"cycles", "do = compute 20", "do = compute often", "1 ... 1000000000"},
                    Mistake{"structure", "do = load 4 counters", "do = load 4 counter", "DATA["},
                    Mistake{"beyond", "do = atomic 4 counters[4*warp]",
                            "do = atomic 4 counters[4096*warp]", "4095"},
                    Mistake{"aligned", "do = atomic 4 counters[4*warp]",
                            "do = atomic 4 counters[2*warp]", "multiple"}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace gf::test::step_text_test
