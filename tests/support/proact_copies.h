// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <memory>
#include <string>
#include <vector>

#include "core/time/watchdog.h"
#include "hw/proact/chunk_journal.h"
#include "platforms/gpu/fabrics/fabric.h"
#include "platforms/proact/host_program.h"
#include "platforms/proact/mechanisms/bulk_copy.h"
#include "platforms/proact/mechanisms/child_kernels.h"
#include "platforms/proact/region/region_check.h"
#include "platforms/proact/systems.h"
#include "tests/support/proact_app.h"

namespace gf::test::proact_copies {

using namespace platforms::proact;  // NOLINT: of the subject of this file
namespace gpu = platforms::gpu;

/// What a seed changes.
struct Variation {
  std::uint64_t seed = 1;
  TransferParams transfer;
  unsigned compute = 200;        ///< Cycles of a CTA before its stores.
  double packet_error_rate = 0;  ///< Of every link.
  unsigned gpus = 0;             ///< Of the system; 0: all.
  std::string copies = "default_stream";
  std::string copy_threads = "one";
  sc_core::sc_time copy_call = HostParams().copy_call;
  sc_core::sc_time cdp_completion = HostParams().cdp_completion;

  Variation() {
    transfer.chunk = core::kibibytes(16);
    transfer.threads = 256;
  }
};

/// A small machine that runs a ShiftApp.
struct ProactBench {
  explicit ProactBench(const MechanismEntry& entry, const std::string& system = "4x_volta",
                       unsigned ctas = 64, unsigned phases = 3, const Variation& variation = {})
      : app(ctas, phases, variation.compute),
        params(system_params(system)),
        mechanism(entry.make()) {
    const std::uint64_t seed = variation.seed;
    params.node.gpu.sms = 4;
    params.node.gpu.memory.real_bytes = true;
    params.transfer = variation.transfer;
    if (variation.gpus != 0) params.node.gpus = variation.gpus;
    params.host.copies = variation.copies;
    params.host.copy_threads = variation.copy_threads;
    params.host.copy_call = variation.copy_call;
    params.host.cdp_completion = variation.cdp_completion;
    params.fabric.nvlink.link.wire.packet_error_rate = variation.packet_error_rate;
    params.fabric.pcie.endpoint.port.link.packet_error_rate = variation.packet_error_rate;
    layout = std::make_unique<RegionLayout>(app.region_bytes(), params.node.pages.page.count(),
                                            params.node.gpus);
    data.data = mechanism->region(*layout, params.host);
    for (const auto& more : mechanism->structures(app, *layout, params.transfer))
      data.data.push_back(more);
    fabric = gpu::make_fabric(params.fabric, params.node.gpus, seed);
    node = std::make_unique<gpu::GpuNode>(
        params.node, data, [this](gpu::Gpu& one, unsigned n) { fabric->add_port(one, n); });
    fabric->connect();
    context = std::make_unique<MechanismContext>(
        MechanismContext{*node, app, *layout, timer, params.transfer, params.host, params.proact});
    mechanism->attach(*context);
    host = std::make_unique<HostProgram>(*context, *mechanism);
    check = std::make_unique<RegionCheck>(*context, *mechanism, entry.region);
    host->on_phase([this](unsigned phase) { check->phase_starts(phase); });
  }
  void run() {
    host->run();
    end = core::run_simulation({});
  }

  ShiftApp app;
  SystemParams params;
  std::unique_ptr<Mechanism> mechanism;
  std::unique_ptr<RegionLayout> layout;
  model::Workload data;
  HostTimer timer{"host"};
  std::unique_ptr<gpu::Fabric> fabric;
  std::unique_ptr<gpu::GpuNode> node;
  std::unique_ptr<MechanismContext> context;
  std::unique_ptr<HostProgram> host;
  std::unique_ptr<RegionCheck> check;
  core::RunEndReport end;
};

/// Chunks of software agents: each adds up, and its stages are those of the mechanism.
struct SoftwareChunks : testing::TestWithParam<const char*> {
  hw::proact::ChunkJournal journal;
  ProactBench bench{mechanism_entry(GetParam())};
  std::vector<hw::proact::ChunkHistory> run() {
    bench.run();
    EXPECT_EQ(bench.check->wrong_bytes(), 0u);
    return {journal.chunks().begin(), journal.chunks().end()};
  }
};

}  // namespace gf::test::proact_copies
