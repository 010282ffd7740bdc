// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/messages/alone.h
#include "core/text/json.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/why_command.h"

namespace gf::test::why_message_test {
namespace {

TEST(WhyMessage, GoesFromThePutCallToTheProgramThatIsTold) {
  const ScratchDirectory scratch;
  const std::string run = scratch / "run";
  exits(0,
        program({"run", "apenet_cluster", "--shape", "2x2", "--test", "alltoall", "--min", "8KiB",
                 "--max", "8KiB", "--iterations", "1", "--quiet", "--no-page", "--outdir", run}));
  const Captured list = exits(0, program({"why", run, "--top", "3"}));
  EXPECT_THAT(list.out, HasSubstr("3 of 24 messages"));
  EXPECT_THAT(list.out, HasSubstr("\nbottleneck: "));
  for (const char* name : {"message 0->3", "message 2->1 #2"}) {
    const Captured text = exits(0, program({"why", run, name, "--json"}));
    const nlohmann::json json = core::parse_json(text.out);
    double sum = 0, lost = 0;
    for (const auto& share : json["shares"]) {
      sum += share["seconds"].get<double>();
      if (share["lost"].get<bool>()) lost += share["seconds"].get<double>();
    }
    const double took = json["seconds"], alone = json["alone_seconds"];
    EXPECT_NEAR(sum, took, 1e-12);
    EXPECT_GT(lost / took, 0.3) << "cards have more than one to send and to receive";
    EXPECT_NEAR(lost / took, (took - alone) / took, 0.02) << text.out;
  }
  EXPECT_THAT(exits(2, program({"why", run, "message 0->7"})).err,
              HasSubstr("no message of this run is called \"message 0->7\""));
  EXPECT_EQ(program({"why", run, "message 0->3", "--alone"}).code, 2);
}

}  // namespace
}  // namespace gf::test::why_message_test
