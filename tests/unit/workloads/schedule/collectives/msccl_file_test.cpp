// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/msccl_file.h"

#include <gmock/gmock.h>
#include <regex>

#include "tests/support/captured.h"
#include "tests/support/errors.h"

namespace gf::model::msccl_file_test {
namespace {

using testing::HasSubstr;

const std::string kExample = GF_SOURCE_DIR "/docs/examples/all_pairs_4.xml";

MscclFile read(const std::string& text) {
  const test::ScratchDirectory scratch;
  test::write_file(scratch / "program.xml", text);
  return MscclFile::read((scratch / "program.xml").string());
}

TEST(MscclFile, HasBlocksWithPeersAndSteps) {
  const MscclFile file = MscclFile::read(kExample);
  EXPECT_EQ(file.name, "all_pairs");
  EXPECT_EQ(file.collective, "allreduce");
  EXPECT_EQ(file.protocol.name, "simple");
  EXPECT_EQ(file.chunks, 4u);
  EXPECT_TRUE(file.in_place);
  EXPECT_FALSE(file.out_of_place);
  EXPECT_THAT(file.scratch, testing::ElementsAre(3, 3, 3, 3));
  ASSERT_EQ(file.blocks.size(), 4u);
  ASSERT_EQ(file.blocks[1].size(), 3u);
  const MscclBlock& block = file.blocks[1][0];
  EXPECT_EQ(block.sends_to, 0u);
  EXPECT_EQ(block.receives_from, 0u);
  ASSERT_EQ(block.steps.size(), 8u);
  EXPECT_EQ(block.steps[2].count, 0u);
  EXPECT_EQ(block.steps[2].after, std::make_pair(1u, 1u));
  const MscclStep& sum = block.steps[3];
  EXPECT_TRUE(sum.takes && sum.reduces && sum.puts && !sum.sends && !sum.receives);
  EXPECT_EQ(sum.from, RankBuffer::kScratch);
  EXPECT_EQ(sum.to, RankBuffer::kInput);
  EXPECT_EQ(sum.to_chunk, 1u);
  EXPECT_EQ(sum.place.line, 31u);
}

/// Replaces the first match of `what` in the example.
std::string error_with(const std::string& what, const std::string& by) {
  const std::string text = std::regex_replace(test::read_file(kExample), std::regex(what), by,
                                              std::regex_constants::format_first_only);
  EXPECT_NE(text, test::read_file(kExample)) << what;
  return test::error_of([&] { (void)read(text); });
}

TEST(MscclFile, WhatCannotRunIsNamedWithItsLine) {
  EXPECT_THAT(error_with("coll=\"allreduce\"", "coll=\"broadcast\""),
              AllOf(HasSubstr("program.xml:1: "), HasSubstr("one of allreduce, alltoall")));
  EXPECT_THAT(error_with("proto=\"Simple\"", "proto=\"simple\""),
              HasSubstr("one of Simple, LL, LL128"));
  EXPECT_THAT(error_with("ngpus=\"4\"", "ngpus=\"5\""), HasSubstr("the file may be cut off"));
  EXPECT_THAT(error_with("nchunksperloop=\"4\"", "nchunksperloop=\"0\""), HasSubstr("1 ... "));
  EXPECT_THAT(error_with("type=\"s\"", "type=\"send\""),
              AllOf(HasSubstr("program.xml:4: "), HasSubstr("rrcs")));
  EXPECT_THAT(error_with("send=\"1\"", "send=\"-1\""), HasSubstr("one that does not send"));
  EXPECT_THAT(error_with("recv=\"1\"", "recv=\"-1\""), HasSubstr("one that does not receive"));
  EXPECT_THAT(error_with("send=\"1\"", "send=\"9\""), HasSubstr("0 ... 3, or -1 for none"));
  EXPECT_THAT(error_with("send=\"2\"", "send=\"1\""),
              HasSubstr("a peer and a channel that no other thread block of the GPU has"));
  EXPECT_THAT(error_with("srcoff=\"1\"", "srcoff=\"4\""),
              HasSubstr("chunks of buffer i; this GPU has 4"));
  EXPECT_THAT(error_with("depid=\"1\" deps=\"1\"", "depid=\"7\" deps=\"1\""),
              HasSubstr("step 1 of thread block 7"));
  EXPECT_THAT(error_with("<tb id=\"1\"", "<tb id=\"2\""), HasSubstr("numbered in their order"));
  EXPECT_THAT(error_with("cnt=\"1\"", "cnt=\"0\""), HasSubstr("1 ... 4"));
  EXPECT_THAT(test::error_of([] { (void)read("<system/>"); }), HasSubstr("<algo>"));
  EXPECT_THAT(test::error_of([] { (void)read("<algo coll=\"allreduce\" proto=\"LL\" "); }),
              HasSubstr("program.xml:1"));
}

}  // namespace
}  // namespace gf::model::msccl_file_test
