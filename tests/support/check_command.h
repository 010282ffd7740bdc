// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/support/program.h"

namespace gf::test::check_command {

/// `gpufabric check` of a file with this name and text.
inline Captured check(const std::string& name, const std::string& text,
                      std::vector<std::string> more = {}) {
  const ScratchDirectory scratch;
  write_file(scratch / name, text);
  more.insert(more.begin(), {"check", scratch / name});
  return program(more);
}

inline const std::string kTwo = "[rc]\nkind = root_complex\nchildren = gpu[0..1] pcie gen3 x16\n";

}  // namespace gf::test::check_command
