// SPDX-License-Identifier: Apache-2.0
#include "core/base/registry.h"

#include <fmt/format.h>

#include "core/base/printable.h"

namespace gf::core {

void check_registered_name(const std::string& kind, const std::string& name) {
  const bool good = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  });
  if (!good)
    throw UserError(
        ExitCode::kUsage,
        fmt::format("{} \"{}\" cannot be registered: a name has only letters, digits, _, - and .",
                    kind, excerpt(name)));
}

}  // namespace gf::core
