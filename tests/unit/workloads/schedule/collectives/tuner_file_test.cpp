// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/tuner_file.h"

#include <gmock/gmock.h>

#include "tests/support/captured.h"
#include "tests/support/errors.h"

namespace gf::model::tuner_file_test {
namespace {

using Kind = Collective::Kind;

TunerFile read(const std::string& text) {
  const test::ScratchDirectory scratch;
  test::write_file(scratch / "tuner.csv", text);
  return TunerFile::read((scratch / "tuner.csv").string());
}

std::size_t matches(const TunerFile& file, Kind kind, std::uint64_t bytes, unsigned ranks = 8,
                    unsigned nodes = 1) {
  return file.matches(kind, core::Bytes(bytes), ranks, nodes).size();
}

TEST(TunerFile, LinesAreForSizesNodesAndRanks) {
  const TunerFile file = read(
      "# a comment\n"
      "\n"
      "allreduce,0,65536,tree,simple,2,1,-1\n"
      "allreduce, 65537, 1048576, ring, ll128, -1, -1, 8, 1\r\n"
      "broadcast,0,4294967295,ring,ll,4,4,32,1,0\n");
  EXPECT_EQ(matches(file, Kind::kAllReduce, 65536), 1u);
  EXPECT_EQ(matches(file, Kind::kAllReduce, 65536, 8, 2), 0u);
  EXPECT_EQ(matches(file, Kind::kAllReduce, 65537), 1u);
  EXPECT_EQ(matches(file, Kind::kAllReduce, 65537, 7), 0u);
  EXPECT_EQ(matches(file, Kind::kReduce, 8), 0u);
  EXPECT_EQ(matches(file, Kind::kBroadcast, 8, 32, 4), 1u);
  const auto lines = file.matches(Kind::kAllReduce, core::Bytes(1 << 20), 8, 1);
  EXPECT_EQ(lines.front().algorithm, "ring");
  EXPECT_EQ(lines.front().protocol, "ll128");
  EXPECT_FALSE(lines.front().channels);
}

TEST(TunerFile, LinesForRegisteredBuffersOrGroupsDoNotMatch) {
  EXPECT_EQ(matches(read("reduce,0,9,ring,ll,1,-1,-1,-1,1\n"), Kind::kReduce, 8), 0u);
  EXPECT_EQ(matches(read("reduce,0,9,ring,ll,1,-1,-1,2\n"), Kind::kReduce, 8), 0u);
  EXPECT_EQ(matches(read("reduce,0,9,ring,ll,1,-1,-1,-1,-1\n"), Kind::kReduce, 8), 1u);
}

TEST(TunerFile, ItsTextReadsBackTheSame) {
  const TunerFile file = read("allreduce,0,65536,nvls_tree,simple,2,-1,8,-1,0\n");
  EXPECT_EQ(file.text(),
            "# collective_type,min_bytes,max_bytes,algorithm,protocol,channels,nNodes,nRanks,"
            "numPipeOps,regBuff\nallreduce,0,65536,nvls_tree,simple,2,-1,8,-1,0\n");
  EXPECT_EQ(read(file.text()).text(), file.text());
}

TEST(TunerFile, WrongLinesAreNamed) {
  const auto refused = [](const std::string& line, const char* what) {
    const std::string error = test::error_of([&] { (void)read("# first\n" + line + "\n"); });
    EXPECT_THAT(error, testing::HasSubstr("tuner.csv:2: "));
    EXPECT_THAT(error, testing::HasSubstr(what));
  };
  refused("allreduce,0,9,ring,ll,1,1", "7 fields; expected 8 to 10: collective_type");
  refused("alltoall,0,9,ring,ll,1,1,8", "collective_type = alltoall; expected one of broadcast");
  refused("allreduce,0,9,rings,ll,1,1,8", "algorithm = rings");
  refused("allreduce,0,9,ring,ll64,1,1,8", "protocol = ll64; expected one of ll, ll128, simple");
  refused("allreduce,0,9,ring,ll,0,1,8", "channels = 0; expected -1, or 1 ... 64");
  refused("allreduce,0,9 KiB,ring,ll,1,1,8", "max_bytes = 9 KiB; expected a number of bytes");
  refused("allreduce,9,0,ring,ll,1,1,8", "max_bytes is below min_bytes");
  refused("allreduce,0,9,ring,ll,1,1,8,1,2", "regBuff = 2; expected -1, or 0 ... 1");
}

}  // namespace
}  // namespace gf::model::tuner_file_test
