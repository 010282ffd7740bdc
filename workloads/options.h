// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <systemc>
#include <utility>
#include <vector>

#include "core/base/units.h"

namespace gf::model {

/// Options from a user's text for one workload, "name=value,name=value", by name.
using WorkloadOptions = std::map<std::string, std::string>;

/// Parses `text` into options. Calls `refuse`, which must throw, for a field without "=" or without
/// a name, and for a name that is repeated or not `known`. Blanks around names and values are
/// dropped.
WorkloadOptions split_options(std::string_view text,
                              const std::function<bool(const std::string& name)>& known,
                              const std::function<void(const std::string& field)>& refuse);

/// The options of one workload. The generator parses each when it asks for it, because defaults and
/// legal values depend on the machine and on other options. Throws UserError(kUsage) with the
/// workload, the option and the legal values.
class OptionValues {
 public:
  /// `hint`: how the user can correct an error.
  OptionValues(const std::string& workload, WorkloadOptions values, std::string hint)
      : workload_("workload " + workload), values_(std::move(values)), hint_(std::move(hint)) {}

  [[nodiscard]] std::string text(const std::string& name, const std::string& default_value) const;
  [[nodiscard]] std::uint64_t number(const std::string& name, std::uint64_t default_value,
                                     std::uint64_t low, std::uint64_t high) const;
  [[nodiscard]] unsigned count(const std::string& name, unsigned default_value, unsigned low,
                               unsigned high) const {
    return static_cast<unsigned>(number(name, default_value, low, high));
  }
  /// Parses "5" or "2..7"; values are 1 ... high.
  [[nodiscard]] std::pair<unsigned, unsigned> range(const std::string& name, unsigned default_value,
                                                    unsigned high) const;
  /// Parses "4096", "64 KiB" or a range "8 B..128 MiB"; values are low ... high, the smaller one
  /// first.
  [[nodiscard]] std::pair<core::Bytes, core::Bytes> bytes(const std::string& name,
                                                          const std::string& default_value,
                                                          core::Bytes low, core::Bytes high) const;
  /// Parses "5 us"; values are 0 ... most. `legal` describes them for the error.
  [[nodiscard]] sc_core::sc_time time(const std::string& name,
                                      const sc_core::sc_time& default_value,
                                      const sc_core::sc_time& most, const std::string& legal) const;
  [[nodiscard]] double fraction(const std::string& name, double default_value) const;  ///< 0 ... 1.
  [[nodiscard]] bool flag(const std::string& name, bool default_value) const;  ///< true, false.

  /// Returns the names of the given options that begin with `start`, in alphabetical order.
  [[nodiscard]] std::vector<std::string> names(std::string_view start) const;
  [[nodiscard]] const std::string& workload() const { return workload_; }  ///< "workload allreduce"

  /// Throws the error. `value`: the option's value, or the wrong part of it.
  [[noreturn]] void fail(const std::string& name, const std::string& value,
                         const std::string& legal) const;

 private:
  [[nodiscard]] std::uint64_t within(const std::string& name, const std::string& text,
                                     std::uint64_t low, std::uint64_t high) const;

  std::string workload_;
  WorkloadOptions values_;
  std::string hint_;
};

}  // namespace gf::model
