// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/why/why_kernel.cpp sc_main/why/why_chunk.cpp
// Answers about parts of a run: how they read, and how what is not there is refused.
#include "sc_main/why/why_part.h"

#include "tests/support/asked_parts.h"
#include "tests/support/matchers.h"

namespace gf::app::why_part_test {
namespace {

using asked_parts::Asked;

constexpr core::Ticks kNanosecond = 1'000'000;

TEST(PartAnswer, ShowsWhatTookMostAndJoinsTheRest) {
  PartAnswer answer;
  answer.part = "kernel spmv";
  answer.sentence = "kernel spmv took a while.";
  answer.whole = 1000 * kNanosecond;
  answer.rows = {{"compute and issue", 300 * kNanosecond},
                 {"sync: barriers", 4 * kNanosecond},
                 {"memory: data of the L1", 3 * kNanosecond},
                 {"memory: data of GPU 3, accessed by GPU 0", 693 * kNanosecond}};
  const std::string text = answer.text(10);
  EXPECT_THAT(text, HasSubstr("kernel spmv took a while.\n"));
  EXPECT_LT(text.find("GPU 3"), text.find("compute"));
  EXPECT_THAT(text, HasSubstr("30.0 %  300 ns"));
  EXPECT_THAT(text, HasSubstr("  0.7 %    7 ns"));
  EXPECT_THAT(text, HasSubstr("smaller parts"));
  EXPECT_THAT(text, Not(HasSubstr("barriers")));
  EXPECT_THAT(answer.text(1), Not(HasSubstr("compute")));
  EXPECT_THAT(answer.text(1), HasSubstr("30.7 %"));
  EXPECT_EQ(answer.json()["shares"].size(), 4u);
}

TEST(PartQuestion, IsOneOfSeveralKinds) {
  EXPECT_EQ(PartQuestion::of("copy 0->2"), nullptr);
  EXPECT_EQ(PartQuestion::of("flow 0->2 reads"), nullptr);
  EXPECT_EQ(PartQuestion::of("kernel"), nullptr);
  for (const char* part :
       {"kernel spmv", "lane gpu_0 link_0", "link a -> b", "chunk 7 of gpu_0", "message 0->3"})
    EXPECT_NE(PartQuestion::of(part), nullptr) << part;
}

TEST(KernelQuestion, SaysWhatThereIs) {
  EXPECT_THAT(Asked("kernel spmv").error(), HasSubstr("it has none"));
}

TEST(MessageQuestion, NeedsCardsAndSaysSo) {
  EXPECT_THAT(Asked("message 0->3").error(), HasSubstr("platforms with APEnet+ cards"));
}

TEST(ChunkQuestion, NeedsAMechanismThatTracksThem) {
  EXPECT_THAT(Asked("chunk 7 of gpu_0").error(), HasSubstr("--mechanism hw"));
}

TEST(HeldPackets, NameTheLinkThatHeldMost) {
  HeldPackets held;
  int part = 0;
  struct Nothing : core::HopJournal::Sink {
    void leaves(const core::HopJournal::Hop&) override {}
  } nothing;
  core::HopJournal journal(nothing);
  const auto hop = [&](const std::string& flow, const std::string& link, core::Ticks ticks) {
    core::HopJournal::Hop one;
    one.flow = journal.flow(&part, static_cast<unsigned>(++part), [&] { return flow; });
    one.link = journal.link(&part, static_cast<unsigned>(link.size()), [&] { return link; });
    one.free = ticks;
    held.add(one);
  };
  hop("flow 0->3 reads", "long_link", 10);
  hop("flow 3->0 read data", "link", 25);
  hop("flow 3->0 read data", "link", 65);
  hop("flow 1->2 writes", "long_link", 1000);
  EXPECT_EQ(held.most({"flow 0->3 ", "flow 3->0 "}, journal, {{"link", "a -> b"}}),
            ", most at a -> b (90 %)");
  EXPECT_EQ(held.most({"flow 7->0 "}, journal, {}), "");
}

}  // namespace
}  // namespace gf::app::why_part_test
