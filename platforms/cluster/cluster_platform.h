// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platforms/pcie/byte_check.h"
#include "platforms/pcie/endpoint_tree.h"
#include "platforms/pcie/tree_copies.h"
#include "platforms/platform.h"
#include "platforms/schedule/schedule_part.h"
#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/machine/planned_trees.h"
#include "tlm_models/memory/sparse_memory.h"

namespace gf::platforms::cluster {

/// The machine that a file says (docs/machines.md), and what its GPUs do together: schedules from a
/// file or a generator. One node, whose GPUs hang on one PCIe tree, of one root complex or of
/// several.
class ClusterPlatform final : public Platform {
 public:
  ~ClusterPlatform() override;

  void declare(core::ParamScope root) override;
  [[nodiscard]] bool keep_only(const std::string& flow) override {
    schedule_.keep_only(flow);
    return true;
  }
  void build(std::uint64_t seed) override;
  [[nodiscard]] Graph graph() const override;

 protected:
  [[nodiscard]] HowFar progress() const override { return schedule_.progress(); }
  void judge(RunOutcome& outcome) override;
  [[nodiscard]] std::vector<Result> results() const override;
  [[nodiscard]] std::string table() const override { return schedule_.table(); }
  void write_files(const core::RunDirectory& directory) const override;

 private:
  void choose_tree();
  [[nodiscard]] double socket_bytes() const;  ///< That crossed socket links, headers included.

  std::string machine_ = "two_socket";
  std::string workload_ = "allreduce:bytes=1 MiB";
  bool real_bytes_ = false;
  schedule::SchedulePart schedule_;
  model::SparseMemoryParams memory_params_;
  model::MachinePlan plan_;
  std::optional<model::PlannedTree> tree_;  ///< Of all GPUs.
  std::optional<pcie::EndpointTreeParams> tree_params_;
  std::unique_ptr<pcie::EndpointTree> hardware_;
  std::unique_ptr<pcie::ByteCheck> byte_check_;
  std::unique_ptr<pcie::TreeCopies> copies_;
};

}  // namespace gf::platforms::cluster
