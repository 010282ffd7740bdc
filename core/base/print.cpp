// SPDX-License-Identifier: Apache-2.0
#include "core/base/print.h"

namespace gf::core {

void vprint(std::ostream& out, fmt::string_view format, fmt::format_args args) {
  out << fmt::vformat(format, args);
}

}  // namespace gf::core
