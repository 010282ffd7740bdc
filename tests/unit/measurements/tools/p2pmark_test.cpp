// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/tool_outputs.h"

namespace gf::papers::tools::p2pmark_test {
namespace {

using namespace test;
using test::error_of;

/// A published summary of two RTX Pro 6000.
const std::string kTwo =
    "p2pmark results (summary)\n"
    "=== Sequential P2P bandwidth (GB/s) ===\n"
    " Dst->  GPU0     GPU1\n"
    "GPU 0:     -      56.50\n"
    "GPU 1:   56.50       -\n\n"
    "Total all-to-all bandwidth: 111.31 GB/s  (stress test, N*(N-1) flows)\n\n"
    "  PCIe LINK SCORE:           0.90\n"
    "  (56.49 GB/s avg  /  63.0 GB/s PCIe 5.0 x16 theoretical)\n\n"
    "  DENSE INTERCONNECT SCORE:  0.99\n"
    "  (111.31 GB/s measured  /  112.99 GB/s ideal)\n\n"
    "=== Sequential P2P latency (us) ===\n"
    " Src->  GPU0     GPU1\n"
    "GPU 0:     -       0.85\n"
    "GPU 1:    0.85       -\n";

/// github.com/lukealonso/p2pmark, README.md.
const std::string kReadme =
    "===========================================================\n"
    "  PCIe LINK SCORE:           0.86\n"
    "  (54.30 GB/s avg  /  63.0 GB/s PCIe 5.0 x16 theoretical)\n\n"
    "  DENSE INTERCONNECT SCORE:  0.44\n"
    "  (189.13 GB/s measured  /  434.71 GB/s ideal)\n\n"
    "  1.00 = perfect, 0.00 = none\n"
    "===========================================================\n"
    "  Min latency:             4.10 us  (best pair, isolated)\n"
    "  Mean latency:            6.14 us  (per GPU under full load)\n\n"
    "  EFFECTIVE LATENCY:       6.14 us  (all GPUs done reading all peers)\n";

/// The other sections, in the form of p2pmark.cu; the numbers are made up.
const std::string kSections =
    "=== Topology probe: staggered writes by peer distance (GB/s) ===\n"
    "2 concurrent transfers per round, each GPU writing to one unique peer.\n\n"
    "+1  0->1 1->0   55.20 avg   110.40 total\n\n"
    "=== Single GPU writes to all 1 peers concurrent (GB/s) ===\n\n"
    "GPU 0 writes to all peers: 56.49 GB/s\nGPU 1 writes to all peers: 56.50 GB/s\n\n"
    "=== Ring bandwidth: each GPU writes to next neighbor (GB/s) ===\n"
    "GPU 0 -> GPU 1: 55.10 GB/s\nGPU 1 -> GPU 0: 55.30 GB/s\n\n"
    "Total ring bandwidth: 110.40 GB/s  (55.20 GB/s avg per GPU)\n\n"
    "=== All-to-all fabric stress test (GB/s) ===\n"
    "GPU 0: 55.60 GB/s\nGPU 1: 55.71 GB/s\n\n"
    "=== All GPUs read all peers simultaneously (us) ===\n"
    "GPU 0: 0.91 us (max across 1 peers)\n";

TEST(P2pmark, ReadsPairsAndScores) {
  const MeasuredValues values = values_of(p2pmark(), kTwo);
  ASSERT_THAT(values, SizeIs(7));
  EXPECT_EQ(value_of(values, "pairs", quantity::kCopy, "gpu 1", "gpu 0").digits, "56.50");
  EXPECT_EQ(value_of(values, "all to all, sum", quantity::kTotal).digits, "111.31");
  EXPECT_EQ(value_of(values, "dense interconnect score", quantity::kScore).digits, "0.99");
  // The GPU of a row reads: bytes come from the column.
  EXPECT_EQ(value_of(values, "latency of pairs", quantity::kLatency, "gpu 1", "gpu 0").unit, "us");
  const MeasuredValues readme = values_of(p2pmark(), kReadme);
  ASSERT_THAT(readme, SizeIs(5));
  EXPECT_EQ(value_of(readme, "latency, effective", quantity::kLatency).digits, "6.14");
}

TEST(P2pmark, ReadsTheOtherSections) {
  const MeasuredValues values = p2pmark().read(kSections, "f");
  ASSERT_THAT(values, SizeIs(9));
  EXPECT_EQ(value_of(values, "by distance", quantity::kWithOthers).to, "gpu +1");
  EXPECT_EQ(value_of(values, "one to all", quantity::kTotal, "gpu 1", "all").value, 56.5);
  EXPECT_EQ(value_of(values, "neighbours", quantity::kWithOthers, "gpu 1", "gpu 0").value, 55.3);
  EXPECT_EQ(value_of(values, "latency, all from all", quantity::kLatency, "all", "gpu 0").value,
            0.91);
}

TEST(P2pmark, WritesWhatItReads) {
  for (const std::string& text : {kTwo, kReadme, kSections})
    expect_round_trip(p2pmark(), p2pmark().read(text, "f"));
}

TEST(P2pmark, NamesWrongLines) {
  EXPECT_EQ(reading_error(p2pmark(), kTwo, "56.50", ""), "f:4: a row of 3 cells; expected 4 cells");
  EXPECT_EQ(reading_error(p2pmark(), kTwo, "56.50", "-"),
            "f:4: gpu 0 to gpu 1 = \"-\"; expected a number of 0 or more");
  EXPECT_EQ(reading_error(p2pmark(), kTwo, "GPU 1:", "GPU 2:"),
            "f:5: a row of another GPU; expected GPU 1:");
  EXPECT_EQ(reading_error(p2pmark(), kTwo.substr(0, kTwo.find("GPU 1:"))),
            "f:4: the table ends after 1 rows; expected 2 rows");
  EXPECT_EQ(reading_error(p2pmark(), kTwo, "0.90", "high"),
            "f:9: PCIe LINK SCORE = \"high\"; expected a number of 0 or more");
  EXPECT_EQ(reading_error(p2pmark(), kSections, "56.49 GB/s", ""),
            "f:8: a GPU without a value; expected NUMBER GB/s");
}

TEST(P2pmark, RefusesToWriteWhatItDoesNotPrint) {
  MeasuredValues values = p2pmark().read(kTwo, "f");
  values[0].test = "pair";
  EXPECT_THAT(error_of([&] { p2pmark().write({values[0]}); }), HasSubstr("nearest: pairs"));
}

}  // namespace
}  // namespace gf::papers::tools::p2pmark_test
