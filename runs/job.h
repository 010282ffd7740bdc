// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/system/child_process.h"
#include "runs/request.h"
#include "runs/result.h"

namespace gf::runs {

/// A run that a pool was asked for, or a turn. The pool's mutex guards `granted` and what came of
/// it; the rest is of the thread that serves.
struct Job {
  Request request;
  double priority = 0;
  std::size_t number = 0;  ///< In the order of asking.
  std::string label;
  bool is_turn = false;
  bool granted = false;  ///< The turn may go on.

  std::map<std::string, std::string> inputs;  ///< Paths, by parameter.
  std::string facts;
  std::string key;
  std::string group;  ///< Its own and the equal ones' in Pool::jobs_.
  std::filesystem::path work;
  std::unique_ptr<core::ChildProcess> child;

  bool ended = false;
  std::optional<Result> result;
  std::optional<RunError> error;  ///< Why there is none.
};

}  // namespace gf::runs
