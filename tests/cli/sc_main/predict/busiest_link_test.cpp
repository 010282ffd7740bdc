// SPDX-License-Identifier: Apache-2.0
#include "sc_main/predict/busiest_link.h"

#include "core/text/json.h"
#include "tests/support/machine_runs.h"
#include "tests/support/matchers.h"

namespace gf::test::busiest_link_test {
namespace {

nlohmann::json tests_of(const std::string& machine) {
  const Captured run = exits(0, program({"predict", machine, "--json", "--why", "--bytes", "1 MiB",
                                         "--reduce-bytes", "1 MiB", "--store", "", "-q"}));
  return core::parse_json(run.out)["tests"];
}

TEST(BusiestLink, ItsArithmeticGivesTheRateOfACopy) {
  const auto tests = tests_of("two_socket");
  unsigned copies = 0;
  for (const auto& test : tests) {
    const auto& link = test["values"][0]["link"];
    ASSERT_TRUE(link.is_object()) << test;
    if (test["test"] != "one copy") continue;
    ++copies;
    const double product = link["parallel"].get<double>() * link["sent"].get<double>() *
                           link["payload"].get<double>() / link["packet"].get<double>() *
                           link["busy"].get<double>();
    EXPECT_NEAR(product / test["values"][0]["rate"].get<double>(), 1, 0.01) << test;
  }
  EXPECT_EQ(copies, 3u);
}

TEST(BusiestLink, ParallelLinksCountTogether) {
  const ScratchDirectory scratch;
  write_file(scratch / "linked.ini", machine_runs::kLinked);
  const auto tests = tests_of(scratch / "linked.ini");
  EXPECT_EQ(tests[0]["values"][0]["link"]["parallel"], 4);
  EXPECT_NEAR(tests[0]["values"][0]["link"]["rate"].get<double>(), 25e9, 1e6);
}

TEST(BusiestLink, CopiesBetweenNodesFillTheChannelToTheCard) {
  const ScratchDirectory scratch;
  write_file(scratch / "two.ini", machine_runs::kTwoNics);
  unsigned network = 0;
  for (const auto& test : tests_of(scratch / "two.ini")) {
    const auto& value = test["values"][0];
    if (test["test"] != "one copy" || value["path"] != "network") continue;
    ++network;
    const auto& link = value["link"];
    EXPECT_THAT(link["link"].get<std::string>(), ContainsRegex("^router_. -> node_1.nic"));
    EXPECT_NEAR(
        link["rate"].get<double>() * link["busy"].get<double>() / value["rate"].get<double>(), 1,
        0.01);
  }
  EXPECT_GT(network, 0u);
}

TEST(BusiestLink, SaysItInALine) {
  app::BusiestLink link;
  link.link = "rc0 -> rc1";
  link.rate = link.sent = 20.8e9;
  link.payload = 64;
  link.packet = 72;
  link.busy = 1;
  link.carried = 16e6;
  EXPECT_EQ(link.arithmetic(18.49e9, 16e6, 1e6),
            "rc0 -> rc1: 20.8 GB/s x 64/72 x 100 % busy = 18.49 GB/s");
  link.parallel = 2;
  link.sent = 10.4e9;
  link.waits = "link_busy";
  EXPECT_EQ(link.arithmetic(8.09e9, 7e6, 1e6),
            "rc0 -> rc1: 20.8 GB/s x 2 links x 0.500 x 64/72 x 100 % busy x 7/16 = 8.09 GB/s; "
            "packets there wait for link_busy");
  app::BusiestLink channel;
  channel.link = "router_0 -> router_1";
  channel.busy = 0.98;
  EXPECT_EQ(channel.arithmetic(8e9, 8e6, 1e6), "router_0 -> router_1: 98 % busy");
  channel.rate = channel.sent = 12.31e9;
  channel.payload = channel.packet = 4096;
  channel.carried = 8e6;
  EXPECT_EQ(channel.arithmetic(12.06e9, 8e6, 1e6),
            "router_0 -> router_1: 12.31 GB/s of payload x 98 % busy = 12.06 GB/s");
}

}  // namespace
}  // namespace gf::test::busiest_link_test
