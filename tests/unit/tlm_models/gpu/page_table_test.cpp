// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/gpu/page_table.h"

#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::model::page_table_test {
namespace {

using test::error_of;

constexpr std::uint64_t kPage = 65536;

DataStructure data(const char* name, std::uint64_t base, std::uint64_t bytes, Placement placement,
                   std::vector<std::uint8_t> homes = {}) {
  return {name, base, core::Bytes(bytes), placement, std::move(homes)};
}

/// Homes of the pages from `base` on, as GPU `gpu` sees them.
std::vector<unsigned> homes(PageTable& table, std::uint64_t base, unsigned pages, unsigned gpu) {
  std::vector<unsigned> found;
  for (unsigned i = 0; i < pages; ++i)
    found.push_back(table.translate(base + i * kPage, gpu, false).home);
  return found;
}

TEST(PageTable, InterleavesPageByPage) {
  PageTable table("pages", {}, 3);
  table.add(data("a", 0, 5 * kPage, Placement::kInterleave));
  EXPECT_THAT(homes(table, 0, 5, 1), ElementsAre(0, 1, 2, 0, 1));
  const auto found = table.translate(3 * kPage + 1234, 2, true);
  EXPECT_EQ(found.home, 0u);
  EXPECT_EQ(found.physical, kPage + 1234) << "the second page of GPU 0";
  EXPECT_EQ(table.translate(2 * kPage + 1, 0, false).physical, (2ull << kHomeShift) + 1);
}

TEST(PageTable, FirstTouchIsForGood) {
  PageTable table("pages", {}, 2);
  table.add(data("a", kPage, 3 * kPage, Placement::kFirstTouch));
  EXPECT_EQ(table.used(1), core::Bytes(0));
  EXPECT_EQ(table.translate(2 * kPage, 1, false).home, 1u);
  EXPECT_EQ(table.translate(2 * kPage + 5, 0, true).home, 1u);
  EXPECT_EQ(table.translate(kPage, 0, true).home, 0u);
  EXPECT_EQ(table.used(0), core::Bytes(kPage));
  EXPECT_EQ(table.used(1), core::Bytes(kPage));
}

TEST(PageTable, ExplicitHomesOfEqualParts) {
  PageTable table("pages", {}, 4);
  table.add(data("a", 0, 5 * kPage, Placement::kExplicit, {3, 1}));
  EXPECT_THAT(homes(table, 0, 5, 0), ElementsAre(3, 3, 3, 1, 1)) << "parts of pages, rounded up";
}

TEST(PageTable, ReplicatedPagesAreAtHomeEverywhere) {
  PageTable table("pages", {}, 3);
  table.add(data("a", 0, 2 * kPage, Placement::kReplicated));
  for (unsigned gpu = 0; gpu < 3; ++gpu) {
    EXPECT_THAT(homes(table, 0, 2, gpu), ElementsAre(gpu, gpu));
    EXPECT_EQ(table.translate(kPage + 9, gpu, true).physical,
              (std::uint64_t{gpu} << kHomeShift) + kPage + 9);
    EXPECT_EQ(table.used(gpu), core::Bytes(2 * kPage));
  }
}

TEST(PageTable, TwoVirtualPagesNeverShareAPhysicalOne) {
  PageTable table("pages", {}, 2);
  table.add(data("a", 0, 8 * kPage, Placement::kInterleave));
  table.add(data("b", 8 * kPage, 8 * kPage, Placement::kFirstTouch));
  std::set<std::uint64_t> seen;
  for (unsigned i = 0; i < 16; ++i)
    EXPECT_TRUE(seen.insert(table.translate(i * kPage, i / 3 % 2, false).physical).second) << i;
}

TEST(PageTable, AddressOfNoStructureNamesTheNearest) {
  PageTable table("pages", {}, 1);
  EXPECT_THAT(error_of([&] { table.translate(7, 0, false); }), HasSubstr("no data structure"));
  table.add(data("low", kPage, 100, Placement::kInterleave));
  table.add(data("high", 4 * kPage, 100, Placement::kInterleave));
  EXPECT_NO_THROW(table.translate(kPage + 99, 0, false));
  EXPECT_THAT(error_of([&] { table.translate(kPage + 100, 0, false); }),
              AllOf(HasSubstr("0x10064"), HasSubstr("\"low\""), HasSubstr("is 1 B below")));
  EXPECT_THAT(error_of([&] { table.translate(4 * kPage - 2, 0, false); }),
              AllOf(HasSubstr("\"high\""), HasSubstr("is 2 B above")));
  EXPECT_THAT(error_of([&] { table.translate(0, 0, false); }), HasSubstr("\"low\""));
}

TEST(PageTable, RefusesWhatCannotBePlaced) {
  PageTableParams params;
  params.memory = core::Bytes(16 * kPage);
  PageTable table("pages", params, 2);
  const auto error = [&](const DataStructure& d) { return error_of([&] { table.add(d); }); };
  EXPECT_THAT(error(data("a", 1, 10, Placement::kInterleave)),
              AllOf(HasSubstr("pages.page = 64 KiB"), HasSubstr("\"a\" begins at 0x1")));
  EXPECT_THAT(error(data("a", 0, 0, Placement::kInterleave)), HasSubstr("bytes"));
  EXPECT_THAT(error(data("a", 0, 10, Placement::kExplicit)), HasSubstr("homes"));
  EXPECT_THAT(error(data("a", 0, 10, Placement::kExplicit, {0, 2})), HasSubstr("homes = 2"));
  table.add(data("a", 2 * kPage, kPage + 1, Placement::kInterleave));
  EXPECT_THAT(error(data("b", 3 * kPage, 10, Placement::kInterleave)), HasSubstr("\"a\""));
  EXPECT_THAT(error(data("b", kPage, kPage + 1, Placement::kInterleave)), HasSubstr("\"a\""));
  EXPECT_NO_THROW(table.add(data("b", kPage, kPage, Placement::kInterleave)));
  EXPECT_THAT(error(data("c", 8 * kPage, 15 * kPage, Placement::kReplicated)),
              AllOf(HasSubstr("pages.memory = 1 MiB"), HasSubstr("GPU 0 has no room for \"c\"")));
}

TEST(PageTable, MemoryFillsUpToTheLastPage) {
  PageTableParams params;
  params.memory = core::Bytes(16 * kPage);
  PageTable table("pages", params, 1);
  table.add(data("a", 0, 17 * kPage, Placement::kFirstTouch));
  for (unsigned i = 0; i < 16; ++i) EXPECT_NO_THROW(table.translate(i * kPage, 0, false));
  EXPECT_THAT(error_of([&] { table.translate(16 * kPage, 0, false); }), HasSubstr("GPU 0"));
}

TEST(PageTable, BadParameters) {
  PageTableParams params;
  params.page = core::Bytes(65537);
  EXPECT_THAT(error_of([&] { PageTable("pages", params, 1); }),
              AllOf(HasSubstr("pages.page = "), HasSubstr("4 KiB ... 512 MiB, a power of two")));
  core::ParamRegistry registry;
  PageTableParams declared;
  registry.add_override("page", "4 KiB", "test");
  declared.declare(registry.root());
  EXPECT_EQ(declared.page, core::kibibytes(4));
}

}  // namespace
}  // namespace gf::model::page_table_test
