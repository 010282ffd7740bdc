// SPDX-License-Identifier: Apache-2.0
#include "sc_main/run/numbered_directory.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "core/system/put_in_place.h"

namespace gf::app {
namespace {

namespace fs = std::filesystem;

const fs::path kParent = "out";

/// Returns 3 for "pcie_t2-3" and for "pcie_t2-3.partial" if `name` is "pcie_t2"; otherwise 0.
unsigned number_in(std::string file, const std::string& name) {
  if (file.rfind(name + "-", 0) != 0) return 0;
  file = file.substr(name.size() + 1);
  return core::parse_number<unsigned>(file.substr(0, file.find('.'))).value_or(0);
}

/// Returns whether it was created for a run that was killed: no other process removes it.
bool is_abandoned(const fs::path& directory) {
  std::error_code none;
  return fs::is_empty(directory, none) && core::has_leftovers(directory);
}

void remove_abandoned(const std::string& name) {
  std::error_code none;
  std::vector<fs::path> abandoned;
  for (const fs::directory_entry& entry : fs::directory_iterator(kParent, none))
    if (number_in(entry.path().filename().string(), name) != 0 && is_abandoned(entry.path()))
      abandoned.push_back(entry.path());
  for (const fs::path& directory : abandoned) {
    core::clean_up_beside(directory);
    fs::remove(directory, none);
  }
}

}  // namespace

fs::path NumberedDirectory::next(const std::string& name) {
  unsigned largest = 0;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(kParent, none))
    largest = std::max(largest, number_in(entry.path().filename().string(), name));
  return kParent / fmt::format("{}-{}", name, largest + 1);
}

NumberedDirectory::NumberedDirectory(const std::string& name) {
  std::error_code error;
  made_parent_ = fs::create_directory(kParent, error);
  remove_abandoned(name);
  // Another program may take the number between the check and the creation.
  while (!error && !fs::create_directory(path_ = next(name), error)) continue;
  if (error)
    throw core::UserError(
        core::ExitCode::kUsage,
        fmt::format("output directory {}: {}; name another one by --outdir DIR",
                    path_.empty() ? kParent.string() : path_.string(), error.message()));
}

void NumberedDirectory::remove_if_empty() const {
  std::error_code not_empty;
  fs::remove(path_, not_empty);
  if (made_parent_) fs::remove(kParent, not_empty);
}

}  // namespace gf::app
