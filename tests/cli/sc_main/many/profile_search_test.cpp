// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "core/text/json.h"
#include "tests/support/profile_command.h"
#include "tests/support/program.h"

namespace gf::test::profile_search_test {
namespace {

using namespace profile_command;  // NOLINT: what these tests share

/// Each point of a small grid by a `gpufabric run` of its own: the least time in microseconds.
double least_by_hand(const std::vector<std::string>& machine) {
  double least = 1e9;
  const auto try_point = [&](const std::vector<std::string>& settings) {
    const Captured run = exits(
        0, program(Words{"run", "proact", "--json", "--quiet"} + machine + parameters(settings)));
    const auto results = core::parse_json(run.out).at("results");
    least = std::min(least, results.at("time").at("value").get<double>() * 1e6);
  };
  try_point({"mechanism=inline"});
  for (const char* mechanism : {"mechanism=polling", "mechanism=cdp"})
    for (const char* chunk : {"chunk=4 KiB", "chunk=32 KiB", "chunk=256 KiB"})
      for (const char* threads : {"threads=32", "threads=512"})
        try_point({mechanism, chunk, threads});
  return least;
}

class SmallCase : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(SmallCase, TheBestIsThatOfAllPointsTriedOneByOne) {
  const ScratchDirectory scratch;
  const Captured profile =
      exits(0, program(Words{"profile", "proact", "--csv", "--quiet", "--store", scratch / "store",
                             "--chunks", "4 KiB,32 KiB,256 KiB", "--threads", "32,512"} +
                       GetParam()));
  const Split found(csv(profile.out));
  EXPECT_EQ(found.ended.size() + found.stopped, 13u);
  EXPECT_NEAR(std::stod(found.ended.at(0)[3]), least_by_hand(GetParam()), 0.0006);
}
// PageRank's stores are scattered, Jacobi's whole lines: inline is bad at the first, good at the
// second; the microbenchmark has chunks enough to hide nearly all of its transfer.
INSTANTIATE_TEST_SUITE_P(
    Profile, SmallCase,
    testing::Values(std::vector<std::string>{"-p", "system=4x_kepler", "-p", "gpu.sms=4", "-p",
                                             "gpus=2", "-p", "workload=pagerank", "-p",
                                             "iterations=1", "-p", "app.bytes=256 KiB"},
                    std::vector<std::string>{"-p", "system=4x_volta", "-p", "gpu.sms=8", "-p",
                                             "gpus=2", "-p", "workload=jacobi", "-p",
                                             "iterations=1", "-p", "app.bytes=256 KiB"},
                    std::vector<std::string>{"-p", "system=4x_pascal", "-p", "gpu.sms=4", "-p",
                                             "gpus=3", "-p", "workload=microbenchmark", "-p",
                                             "app.bytes=1 MiB", "-p", "app.cta_cycles=4000"}));

}  // namespace
}  // namespace gf::test::profile_search_test
