// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <memory>

#include "core/time/quiescence.h"
#include "core/time/watchdog.h"
#include "platforms/gpu/copies/gpu_node.h"
#include "platforms/gpu/fabrics/fabric.h"
#include "tests/support/gpu_bench.h"

namespace gf::test {

/// GPUs on a fabric with one data structure in each GPU's memory.
struct FabricNode {
  static constexpr std::uint64_t kBytes = 16ull << 20;  ///< Of a structure.
  static std::uint64_t base(unsigned gpu) { return std::uint64_t{gpu + 1} << 32; }

  FabricNode(const platforms::gpu::FabricParams& fabric_params,
             const platforms::gpu::GpuNodeParams& params, std::vector<model::Kernel> kernels) {
    workload.name = "test";
    workload.kernels = std::move(kernels);
    for (unsigned g = 0; g < params.gpus; ++g) {
      workload.data.push_back({"data_" + std::to_string(g),
                               base(g),
                               core::Bytes(kBytes),
                               model::Placement::kExplicit,
                               {static_cast<std::uint8_t>(g)}});
    }
    fabric = platforms::gpu::make_fabric(fabric_params, params.gpus, 1);
    node = std::make_unique<platforms::gpu::GpuNode>(
        params, workload,
        [this](platforms::gpu::Gpu& gpu, unsigned number) { fabric->add_port(gpu, number); });
    fabric->connect();
    if (auto* client = fabric->kernel_client()) node->dispatcher().add_client(*client);
  }
  /// Runs the kernels; everything is idle then.
  void run() {
    node->run();
    const core::RunEndReport end = core::run_simulation({});
    ASSERT_EQ(end.end, core::RunEnd::kQuiescent) << end.explanation;
    EXPECT_TRUE(node->dispatcher().finished());
    EXPECT_THAT(core::pending_waits(), testing::IsEmpty());
  }
  [[nodiscard]] const hw::gpu::MemoryStats& stats(unsigned gpu) const {
    return node->gpu(gpu).memory.stats();
  }

  model::Workload workload;
  std::unique_ptr<platforms::gpu::Fabric> fabric;
  std::unique_ptr<platforms::gpu::GpuNode> node;
};

inline platforms::gpu::GpuNodeParams small_node(unsigned gpus) {
  platforms::gpu::GpuNodeParams params;
  params.gpus = gpus;
  params.gpu.sms = 4;
  return params;
}

/// GPU 0 stores `bytes` at a time (a multiple of 4 up to 128) to GPU 1: 32 CTAs of 8 warps of
/// `count` stores each, every one in a line of its own.
inline model::Kernel remote_stores(unsigned bytes, unsigned count) {
  model::Kernel kernel = make_kernel(
      [=](unsigned cta, unsigned warp, model::WarpProgram& program) {
        for (unsigned i = 0; i < count; ++i) {
          const std::uint64_t line = (std::uint64_t{cta} * 8 + warp) * count + i;
          auto store = model::WarpInstruction::access(model::WarpOp::kStore,
                                                      FabricNode::base(1) + 128 * line);
          store.lanes = bytes == 128 ? ~0u : (1u << (bytes / 4)) - 1;
          program.code.push_back(store);
        }
      },
      32, 8);
  kernel.split = false;
  return kernel;
}

}  // namespace gf::test
