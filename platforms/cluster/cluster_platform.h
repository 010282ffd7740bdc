// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platforms/cluster/plan/system_if.h"
#include "platforms/pcie/byte_check.h"
#include "platforms/platform.h"
#include "platforms/schedule/schedule_part.h"
#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/memory/sparse_memory.h"

namespace gf::platforms::cluster {

/// GPUs that run schedules: copies and collectives between any two of them. The machine comes from
/// a file (docs/machines.md) and is either the only node or each node of the file's network.
/// Without a file, parameters give the numbers of nodes, GPUs and RDMA cards on a network of
/// routers.
class ClusterPlatform final : public Platform {
 public:
  ~ClusterPlatform() override;

  [[nodiscard]] Outputs outputs() const override;
  void declare(core::ParamScope root) override;
  [[nodiscard]] bool keep_only(const std::string& flow) override {
    schedule_.keep_only(flow);
    return true;
  }
  void build(std::uint64_t seed) override;
  [[nodiscard]] Graph graph() const override { return system_->graph(); }
  [[nodiscard]] std::vector<core::LinkSender> link_senders() const override {
    return system_->link_senders();
  }
  [[nodiscard]] core::Ticks packet_cycle() const override { return system_->packet_cycle(); }
  [[nodiscard]] bool is_about_copies() const override { return true; }
  [[nodiscard]] std::vector<CopySpan> copies() const override { return schedule_.copies(); }

 protected:
  [[nodiscard]] RunProgress progress() const override { return schedule_.progress(); }
  void judge(RunOutcome& outcome) override;
  [[nodiscard]] std::vector<Result> results() const override;
  [[nodiscard]] std::string table() const override { return schedule_.table(); }
  void write_files(const core::RunDirectory& directory) const override;

 private:
  /// Adds the [parameters] of the machine's file: those that are declared first, or the others.
  void preset_parameters(const core::ParamScope& root, bool first) const;
  void declare_rates(const core::ParamScope& root);

  std::string machine_;
  std::string gpu_model_ = "auto";
  std::string workload_ = "allreduce:bytes=1 MiB";
  bool real_bytes_ = false;
  schedule::SchedulePart schedule_;
  model::SparseMemoryParams memory_params_;
  std::optional<model::MachinePlan> plan_;
  std::unique_ptr<SystemIf> system_;
  std::unique_ptr<pcie::ByteCheck> byte_check_;
};

}  // namespace gf::platforms::cluster
