// SPDX-License-Identifier: Apache-2.0
#include "measurements/asked_quantities.h"

#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/import_texts.h"
#include "tests/support/matchers.h"

namespace gf::papers::field::asked_quantities_test {
namespace {

const std::string kHead =
    "id,machine,file,set,asked,quantity,run,bytes,counts,unit,expressible,reason,group,measured,"
    "source,date,known\n";

std::string one_row(const std::string& run, const std::string& bytes, const std::string& counts,
                    const std::string& unit) {
  return kHead + "x,box,,quick,words,a copy,\"" + run + "\"," + bytes + "," + counts + "," + unit +
         ",yes,why,pcie,,,,no\n";
}

std::string refusal(const std::string& text) {
  return test::error_of([&] { read_asked(text, "asked.csv"); });
}

TEST(AskedRun, HasFourForms) {
  const auto copies = asked_run("0>1 host0>2");
  ASSERT_TRUE(copies);
  EXPECT_EQ(copies->kind, AskedRun::Kind::kCopies);
  EXPECT_EQ(copies->copies[1].from, "host0");
  EXPECT_EQ(copies->copies[1].to, "2");
  const auto rings = asked_run("rings 0 3 1 x2, 0 1 3");
  ASSERT_TRUE(rings);
  EXPECT_TRUE(rings->both_ways);
  EXPECT_EQ(rings->rings[0].weight, 2u);
  EXPECT_THAT(rings->rings[1].devices, ElementsAre(0u, 1u, 3u));
  EXPECT_FALSE(asked_run("ring 0 1")->both_ways);
  EXPECT_EQ(asked_run("link 0 1")->kind, AskedRun::Kind::kLink);
  EXPECT_EQ(asked_run("allreduce:bytes=1 MiB")->workload, "allreduce:bytes=1 MiB");
  for (const char* const wrong : {"", "copy", "0>", ">1", "ring 0", "ring 0 x", "ring 0 1 x0",
                                  "rings 0 1,", "link 0", "0>1 2"})
    EXPECT_FALSE(asked_run(wrong)) << wrong;
}

TEST(ReadAsked, ReadsARow) {
  const std::vector<Asked> asked = read_asked(
      kHead +
          "x,box,box_acs,full,words,a copy,0>1,64 MiB,sum,GB/s,yes,why,pcie,12.5,a page,2024,"
          "yes\n",
      "asked.csv");
  ASSERT_EQ(asked.size(), 1u);
  EXPECT_EQ(asked[0].id, "box.x");
  EXPECT_EQ(asked[0].file, "box_acs");
  EXPECT_TRUE(asked[0].full);
  EXPECT_EQ(asked[0].bytes, 64u << 20);
  EXPECT_EQ(asked[0].counts, Asked::Counts::kSum);
  EXPECT_EQ(asked[0].measured, 12.5);
  EXPECT_TRUE(asked[0].known);
  EXPECT_EQ(asked[0].inexpressible, "");
}

TEST(ReadAsked, CountsTheFirstOfSeveralCopiesOnly) {
  const std::string row = one_row("host0>0 0>host0 0>host0", "1 MiB", "first", "GB/s");
  EXPECT_EQ(read_asked(row, "asked.csv")[0].counts, Asked::Counts::kFirst);
  EXPECT_EQ(read_asked(row, "asked.csv")[0].run.copies.size(), 3u);
  EXPECT_THAT(refusal(one_row("ring 0 1", "1 MiB", "first", "GB/s")), HasSubstr("counts 'first'"));
}

TEST(ReadAsked, WordsThatTheLanguageLacksAreNotRead) {
  const std::vector<Asked> asked = read_asked(
      kHead + "x,box,,quick,words,a copy,some day,,each,GB/s,after hosts,no hosts,host,,,,no\n",
      "asked.csv");
  EXPECT_EQ(asked[0].inexpressible, "no hosts");
  EXPECT_EQ(asked[0].file, "box");
}

TEST(ReadAsked, ErrorsNameTheLineAndWhatIsLegal) {
  EXPECT_THAT(refusal(one_row("0 to 1", "1 MiB", "each", "GB/s")),
              AllOf(HasSubstr("asked.csv:2: run '0 to 1'"), HasSubstr("0>1 1>0")));
  EXPECT_THAT(refusal(one_row("0>1", "much", "each", "GB/s")), HasSubstr("bytes 'much'"));
  EXPECT_THAT(refusal(one_row("ring 0 1", "2047 B", "busbw", "GB/s")), HasSubstr("1 KiB a device"));
  EXPECT_THAT(refusal(one_row("0>1", "1 MiB", "busbw", "GB/s")), HasSubstr("counts 'busbw'"));
  EXPECT_THAT(refusal(one_row("0>1", "1 MiB", "mean", "GB/s")),
              HasSubstr("each, first, sum, time"));
  EXPECT_THAT(refusal(one_row("0>1", "1 MiB", "time", "GB/s")), HasSubstr("us for times"));
  const std::string one = one_row("0>1", "1 MiB", "each", "GB/s");
  EXPECT_THAT(refusal(one + one.substr(kHead.size())), HasSubstr("asked.csv:3: id 'x'"));
  EXPECT_THAT(refusal(model::import_texts::replaced(one, ",pcie,,", ",pcie,7,")),
              HasSubstr("where it was"));
  EXPECT_THAT(refusal(model::import_texts::replaced(one, ",pcie,,", ",pcie,-7,")),
              HasSubstr("above 0"));
  EXPECT_THAT(refusal("id,machine\nx,box\n"), HasSubstr("asked.csv"));
}

TEST(ReadOrder, PairsNameAskedQuantities) {
  const std::vector<Asked> asked = read_asked(one_row("0>1", "1 MiB", "each", "GB/s"), "asked.csv");
  const std::string head = "id,a,b,expected,why\n";
  EXPECT_EQ(read_order(head + "p,box.x,box.x,alike,itself\n", "o.csv", asked)[0].expected, "alike");
  const auto refused = [&](const std::string& row) {
    return test::error_of([&] { read_order(head + row, "o.csv", asked); });
  };
  EXPECT_THAT(refused("p,box.x,box.y,a,why\n"), HasSubstr("o.csv:2: b 'box.y'"));
  EXPECT_THAT(refused("p,box.x,box.x,c,why\n"), HasSubstr("a, b or alike"));
  EXPECT_THAT(refused("p,box.x,box.x,a,why\np,box.x,box.x,a,why\n"), HasSubstr("o.csv:3: id 'p'"));
}

}  // namespace
}  // namespace gf::papers::field::asked_quantities_test
