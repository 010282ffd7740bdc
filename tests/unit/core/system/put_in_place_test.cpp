// SPDX-License-Identifier: Apache-2.0
#include "core/system/put_in_place.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/captured.h"
#include "tests/support/killed_moves.h"
#include "tests/support/matchers.h"

namespace gf::core::put_in_place_test {
namespace {

namespace fs = std::filesystem;

class PutInPlace : public testing::TestWithParam<bool> {
 protected:
  void make(const std::string& name, const std::string& text) {
    test::write_file(root_ / name / "file", text);
  }
  [[nodiscard]] std::string text_of(const std::string& name) const {
    return test::read_file(root_ / name / "file");
  }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(root_.path()))
      found.push_back(entry.path().filename());
    return found;
  }
  ScratchDirectory root_;
};

TEST_P(PutInPlace, AKillAtAnyStepLeavesTheOneOrTheOther) {
  unsigned steps = 0;
  for (bool killed = true; killed; ++steps) {
    make("run", "old");
    killed = test::killed_at(steps, GetParam(), [&](test::KilledMoves& moves) {
      make(beside("run", "partial"), "new");
      put_in_place(beside(root_ / "run", "partial"), root_ / "run", true, moves);
    });
    const bool exchanged = GetParam();
    EXPECT_TRUE(!exchanged || text_of("run") == "old" || text_of("run") == "new") << steps;
    clean_up_beside(root_ / "run");
    EXPECT_THAT(names(), ElementsAre("run"));
    EXPECT_TRUE(text_of("run") == "new" || (killed && text_of("run") == "old")) << steps;
  }
  EXPECT_GE(steps, 3u);  // else nothing was tried
}

INSTANTIATE_TEST_SUITE_P(PutInPlace, PutInPlace, testing::Bool(), [](const auto& info) {
  return std::string(info.param ? "exchange" : "two_renames");
});

TEST_F(PutInPlace, WithoutReplacesOnlyAnEmptyDirectoryGivesWay) {
  make("made", "new");
  fs::create_directory(root_ / "run");
  put_in_place(root_ / "made", root_ / "run", false);
  EXPECT_EQ(text_of("run"), "new");
  make("made", "newer");
  EXPECT_THROW(put_in_place(root_ / "made", root_ / "run", false), fs::filesystem_error);
  EXPECT_EQ(text_of("run"), "new");
}

/// Moves nothing into the place: the first rename behind a failed exchange works, the second not.
class FailingMoves : public Moves {
 public:
  bool exchange(const fs::path& /*one*/, const fs::path& /*other*/) override { return false; }
  void rename(const fs::path& from, const fs::path& to) override {
    if (++count_ == 2)
      throw fs::filesystem_error("full", std::make_error_code(std::errc::io_error));
    Moves::rename(from, to);
  }

 private:
  int count_ = 0;
};

TEST_F(PutInPlace, FailureBringsTheOldBack) {
  make("run", "old");
  make("made", "new");
  FailingMoves moves;
  EXPECT_THROW(put_in_place(root_ / "made", root_ / "run", true, moves), fs::filesystem_error);
  EXPECT_EQ(text_of("run"), "old");
  EXPECT_EQ(text_of("made"), "new");
}

TEST_F(PutInPlace, OnlyWhatTheDeadLeftIsRemoved) {
  const pid_t living = ::fork();
  if (living == 0) {
    ::pause();
    ::_exit(0);
  }
  const std::string its = "run.partial-" + std::to_string(living);
  for (const std::string& name :
       {its, std::string("run"), std::string("run.partial"), std::string("run.partial-x"),
        std::string("other.partial-1"), std::string("run.partial-999999999")})
    make(name, "text");
  clean_up_beside(root_ / "run");
  EXPECT_THAT(names(),
              UnorderedElementsAre(its, "run", "run.partial", "run.partial-x", "other.partial-1"));
  ::kill(living, SIGKILL);
  ::waitpid(living, nullptr, 0);
  clean_up_beside(root_ / "run");
  EXPECT_THAT(names(), testing::Not(testing::Contains(its)));
}

}  // namespace
}  // namespace gf::core::put_in_place_test
