// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/store_option.h"

#include <algorithm>
#include <fmt/format.h>
#include <iostream>

#include "core/base/error.h"
#include "core/system/thread_team.h"

namespace gf::app {
namespace {

constexpr std::size_t kMostNamed = 3;

/// Prints the names of damaged entries on one line.
void tell_damaged(const runs::Store& store) {
  std::vector<std::string> some = store.damaged();
  if (some.empty()) return;
  const std::size_t count = some.size();
  some.resize(std::min(count, kMostNamed));
  std::cerr << fmt::format("gpufabric: the store had {} damaged run{}, not used: {}{}\n", count,
                           count == 1 ? "" : "s", fmt::join(some, "; "),
                           count > kMostNamed ? "; ..." : "");
}

}  // namespace

void add_store_to(CommandLine& line, std::optional<std::string>& store,
                  const std::string& meaning) {
  line.add("store", store, "DIR", meaning).default_text =
      "GPUFABRIC_STORE, or gpufabric below XDG_CACHE_HOME or ~/.cache";
}

PoolCommandOptions::PoolCommandOptions() : jobs(core::cores()) {}

void PoolCommandOptions::add_to(CommandLine& line) {
  line.add("jobs,j", jobs, "N", "number of concurrent runs; the results do not depend on it",
           core::between(1u, 4096u))
      .default_text = "the number of cores";
  add_store_to(line, store,
               "directory where finished runs are kept, so that none is repeated; '': none");
  line.add("verbose,v", verbose, "show the command of each run before it is made");
  line.add("dry-run", dry_run,
           "show which runs would be made from which configuration, and what would be written "
           "where; make none");
}

std::filesystem::path PoolCommandOptions::directory() const {
  return store ? std::filesystem::path(*store) : runs::default_store();
}

PoolCommandOptions without_new_store(PoolCommandOptions options) {
  std::error_code none;
  if (options.dry_run && !std::filesystem::is_directory(options.directory(), none))
    options.store = "";
  return options;
}

CommandStore::CommandStore(const PoolCommandOptions& options) : trims_(options.trims) {
  const std::filesystem::path directory = options.directory();
  if (directory.empty()) scratch_.emplace();
  store_.emplace(directory.empty() ? scratch_->path() : directory);
}

CommandStore::~CommandStore() {
  try {
    tell_damaged(*store_);
    // While this process still marks the runs it used, so that they survive however small the limit
    // is.
    if (trims_ && !scratch_) store_->trim(limit_);
  } catch (const std::exception&) {  // a store that is too large can be cleaned next time
  }
  // Before the scratch directory is deleted, because the store may be in it.
  store_.reset();
}

}  // namespace gf::app
