// SPDX-License-Identifier: Apache-2.0
#include "core/system/child_process.h"

#include <fstream>
#include <gmock/gmock.h>
#include <signal.h>
#include <sstream>
#include <stdlib.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

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
  EXPECT_THROW(ChildProcess({{"/proc/no/such/program"}, {}, {}, false}), std::system_error);
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

TEST(ChildProcess, AnEndThatTheKernelDoesNotKeepIsUnknown) {
  ::signal(SIGCHLD, SIG_IGN);  // as a starter may pass it on
  ChildProcess lost(shell("exit 3"));
  lost.wait();
  EXPECT_TRUE(lost.ended());
  EXPECT_EQ(lost.exit_code(), -1);
  EXPECT_EQ(lost.ending(), "its end is unknown");
  restore_sigchld();
  ChildProcess heard(shell("exit 3"));
  heard.wait();
  EXPECT_EQ(heard.ending(), "exit 3");
}

/// How a process ends that was told to end with process `parent` and would else end with exit 3.
int ending_with(pid_t parent) {
  const pid_t child = fork();
  if (child == 0) {
    setenv("GPUFABRIC_PARENT", std::to_string(parent).c_str(), 1);
    end_with_parent(nullptr);
    _exit(getenv("GPUFABRIC_PARENT") == nullptr ? 3 : 4);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

TEST(EndWithParent, ParentThatEndedBeforeIsNoticed) {
  const int status = ending_with(1);  // as if this process were gone and init had inherited it
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGKILL);
}

TEST(EndWithParent, IsNotPassedOn) {
  const int status = ending_with(getpid());
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 3);
}

TEST(EndWithParent, AnotherProgramHandsItOnToItsChildren) {
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    setenv("GPUFABRIC_PARENT", std::to_string(parent).c_str(), 1);
    setenv("GPUFABRIC_BECOME", "1", 1);
    std::string words[] = {"test", "/bin/sh", "-c",
                           "[ $GPUFABRIC_PARENT = $$ ] && [ -z \"$GPUFABRIC_BECOME\" ] && exit 3"};
    char* argv[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data(), nullptr};
    end_with_parent(argv);
    _exit(4);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 3);
}

TEST(EndWithParent, KilledParentTakesItAlong) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t parent = fork();
  if (parent == 0) {
    const pid_t self = getpid();
    if (fork() == 0) {
      setenv("GPUFABRIC_PARENT", std::to_string(self).c_str(), 1);
      end_with_parent(nullptr);
      if (write(ends[1], "x", 1) != 1) _exit(1);
    }
    for (;;) pause();
  }
  close(ends[1]);
  char byte = 0;
  ASSERT_EQ(::read(ends[0], &byte, 1), 1);
  kill(parent, SIGKILL);
  EXPECT_EQ(::read(ends[0], &byte, 1), 0);  // the last that could write is gone
  close(ends[0]);
  waitpid(parent, nullptr, 0);
}

TEST(ThisProgram, IsThisTest) { EXPECT_THAT(this_program().string(), testing::HasSubstr("test")); }

}  // namespace
}  // namespace gf::core::child_process_test
