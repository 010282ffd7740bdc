// SPDX-License-Identifier: Apache-2.0
#include "core/child_process.h"

#include <fstream>
#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>
#include <sstream>
#include <system_error>

namespace gf::core::child_process_test {
namespace {

std::filesystem::path scratch(const std::string& name) {
  return std::filesystem::path(testing::TempDir()) / ("child_" + std::to_string(getpid()) + name);
}

std::string read(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  std::filesystem::remove(file);
  return text.str();
}

ChildSpec shell(const std::string& script) { return {{"/bin/sh", "-c", script}, {}, {}, false}; }

TEST(ChildProcess, KeepsStreamsApart) {
  ChildSpec spec = shell("echo out; echo err >&2");
  spec.output_file = scratch("out");
  spec.error_file = scratch("err");
  ChildProcess child(spec);
  child.wait();
  EXPECT_EQ(child.exit_code(), 0);
  EXPECT_EQ(read(spec.output_file), "out\n");
  EXPECT_EQ(read(spec.error_file), "err\n");
}

TEST(ChildProcess, ReportsExitCode) {
  ChildProcess child(shell("exit 3"));
  child.wait();
  EXPECT_TRUE(child.ended());
  EXPECT_EQ(child.exit_code(), 3);
  EXPECT_EQ(child.ending(), "exit 3");
}

TEST(ChildProcess, ReportsSignal) {
  ChildProcess child(shell("kill -SEGV $$"));
  child.wait();
  EXPECT_EQ(child.exit_code(), -1);
  EXPECT_EQ(child.ending(), "signal 11 (Segmentation fault)");
}

TEST(ChildProcess, ArgumentsAreNotInterpreted) {
  ChildSpec spec{{"/bin/echo", "*", "$HOME", "a b"}, scratch("echo"), {}, false};
  ChildProcess child(spec);
  child.wait();
  EXPECT_EQ(read(spec.output_file), "* $HOME a b\n");
}

TEST(ChildProcess, MissingProgramThrows) {
  EXPECT_THROW(ChildProcess({{"/no/such/program"}, {}, {}, false}), std::system_error);
}

TEST(ChildProcess, InputIsEmpty) {
  ChildProcess child(shell("read line"));
  child.wait();
  EXPECT_NE(child.exit_code(), 0);
}

TEST(ChildProcess, GroupSignalReachesGrandchildren) {
  ChildSpec spec = shell("sleep 60 & wait");
  spec.own_group = true;
  ChildProcess child(spec);
  EXPECT_FALSE(child.ended());
  child.signal(SIGTERM);
  child.wait();
  EXPECT_EQ(child.ending(), "signal 15 (Terminated)");
}

TEST(ChildProcess, DestructorEndsTheChild) {
  const std::filesystem::path file = scratch("pid");
  pid_t pid = 0;
  {
    ChildSpec spec = shell("echo $$; exec sleep 60");
    spec.output_file = file;
    ChildProcess child(spec);
    while (std::filesystem::exists(file) && std::filesystem::file_size(file) == 0) usleep(1000);
    std::ifstream(file) >> pid;
  }
  std::filesystem::remove(file);
  ASSERT_GT(pid, 0);
  EXPECT_EQ(kill(pid, 0), -1);
}

TEST(ThisProgram, IsThisTest) { EXPECT_THAT(this_program().string(), testing::HasSubstr("test")); }

}  // namespace
}  // namespace gf::core::child_process_test
