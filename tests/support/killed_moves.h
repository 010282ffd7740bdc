// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include "core/system/put_in_place.h"

namespace gf::test {

/// Does what core::Moves does, step by step, and ends its process before step number `steps`, with
/// nothing tidied up: what SIGKILL at that moment does.
class KilledMoves : public core::Moves {
 public:
  static constexpr int kKilled = 77;
  KilledMoves(unsigned steps, bool can_exchange) : steps_(steps), can_exchange_(can_exchange) {}

  void step() {
    if (steps_-- == 0) ::_exit(kKilled);
  }
  bool exchange(const std::filesystem::path& one, const std::filesystem::path& other) override {
    step();
    return can_exchange_ && Moves::exchange(one, other);
  }
  void rename(const std::filesystem::path& from, const std::filesystem::path& to) override {
    step();
    Moves::rename(from, to);
  }
  void remove_all(const std::filesystem::path& path) override {
    std::set<std::filesystem::path> entries;
    if (std::filesystem::is_directory(path))
      for (const auto& entry : std::filesystem::directory_iterator(path)) entries.insert(entry);
    for (const auto& entry : entries) remove_all(entry);
    step();
    std::filesystem::remove(path);
  }

 private:
  unsigned steps_;
  const bool can_exchange_;
};

/// Runs `act` in a process of its own that is killed before its step number `steps`; false when it
/// came to its end before that.
inline bool killed_at(unsigned steps, bool can_exchange,
                      const std::function<void(KilledMoves&)>& act) {
  const pid_t child = ::fork();
  if (child == 0) {
    KilledMoves moves(steps, can_exchange);
    act(moves);
    ::_exit(testing::Test::HasFailure() ? 1 : 0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_TRUE(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == KilledMoves::kKilled)
      << "it failed at step " << steps;
  return WEXITSTATUS(status) == KilledMoves::kKilled;
}

}  // namespace gf::test
