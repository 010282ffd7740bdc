// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <sys/types.h>
#include <vector>

namespace gf::core {

/// Another program, started with posix_spawn. Its standard input is empty. Signals that this
/// process catches or blocks have their default actions in the child; a SIGHUP that it ignores
/// (nohup) stays ignored.
/// A child that is this same program is killed with SIGKILL when the thread that started it ends,
/// for whatever reason (end_with_parent()). With `ends_with_parent`, so does another program: it
/// gets SIGTERM, and time to clean up. Its own children that are this program end with it.
struct ChildSpec {
  std::vector<std::string> command;   ///< command[0] is a path; no search, no shell.
  std::filesystem::path output_file;  ///< Receives standard output; empty = discarded.
  std::filesystem::path error_file;   ///< Receives standard error; empty = discarded.
  bool own_group = false;  ///< In its own process group: a terminal's Ctrl-C does not reach it, and
                           ///< signal() also reaches its children.
  bool shares_output = false;     ///< Both streams are those of this process; no files.
  bool ends_with_parent = false;  ///< Makes another program end with its starter, too. This program
                                  ///< then runs first and becomes that program.
};

class ChildProcess {
 public:
  /// Throws std::system_error when the program cannot be started.
  explicit ChildProcess(const ChildSpec& spec);
  /// Kills a child that still runs, and waits for it.
  ~ChildProcess();
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&&) = delete;

  [[nodiscard]] bool ended();  ///< Does not block.
  void wait();
  void signal(int number);  ///< Goes to its group if it has its own; does nothing once it ended.

  /// Call it after ended() or wait(). Returns the exit code, or -1 if a signal ended the child or
  /// its end is unknown: the kernel keeps none for a process that ignores SIGCHLD
  /// (hear_of_children()).
  [[nodiscard]] int exit_code() const;
  /// Call it after ended() or wait(). Returns "exit 3", "signal 11 (Segmentation fault)", "its end
  /// is unknown".
  [[nodiscard]] std::string ending() const;

 private:
  bool collect(int options);
  pid_t pid_ = -1;
  bool own_group_ = false;
  bool running_ = false;
  bool known_ = true;  ///< False: the kernel did not keep how it ended.
  int status_ = 0;
};

/// The first call in main(). A process started as a child that ends with its parent asks the kernel
/// to be killed when the thread that started it ends. If that has already happened, it ends at
/// once. The request is in the environment, GPUFABRIC_PARENT=<process id>, and is removed from it.
/// Without it the function does nothing.
/// If GPUFABRIC_BECOME is set, too, the process becomes the program named by its arguments from
/// argv[1] on, and children of that program get the request to end with it.
void end_with_parent(char* argv[]);

/// Restores the default action of SIGCHLD. Call it in main() before the first child: if the starter
/// ignores SIGCHLD, this process inherits that, and no child's end could be known.
void restore_sigchld();

/// Returns the path of this program's file.
std::filesystem::path this_program();

}  // namespace gf::core
