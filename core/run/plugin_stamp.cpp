// SPDX-License-Identifier: Apache-2.0
#include "core/run/plugin_stamp.h"

#include <fmt/format.h>
#include <sstream>

#include "core/base/printable.h"
#include "core/run/plugin.h"

namespace gf::core {

const char* plugin_stamp() { return GF_PLUGIN_STAMP; }

std::string plugin_misfit(const std::string& ours, const std::string& theirs) {
  std::istringstream here(ours);
  std::istringstream there(theirs);
  std::string misfit;
  std::string a;
  std::string b;
  // Compares line by line; a stamp of another form differs in one of them.
  while (std::getline(here, a)) {
    if (!std::getline(there, b)) b = "nothing";
    if (a == b) continue;
    const std::size_t value = a.find(": ") + 2;
    const bool alike = b.compare(0, value, a, 0, value) == 0;
    misfit +=
        fmt::format("{}{} is {} here and {} there", misfit.empty() ? "" : ", ",
                    a.substr(0, value - 2), a.substr(value), excerpt(alike ? b.substr(value) : b));
  }
  return misfit;
}

}  // namespace gf::core
