// SPDX-License-Identifier: Apache-2.0
#include "core/system/host.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace gf::core::host_test {
namespace {

TEST(Host, HasAName) { EXPECT_FALSE(host_name().empty()); }

TEST(ProcessId, IsDigitsAndNothingElse) {
  EXPECT_EQ(process_id("4711"), 4711);
  for (const char* text : {"", "0", "-1", "+1", " 1", "1 ", "47x", "cluster.4711", "99999999999"})
    EXPECT_EQ(process_id(text), std::nullopt) << text;
}

TEST(IsAlive, TellsTheLivingFromTheDead) {
  EXPECT_TRUE(is_alive(::getpid()));
  EXPECT_TRUE(is_alive(1)) << "whoever its user is";
  const pid_t gone = ::fork();
  if (gone == 0) ::_exit(0);
  ::waitpid(gone, nullptr, 0);
  EXPECT_FALSE(is_alive(gone));
}

}  // namespace
}  // namespace gf::core::host_test
