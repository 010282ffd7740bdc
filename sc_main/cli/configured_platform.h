// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/param/params.h"
#include "hw/link/fault_params.h"
#include "platforms/platform.h"
#include "sc_main/cli/command_line.h"

namespace gf::app {

/// The part of a command line that chooses a platform and sets its parameters.
struct PlatformChoice {
  std::string platform;
  std::vector<std::string> configs;   ///< INI files, in the order given.
  std::vector<std::string> settings;  ///< "NAME=VALUE"; they override the files.
  /// Sources of settings that are not from the command line, by the setting's position.
  std::map<std::size_t, std::string> origins;
  std::string seed;  ///< Text of --seed; empty: not given.

  void add_to(CommandLine& line);  ///< PLATFORM, -p, --config, --seed, --NAME VALUE.
};

/// A platform and its parameters, before it is built.
class ConfiguredPlatform {
 public:
  /// Throws UserError for a missing or unknown platform (naming the nearest), an unreadable file, a
  /// value out of range, or a name that no parameter has.
  ConfiguredPlatform(const CommandLine& line, const PlatformChoice& options);

  [[nodiscard]] const std::string& name() const { return entry_.name; }
  [[nodiscard]] const platforms::PlatformEntry& entry() const { return entry_; }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  [[nodiscard]] const core::ParamRegistry& params() const { return params_; }
  void build() {
    platform_->build(seed_);
    hw::link::check_failing();
  }
  [[nodiscard]] platforms::Platform& platform() { return *platform_; }
  [[nodiscard]] const platforms::Platform& platform() const { return *platform_; }

 private:
  void add_overrides(const CommandLine& line, const PlatformChoice& options);
  void check_parameter_names(const CommandLine& line) const;

  const platforms::PlatformEntry& entry_;
  core::ParamRegistry params_;
  std::uint64_t seed_ = 1;
  std::unique_ptr<platforms::Platform> platform_;
};

}  // namespace gf::app
