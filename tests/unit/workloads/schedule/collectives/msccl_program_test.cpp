// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/msccl_program.h"

#include <gmock/gmock.h>
#include <regex>

#include "tests/support/captured.h"
#include "tests/support/collective_ways.h"
#include "tests/support/errors.h"

namespace gf::model::msccl_program_test {
namespace {

using testing::HasSubstr;

Schedule run(const MscclFile& file, std::uint64_t elements, bool in_place) {
  Collective collective;
  collective.kind =
      file.collective == "alltoall" ? Collective::Kind::kAllToAll : Collective::Kind::kAllReduce;
  collective.ranks = static_cast<unsigned>(file.blocks.size());
  collective.elements = elements;
  collective.op = file.collective == "alltoall" ? ReduceOp::kNone : ReduceOp::kSum;
  collective.in_place = in_place;
  collective.check = true;
  CollectiveBuilder builder(collective);
  run_msccl(builder, file, sc_core::sc_time(1, sc_core::SC_US));
  return builder.finish("s");
}

MscclFile all_pairs(const ChannelProtocol& protocol = kSimple) {
  MscclFile file = MscclFile::read(GF_SOURCE_DIR "/docs/examples/all_pairs_4.xml");
  file.protocol = protocol;
  file.protocol.chunk = 480;
  return file;
}

MscclFile read(const std::string& text) {
  const test::ScratchDirectory scratch;
  test::write_file(scratch / "p.xml", text);
  return MscclFile::read((scratch / "p.xml").string());
}

/// With less than a slice in a chunk, several slices, and several loops over the steps.
TEST(MscclProgram, IsRightInAnyOrderOfTasks) {
  for (const ChannelProtocol& protocol : {kSimple, kLl, kLl128})
    for (const std::uint64_t elements : {4u, 400u, 1'920u, 20'008u})
      for (const unsigned seed : {1u, 2u, 3u}) {
        const Schedule schedule = run(all_pairs(protocol), elements, true);
        collective_ways::AnyOrder order(schedule, seed);
        const CollectiveData::Verdict verdict = order.run();
        ASSERT_EQ(verdict.wrong, 0u) << elements << ": " << verdict.first_wrong;
        ASSERT_EQ(verdict.compared, 4 * elements);
        ASSERT_EQ(order.ended(), schedule.tasks.size());
      }
}

/// Every kind of step that sends and receives, on a chain of three: GPU 0 sends, GPU 1 adds and
/// passes on, GPU 2 adds, keeps and sends the sum back, which GPU 1 copies and passes on.
const char* const kChain = R"(<algo name="chain" proto="LL" nchunksperloop="1" ngpus="3"
  coll="allreduce" inplace="0" outofplace="1">
<gpu id="0" i_chunks="1" o_chunks="1" s_chunks="0"><tb id="0" send="1" recv="1" chan="0">
<step s="0" type="s" srcbuf="i" srcoff="0" dstbuf="o" dstoff="0" cnt="1" depid="-1" deps="-1"/>
<step s="1" type="r" srcbuf="i" srcoff="0" dstbuf="o" dstoff="0" cnt="1" depid="-1" deps="-1"/>
</tb></gpu>
<gpu id="1" i_chunks="1" o_chunks="1" s_chunks="0"><tb id="0" send="2" recv="0" chan="0">
<step s="0" type="rrs" srcbuf="i" srcoff="0" dstbuf="o" dstoff="0" cnt="1" depid="-1" deps="-1"/>
</tb><tb id="1" send="0" recv="2" chan="0">
<step s="0" type="rcs" srcbuf="i" srcoff="0" dstbuf="o" dstoff="0" cnt="1" depid="-1" deps="-1"/>
</tb></gpu>
<gpu id="2" i_chunks="1" o_chunks="1" s_chunks="0"><tb id="0" send="1" recv="1" chan="0">
<step s="0" type="rrcs" srcbuf="i" srcoff="0" dstbuf="o" dstoff="0" cnt="1" depid="-1" deps="-1"/>
</tb></gpu></algo>)";

TEST(MscclProgram, PassesOnWhatItReceives) {
  const Schedule schedule = run(read(kChain), 1000, false);
  EXPECT_EQ(collective_ways::AnyOrder(schedule, 1).run().wrong, 0u);
  // If the last one keeps the sum and sends nothing back, the others wait for it.
  std::string text = kChain;
  text = std::regex_replace(text, std::regex("rrcs"), "rrc");
  EXPECT_THAT(test::error_of([&] { (void)run(read(text), 1000, false); }),
              HasSubstr("p.xml:5: step 1 of thread block 0 of GPU 0 waits for ever, for data of "
                        "GPU 1"));
}

TEST(MscclProgram, CopiesAndExchangesBlocks) {
  const MscclFile file = read(R"(<algo name="swap" proto="Simple" nchunksperloop="2" ngpus="2"
  coll="alltoall" inplace="0" outofplace="1">
<gpu id="0" i_chunks="2" o_chunks="2" s_chunks="0"><tb id="0" send="-1" recv="-1" chan="0">
<step s="0" type="cpy" srcbuf="i" srcoff="0" dstbuf="o" dstoff="0" cnt="1" depid="-1" deps="-1"/>
</tb><tb id="1" send="1" recv="1" chan="0">
<step s="0" type="s" srcbuf="i" srcoff="1" dstbuf="o" dstoff="0" cnt="1" depid="-1" deps="-1"/>
<step s="1" type="r" srcbuf="i" srcoff="1" dstbuf="o" dstoff="1" cnt="1" depid="-1" deps="-1"/>
</tb></gpu>
<gpu id="1" i_chunks="2" o_chunks="2" s_chunks="0"><tb id="0" send="-1" recv="-1" chan="0">
<step s="0" type="cpy" srcbuf="i" srcoff="1" dstbuf="o" dstoff="1" cnt="1" depid="-1" deps="-1"/>
</tb><tb id="1" send="0" recv="0" chan="0">
<step s="0" type="s" srcbuf="i" srcoff="0" dstbuf="o" dstoff="1" cnt="1" depid="-1" deps="-1"/>
<step s="1" type="r" srcbuf="i" srcoff="0" dstbuf="o" dstoff="0" cnt="1" depid="-1" deps="-1"/>
</tb></gpu></algo>)");
  const Schedule schedule = run(file, 2000, false);
  const CollectiveData::Verdict verdict = collective_ways::AnyOrder(schedule, 1).run();
  EXPECT_EQ(verdict.wrong, 0u) << verdict.first_wrong;
  EXPECT_EQ(verdict.compared, 4000u);
}

TEST(MscclProgram, ProgramsThatHangAreRefused) {
  const auto refused = [](const char* what, const char* by) {
    const std::string text = std::regex_replace(std::string(kChain), std::regex(what), by);
    return test::error_of([&] { (void)run(read(text), 1000, false); });
  };
  EXPECT_THAT(refused("type=\"rcs\"", "type=\"r\""), HasSubstr("for data of GPU 1"));
  // Nobody receives what GPU 2 sends back.
  EXPECT_THAT(refused("<step s=\"0\" type=\"rcs\"[^>]*>", ""), HasSubstr("waits for ever"));
  EXPECT_THAT(refused("<step s=\"1\" type=\"r\" srcbuf=\"i\"",
                      "<step s=\"1\" type=\"nop\" cnt=\"0\" depid=\"0\" deps=\"1\"/><step s=\"2\" "
                      "type=\"r\" srcbuf=\"i\""),
              HasSubstr("step 1 of thread block 0 of GPU 0 waits for ever, for step 1 of block 0"));
}

TEST(MscclProgram, BothEndsMoveTheSameNumberOfChunks) {
  const std::string text =
      std::regex_replace(std::regex_replace(std::string(kChain), std::regex("nchunksperloop=\"1\""),
                                            "nchunksperloop=\"2\""),
                         std::regex("_chunks=\"1\""), "_chunks=\"2\"");
  const std::string wrong = std::regex_replace(text, std::regex("cnt=\"1\""), "cnt=\"2\"",
                                               std::regex_constants::format_first_only);
  EXPECT_THAT(test::error_of([&] { (void)run(read(wrong), 1000, false); }),
              HasSubstr("500 elements are received from GPU 0 where it sends 1000"));
}

}  // namespace
}  // namespace gf::model::msccl_program_test
