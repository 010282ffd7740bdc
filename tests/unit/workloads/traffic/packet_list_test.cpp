// SPDX-License-Identifier: Apache-2.0
#include "workloads/traffic/packet_list.h"

#include <fstream>

#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::model::packet_list_test {
namespace {

class PacketList : public testing::Test {
 protected:
  std::vector<ListedPacket> read(const std::string& text) const {
    std::ofstream(file_) << text;
    return read_packet_list(file_, 8, 4);
  }
  std::string error(const std::string& text) const {
    return test::error_of([&] { (void)read(text); });
  }
  const std::string file_ = testing::TempDir() + "packets.csv";
};

TEST_F(PacketList, IsSortedByCycleAndStableWithin) {
  const auto packets = read("# mine\ncycle,src,dst,flits\n5,1,2,1\n 0 , 3, 4, 2\n5,0,7,4\r\n");
  ASSERT_EQ(packets.size(), 3u);
  EXPECT_EQ(packets[0].src, 3u);
  EXPECT_EQ(packets[1].src, 1u);
  EXPECT_EQ(packets[2].src, 0u);
  EXPECT_EQ(packets[2].flits, 4u);
}

TEST_F(PacketList, NamesLineAndRange) {
  const std::string header = "cycle,src,dst,flits\n";
  EXPECT_THAT(error(header + "0,8,0,1\n"), HasSubstr(":2: src = '8'; expected 0 ... 7"));
  EXPECT_THAT(error(header + "0,1,0,5\n"), HasSubstr(":2: flits = '5'; expected 1 ... 4"));
  EXPECT_THAT(error(header + "0,1,0,0\n"), HasSubstr("flits = '0'"));
  EXPECT_THAT(error(header + "\n-1,1,0,1\n"), HasSubstr(":3: cycle = '-1'"));
  EXPECT_THAT(error(header + "0,1,0\n"), HasSubstr(":2: 3 fields"));
  EXPECT_THAT(error("0,1,0,1\n"), HasSubstr(":1: '0,1,0,1'; expected the header"));
  EXPECT_THAT(error(header), HasSubstr("no packet"));
  EXPECT_THAT(test::error_of([] { (void)read_packet_list("/proc/nowhere.csv", 8, 4); }),
              HasSubstr("/proc/nowhere.csv: no such file"));
}

}  // namespace
}  // namespace gf::model::packet_list_test
