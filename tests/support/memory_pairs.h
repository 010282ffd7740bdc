// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tests/support/base_protocol_checker.h"
#include "tests/support/foreign_targets.h"
#include "tests/support/gpu_memory_bench.h"
#include "tests/support/set_access.h"

namespace gf::test::memory_pairs {

using hw::gpu::MemoryParams;

inline std::vector<std::uint8_t> pattern(std::size_t bytes, unsigned seed) {
  std::vector<std::uint8_t> data(bytes);
  for (std::size_t i = 0; i < bytes; ++i)
    data[i] = static_cast<std::uint8_t>((i * 2654435761u + seed) >> 7);
  return data;
}

inline MemoryParams with_bytes() {
  MemoryParams params;
  params.real_bytes = true;
  return params;
}

inline constexpr auto kRead = tlm::TLM_READ_COMMAND;
inline constexpr auto kWrite = tlm::TLM_WRITE_COMMAND;

/// A direct pair of GPUs with real bytes.
struct Pair : GpuMemoryBench {
  explicit Pair(MemoryParams params) : GpuMemoryBench(params, 2, 1) {
    memories[0]->to_peers.bind(first.in);
    first.out.bind(memories[1]->from_peers);
    memories[1]->to_peers.bind(second.in);
    second.out.bind(memories[0]->from_peers);
  }
  void debug(tlm::tlm_command command, unsigned gpu, std::uint64_t offset,
             std::vector<std::uint8_t>& data) {
    tlm::tlm_generic_payload payload;
    set_access(payload, command, physical(gpu, offset), data.data(), data.size());
    (gpu == 1 ? first : second).out->transport_dbg(payload);
  }
  std::vector<std::uint8_t> bytes(unsigned gpu, std::uint64_t offset, std::size_t count) {
    std::vector<std::uint8_t> data(count);
    debug(kRead, gpu, offset, data);
    return data;
  }
  BaseProtocolChecker first{"first"};
  BaseProtocolChecker second{"second"};
};

}  // namespace gf::test::memory_pairs
