// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/memory/owner_extension.h explain/slow_flows.h sc_main/why/why_route.h
// Where the time of copies over NVLink went, within one machine: what was lost is compared with the
// time of the same copy alone in the machine.
#include "tests/support/explained_copies.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::why_report_test {
namespace {

using namespace explained_copies;  // NOLINT: what these tests share

Words machine(const std::string& name) { return {"-p", "machine=" + name, "--no-page"}; }

// Eighteen links of each GPU lead over four switches: three copies share those of GPU 1.
TEST(WhyCopiesOverNvlink, ParallelLinksCountAsOnePlace) {
  const Explained explained("g,0,1,1 MiB,0\ng,2,1,1 MiB,0\ng,3,1,1 MiB,0\n", machine("dgx_h100"));
  const Answer why = explained.why("copy 0->1");
  EXPECT_NEAR(why.sum(), 1, 1e-9) << why.text();
  EXPECT_NEAR(why.lost(), why.slower(), kNear) << why.text();
  EXPECT_GT(why.lost(), 0.5) << why.text();
  EXPECT_NEAR(why.part("shared with copy 2->1", true), why.part("shared with copy 3->1", true),
              0.02);
  const Captured text = explained.ask({"copy 0->1"});
  EXPECT_THAT(text.out, HasSubstr("nvswitch* -> gpu_1 shared with copy 2->1")) << text.err;
  EXPECT_THAT(text.out, HasSubstr("and its parallel links: 18 x"));
}

// Both engines write through one port, whose link to GPU 1 is single.
TEST(WhyCopiesOverNvlink, OfTwoToOneGpuEachLosesToTheOther) {
  const Explained explained("g,0,1,1 MiB,0\ng,0,1,512 KiB,0\n", machine("dgx1_v100"));
  for (const auto& [copy, other] :
       {std::pair{"copy 0->1", "copy 0->1 #2"}, {"copy 0->1 #2", "copy 0->1"}}) {
    const Answer why = explained.why(copy);
    EXPECT_NEAR(why.lost(), why.slower(), kNear) << why.text();
    EXPECT_NEAR(why.part("gpu_0 -> gpu_1 shared with " + std::string(other), true), why.lost(),
                0.03)
        << why.text();
  }
}

TEST(WhyCopiesOverNvlink, OneByAnotherWayOutWaitsForNothing) {
  const Explained explained("g,0,5,1 MiB,0\ng,0,1,1 MiB,0\n", machine("dgx1_v100"));
  const Answer why = explained.why("copy 0->1");
  EXPECT_NEAR(why.sum(), 1, 1e-9) << why.text();
  EXPECT_LT(why.slower(), 0.02) << "both read the memory of GPU 0\n" << why.text();
  EXPECT_LT(why.lost(), 0.01) << why.text();
}

// With one way out the second waits while the port serves the first, which has half as many links.
TEST(WhyCopiesOverNvlink, OneBehindACopyToAnotherPeerNamesThePort) {
  Words settings = machine("dgx1_v100");
  settings.insert(settings.end(), {"-p", "nvlink.port.ways=one"});
  const Explained explained("g,0,1,1 MiB,0\ng,0,3,1 MiB,0\n", settings);
  const Answer why = explained.why("copy 0->3");
  EXPECT_NEAR(why.sum(), 1, 1e-9) << why.text();
  EXPECT_GT(why.part("gpu_0.memory.to_peers serves copy 0->1", true), 0.05) << why.text();
}

// GPUs with memory, joined by a tree alone.
TEST(WhyCopiesOverNvlink, GpusWithMemoryOnATreeLoseWhatTheyAreSlower) {
  Words settings = machine(GF_SOURCE_DIR "/docs/examples/server.ini");
  settings.insert(settings.end(), {"-p", "gpu_model=full"});
  const Explained explained("g,0,2,256 KiB,0\ng,1,2,256 KiB,0\ng,3,2,256 KiB,0\n", settings);
  for (const char* copy : {"copy 0->2", "copy 1->2", "copy 3->2"}) {
    const Answer why = explained.why(copy);
    EXPECT_NEAR(why.sum(), 1, 1e-9) << why.text();
    EXPECT_NEAR(why.lost(), why.slower(), kNear) << why.text();
  }
  const Captured follow = explained.ask({"--follow", "copy 0->2, packet 3"});
  EXPECT_THAT(follow.out, HasSubstr("gpu_0.pcie.requester, by gpu_0 -> rc0"))
      << follow.err << follow.out;
}

}  // namespace
}  // namespace gf::test::why_report_test
