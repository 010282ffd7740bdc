// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/support/program.h"

namespace gf::test::analytic_command {

inline constexpr const char* kTable1 =
    "graph,src,dst,bytes,start_ns\n"
    "table1,0,2,300 MiB,0\ntable1,1,4,300 MiB,0\ntable1,3,2,300 MiB,0\ntable1,6,4,300 MiB,0\n";

inline Captured analytic(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"analytic", "pcie"});
  return program(arguments);
}

/// With the graphs of Tables I and II as --graphs.
inline Captured analytic_table1(std::vector<std::string> arguments) {
  const ScratchDirectory scratch;
  write_file(scratch / "t.csv", kTable1);
  arguments.insert(arguments.end(), {"--graphs", scratch / "t.csv"});
  return analytic(arguments);
}

}  // namespace gf::test::analytic_command
