// SPDX-License-Identifier: Apache-2.0
// Managed pages of the page table: who maps them, who has a copy, where they go.
#include <random>

#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tlm_models/gpu/page_table.h"

namespace gf::model::page_table_managed_test {
namespace {

using test::error_of;
using Kind = PageMove::Kind;

constexpr std::uint64_t kPage = 65536;

DataStructure managed(std::vector<std::uint8_t> homes = {}, const Advice& advice = {},
                      std::uint64_t pages = 4) {
  return {"m", 0, core::Bytes(pages * kPage), Placement::kManaged, std::move(homes), advice};
}
Advice read_mostly() {
  Advice advice;
  advice.read_mostly = true;
  return advice;
}
PageMove move(PageTable& table, unsigned gpu, bool write, bool prefetch = false) {
  const PageMove found = table.begin_move(0, gpu, write, prefetch);
  table.end_move(found);
  return found;
}
bool faults(PageTable& table, unsigned gpu, bool write) {
  return table.translate(0, gpu, write).fault;
}

TEST(ManagedPages, NobodyHasThemBeforeTheFirstTouch) {
  PageTable table("pages", {}, 3);
  table.add(managed());
  for (unsigned gpu = 0; gpu < 3; ++gpu) EXPECT_TRUE(faults(table, gpu, false));
  EXPECT_EQ(table.used(1), core::Bytes(0));
  EXPECT_EQ(move(table, 1, false).kind, Kind::kPopulate);
  EXPECT_FALSE(faults(table, 1, true));
  EXPECT_TRUE(faults(table, 0, false));
  EXPECT_EQ(table.translate(5, 1, true).physical, (1ull << kHomeShift) + 5);
  EXPECT_EQ(table.used(1), core::Bytes(kPage));
}

TEST(ManagedPages, MigrateToWhoTouchesThemAndFreeTheirPlace) {
  PageTable table("pages", {}, 3);
  table.add(managed({2}));
  EXPECT_FALSE(faults(table, 2, true));
  const PageMove begun = table.begin_move(77, 0, false);
  EXPECT_EQ(begun.kind, Kind::kMigrate);
  EXPECT_EQ(begun.address, 0u);
  EXPECT_EQ(begun.revoked, 0b100u);
  EXPECT_EQ(begun.from, 2ull << kHomeShift);
  EXPECT_EQ(begun.to, 0u);
  EXPECT_TRUE(faults(table, 2, false)) << "from begin_move() on";
  EXPECT_TRUE(faults(table, 0, false)) << "until end_move()";
  table.end_move(begun);
  EXPECT_FALSE(faults(table, 0, true)) << "a reader may write too: the page is its own";
  EXPECT_EQ(table.used(2), core::Bytes(3 * kPage));
  EXPECT_EQ(move(table, 0, true).kind, Kind::kNothing);
}

TEST(ManagedPages, ReadMostlyIsCopiedForReadersAndCollapsesForAWriter) {
  PageTable table("pages", {}, 3);
  table.add(managed({0}, read_mostly()));
  EXPECT_FALSE(faults(table, 0, true)) << "the only copy";
  const PageMove first = move(table, 1, false);
  EXPECT_EQ(first.kind, Kind::kReplicate);
  EXPECT_EQ(first.revoked, 0b001u) << "it may not write any more";
  const PageMove second = move(table, 2, false);
  EXPECT_EQ(second.kind, Kind::kReplicate);
  EXPECT_EQ(second.revoked, 0u) << "nobody may write";
  for (unsigned gpu = 0; gpu < 3; ++gpu) {
    EXPECT_EQ(table.translate(0, gpu, false).home, gpu);
    EXPECT_FALSE(table.translate(0, gpu, false).writable);
    EXPECT_TRUE(faults(table, gpu, true));
  }
  const PageMove write = move(table, 1, true);
  EXPECT_EQ(write.kind, Kind::kCollapse);
  EXPECT_FALSE(write.copies());
  EXPECT_EQ(write.revoked, 0b101u);
  EXPECT_TRUE(table.translate(0, 1, true).writable);
  EXPECT_TRUE(faults(table, 0, false) && faults(table, 2, false));
  EXPECT_EQ(table.used(2), core::Bytes(0));
}

TEST(ManagedPages, AWriterWithoutACopyGetsTheOwnersBytes) {
  PageTable table("pages", {}, 3);
  table.add(managed({0}, read_mostly()));
  move(table, 1, false);
  const PageMove write = move(table, 2, true);
  EXPECT_EQ(write.kind, Kind::kMigrate);
  EXPECT_EQ(home_of(write.from), 0u);
  EXPECT_EQ(write.revoked, 0b011u);
  EXPECT_EQ(table.used(0).count() + table.used(1).count(), 3 * kPage);
}

TEST(ManagedPages, StayWhereTheyArePreferred) {
  Advice advice;
  advice.preferred = 1;
  PageTable table("pages", {}, 3);
  table.add(managed({}, advice));
  const PageMove first = move(table, 0, true);
  EXPECT_EQ(first.kind, Kind::kPopulate);
  EXPECT_EQ(home_of(first.to), 1u);
  EXPECT_EQ(table.translate(0, 0, true).home, 1u) << "mapped directly";
  EXPECT_FALSE(faults(table, 1, true));
  const PageMove second = move(table, 2, true);
  EXPECT_EQ(second.kind, Kind::kMap);
  EXPECT_EQ(second.revoked, 0u);
  EXPECT_EQ(table.translate(0, 2, true).home, 1u);
  EXPECT_EQ(move(table, 2, false, true).kind, Kind::kMigrate) << "a prefetch is stronger";
  EXPECT_EQ(move(table, 0, false).kind, Kind::kMigrate) << "it is not where it is preferred";
}

TEST(ManagedPages, WhoAccessesThemIsMappedWhereverTheyAre) {
  Advice advice;
  advice.accessed_by = 0b100;
  PageTable table("pages", {}, 3);
  table.add(managed({0}, advice));
  EXPECT_EQ(table.translate(0, 2, true).home, 0u);
  EXPECT_EQ(move(table, 1, true).revoked, 0b101u);
  EXPECT_EQ(table.translate(0, 2, true).home, 1u) << "the mapping follows";
  EXPECT_TRUE(faults(table, 0, false));
}

TEST(ManagedPages, AdviceDuringAMoveWaitsForItsEnd) {
  PageTable table("pages", {}, 2);
  table.add(managed({0}));
  const PageMove begun = table.begin_move(0, 1, true);
  Advice advice;
  advice.accessed_by = 0b01;
  table.advise(0, kPage, advice);
  EXPECT_TRUE(faults(table, 0, false)) << "the old place is being left";
  table.end_move(begun);
  EXPECT_EQ(table.translate(0, 0, false).home, 1u);
}

TEST(ManagedPages, PrefetchMovesOrCopies) {
  PageTable table("pages", {}, 2);
  table.add(managed({0}));
  EXPECT_EQ(move(table, 0, false, true).kind, Kind::kNothing);
  EXPECT_EQ(move(table, 1, false, true).kind, Kind::kMigrate);
  table.advise(0, 1, read_mostly());
  EXPECT_EQ(move(table, 0, false, true).kind, Kind::kReplicate);
  EXPECT_EQ(move(table, 1, false, true).kind, Kind::kNothing);
}

TEST(ManagedPages, WithoutFaultsStayOnTheirFirstHome) {
  PageTable table("pages", {}, 3);
  table.map_managed_directly();
  table.add(managed({2}));
  DataStructure without = managed();
  without.base = 4 * kPage;
  without.name = "n";
  table.add(without);
  EXPECT_EQ(table.translate(0, 1, true).home, 2u);
  EXPECT_EQ(table.translate(4 * kPage, 1, true).home, 0u);
  EXPECT_EQ(table.translate(4 * kPage, 1, true).managed, 0u);
}

TEST(ManagedPages, RefusesWhatCannotBe) {
  PageTable table("pages", {}, 2);
  Advice wrong;
  wrong.preferred = 2;
  EXPECT_THAT(error_of([&] { table.add(managed({0}, wrong)); }), HasSubstr("preferred = 2"));
  wrong.preferred = Advice::kNobody;
  wrong.accessed_by = 0b100;
  EXPECT_THAT(error_of([&] { table.add(managed({0}, wrong)); }), HasSubstr("accessed_by"));
  EXPECT_THAT(error_of([&] { table.add(managed({0, 3})); }), HasSubstr("homes = 3"));
  table.add(managed({0}));
  table.add({"plain", 4 * kPage, core::Bytes(kPage), Placement::kInterleave, {}});
  EXPECT_THAT(error_of([&] { table.advise(4 * kPage, 1, {}); }), HasSubstr("not managed"));
  EXPECT_THAT(error_of([&] { table.advise(kPage, 3 * kPage + 1, {}); }), HasSubstr("bytes"));
  EXPECT_THAT(error_of([&] { table.check_managed(0, 0); }), HasSubstr("bytes"));
  EXPECT_NO_THROW(table.check_managed(kPage, 3 * kPage));
}

/// Whatever happens: who may write is alone, who reads reads a copy or the owner's, and places are
/// as many as copies.
TEST(ManagedPages, KeepTheirInvariantsUnderRandomUse) {
  constexpr unsigned kGpus = 4;
  PageTable table("pages", {}, kGpus);
  table.add(managed({}, {}, 2));
  std::mt19937 random(7);
  std::vector<unsigned> holders;
  for (unsigned step = 0; step < 5000; ++step) {
    const unsigned gpu = random() % kGpus;
    if (random() % 16 == 0) {
      Advice advice;
      advice.read_mostly = random() % 2 == 0;
      if (random() % 2 == 0) advice.preferred = random() % kGpus;
      advice.accessed_by = random() % 3 == 0 ? random() % 16 : 0;
      table.advise(0, kPage, advice);
    }
    const bool write = random() % 3 == 0;
    const bool prefetch = !write && random() % 4 == 0;
    table.end_move(table.begin_move(0, gpu, write, prefetch));
    ASSERT_FALSE(faults(table, gpu, write)) << step;
    std::set<std::uint64_t> places;
    bool writable = false;
    for (unsigned other = 0; other < kGpus; ++other) {
      const auto found = table.translate(0, other, false);
      if (found.fault) continue;
      places.insert(found.physical);
      writable = writable || found.writable;
    }
    std::uint64_t used = 0;
    for (unsigned other = 0; other < kGpus; ++other) used += table.used(other).count();
    ASSERT_GE(used, places.size() * kPage) << step;
    if (writable) {
      ASSERT_EQ(places.size(), 1u) << step;
      ASSERT_EQ(used, kPage) << step;
    }
  }
}

}  // namespace
}  // namespace gf::model::page_table_managed_test
