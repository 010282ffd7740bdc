// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tests/support/machine_runs.h"
#include "tests/support/program.h"

namespace gf::test::host_machines {

/// A server of two sockets, two GPUs below a switch of each, and a memory at each root complex.
inline std::string server(const std::string& head = "",
                          const std::string& memory = "76.8 GB/s 90 ns") {
  return head +
         "[rc[0..1]]\nkind = root_complex\nchildren = plx[0..1] pcie gen3 x16\nmemory = " + memory +
         "\n[rc0]\nlinks = rc1 socket\n[plx[0..1]]\nchildren = gpu[0..3] pcie gen3 x16\n";
}

/// Seconds of a copy of 2 MiB on the machine with this text.
inline double copy_time(const std::string& machine, const std::string& src, const std::string& dst,
                        const Words& more = {}) {
  const ScratchDirectory scratch;
  write_file(scratch / "m.ini", machine);
  write_file(scratch / "one.csv", "graph,src,dst,bytes\na," + src + "," + dst + ",2 MiB\n");
  Words words{"--machine", scratch / "m.ini", "--schedule", scratch / "one.csv"};
  return machine_runs::results(words + more)["end_max"]["value"].get<double>();
}

}  // namespace gf::test::host_machines
