// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/time/watchdog.h"
#include "platforms/pcie/byte_check.h"
#include "platforms/pcie/communications.h"
#include "platforms/pcie/endpoint_tree.h"
#include "platforms/pcie/tree_copies.h"
#include "platforms/platform.h"
#include "platforms/schedule/schedule_part.h"
#include "tlm_models/memory/sparse_memory.h"

namespace gf::platforms::pcie {

/// PCIe trees of PLX-style switches ([SC16]): T1, T2, or any tree from a file. Input: congestion
/// graphs or schedules, from a file or a workload generator. Output for congestion graphs:
/// communications.csv with the end times of the analytic model and of the simulation. Output for
/// schedules, which the analytic model does not cover: tasks.csv.
class PciePlatform final : public Platform {
 public:
  /// `topology`: default of the parameter of that name.
  explicit PciePlatform(std::string topology) : topology_(std::move(topology)) {}
  ~PciePlatform() override;

  [[nodiscard]] Outputs outputs() const override;
  void declare(core::ParamScope root) override;
  [[nodiscard]] bool keep_only(const std::string& flow) override {
    schedule_.keep_only(flow);
    return true;
  }
  void build(std::uint64_t seed) override;
  [[nodiscard]] Graph graph() const override;

 protected:
  [[nodiscard]] RunProgress progress() const override { return schedule_.progress(); }
  core::RunEndReport simulate(const core::RunLimits& limits) override;
  void judge(RunOutcome& outcome) override;
  [[nodiscard]] std::vector<Result> results() const override;
  [[nodiscard]] std::string table() const override;
  void write_files(const core::RunDirectory& directory) const override;

 private:
  /// True if all schedules are congestion graphs, which the analytic model covers.
  [[nodiscard]] bool runs_graphs() const;
  /// By graph that ran and communication, in seconds from the start of the graph.
  [[nodiscard]] std::vector<std::vector<double>> analytic_ends() const;

  std::string topology_;
  std::string graphs_file_;
  std::string workload_ = "all_to_all:order=rotated,bytes=1 MiB";
  bool real_bytes_ = false;
  double tau_ = 1.0 - 1.0 / 1.21;
  core::ByteRate bandwidth_ = core::gibibytes_per_second(11.6);
  schedule::SchedulePart schedule_;
  model::SparseMemoryParams memory_params_;
  std::optional<model::PcieTree> tree_;
  std::optional<EndpointTreeParams> machine_params_;
  std::unique_ptr<EndpointTree> machine_;
  std::unique_ptr<ByteCheck> byte_check_;
  std::unique_ptr<TreeCopies> copies_;
  std::vector<CommunicationRow> rows_;  ///< Filled when the run is over.
};

}  // namespace gf::platforms::pcie
