// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace gf::core {

/// The end of a fork.
struct ForkEnd {
  std::string text;  ///< What it wrote to its pipe.
  int code = -1;     ///< Its exit code; -1: a signal ended it.
};

/// Calls `work` in a fork of this process, with the end of a pipe to write to, and waits. The fork
/// ends with the result of `work` as its exit code, without destructors; it is killed when the
/// thread that called this ends. For what can be done once per process, such as a simulation.
/// Call it when no other thread holds a lock. `stop` is called some times a second; once it returns
/// true, the fork is killed. Throws std::runtime_error if there can be no fork.
ForkEnd run_in_fork(const std::function<int(int pipe)>& work,
                    const std::function<bool()>& stop = {});

}  // namespace gf::core
