// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/units.h"
#include "core/param/params.h"
#include "sc_main/cli/configured_platform.h"
#include "sc_main/cli/store_option.h"

namespace gf::app {

/// A point to try. Values that the mechanism does not use are empty.
struct ProfilePoint {
  std::string mechanism;
  std::optional<core::Bytes> chunk;
  std::optional<unsigned> threads;

  /// Returns "mechanism=polling", "chunk=16 KiB", "threads=256".
  [[nodiscard]] std::vector<std::string> settings() const;
};

/// The command line of `gpufabric profile`.
struct ProfileOptions {
  PlatformChoice choice;
  std::uint64_t seed = 1;  ///< Used for all points.
  PoolCommandOptions pool;
  std::vector<ProfilePoint> points;  ///< In the order of the lists.
  std::filesystem::path out;         ///< File for the best configuration; empty: none.
  /// A point is stopped when it takes this many per cent longer than the fastest pilot.
  double within = 10;
  bool whole = false;  ///< Stops no point.
  unsigned rows = 20;
  bool csv = false;
  bool json = false;
  bool quiet = false;
  std::vector<core::ParamRow> params;  ///< In force for all points, except those they set.
};

/// Returns nothing if help was printed. Throws UserError for options that make no profile,
/// including wrong parameters: no point is run then.
std::optional<ProfileOptions> parse_profile(const Arguments& arguments);

}  // namespace gf::app
