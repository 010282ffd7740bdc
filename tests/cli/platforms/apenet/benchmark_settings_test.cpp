// SPDX-License-Identifier: Apache-2.0
#include "core/text/json.h"
#include "tests/support/apenet_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/results.h"

namespace gf::test::benchmark_settings_test {
namespace {

using apenet_runs::run;

TEST(ApenetRun, StagingCostsACopyAndNothingOverruns) {
  for (const char* staging : {"plain", "pipelined"}) {
    for (const char* staged : {"both", "source"}) {
      const Captured ran =
          exits(0, run("apenet_cluster",
                       {"test=bw", std::string("staging=") + staging, "window=8",
                        std::string("staged=") + staged, "min=4 KiB", "max=256 KiB"},
                       {"--json"}));
      const auto results = core::parse_json(ran.out).at("results");
      EXPECT_EQ(results.at("staging_overruns").at("value").get<double>(), 0);
      EXPECT_GT(results.at("interval.4096").at("value").get<double>(), 10e-6) << "cudaMemcpy";
    }
  }
}

TEST(ApenetRun, LongerListsReceiveMoreSlowly) {
  const auto rx = [](const std::string& place) {
    const Captured ran =
        run("apenet_node", {"src=host", "dst=host", "min=64 KiB", "max=64 KiB", place}, {"--json"});
    return results_of(ran).at("rx_task");
  };
  // 31 cycles of 5 ns each, and a miss of the data cache now and then.
  const double more = rx("place=42") - rx("place=2");
  EXPECT_GT(more, 40 * 31 * 5e-9);
  EXPECT_LT(more, 40 * (31 + 30) * 5e-9);
}

struct Wrong {
  const char* platform;
  std::vector<std::string> settings;
  std::vector<std::string> said;
};
void PrintTo(const Wrong& wrong, std::ostream* out) {
  *out << wrong.platform << ' ' << wrong.settings.front();
}
class ApenetWrongRun : public testing::TestWithParam<Wrong> {};

TEST_P(ApenetWrongRun, IsRefusedByName) {
  const Captured ran = exits(2, run(GetParam().platform, GetParam().settings));
  for (const std::string& text : GetParam().said) EXPECT_THAT(ran.err, HasSubstr(text));
}

INSTANTIATE_TEST_SUITE_P(
    All, ApenetWrongRun,
    testing::Values(
        Wrong{"apenet_cluster", {"shape=4x0"}, {"shape", "4x0", "XxYxZ"}},
        Wrong{"apenet_cluster", {"shape=big"}, {"shape", "big", "4x2x1"}},
        Wrong{"apenet_cluster", {"shape=4x2x1x2"}, {"shape", "4x2x1x2"}},
        Wrong{"apenet_cluster", {"shape=64x64x2"}, {"shape", "1 to 4096 nodes"}},
        Wrong{"apenet_cluster", {"peer=8"}, {"peer", "1 ... 7"}},
        Wrong{"apenet_cluster", {"peer=0"}, {"peer", "1 ... 7"}},
        Wrong{"apenet_cluster", {"test=latancy"}, {"latancy", "latency, bw"}},
        Wrong{"apenet_cluster", {"min=8 KiB", "max=4 KiB"}, {"max", "at least min = 8 KiB"}},
        Wrong{"apenet_cluster", {"src=host", "dst=host", "staging=plain"}, {"staging", "gpu"}},
        Wrong{"apenet_cluster", {"trace=bus", "trace_node=9"}, {"trace_node", "0 ... 7"}},
        Wrong{"apenet_cluster", {"card.buf_list=2", "max=32 B"}, {"buf_list", "at least 3"}},
        Wrong{"apenet_cluster", {"shape=8x8x2", "test=alltoall", "max=64 MiB"}, {"max", "1 GiB"}},
        Wrong{"apenet_node", {"test=bibw"}, {"bibw", "apenet_cluster"}},
        Wrong{"apenet_node", {"shape=2x1x1"}, {"shape"}},
        Wrong{"apenet_node", {"generation=v4"}, {"v4", "v1, v2, v3"}}));

}  // namespace
}  // namespace gf::test::benchmark_settings_test
