// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "platforms/cluster/cluster.h"
#include "platforms/cluster/cluster_copies.h"
#include "platforms/pcie/byte_check.h"
#include "platforms/platform.h"
#include "platforms/schedule/schedule_part.h"
#include "tlm_models/memory/sparse_memory.h"

namespace gf::platforms::cluster {

/// Nodes of GPUs on PCIe trees, joined by RDMA cards on a network of routers, that run schedules:
/// copies and collectives between any two GPUs.
class ClusterPlatform final : public Platform {
 public:
  void declare(core::ParamScope root) override;
  [[nodiscard]] bool keep_only(const std::string& flow) override {
    schedule_.keep_only(flow);
    return true;
  }
  void build(std::uint64_t seed) override;
  [[nodiscard]] Graph graph() const override { return cluster_->graph(); }

 protected:
  [[nodiscard]] HowFar progress() const override { return schedule_.progress(); }
  void judge(RunOutcome& outcome) override;
  [[nodiscard]] std::vector<Result> results() const override;
  [[nodiscard]] std::string table() const override { return schedule_.table(); }
  void write_files(const core::RunDirectory& directory) const override;

 private:
  [[nodiscard]] std::vector<hw::pcie::Endpoint*> gpus();

  std::string workload_ = "allreduce:bytes=1 MiB";
  bool real_bytes_ = false;
  ClusterParams params_;
  ClusterCopiesParams copies_params_;
  model::SparseMemoryParams memory_params_;
  schedule::SchedulePart schedule_;
  std::unique_ptr<network::ShapeIf> shape_;
  std::unique_ptr<Cluster> cluster_;
  std::unique_ptr<pcie::ByteCheck> byte_check_;
  std::unique_ptr<ClusterCopies> copies_;
};

}  // namespace gf::platforms::cluster
