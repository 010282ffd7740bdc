// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace gf::test {

/// `gpufabric run proact` with 8 SMs a GPU.
inline Captured run_proact(const std::string& mechanism, const Words& more) {
  return program(Words{"run", "proact", "--quiet"} +
                 parameters({"mechanism=" + mechanism, "gpu.sms=8"}) + more);
}

/// PageRank in chunks small enough that several become ready one after the other.
inline Words pagerank(const Words& more) {
  return parameters({"workload=pagerank", "iterations=2", "chunk=16 KiB", "threads=256"}) + more;
}

/// A file `name` below `scratch` that holds `text`.
inline std::string file_with(const ScratchDirectory& scratch, const std::string& name,
                             const std::string& text) {
  const std::filesystem::path path = scratch / name;
  std::ofstream(path) << text;
  return path.string();
}

}  // namespace gf::test
