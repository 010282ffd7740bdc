// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/sm/sm_params.h"

#include "core/error.h"
#include "hw/gpu/memory_port_if.h"
#include "hw/gpu/sm/warp_set.h"

namespace gf::hw::gpu {

void SmParams::declare(const core::ParamScope& scope) {
  using core::between;
  scope.add("warps", warps, "resident warps", "assumed: [N]", between(1u, kMostWarps));
  scope.add("ctas", ctas, "resident CTAs", "assumed: as Pascal and Volta", between(1u, kMostWarps));
  scope.add("schedulers", schedulers, "warp schedulers, one instruction a cycle each",
            "assumed: as Pascal and Volta", between(1u, kMostSchedulers));
  scope.add("lsu_queue", lsu_queue, "issued memory instructions that wait for the L1", "assumed",
            between(1u, 64u));
  scope.add("lsu_lines", lsu_lines, "lines that the L1 looks up in a cycle", "assumed",
            between(1u, 4u));
  scope.add("l1_bytes", l1_bytes, "L1 of 128 B lines of 32 B sectors, write-through",
            "assumed: [N]", between(core::Bytes(kLineBytes), core::mebibytes(4)));
  scope.add("l1_ways", l1_ways, "lines of a set", "assumed: [N]", between(1u, 64u));
  scope.add("hit_latency", hit_latency, "cycles from a load's issue to the warp's next one, hit",
            "assumed: about that of Volta", between(1u, 1000u));
  scope.add("mshrs", mshrs, "reads outstanding", "assumed", between(1u, 4096u));
  scope.add("mshr_merges", mshr_merges, "warps that wait for one read", "assumed",
            between(1u, kMostWarps));
  scope.add("stores", stores, "writes and atomics outstanding, in lines", "assumed",
            between(1u, 4096u));
}

unsigned SmParams::l1_sets() const {
  return static_cast<unsigned>(l1_bytes.count() / (std::uint64_t{kLineBytes} * l1_ways));
}

void SmParams::validate(const std::string& path) const {
  const auto between = [&](const char* field, unsigned value, unsigned most) {
    if (value < 1 || value > most) {
      core::fail_config(path, field, std::to_string(value), "1 ... " + std::to_string(most),
                        "see hw/gpu/README.md");
    }
  };
  between("warps", warps, kMostWarps);
  between("ctas", ctas, kMostWarps);
  between("schedulers", schedulers, kMostSchedulers);
  between("lsu_queue", lsu_queue, 64);
  between("lsu_lines", lsu_lines, 4);
  between("l1_ways", l1_ways, 64);
  between("hit_latency", hit_latency, 1000);
  between("mshrs", mshrs, 4096);
  between("mshr_merges", mshr_merges, kMostWarps);
  between("stores", stores, 4096);
  validate_l1(path);
}

void SmParams::validate_l1(const std::string& path) const {
  const unsigned sets = l1_sets();
  const bool exact = std::uint64_t{sets} * l1_ways * kLineBytes == l1_bytes.count();
  if (!exact || sets == 0 || (sets & (sets - 1)) != 0) {
    core::fail_config(path, "l1_bytes", core::to_text(l1_bytes),
                      "128 B x l1_ways = " + std::to_string(l1_ways) + " x a power of two",
                      "the number of sets is a power of two");
  }
}

}  // namespace gf::hw::gpu
