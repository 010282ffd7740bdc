// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/library_settings.h"

#include <gmock/gmock.h>

#include "tests/support/captured.h"
#include "tests/support/errors.h"

namespace gf::model::library_settings_test {
namespace {

using Kind = Collective::Kind;
using testing::ElementsAre;
using testing::HasSubstr;

LibrarySettings read(WorkloadOptions options, Kind kind = Kind::kAllReduce) {
  return read_library_settings({"allreduce", std::move(options), "correct it"}, kind);
}
std::string error(WorkloadOptions options) {
  return test::error_of([&] { (void)read(std::move(options)); });
}

/// Which of LL, LL128 and Simple are allowed: 1, 0, or 2 as the machine allows.
std::vector<int> protocols(const LibrarySettings& settings) {
  std::vector<int> all;
  for (const auto& each : settings.protocols) all.push_back(each ? *each : 2);
  return all;
}

TEST(LibrarySettings, ListsAllowOrForbid) {
  EXPECT_THAT(protocols(read({})), ElementsAre(2, 2, 2));
  EXPECT_THAT(protocols(read({{"NCCL_PROTO", "LL128"}})), ElementsAre(0, 1, 0));
  EXPECT_THAT(protocols(read({{"NCCL_PROTO", "ll+simple"}})), ElementsAre(1, 0, 1));
  EXPECT_THAT(protocols(read({{"NCCL_PROTO", "^LL"}})), ElementsAre(0, 1, 1));
  EXPECT_FALSE(read({{"NCCL_ALGO", "Ring"}}).allows(LibraryAlgorithm::kTree));
  EXPECT_TRUE(read({{"NCCL_ALGO", "^NVLS"}}).allows(LibraryAlgorithm::kTree));
}

TEST(LibrarySettings, NumbersCombineAsInTheLibrary) {
  const LibrarySettings settings = read({{"NCCL_MAX_NCHANNELS", "16"},
                                         {"NCCL_MAX_CTAS", "8"},
                                         {"NCCL_MIN_CTAS", "4"},
                                         {"NCCL_NTHREADS", "256"},
                                         {"NCCL_BUFFSIZE", "8388608"},
                                         {"NCCL_P2P_NVL_CHUNKSIZE", "131072"},
                                         {"NCCL_THREAD_THRESHOLDS", "1 2 3 4"}});
  EXPECT_EQ(settings.most_channels, 8u);
  EXPECT_EQ(settings.least_channels, 4u);
  EXPECT_EQ(settings.threads, 256u);
  EXPECT_EQ(settings.buffers[2], 8u << 20);
  EXPECT_EQ(settings.p2p_nvlink_chunk, 128u << 10);
  EXPECT_EQ(settings.thread_bytes[0][2], 3u);
  EXPECT_EQ(settings.thread_bytes[1][0], 4u);
  EXPECT_FALSE(settings.thread_bytes[1][1]);
}

TEST(LibrarySettings, AFileHasTheLibrarysFormAndOptionsGoFirst) {
  const test::ScratchDirectory scratch;
  const std::string file = (scratch / "nccl.conf").string();
  test::write_file(file,
                   "# for all nodes\n"
                   "NCCL_PROTO=^LL128;allreduce:LL,Simple;broadcast:LL\n"
                   "NCCL_ALGO=Tree\n"
                   "\n"
                   "NCCL_NTHREADS=128\n");
  const LibrarySettings settings = read({{"settings", file}, {"NCCL_ALGO", "Ring"}});
  EXPECT_THAT(protocols(settings), ElementsAre(1, 0, 1));
  EXPECT_TRUE(settings.allows(LibraryAlgorithm::kRing));
  EXPECT_FALSE(settings.allows(LibraryAlgorithm::kTree));
  EXPECT_EQ(settings.threads, 128u);
  EXPECT_THAT(protocols(read({{"settings", file}}, Kind::kBroadcast)), ElementsAre(1, 0, 0));
  EXPECT_THAT(protocols(read({{"settings", file}}, Kind::kReduce)), ElementsAre(1, 0, 1));
}

TEST(LibrarySettings, WrongValuesAreRefusedWithWhatIsLegal) {
  EXPECT_THAT(error({{"NCCL_PROTO", "LL64"}}),
              HasSubstr("NCCL_PROTO = LL64: expected a list of LL, LL128, Simple"));
  EXPECT_THAT(error({{"NCCL_NTHREADS", "100"}}), HasSubstr("64 ... 512, a multiple of 32"));
  EXPECT_THAT(error({{"NCCL_MAX_NCHANNELS", "65"}}), HasSubstr("1 ... 64"));
  const test::ScratchDirectory scratch;
  const std::string file = (scratch / "nccl.conf").string();
  test::write_file(file, "NCCL_PROTO=LL\nNCCL_ALGO=Star\n");
  EXPECT_THAT(error({{"settings", file}}),
              HasSubstr("nccl.conf:2: NCCL_ALGO = Star; expected a list of Tree, Ring"));
  test::write_file(file, "NCCL_PROTO LL\n");
  EXPECT_THAT(error({{"settings", file}}), HasSubstr("nccl.conf:1: NCCL_PROTO LL"));
  test::write_file(file, "NCCL_PROTO=alltoall:LL\n");
  EXPECT_THAT(error({{"settings", file}}), HasSubstr("one of Broadcast, Reduce"));
  test::write_file(file, "NCCL_PROTO=LL;Simple\n");
  EXPECT_THAT(error({{"settings", file}}), HasSubstr("before each further list"));
}

TEST(LibrarySettings, NamesWithoutEffectAreKnown) {
  const std::vector<std::string>& names = names_without_effect();
  for (const char* const name : {"NCCL_IB_HCA", "NCCL_DEBUG", "NCCL_P2P_LEVEL"})
    EXPECT_THAT(names, testing::Contains(name));
  EXPECT_THAT(names, testing::Not(testing::Contains("NCCL_PROTO")));
}

}  // namespace
}  // namespace gf::model::library_settings_test
