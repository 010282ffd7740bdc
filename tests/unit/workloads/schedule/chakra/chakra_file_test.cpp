// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/chakra/chakra_file.h"

#include "tests/support/captured.h"
#include "tests/support/chakra_bytes.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "workloads/schedule/chakra/chakra_reader.h"
#include "workloads/schedule/inputs/schedule_file.h"

namespace gf::model::chakra_file_test {
namespace {

class ChakraFile : public testing::Test {
 protected:
  void SetUp() override {
    if (!reads_chakra()) GTEST_SKIP() << "built without protobuf (Debian: libprotobuf-dev)";
    for (unsigned rank = 0; rank < 3; ++rank)
      test::write_file(scratch_ / ("step." + std::to_string(rank) + ".et"),
                       test::example_trace(rank));
  }
  const core::ScratchDirectory scratch_;
};

TEST_F(ChakraFile, IsReadWithThoseOfTheOtherRanks) {
  const std::vector<Schedule> all = read_schedule_file(scratch_ / "step.0.et", 8);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].name, "step");
  EXPECT_EQ(all[0].id_of(5), "2.1") << "behind two tasks of rank 1, three of rank 0";
  EXPECT_EQ(all[0].tasks[5].duration, sc_core::sc_time(60, sc_core::SC_US));
}

// A rank that is missing would leave a smaller job, without a word.
TEST_F(ChakraFile, RefusesASetWithAMissingRank) {
  std::filesystem::remove(std::string(scratch_ / "step.1.et"));
  EXPECT_THAT(test::error_of([&] { read_chakra_files(scratch_ / "step.0.et", 1e12); }),
              HasSubstr("step.1.et: is missing, but step.2.et exists; expected traces of all"));
}

TEST_F(ChakraFile, RefusesNamesAndMoreRanksThanDevices) {
  EXPECT_THAT(test::error_of([&] { read_chakra_files(scratch_ / "step.0.et", 1e12, 2); }),
              HasSubstr("step.2.et: 3 ranks; expected no more than the 2 GPUs"));
  EXPECT_THAT(test::error_of([&] { read_chakra_files(scratch_ / "step.1.et", 1e12); }),
              HasSubstr("its name does not end in .0.et; expected NAME.0.et"));
  EXPECT_THAT(test::error_of([&] { read_chakra_files(scratch_ / "none.0.et", 1e12); }),
              HasSubstr("a Chakra execution trace"));
}

}  // namespace
}  // namespace gf::model::chakra_file_test
