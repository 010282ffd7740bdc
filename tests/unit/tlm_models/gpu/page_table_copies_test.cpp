// SPDX-License-Identifier: Apache-2.0
#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tlm_models/gpu/page_table.h"

namespace gf::model::page_table_copies_test {
namespace {

using test::error_of;

constexpr std::uint64_t kPage = 65536;

/// Two pages for readers on three GPUs, the first one written by GPU 0.
struct Table {
  Table() {
    DataStructure data{"table", kPage, core::Bytes(2 * kPage), Placement::kFirstTouch, {}};
    data.copied_to_readers = CopyRule::kEachKernel;
    pages.add(data);
    pages.translate(kPage, 0, true);
  }
  ReaderCopy copy(std::uint64_t address, unsigned gpu) {
    const auto begun = pages.begin_copy(address, gpu);
    EXPECT_TRUE(begun.has_value());
    pages.end_copy(*begun);
    return *begun;
  }
  PageTable pages{"pages", {}, 3};
};

struct Listener final : ShootdownClient {
  void shoot_down(std::uint64_t page) override { pages.push_back(page); }
  std::vector<std::uint64_t> pages;
};

TEST(PageTableCopies, AReaderHasItsOwnAndOthersGoToTheHome) {
  Table table;
  const auto begun = table.pages.begin_copy(kPage + 77, 2);
  ASSERT_TRUE(begun.has_value());
  EXPECT_TRUE(begun->touched());
  EXPECT_EQ(home_of(begun->from), 0u);
  EXPECT_EQ(begun->address, kPage);
  EXPECT_EQ(table.pages.translate(kPage, 2, false).home, 0u) << "it is not filled yet";
  Listener listener;
  table.pages.on_shootdown(listener);
  table.pages.end_copy(*begun);
  EXPECT_THAT(listener.pages, ElementsAre(1));
  EXPECT_EQ(table.pages.translate(kPage + 5, 2, false).physical, begun->to + 5);
  EXPECT_FALSE(table.pages.translate(kPage, 2, false).writable);
  EXPECT_EQ(table.pages.translate(kPage, 1, false).home, 0u);
  EXPECT_FALSE(table.pages.translate(kPage, 0, false).writable);
}

TEST(PageTableCopies, NobodyNeedsWhatIsThere) {
  Table table;
  EXPECT_FALSE(table.pages.begin_copy(kPage, 0).has_value()) << "its home";
  table.copy(kPage, 1);
  EXPECT_FALSE(table.pages.begin_copy(kPage, 1).has_value());
  EXPECT_EQ(table.pages.used(1), core::Bytes(kPage));
}

TEST(PageTableCopies, AWriteIsRefusedByNameUntilTheyAreDropped) {
  Table table;
  table.copy(kPage, 1);
  EXPECT_THAT(error_of([&] { table.pages.translate(kPage, 0, true); }),
              AllOf(HasSubstr("pages.table.copied_to_readers = a write by GPU 0"),
                    HasSubstr("must not run while")));
  EXPECT_NO_THROW(table.pages.translate(2 * kPage, 0, true)) << "a page without copies";
  Listener listener;
  table.pages.on_shootdown(listener);
  EXPECT_EQ(table.pages.drop_copies(kPage), 1u);
  EXPECT_THAT(listener.pages, ElementsAre(1));
  EXPECT_EQ(table.pages.used(1), core::Bytes(0));
  EXPECT_EQ(table.pages.translate(kPage, 1, true).home, 0u);
  EXPECT_TRUE(table.pages.translate(kPage, 1, true).writable);
  EXPECT_EQ(table.pages.drop_copies(kPage), 0u);
}

TEST(PageTableCopies, WhatNobodyTouchedHasNoHomeUntilItIsWritten) {
  Table table;
  for (unsigned gpu = 0; gpu < 3; ++gpu) EXPECT_FALSE(table.copy(2 * kPage, gpu).touched());
  for (unsigned gpu = 0; gpu < 3; ++gpu)
    EXPECT_EQ(table.pages.translate(2 * kPage, gpu, false).home, gpu);
  EXPECT_EQ(table.pages.drop_copies(kPage), 3u);
  EXPECT_EQ(table.pages.translate(2 * kPage, 2, true).home, 2u) << "first touch of its writer";
}

}  // namespace
}  // namespace gf::model::page_table_copies_test
