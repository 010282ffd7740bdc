// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sc_main/command.h"

namespace gf::app {

/// How a run of this program ended.
struct ChildEnd {
  int code = -1;        ///< Of its exit; -1: a signal ended it.
  std::string out;      ///< Its standard output.
  std::string message;  ///< Last words on its standard error, without "gpufabric: ".
};

/// Runs this program several times, up to `jobs` at a time.
class ChildPool {
 public:
  /// Told of each run that ended, in the order in which they do; the number is that of the run.
  using Ended = std::function<void(std::size_t number, ChildEnd end)>;

  ChildPool(int jobs, std::function<bool()> interrupted)
      : jobs_(static_cast<std::size_t>(jobs)), interrupted_(std::move(interrupted)) {}

  /// Starts runs in order. After one that `ended` throws for no more are started; those under way
  /// still end, and the error of the lowest number is thrown. An interrupt ends all at once.
  void run(const std::vector<Arguments>& runs, const Ended& ended);

 private:
  struct Child;
  [[nodiscard]] static std::unique_ptr<Child> start(const Arguments& words, std::size_t number,
                                                    const std::filesystem::path& directory);

  const std::size_t jobs_;
  const std::function<bool()> interrupted_;
};

}  // namespace gf::app
