// SPDX-License-Identifier: Apache-2.0
// Holds: docs/measured.md docs/examples/node.log
#include <nlohmann/json.hpp>

#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::measured_test {
namespace {

const std::string kLog = GF_SOURCE_DIR "/docs/examples/node.log";

TEST(Measured, ShowsTheToolsOfALog) {
  const Captured run = exits(0, program({"measured", kLog}));
  EXPECT_THAT(run.out,
              AllOf(StartsWith("tool"), HasSubstr("host_to_device_memcpy_ce"),
                    HasSubstr("12.36  GB/s"), HasSubstr("osu_latency"), HasSubstr("497.37  us")));
}

TEST(Measured, PrintsJsonAndCsv) {
  const auto list = nlohmann::json::parse(program({"measured", kLog, "--json"}).out);
  ASSERT_THAT(list, SizeIs(5));
  EXPECT_EQ(list[0].at("file"), kLog);
  EXPECT_EQ(list[0].at("from"), "host");
  EXPECT_EQ(list[0].at("to"), "gpu 0");
  EXPECT_EQ(list[0].at("value"), 6.2);
  EXPECT_TRUE(list[0].at("bytes").is_null());
  EXPECT_EQ(list[4].at("bytes"), 4194304);
  const Captured csv = program({"measured", "--csv", kLog, kLog});
  EXPECT_THAT(csv.out, StartsWith("file,tool,test,quantity,from,to,bytes,ranks,iterations,value,"
                                  "unit,setting\n" +
                                  kLog +
                                  ",nvbandwidth,host_to_device_memcpy_ce,copy,host,gpu 0,,0,"
                                  "0,6.20,GB/s,\n"));
  EXPECT_EQ(program({"measured", "--csv", "--json", kLog}).code, 2);
  EXPECT_EQ(program({"measured"}).code, 2);
}

TEST(Measured, NamesFileAndLineOfAWrongRow) {
  const ScratchDirectory scratch;
  std::string text = read_file(kLog);
  text.replace(text.find("12.36"), 5, "fast");
  write_file(scratch / "wrong.log", text);
  const Captured run = exits(5, program({"measured", kLog, scratch / "wrong.log"}));
  EXPECT_EQ(run.out, "") << "nothing of the other file";
  EXPECT_THAT(run.err, HasSubstr("wrong.log:4: host to gpu 1 = \"fast\"; expected a number"));
}

TEST(Measured, ListsTheToolsWhereItRecognisesNone) {
  const ScratchDirectory scratch;
  write_file(scratch / "other.log", "iperf3: 9.4 Gbit/s\n");
  EXPECT_THAT(exits(5, program({"measured", scratch / "other.log"})).err,
              AllOf(HasSubstr("other.log: no output of a known tool"), HasSubstr("nvbandwidth"),
                    HasSubstr("p2pmark")));
  EXPECT_EQ(program({"measured", "/proc/nowhere"}).code, 2);
}

}  // namespace
}  // namespace gf::test::measured_test
