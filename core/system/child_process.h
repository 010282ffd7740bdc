// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <sys/types.h>
#include <vector>

namespace gf::core {

/// Another program, started with posix_spawn. Its standard input is empty. Signals that this
/// process catches or blocks are back to their defaults in the child; a SIGHUP that it ignores
/// (nohup) stays ignored.
/// A child that is this very program ends with the thread that started it, however that ends: it is
/// killed with SIGKILL (end_with_parent()). So do another program and its children that are this
/// one, where `ends_with_parent` says so: it gets SIGTERM, and time to tidy up.
struct ChildSpec {
  std::vector<std::string> command;   ///< command[0] is a path; no search, no shell.
  std::filesystem::path output_file;  ///< Receives standard output; empty = discarded.
  std::filesystem::path error_file;   ///< Receives standard error; empty = discarded.
  bool own_group = false;  ///< Its own process group: a terminal's Ctrl-C does not reach it, and
                           ///< signal() reaches what it starts itself.
  bool shares_output = false;     ///< Both streams are those of this process; no files.
  bool ends_with_parent = false;  ///< Ends another program, too, which this one becomes.
};

class ChildProcess {
 public:
  /// Throws std::system_error when the program cannot be started.
  explicit ChildProcess(const ChildSpec& spec);
  /// A child that still runs is killed and waited for.
  ~ChildProcess();
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&&) = delete;

  [[nodiscard]] bool ended();  ///< Does not block.
  void wait();
  void signal(int number);  ///< To its group when it has one of its own; nothing once it ended.

  /// After ended() or wait(): the exit code, or -1 when a signal ended it or its end is unknown:
  /// the kernel keeps none for a process that ignores SIGCHLD (hear_of_children()).
  [[nodiscard]] int exit_code() const;
  /// After ended() or wait(): "exit 3", "signal 11 (Segmentation fault)", "its end is unknown".
  [[nodiscard]] std::string ending() const;

 private:
  bool collect(int options);
  pid_t pid_ = -1;
  bool own_group_ = false;
  bool running_ = false;
  bool known_ = true;  ///< Whether it is known how it ended.
  int status_ = 0;
};

/// The first thing in main(): a process that was started as ChildSpec says asks the kernel to be
/// killed when the thread that started it ends, and ends at once when that has happened already.
/// The order stands in the environment, GPUFABRIC_PARENT=<process id>, and is taken out of it. Does
/// nothing in every other process. Where GPUFABRIC_BECOME is set, too, the process becomes the
/// program that its words name, from argv[1] on, and gives that program's children the order to
/// end with it.
void end_with_parent(char* argv[]);

/// For main(), before the first child: a starter that ignores SIGCHLD passes that on, and then no
/// child's end could be known. Puts SIGCHLD back to its default.
void hear_of_children();

/// The path of this program's file.
std::filesystem::path this_program();

}  // namespace gf::core
