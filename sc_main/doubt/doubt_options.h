// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sc_main/cli/configured_platform.h"
#include "sc_main/cli/store_option.h"
#include "sc_main/doubt/guess_fit.h"
#include "sc_main/doubt/guesses.h"

namespace gf::app {

/// The command line of `gpufabric doubt`, and the guesses that it varies.
struct DoubtOptions {
  PlatformChoice choice;
  PoolCommandOptions pool;
  unsigned runs = 64;
  bool calibrated = false;
  std::string of = "*";  ///< Glob of results to show.
  std::filesystem::path outdir;
  bool list = false;
  bool json = false;
  bool quiet = false;
  std::uint64_t seed = 1;      ///< In force: --seed, -p and --config can all set it.
  std::vector<Guess> guesses;  ///< All of them; varying() selects the varied ones.
  GuessFit fit;                ///< For varying(guesses).
};

/// Returns nothing if help was printed. Throws UserError; no run is made then.
std::optional<DoubtOptions> parse_doubt(const Arguments& arguments);

}  // namespace gf::app
