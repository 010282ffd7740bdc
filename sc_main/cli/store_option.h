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

/// --store DIR, -j N, --verbose and --dry-run, as all commands that make runs have them.
struct PoolCommandOptions {
  std::optional<std::string> store;  ///< Nothing: the default one; "": none.
  int jobs = 1;                      ///< At least 1; the number of cores if not given.
  /// Whether the store is trimmed when the command ends. One of many processes that work for one
  /// command leaves it to that: it would take away what the others made.
  bool trims = true;
  int ranks = 1;         ///< Processes of MPI that simulate each run; of sweep --ranks.
  bool verbose = false;  ///< The command of each run is shown before it is made.
  bool dry_run = false;  ///< The runs are shown and none is made (dry_run.h).

  PoolCommandOptions();
  void add_to(CommandLine& line);
  /// Throws UserError(kUsage) for a number of jobs out of range.
  void validate() const;
  /// The directory of --store, or the default one; empty: none.
  [[nodiscard]] std::filesystem::path directory() const;
};

/// The options of a dry run without a store that it would have to make; others as they are.
PoolCommandOptions without_new_store(PoolCommandOptions options);

/// The store of a command, for as long as it lives; then it names the damaged runs on standard
/// error, and is trimmed to store_limit() if the options say so. Without a directory it is a
/// temporary one that goes with it.
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
