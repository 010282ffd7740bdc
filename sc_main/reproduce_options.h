// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sc_main/command.h"

namespace gf::app {

/// The command line of `gpufabric reproduce`.
struct ReproduceOptions {
  std::vector<std::string> patterns;  ///< Empty: the whole quick set.
  std::string outdir = "report";
  std::string worker;  ///< Not empty: run this experiment here, as the worker of another process.
  std::uint64_t seed = 1;
  unsigned jobs = 1;
  bool full = false;
  bool force = false;
  bool json = false;
  bool list = false;
  bool quiet = false;
  bool help = false;
};

/// Throws UserError(kUsage) for what is not understood.
ReproduceOptions parse_reproduce(const Arguments& arguments);
std::string reproduce_help();

}  // namespace gf::app
