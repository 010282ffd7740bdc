// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/memory/peer_port.h platforms/gpu/copies/gpu_copies.h
#include <fmt/format.h>
#include <numeric>

#include "core/text/json.h"
#include "tests/support/csv.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/why_command.h"

namespace gf::test::why_test {
namespace {

TEST_F(WhyTest, NamesWhatThereIsWhereAskedForWhatThereIsNot) {
  const Captured none = exits(2, why({"copy 0->7"}));
  EXPECT_THAT(none.err,
              HasSubstr("no flow of this run is called \"copy 0->7\"; it has 3, such as"));
  EXPECT_EQ(why({"--follow", "copy 1->2, packet 99999"}).code, 2);
  EXPECT_THAT(exits(2, why({"--follow", "copy 1->2"})).err, HasSubstr("'copy 0->2, packet 17'"));
  const Captured nowhere = exits(2, program({"why", scratch_ / "none"}));
  EXPECT_THAT(nowhere.err, HasSubstr("no run directory"));
}

/// Two copies by kernels into one GPU, on a machine of NVLink or PCIe.
class CopiesOfKernels
    : public testing::TestWithParam<std::tuple<const char* /*engine*/, const char* /*machine*/>> {
 protected:
  nlohmann::json answer() {
    const auto [engine, machine] = GetParam();
    const ScratchDirectory scratch;
    const std::string run = scratch / "run";
    write_file(
        scratch / "copies.csv",
        fmt::format("graph,src,dst,bytes,engine\ng,0,1,256 KiB,{0}\ng,2,1,256 KiB,{0}\n", engine));
    exits(0, program({"run", "cluster", "--machine", machine, "-p", "gpu_model=full", "--schedule",
                      scratch / "copies.csv", "--quiet", "--no-page", "--outdir", run}));
    const Captured said = exits(0, program({"why", run, "copy 0->1", "--json"}));
    return core::parse_json(said.out);
  }
};

TEST_P(CopiesOfKernels, TellWhatTheyWaitedForLikeThoseOfEngines) {
  const nlohmann::json answer = this->answer();
  const double seconds = answer.at("seconds"), lost = answer.at("lost_seconds");
  const nlohmann::json& causes = answer.at("causes");
  const double sum = std::accumulate(causes.begin(), causes.end(), 0.0,
                                     [](double sum, const nlohmann::json& cause) {
                                       return sum + cause.at("seconds").get<double>();
                                     });
  EXPECT_NEAR(sum, seconds, 1e-9 * seconds);
  // The other copy takes up to half of the way into GPU 1.
  EXPECT_GT(lost, 0.1 * seconds);
  EXPECT_LT(lost, 0.6 * seconds);
  bool other = false;
  for (const nlohmann::json& cause : causes)
    if (cause.at("lost") == true)
      other = other ||
              cause.at("chain").back().get<std::string>().find("copy 2->1") != std::string::npos;
  EXPECT_TRUE(other) << answer.dump(1);
}

INSTANTIATE_TEST_SUITE_P(, CopiesOfKernels,
                         testing::Combine(testing::Values("stores", "loads", "agent"),
                                          testing::Values("dgx_h100", GF_SOURCE_DIR
                                                          "/docs/examples/server.ini")));

}  // namespace
}  // namespace gf::test::why_test
