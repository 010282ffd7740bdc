// SPDX-License-Identifier: Apache-2.0
#include "runs/entries.h"

#include <algorithm>
#include <atomic>
#include <gmock/gmock.h>
#include <thread>

#include "tests/support/captured.h"

namespace gf::runs::entries_test {
namespace {

namespace fs = std::filesystem;
using test::write_file;

TEST(Entries, AreSorted) {
  const test::ScratchDirectory scratch;
  for (const char* name : {"b", "a", "c"}) write_file(scratch / name, "");
  EXPECT_THAT(entries_of(scratch.path()),
              testing::ElementsAre(scratch / "a", scratch / "b", scratch / "c"));
  EXPECT_THAT(entries_of(scratch / "none"), testing::IsEmpty());
}

TEST(Entries, HaveASize) {
  const test::ScratchDirectory scratch;
  write_file(scratch / "one", "12345");
  write_file(scratch / "below/two", "678");
  EXPECT_EQ(size_of(scratch.path()), 8u);
  EXPECT_EQ(size_of(scratch / "none"), 0u);
}

TEST(Entries, MayVanishMeanwhile) {
  const test::ScratchDirectory scratch;
  std::atomic<bool> enough{false};
  std::thread other([&] {
    for (unsigned i = 0; !enough; ++i) {
      const fs::path run = scratch / std::to_string(i % 8);
      for (const char* file : {"a/1", "b/2", "c/3", "4", "5", "6"}) write_file(run / file, "x");
      fs::remove_all(run);
    }
  });
  std::uint64_t most = 0;
  EXPECT_NO_THROW(for (unsigned i = 0; i < 2000; ++i) {
    most = std::max(most, size_of(scratch.path()));
    (void)entries_of(scratch.path());
  });
  enough = true;
  other.join();
  EXPECT_LT(most, 1000u) << "what vanishes has no size";
}

}  // namespace
}  // namespace gf::runs::entries_test
