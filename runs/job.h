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

/// A run requested from a pool, or a turn. The pool's mutex guards `granted` and the outcome; the
/// other members belong to the serving thread.
struct Job {
  Request request;
  double priority = 0;
  std::size_t number = 0;  ///< In the order of requests.
  std::string label;
  bool is_turn = false;
  bool granted = false;  ///< The turn may proceed.

  std::map<std::string, std::string> inputs;  ///< Paths, by parameter.
  std::string facts;
  std::string key;
  std::string group;  ///< The key in Pool::jobs_ of this run and the equal ones.
  std::filesystem::path work;
  std::unique_ptr<core::ChildProcess> child;

  bool ended = false;
  std::optional<Result> result;
  std::optional<RunError> error;  ///< Why there is no result.
};

}  // namespace gf::runs
