// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/found/import_guesses.h"

#include "tests/support/matchers.h"

namespace gf::model::import_guesses_test {
namespace {

TEST(ImportGuesses, AreTheWorstFirstAndJoined) {
  ImportGuesses guesses;
  guesses.add({GuessKind::kNic, "nic0", "any", "r", ""});
  for (const char* gpu : {"gpu0", "gpu1", "gpu2", "gpu3", "gpu3"})
    guesses.add({GuessKind::kPcie, gpu, "pcie gen4 x16", "r", "s"});
  const auto all = guesses.worst_first();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].subject, "gpu0, gpu1, gpu2 and 1 more");
  EXPECT_EQ(all[1].subject, "nic0");
}

}  // namespace
}  // namespace gf::model::import_guesses_test
