// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tlm_models/gpu/workload.h"

namespace gf::model {

/// kSmall: meant for 100,000 ... 400,000 cycles of a node of 4 GPUs whose links carry 64 GB/s at 1
/// GHz, and at most 300,000 warp instructions. kLarge: about 8 times as much.
enum class WorkloadSize { kSmall, kLarge };

inline constexpr unsigned kMostWorkloadGpus = 16;

/// An option of a member of the suite.
struct WorkloadOption {
  std::string name;
  std::string meaning;
};
using WorkloadOptions = std::map<std::string, std::string>;

/// "key=value,key=value" as options. Throws UserError(kUsage).
WorkloadOptions parse_workload_options(const std::string& text);

namespace suite {

/// What each generator is given.
struct Context {
  WorkloadSize size = WorkloadSize::kSmall;
  unsigned gpus = 4;
  std::uint64_t seed = 1;
  [[nodiscard]] bool small() const { return size == WorkloadSize::kSmall; }
};

/// The options of one member, read as it asks for them. Throws UserError(kUsage) with the member,
/// the option and the legal range.
class OptionValues {
 public:
  OptionValues(std::string member, WorkloadOptions values)
      : member_(std::move(member)), values_(std::move(values)) {}
  [[nodiscard]] std::uint64_t number(const std::string& name, std::uint64_t standard,
                                     std::uint64_t low, std::uint64_t high) const;
  [[nodiscard]] unsigned count(const std::string& name, unsigned standard, unsigned low,
                               unsigned high) const {
    return static_cast<unsigned>(number(name, standard, low, high));
  }
  [[nodiscard]] double fraction(const std::string& name, double standard) const;  ///< 0 ... 1.
  [[nodiscard]] std::string text(const std::string& name, const std::string& standard) const;
  [[noreturn]] void fail(const std::string& name, const std::string& legal) const;

 private:
  std::string member_;
  WorkloadOptions values_;
};

}  // namespace suite
}  // namespace gf::model
