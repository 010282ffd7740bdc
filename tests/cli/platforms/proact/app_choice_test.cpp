// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/shared/app_options.h
// Inputs of the published size are what is written of them.
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::app_choice_test {
namespace {

/// As workloads/shared/README.md has them.
struct PublishedInput {
  const char* app;
  const char* input;
  const char* region;
};

class ProactPublished : public testing::TestWithParam<PublishedInput> {};

TEST_P(ProactPublished, InputIsAsDocumented) {
  const PublishedInput& input = GetParam();
  const Captured shown = program({"topology", "proact", "-p", "size=published", "-p",
                                  std::string("workload=") + input.app, "-p", "iterations=1"});
  ASSERT_EQ(shown.code, 0) << shown.err;
  EXPECT_THAT(shown.out, AllOf(HasSubstr(input.input), HasSubstr(input.region)));
}

INSTANTIATE_TEST_SUITE_P(
    All, ProactPublished,
    testing::Values(PublishedInput{"xray_ct", "40 slices of 256 x 256, 128 angles of 384",
                                   "17920 KiB"},
                    PublishedInput{"jacobi", "a band of 2017169 rows", "31616 KiB"},
                    PublishedInput{"pagerank", "R-MAT of 2097152 vertices, 2", "32 MiB"},
                    PublishedInput{"sssp", "a band of 2017169 vertices, 1", "31616 KiB"},
                    PublishedInput{"als", "a band of 2017169 users and items", "126080 KiB"}),
    [](const auto& one) { return std::string(one.param.app); });

}  // namespace
}  // namespace gf::test::app_choice_test
