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

/// What a profile tries. Values that do not matter to the mechanism are nothing.
struct ProfilePoint {
  std::string mechanism;
  std::optional<core::Bytes> chunk;
  std::optional<unsigned> threads;

  /// "mechanism=polling", "chunk=16 KiB", "threads=256".
  [[nodiscard]] std::vector<std::string> settings() const;
};

/// The command line of `gpufabric profile`.
struct ProfileOptions {
  PlatformChoice choice;
  std::uint64_t seed = 1;  ///< All points have it.
  PoolCommandOptions pool;
  std::vector<ProfilePoint> points;  ///< In the order of the lists.
  std::filesystem::path out;         ///< Gets the best configuration; empty: no file.
  /// A point is stopped that takes so many per cent longer than the fastest of the pilots.
  double within = 10;
  bool whole = false;  ///< No point is stopped.
  unsigned rows = 20;
  bool csv = false;
  bool json = false;
  bool quiet = false;
  std::vector<core::ParamRow> params;  ///< In force for all points, but for what they set.
};

/// Nothing when help was printed. Throws UserError for what makes no profile, parameters included:
/// no point is run then.
std::optional<ProfileOptions> parse_profile(const Arguments& arguments);

}  // namespace gf::app
