// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/list/platform_list.cpp platforms/platform.h platforms/proact/proact_platform.h
// A run says how far it is, and never goes back.
#include "core/text/progress.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <map>
#include <sstream>

#include "core/param/params.h"
#include "platforms/platform.h"

namespace gf::platforms::progress_test {
namespace {

struct Case {
  std::string platform;
  std::map<std::string, std::string> settings;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.platform; }

std::unique_ptr<Platform> make(const std::string& name) {
  for (const PlatformEntry& entry : all_platforms())
    if (entry.name == name) return entry.make();
  return nullptr;
}

/// The shares that a progress line showed, in percent.
std::vector<int> shares(const std::string& drawn) {
  std::vector<int> all;
  for (std::size_t at = drawn.find(']'); at != std::string::npos; at = drawn.find(']', at + 1))
    all.push_back(std::stoi(drawn.substr(at + 1)));
  return all;
}

class ProgressOf : public testing::TestWithParam<Case> {};

TEST_P(ProgressOf, GrowsFromTheStartOfTheRunToItsEnd) {
  core::ParamRegistry params;
  for (const auto& [name, value] : GetParam().settings) params.add_override(name, value, "test");
  const std::unique_ptr<Platform> platform = make(GetParam().platform);
  platform->declare(params.root());
  params.check_all_used();
  platform->build(1);
  std::ostringstream drawn;
  double seconds = 0;  // every look at the clock takes one: no update is left out
  core::Progress progress("run", drawn,
                          [&seconds] { return std::chrono::duration<double>(++seconds); });
  RunContext context;
  context.progress = &progress;
  EXPECT_EQ(platform->run(context).code, core::ExitCode::kDone);
  const std::vector<int> seen = shares(drawn.str());
  ASSERT_GE(seen.size(), 4u) << drawn.str();
  EXPECT_LT(seen.front(), 34);
  EXPECT_GT(seen.back(), 66);
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end())) << testing::PrintToString(seen);
  const auto between = [](int share) { return share > 0 && share < 100; };
  EXPECT_GE(std::count_if(seen.begin(), seen.end(), between), 2) << testing::PrintToString(seen);
}

INSTANTIATE_TEST_SUITE_P(
    All, ProgressOf,
    testing::Values(Case{"dragonfly", {{"load", "0.3"}, {"p", "2"}, {"a", "4"}, {"h", "2"}}},
                    Case{"torus", {{"load", "0.1"}}}, Case{"fat_tree", {{"load", "0.1"}}},
                    Case{"hyperx", {{"load", "0.1"}}},
                    Case{"nvlink_node", {{"gpu.sms", "8"}, {"workload", "stream_triad"}}},
                    Case{"gpu_node", {{"gpu.sms", "8"}, {"workload", "stream_triad"}}},
                    Case{"store_goodput", {{"stores", "200000"}}}),
    [](const auto& each) { return each.param.platform; });

}  // namespace
}  // namespace gf::platforms::progress_test
