// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/link/data_pool.h platforms/goodput/store_links.h core/time/wakeup.h
// Once a run is warm, no packet allocates memory: operator new is counted between two points.
#include <cstdlib>
#include <gmock/gmock.h>
#include <new>

#include "platforms/goodput/store_links.h"
#include "tests/support/pcie_bench.h"

namespace {

bool counting = false;
std::size_t allocations = 0;

void* allocate(std::size_t size) {
  if (counting) ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace gf::packet_pool_test {
namespace {

/// Allocations while the simulation goes on for `span`.
std::size_t count_during(const sc_core::sc_time& span) {
  allocations = 0;
  counting = true;
  sc_core::sc_start(span);
  counting = false;
  return allocations;
}

/// Congestion through all of T2: more than the congested ports can carry, for milliseconds.
void congest(test::PcieBench& bench, std::uint64_t bytes) {
  for (unsigned gpu = 0; gpu < 8; ++gpu) {
    bench.copy(gpu, (gpu + 2) % 8, bytes, 128 << 20);
    bench.copy(gpu, (gpu + 5) % 8, bytes, 128 << 20);
  }
}

TEST(Allocation, TheCountIsReal) {
  counting = true;
  delete new int(1);
  counting = false;
  EXPECT_GT(allocations, 0u);
}

TEST(Allocation, NoPacketAllocatesOnceWarm) {
  test::PcieBench bench("t2");
  congest(bench, 32 << 20);
  sc_core::sc_start(1, sc_core::SC_MS);
  const std::uint64_t before = bench.machine().tlp_hops();
  const std::size_t blocks = bench.machine().pool().blocks();
  EXPECT_EQ(count_during(sc_core::sc_time(1, sc_core::SC_MS)), 0u);
  EXPECT_GT(bench.machine().tlp_hops() - before, 100000u);
  EXPECT_EQ(bench.machine().pool().blocks(), blocks);
}

TEST(Allocation, NoStoreOfATlmInitiatorAllocatesOnceWarm) {
  hw::pcie::EndpointParams params;
  platforms::goodput::PcieStoreLink link(params, 1);
  model::StoreStreamParams stores;
  stores.bytes = core::Bytes(128);
  stores.stores = 100'000;
  model::StoreStream stream("stream", stores, link.base());
  link.bind(stream);
  sc_core::sc_start(100, sc_core::SC_US);
  const std::uint64_t before = stream.responses();
  EXPECT_EQ(count_during(sc_core::sc_time(500, sc_core::SC_US)), 0u);
  EXPECT_GT(stream.responses() - before, 40'000u);
}

TEST(Events, OneTimedEventAPacketHop) {
  test::PcieBench bench("t2");
  congest(bench, 1 << 20);
  sc_core::sc_start();
  // Each timed event makes a delta cycle of its own, but for those that fall together.
  const auto deltas = static_cast<double>(sc_core::sc_delta_count());
  EXPECT_LE(deltas / static_cast<double>(bench.machine().tlp_hops()), 1.1);
}

TEST(Allocation, NoPacketAllocatesUnderErrorsOnceWarm) {
  test::PcieBench bench("t2");
  bench.each_link([](hw::link::LinkParams& link) { link.packet_error_rate = 1e-2; });
  congest(bench, 32 << 20);
  sc_core::sc_start(3, sc_core::SC_MS);
  EXPECT_EQ(count_during(sc_core::sc_time(1, sc_core::SC_MS)), 0u);
}

TEST(Allocation, PacketsWithRealBytesDoNotAllocateOnceWarm) {
  test::PcieBench bench("t2");
  bench.each_endpoint([](hw::pcie::EndpointParams& e) { e.bar = core::mebibytes(4); });
  bench.add_memories();
  // Copies wrap around in the windows, which are touched first: pages of memories are no packets.
  const std::uint8_t byte = 1;
  for (unsigned gpu = 0; gpu < 8; ++gpu) {
    for (std::uint64_t at = 0; at < 4 << 20; at += 65536) bench.memory(gpu).write(at, &byte, 1);
  }
  congest(bench, 32 << 20);
  sc_core::sc_start(1, sc_core::SC_MS);
  const std::uint64_t before = bench.machine().tlp_hops();
  EXPECT_EQ(count_during(sc_core::sc_time(1, sc_core::SC_MS)), 0u);
  EXPECT_GT(bench.machine().tlp_hops() - before, 100000u);
}

}  // namespace
}  // namespace gf::packet_pool_test
