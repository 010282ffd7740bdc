// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <string>
#include <vector>

#include "core/text/json.h"
#include "tests/support/program.h"

namespace gf::test::machine_runs {

/// A result of `gpufabric run cluster` with these words.
inline nlohmann::json results(std::vector<std::string> words) {
  words.insert(words.begin(), {"run", "cluster", "--json"});
  const Captured run = exits(0, program(words));
  return core::parse_json(run.out)["results"];
}

/// Seconds of a copy of 4 MiB from GPU `src` to GPU `dst`.
inline double copy_time(const std::string& machine, unsigned src, unsigned dst,
                        const std::vector<std::string>& more = {}) {
  const ScratchDirectory scratch;
  write_file(scratch / "one.csv", "graph,src,dst,bytes\na," + std::to_string(src) + "," +
                                      std::to_string(dst) + ",4 MiB\n");
  return results(Words{"--machine", machine, "--schedule", scratch / "one.csv"} +
                 more)["end_max"]["value"]
      .get<double>();
}

/// Two GPUs on a tree, joined by four links of NVLink 3: 100 GB/s in each direction.
inline const char* const kLinked =
    "[rc]\nkind = root_complex\nchildren = gpu[0..1]\n[gpu0]\nlinks = gpu1 nvlink3 x4\n"
    "[gpu[0..1]]\npreset = v100\n";

/// Two nodes of two GPUs and two NICs, a GPU and a NIC a switch.
inline const char* const kTwoNics =
    "[rc]\nkind = root_complex\nchildren = sw[0..1] pcie gen3 x16\n[sw[0..1]]\n"
    "children = gpu[0..1] pcie gen3 x16, nic[0..1] pcie gen3 x16\n[nic[0..1]]\nkind = nic\n"
    "[network]\nkind = fat_tree\nk = 4\nn = 2\nnodes = 2\n";

/// Four GPUs under two switches.
inline const std::string kFour =
    "[rc]\nkind = root_complex\nchildren = sw[0..1] pcie gen3 x16\n[sw[0..1]]\n"
    "children = gpu[0..3] pcie gen3 x16\n[gpu[0..3]]\npreset = v100\n";

/// Runs `gpufabric predict` with these words, without a store.
inline Captured predict(std::vector<std::string> words) {
  words.insert(words.begin(), "predict");
  for (const char* word : {"--store", "", "-q"}) words.emplace_back(word);
  return program(words);
}

}  // namespace gf::test::machine_runs
