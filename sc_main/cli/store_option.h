// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "core/system/scratch_directory.h"
#include "runs/store.h"
#include "sc_main/cli/command_line.h"

namespace gf::app {

/// Adds --store DIR. `meaning` does not say the default.
void add_store_to(CommandLine& line, std::optional<std::string>& store, const std::string& meaning);

/// The options --store DIR, -j N, --verbose and --dry-run, shared by all commands that make runs.
struct PoolCommandOptions {
  std::optional<std::string> store;  ///< Nothing: the default store; "": no store.
  unsigned jobs = 1;                 ///< At least 1; default: the number of cores.
  /// Whether the store is trimmed when the command ends. A process that is one of many working for
  /// the same command must not trim: it would delete results of the others.
  bool trims = true;
  unsigned ranks = 1;    ///< MPI processes that simulate each run (sweep --ranks).
  bool verbose = false;  ///< Shows the command of each run before it starts.
  bool dry_run = false;  ///< Shows the runs and makes none (dry_run.h).

  PoolCommandOptions();
  void add_to(CommandLine& line);
  /// Returns the directory of --store, or the default one; empty: no store.
  [[nodiscard]] std::filesystem::path directory() const;
};

/// Returns the options of a dry run without a store that it would have to create; other options
/// unchanged.
PoolCommandOptions without_new_store(PoolCommandOptions options);

/// The store of a command. When destroyed, it lists damaged runs on standard error, and trims the
/// store to store_limit() if the options say so. Without a directory it uses a temporary store,
/// deleted with this object.
class CommandStore {
 public:
  explicit CommandStore(const PoolCommandOptions& options);
  ~CommandStore();
  CommandStore(const CommandStore&) = delete;
  CommandStore& operator=(const CommandStore&) = delete;
  [[nodiscard]] runs::Store& operator*() { return *store_; }

 private:
  const bool trims_;
  const core::Bytes limit_ = runs::store_limit();
  std::optional<core::ScratchDirectory> scratch_;
  std::optional<runs::Store> store_;
};

}  // namespace gf::app
