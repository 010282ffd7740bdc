// SPDX-License-Identifier: Apache-2.0
#include "core/scratch_directory.h"

#include <cstdlib>

#include "core/error.h"

namespace gf::core {

ScratchDirectory::ScratchDirectory() {
  // mkdtemp() writes over the six X.
  std::string name = (std::filesystem::temp_directory_path() / "gpufabric-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw UserError(ExitCode::kUsage,
                    name + ": cannot be made; set TMPDIR to a writable directory");
  path_ = name;
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace gf::core
