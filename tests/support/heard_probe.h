// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "core/trace/probe.h"

namespace gf::test {

/// Keeps what the probe of that path is set to while this exists; fails the test where there is
/// none.
class HeardProbe final : public core::ProbeSink {
 public:
  struct Set {
    core::Ticks at;
    std::uint64_t value;
  };
  explicit HeardProbe(const std::string& path) {
    for (core::Probe* const probe : core::all_probes())
      if (probe->path() == path) (probe_ = probe)->attach(*this, 0);
    EXPECT_NE(probe_, nullptr) << path;
  }
  ~HeardProbe() override {
    if (probe_ != nullptr) probe_->detach(*this);
  }
  HeardProbe(const HeardProbe&) = delete;
  HeardProbe& operator=(const HeardProbe&) = delete;

  [[nodiscard]] const std::vector<Set>& sets() const { return sets_; }
  /// The value from `at` on.
  [[nodiscard]] std::uint64_t value(core::Ticks at) const {
    std::uint64_t last = 0;
    for (const Set& set : sets_)
      if (set.at <= at) last = set.value;
    return last;
  }
  /// In order, without repetitions.
  [[nodiscard]] std::vector<std::uint64_t> values() const {
    std::vector<std::uint64_t> values;
    for (const Set& set : sets_)
      if (values.empty() || values.back() != set.value) values.push_back(set.value);
    return values;
  }

 private:
  void set(std::uint32_t /*id*/, const sc_core::sc_time& at, std::uint64_t value) override {
    EXPECT_GE(at, sc_core::sc_time_stamp());
    sets_.push_back({at.value(), value});
  }
  void add(std::uint32_t /*id*/, const sc_core::sc_time& /*at*/, std::int64_t /*delta*/) override {}

  core::Probe* probe_ = nullptr;
  std::vector<Set> sets_;
};

}  // namespace gf::test
