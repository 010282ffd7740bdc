// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/proact/app_choice.h workloads/shared/app_options.h
// Inputs of the published size: what they are, and that they run.
#include <gmock/gmock.h>

#include "core/text/json.h"
#include "tests/support/proact_runs.h"

namespace gf::test::proact_large_test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

/// As workloads/shared/README.md has them.
struct PublishedInput {
  const char* app;
  const char* input;
  const char* region;
};

class ProactPublished : public testing::TestWithParam<PublishedInput> {};

/// `gpufabric run proact` of the published size, one iteration.
json results_of(const std::string& app, const Words& more) {
  Words words = {"run", "proact", "--quiet", "--json"};
  for (const std::string& setting : {"workload=" + app, std::string("size=published"),
                                     std::string("iterations=1"), std::string("check=true")})
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

TEST_P(ProactPublished, InputIsAsDocumented) {
  const PublishedInput& input = GetParam();
  const Captured shown = program({"topology", "proact", "-p", "size=published", "-p",
                                  std::string("workload=") + input.app, "-p", "iterations=1"});
  ASSERT_EQ(shown.code, 0) << shown.err;
  EXPECT_THAT(shown.out, AllOf(HasSubstr(input.input), HasSubstr(input.region)));
}

/// Its class, in a region of a MiB: seconds in place of a minute.
TEST_P(ProactPublished, EveryByteComesToEveryGpu) {
  const json results = results_of(
      GetParam().app, {"-p", "app.bytes=1 MiB", "-p", "mechanism=hw", "-p", "chunk=16 KiB"});
  expect_consistent(results);
  EXPECT_GT(results.at("link_bytes").at("value"), 1e6);
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

/// A quarter of it, 491,520 rows: each GPU sends its share of what a phase writes to the others.
void expect_comes_to_every_gpu(const std::string& app, const std::string& mechanism) {
  const json results =
      results_of(app, {"-p", "app.bytes=7680 KiB", "-p", "mechanism=" + mechanism});
  expect_consistent(results);
  EXPECT_EQ(results.at("store_bytes").at("value"), 3 * 8 * 491520);
}

TEST(ProactPublishedRegion, ComesToEveryGpu) { expect_comes_to_every_gpu("jacobi", "hw"); }

TEST(ProactPublishedRegion, OfSmallPiecesComesToEveryGpu) {
  expect_comes_to_every_gpu("sssp", "polling");
}

}  // namespace
}  // namespace gf::test::proact_large_test
