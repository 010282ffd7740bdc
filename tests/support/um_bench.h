// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "core/time/quiescence.h"
#include "hw/gpu/memory/um_driver.h"
#include "tests/support/base_protocol_checker.h"
#include "tests/support/gpu_memory_bench.h"
#include "tests/support/set_access.h"

namespace gf::test {

/// GPU memories in a ring of direct wires (each GPU reaches the next one: with two, each other)
/// with one managed structure and its driver.
struct UmBench {
  static constexpr std::uint64_t kPage = 65536;
  static constexpr std::uint64_t kBase = 1ull << 32;
  static constexpr unsigned kGpus = 2;

  struct Setting {
    hw::gpu::MemoryParams memory;
    hw::gpu::UmParams um;
    model::PageTableParams pages;
    std::vector<std::uint8_t> homes = {1};
    model::Advice advice = {};
    std::uint64_t data_pages = 64;
    unsigned sms = 4;
    sc_core::sc_time period{1, sc_core::SC_NS};
  };

  UmBench() : UmBench(Setting()) {}
  explicit UmBench(const Setting& setting)
      : clock("clock", setting.period),
        deliveries(clock),
        pages("pages", setting.pages, kGpus),
        driver("um", setting.um, clock, pages),
        sms_a_gpu(setting.sms) {
    pages.add({"managed", kBase, core::Bytes(setting.data_pages * kPage),
               model::Placement::kManaged, setting.homes, setting.advice});
    for (unsigned gpu = 0; gpu < kGpus; ++gpu) {
      memories.push_back(std::make_unique<hw::gpu::GpuMemory>(
          ("gpu_" + std::to_string(gpu)).c_str(), setting.memory, gpu, setting.sms, deliveries,
          pages));
      driver.attach(*memories.back());
      for (unsigned n = 0; n < setting.sms; ++n)
        sms.push_back(std::make_unique<TestSm>(clock, *memories.back(), n));
    }
    memories[0]->to_peers.bind(first.in);
    first.out.bind(memories[1]->from_peers);
    memories[1]->to_peers.bind(second.in);
    second.out.bind(memories[0]->from_peers);
  }

  TestSm& sm(unsigned gpu, unsigned number = 0) { return *sms[gpu * sms_a_gpu + number]; }
  const hw::gpu::MemoryStats& stats(unsigned gpu) const { return memories[gpu]->stats(); }
  static std::uint64_t page(std::uint64_t number) { return kBase + number * kPage; }
  model::PageTable::Translation at(std::uint64_t page_number, unsigned gpu, bool write = false) {
    return pages.translate(page(page_number), gpu, write);
  }

  /// Contents of a GPU's memory, behind the caches' back (a model's caches have none).
  void debug(tlm::tlm_command command, std::uint64_t physical, std::vector<std::uint8_t>& data) {
    tlm::tlm_generic_payload payload;
    set_access(payload, command, physical, data.data(), data.size());
    (model::home_of(physical) == 1 ? first : second).out->transport_dbg(payload);
  }
  void fill(std::uint64_t physical, std::vector<std::uint8_t> data) {
    debug(tlm::TLM_WRITE_COMMAND, physical, data);
  }
  std::vector<std::uint8_t> bytes(std::uint64_t physical, std::size_t count) {
    std::vector<std::uint8_t> data(count);
    debug(tlm::TLM_READ_COMMAND, physical, data);
    return data;
  }

  /// Nothing anywhere is under way or waits.
  void expect_quiet() const {
    for (const core::Wait& wait : core::pending_waits())
      ADD_FAILURE() << wait.waiter << " waits for " << wait.resource;
    for (const auto& memory : memories) EXPECT_TRUE(memory->idle());
    EXPECT_TRUE(driver.idle());
    EXPECT_FALSE(first.open() || second.open());
  }

  core::ClockDomain clock;
  hw::gpu::Deliveries deliveries;
  model::PageTable pages;
  hw::gpu::UmDriver driver;
  const unsigned sms_a_gpu;
  std::vector<std::unique_ptr<hw::gpu::GpuMemory>> memories;
  std::vector<std::unique_ptr<TestSm>> sms;  ///< Of all GPUs.
  BaseProtocolChecker first{"first"};
  BaseProtocolChecker second{"second"};
};

}  // namespace gf::test
