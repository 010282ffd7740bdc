// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/at_initiator.h"
#include "tests/support/base_protocol_checker.h"
#include "tests/support/foreign_targets.h"
#include "tests/support/pcie_bench.h"

namespace gf::plug_in_bench {

using test::AtTarget;
using test::LtTarget;

inline constexpr std::size_t kMemory = 1 << 20;   ///< Bytes behind each endpoint.
inline constexpr std::uint64_t kUnmapped = 4096;  ///< An address that no window claims.

/// T2 with a foreign target behind every GPU: AT at even ones, LT at odd ones, each watched.
class PlugIn : public testing::Test {
 protected:
  PlugIn() {
    static constexpr AtTarget::Style kStyles[] = {
        AtTarget::Style::kFourPhases, AtTarget::Style::kEndReqReturned,
        AtTarget::Style::kBeginRespReturned, AtTarget::Style::kCompleted};
    for (unsigned gpu = 0; gpu < 8; ++gpu) {
      const std::string number = std::to_string(gpu);
      auto& watch = watch_memory(gpu);
      if (gpu % 2 == 0) {
        at_targets_.push_back(
            std::make_unique<AtTarget>(("at_target_" + number).c_str(), kStyles[gpu / 2], kMemory));
        watch.out.bind(at_targets_.back()->socket);
      } else {
        lt_targets_.push_back(std::make_unique<LtTarget>(("lt_target_" + number).c_str(), kMemory));
        watch.out.bind(lt_targets_.back()->socket);
      }
    }
  }

  [[nodiscard]] std::uint64_t base(unsigned gpu) { return bench_.gpu(gpu).window().first; }

  template <class Initiator>
  void plug(Initiator& initiator, unsigned gpu) {
    watches_.push_back(std::make_unique<test::BaseProtocolChecker>(
        ("watch_requester_" + std::to_string(gpu)).c_str()));
    initiator.socket.bind(watches_.back()->in);
    watches_.back()->out.bind(bench_.gpu(gpu).requester.socket);
  }
  void run_to_the_end() {
    sc_core::sc_start();
    bench_.expect_quiescent();
    for (const auto& watch : watches_) EXPECT_FALSE(watch->open()) << watch->name();
  }

  test::PcieBench bench_{"t2"};

 private:
  test::BaseProtocolChecker& watch_memory(unsigned gpu) {
    watches_.push_back(std::make_unique<test::BaseProtocolChecker>(
        ("watch_memory_" + std::to_string(gpu)).c_str()));
    bench_.gpu(gpu).memory.socket.bind(watches_.back()->in);
    return *watches_.back();
  }
  std::vector<std::unique_ptr<AtTarget>> at_targets_;
  std::vector<std::unique_ptr<LtTarget>> lt_targets_;
  std::vector<std::unique_ptr<test::BaseProtocolChecker>> watches_;
};

}  // namespace gf::plug_in_bench
