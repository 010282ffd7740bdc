// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "tests/support/errors.h"
#include "tlm_models/machine/machine_reader.h"

namespace gf::model::machine_reading {

inline MachinePlan read(const std::string& text) {
  std::istringstream in(text);
  return read_machine(in, "m.ini");
}
inline std::string refusal(const std::string& text) {
  return test::error_of([&] { read(text); });
}

inline constexpr const char* kTwoRoots =
    "[rc[0..1]]\nkind = root_complex\nchildren = gpu[0..3] pcie gen4 x8\n"
    "[rc0]\nlinks = rc1 socket 20 GB/s 30 ns\n";

inline std::vector<std::string> names_of(const MachinePlan& plan,
                                         const std::vector<unsigned>& devices) {
  std::vector<std::string> names;
  for (const unsigned device : devices) names.push_back(plan.devices[device].name);
  return names;
}

}  // namespace gf::model::machine_reading
