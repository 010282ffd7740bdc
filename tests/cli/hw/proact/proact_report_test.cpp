// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/proact/region/user_map.h
// Wrong maps of what CTAs write: told by file and line, or by chunk and CTA.
#include <fmt/format.h>
#include <sstream>

#include "tests/support/matchers.h"
#include "tests/support/proact_runs.h"

namespace gf::test::proact_report_test {
namespace {

std::string line_of(const std::string& text, const char* with) {
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (line.find(with) != line.npos) return line;
  return "";
}

/// Who tells of the counters of GPU 0.
std::string teller(const std::string& mechanism) {
  return mechanism == "hw" ? "proact_0" : "counters_0";
}

/// A line "cta begin end" each of CTAs [0, ctas) but `without`, as the microbenchmark writes.
std::string microbenchmark_map(unsigned ctas, unsigned without = ~0u) {
  std::string map;
  for (unsigned cta = 0; cta < ctas; ++cta)
    if (cta != without) map += fmt::format("{} {} {}\n", cta, cta * 4096, (cta + 1) * 4096);
  return map;
}

/// The microbenchmark's 256 CTAs with this map.
Captured run_mapped(const std::string& mechanism, const std::string& map, const char* chunk,
                    const Words& more = {}) {
  const ScratchDirectory scratch;
  return run_proact(mechanism, parameters({"workload=microbenchmark", "app.bytes=1 MiB",
                                           std::string("chunk=") + chunk,
                                           "map=" + file_with(scratch, "map.txt", map)}) +
                                   more);
}

TEST(ProactMap, AWriterThatNeverComesIsADeadlockThatNamesItsChunkAndItself) {
  const ScratchDirectory scratch;
  // CTA 0 writes nothing there: its chunk waits for it for ever.
  const std::string map = file_with(scratch, "map.txt", "# cta begin end\n0 524160 524288\n");
  for (const char* mechanism : {"hw", "polling", "cdp"}) {
    const Captured one = run_proact(mechanism, pagerank({"-p", "map=" + map}));
    EXPECT_EQ(one.code, 4) << mechanism << one.err;
    EXPECT_EQ(line_of(one.err, "chunk 31"),
              teller(mechanism) +
                  " waits for region chunk 31: 1 of 1 writers are missing"
                  " (the map's CTA 0 does not write it) from SMs");
  }
}

TEST(ProactMap, OfManyWritersThatNeverComeTheFirstAreNamed) {
  std::string more;
  for (unsigned cta = 100; cta < 110; ++cta) more += fmt::format("{} 0 4096\n", cta);
  for (const char* mechanism : {"hw", "polling", "cdp"}) {
    const Captured one = run_mapped(mechanism, microbenchmark_map(256) + more, "64 KiB");
    EXPECT_EQ(one.code, 4) << mechanism << one.err;
    EXPECT_THAT(line_of(one.err, "chunk 0"),
                HasSubstr("10 of 26 writers are missing (the map's CTAs 100, 101, 102, 103, 104 "
                          "and 5 more do not write it)"))
        << mechanism;
  }
}

TEST(ProactMap, OfManyChunksWithoutWritersTheFirstAreListed) {
  std::string map = microbenchmark_map(256);
  for (unsigned cta = 1; cta < 256; ++cta) map += fmt::format("0 {} {}\n", cta * 4096, cta * 4097);
  for (const char* mechanism : {"hw", "polling"}) {
    const Captured one = run_mapped(mechanism, map, "4 KiB");
    EXPECT_EQ(one.code, 4) << mechanism;
    EXPECT_THAT(one.err, HasSubstr(" more chunks without writers")) << mechanism;
    EXPECT_LT(one.err.size(), 4000u) << mechanism;
  }
}

TEST(ProactMap, AWriterThatTheMapForgotIsNamed) {
  for (const char* mechanism : {"hw", "polling", "cdp"}) {
    const Captured one =
        run_mapped(mechanism, microbenchmark_map(256, 200), "64 KiB", {"-p", "check=true"});
    EXPECT_EQ(one.code, 1) << mechanism << one.err;
    EXPECT_THAT(one.err, AllOf(HasSubstr(teller(mechanism) + ": region chunk 12: "),
                               HasSubstr("15"), HasSubstr("B of the copies")))
        << mechanism;
  }
}

TEST(ProactMap, BytesThatTheMapForgotAreNotSentAndNamed) {
  std::string halves;
  for (unsigned cta = 0; cta < 256; ++cta)
    halves += fmt::format("{} {} {}\n", cta, cta * 4096, cta * 4096 + 2048);
  for (const char* mechanism : {"hw", "polling", "cdp"}) {
    const Captured one = run_mapped(mechanism, halves, "4 KiB");
    EXPECT_EQ(one.code, 1) << mechanism << one.err;
    EXPECT_THAT(one.err, AllOf(HasSubstr("GPU 0, region chunk 0: bytes 2048 ... 4095 are written "
                                         "but not in the map"),
                               HasSubstr("and 251 more")))
        << mechanism;
  }
}

TEST(ProactMap, OfManyTheFirstAreListedAndTheOthersCounted) {
  for (const char* mechanism : {"hw", "polling", "cdp"}) {
    const Captured one = run_mapped(mechanism, "# nobody\n", "4 KiB");
    EXPECT_EQ(one.code, 1) << mechanism;
    EXPECT_THAT(one.err, AllOf(HasSubstr(teller(mechanism) + ": region chunk "),
                               HasSubstr(", but the map has no writer of it; "),
                               HasSubstr("; and 251 more\n")))
        << mechanism;
    EXPECT_LT(one.err.size(), 700u) << mechanism;
  }
}

TEST(ProactMap, ABadMapIsToldWithItsLine) {
  const ScratchDirectory scratch;
  const auto fails = [&](const char* mechanism, const std::string& text, const char* with) {
    const std::string file = file_with(scratch, "m", text);
    const Captured one = run_proact(mechanism, pagerank({"-p", "map=" + file}));
    EXPECT_EQ(one.code, 5) << mechanism << text;
    EXPECT_THAT(one.err, HasSubstr(file + with)) << mechanism;
  };
  for (const char* mechanism : {"hw", "polling", "cdp"}) {
    fails(mechanism, "0 0 128\n0 x 256\n", ":2: \"0 x 256\"; expected \"cta begin end\"");
    fails(mechanism, "0 0 128\n1 256 128\n", ":2: \"1 256 128\"; expected");
    fails(mechanism, "0 0 524289\n", ":1: end 524289 of CTA 0; expected up to 524288,");
    fails(mechanism, "#\n1280 0 128\n", ":2: CTA 1280; expected 0 ... 1279,");
  }
}

TEST(ProactMap, ACompleteMapWithACtaTooManyIsBad) {
  for (const char* mechanism : {"hw", "polling"}) {
    EXPECT_EQ(run_mapped(mechanism, microbenchmark_map(256), "64 KiB").code, 0) << mechanism;
    const Captured one = run_mapped(mechanism, microbenchmark_map(256) + "9999 0 4096\n", "64 KiB");
    EXPECT_EQ(one.code, 5) << mechanism;
    EXPECT_THAT(one.err, HasSubstr("map.txt:257: CTA 9999; expected 0 ... 255,")) << mechanism;
  }
}

}  // namespace
}  // namespace gf::test::proact_report_test
