// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/proact/app_choice.h tlm_models/work/shared/app_options.h
// The large inputs: what they are, and that they run.
#include <gmock/gmock.h>

#include "core/json.h"
#include "tests/support/proact_runs.h"

namespace gf::test::proact_large_test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

/// As tlm_models/work/shared/README.md has them.
struct LargeInput {
  const char* app;
  const char* input;
  const char* region;
};

class ProactLarge : public testing::TestWithParam<LargeInput> {};

/// `gpufabric run proact` of the large input, one iteration.
json results_of(const std::string& app, const Words& more) {
  Words words = {"run", "proact", "--quiet", "--json"};
  for (const std::string& setting :
       {"workload=" + app, std::string("size=large"), std::string("iterations=1"),
        std::string("work=0.2"), std::string("check=true")})
    words.insert(words.end(), {"-p", setting});
  words.insert(words.end(), more.begin(), more.end());
  const Captured run = program(words);
  EXPECT_EQ(run.code, 0) << run.err;
  return run.code == 0 ? core::parse_json(run.out).at("results") : json();
}

void expect_consistent(const json& results) {
  ASSERT_FALSE(results.is_null());
  EXPECT_EQ(results.at("wrong_bytes").at("value"), 0);
  EXPECT_EQ(results.at("stale_reads").at("value"), 0);
  EXPECT_GT(results.at("checked_reads").at("value"), 10'000);
}

TEST_P(ProactLarge, InputIsAsDocumented) {
  const LargeInput& input = GetParam();
  const Captured shown = program({"topology", "proact", "-p", "size=large", "-p",
                                  std::string("workload=") + input.app, "-p", "iterations=1"});
  ASSERT_EQ(shown.code, 0) << shown.err;
  EXPECT_THAT(shown.out, AllOf(HasSubstr(input.input), HasSubstr(input.region)));
}

/// Its rows and cycles, in a region of a MiB: seconds in place of a minute.
TEST_P(ProactLarge, EveryByteComesToEveryGpu) {
  const json results = results_of(
      GetParam().app, {"-p", "app.bytes=1 MiB", "-p", "mechanism=hw", "-p", "chunk=16 KiB"});
  expect_consistent(results);
  EXPECT_GT(results.at("link_bytes").at("value"), 1e6);
}

INSTANTIATE_TEST_SUITE_P(
    All, ProactLarge,
    testing::Values(LargeInput{"xray_ct", "40 slices of 256 x 256, 128 angles of 384", "17920 KiB"},
                    LargeInput{"jacobi", "a band of 491520 rows", "7680 KiB"},
                    LargeInput{"pagerank", "R-MAT of 524288 vertices, 6", "8 MiB"},
                    LargeInput{"sssp", "a band of 491520 vertices, 7", "7680 KiB"},
                    LargeInput{"als", "a band of 245760 users and items", "15 MiB"}),
    [](const auto& one) { return std::string(one.param.app); });

/// All of it: each GPU sends its quarter of what a phase writes to the three others.
TEST(ProactLargeRegion, ComesToEveryGpu) {
  const json results = results_of("jacobi", {"-p", "mechanism=hw"});
  expect_consistent(results);
  EXPECT_EQ(results.at("store_bytes").at("value"), 3 * 8 * 491520);
}

TEST(ProactLargeRegion, OfSmallPiecesComesToEveryGpu) {
  const json results = results_of("sssp", {"-p", "mechanism=polling"});
  expect_consistent(results);
  EXPECT_EQ(results.at("store_bytes").at("value"), 3 * 8 * 491520);
}

}  // namespace
}  // namespace gf::test::proact_large_test
