// SPDX-License-Identifier: Apache-2.0
#include "measurements/tools/nvbandwidth_tests.h"
#include "tests/support/matchers.h"
#include "tests/support/tool_outputs.h"

namespace gf::papers::tools::nvbandwidth_json_test {
namespace {

using namespace test;

/// The form of version 0.8 (json_output.cpp), with cells as in github.com/NVIDIA/DCGM,
/// NVBandwidthResultTests.cpp. We found no whole public output.
const std::string kJson =
    "srun: job 12 has been allocated\n"
    "{\n"
    "   \"nvbandwidth\" : {\n"
    "      \"CUDA Runtime Version\" : 12030,\n"
    "      \"testcases\" : [\n"
    "         {\n"
    "            \"name\" : \"device_to_device_memcpy_write_ce\",\n"
    "            \"status\" : \"Passed\",\n"
    "            \"bandwidth_description\" : \"memcpy CE GPU(row) <- GPU(column) bandwidth "
    "(GB/s)\",\n"
    "            \"bandwidth_matrix\" : [\n"
    "               [ \"N/A\", \"373.22\" ],\n"
    "               [ \"372.05\", \"N/A\" ]\n"
    "            ],\n"
    "            \"sum\" : 745.27\n"
    "         },\n"
    "         {\"name\" : \"host_to_device_memcpy_sm\", \"status\" : \"Waived\"}\n"
    "      ]\n"
    "   }\n"
    "}\n"
    "done {in 3 s}\n";

TEST(NvbandwidthJson, ReadsADocumentAmongOtherLines) {
  const MeasuredValues values = values_of(nvbandwidth_json(), kJson);
  ASSERT_THAT(values, SizeIs(2));
  EXPECT_EQ(values[0].tool, "nvbandwidth");
  EXPECT_EQ(values[0].from, "gpu 0");
  EXPECT_EQ(values[0].to, "gpu 1");
  EXPECT_EQ(values[1].digits, "372.05");
  EXPECT_THAT(values_of(nvbandwidth_json(), kJson + kJson), SizeIs(4)) << "two documents";
}

TEST(NvbandwidthJson, WritesWhatItReads) {
  expect_round_trip(nvbandwidth_json(), nvbandwidth_json().read(kJson, "f"));
}

TEST(NvbandwidthJson, HasTheMatricesOfATestBelowEachOther) {
  MeasuredValues values;
  const NvbandwidthTest& both =
      *find_nvbandwidth_test("device_to_device_bidirectional_memcpy_read_ce");
  for (const std::string& part : both.parts)
    for (const auto& [row, column] : {std::pair{0U, 1U}, {1U, 0U}}) {
      values.push_back(both.cell(part, row, column));
      values.back().value = 100.25 + static_cast<double>(values.size());
    }
  expect_round_trip(nvbandwidth_json(), values);
  values.pop_back();
  values.pop_back();
  EXPECT_THAT(error_of([&] { nvbandwidth_json().write(values); }),
              HasSubstr("all parts of the test, or none"));
}

TEST(NvbandwidthJson, NamesWhatIsWrong) {
  const auto damaged = [](const std::string& from, const std::string& to) {
    std::string text = kJson;
    text.replace(text.find(from), from.size(), to);
    return reading_error(nvbandwidth_json(), text);
  };
  EXPECT_EQ(damaged("\"373.22\"", "\"fast\""),
            "f:7: device_to_device_memcpy_write_ce from gpu 0 to gpu 1 = \"fast\"; expected a "
            "number of 0 or more");
  EXPECT_EQ(damaged(R"([ "372.05", "N/A" ])", R"([ "372.05" ])"),
            "f:7: device_to_device_memcpy_write_ce has a row of 1 cells; expected 2 cells");
  EXPECT_EQ(damaged(R"("N/A", "373.22" ],)", R"("N/A", "373.22" ], [ "1", "2" ],)"),
            "f:7: device_to_device_memcpy_write_ce has 3 rows; expected 2 rows for each matrix");
  EXPECT_THAT(damaged("\"testcases\" :", "\"testcases\""), HasSubstr("f:5: is damaged"));
  EXPECT_THAT(damaged("\"testcases\"", "\"cases\""), HasSubstr("it has no \"testcases\""));
}

}  // namespace
}  // namespace gf::papers::tools::nvbandwidth_json_test
