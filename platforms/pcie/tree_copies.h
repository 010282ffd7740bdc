// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "platforms/pcie/byte_check.h"
#include "platforms/pcie/endpoint_tree.h"
#include "platforms/schedule/copy_mover_if.h"

namespace gf::platforms::pcie {

/// Returns the causes of waiting of copies in a PCIe tree, in the order of file columns.
const std::vector<core::StallCause>& tree_stall_causes();

/// Moves the copies of schedules with the copy engines of a tree's GPUs. Each engine performs
/// copies of its GPU one at a time, into the window of the destination. Endpoints that make stores
/// (EndpointParams::stores) also make copies with engine = stores.
class TreeCopies final : public schedule::CopyMoverIf {
 public:
  /// `byte_check` null: copies carry no bytes.
  explicit TreeCopies(EndpointTree& machine, ByteCheck* byte_check = nullptr)
      : TreeCopies(machine, byte_check, machine.gpu_count()) {}
  /// For a tree whose first `gpus` devices are GPUs.
  TreeCopies(EndpointTree& machine, ByteCheck* byte_check, unsigned gpus);

  [[nodiscard]] unsigned devices() const override { return gpus_; }
  void check(const model::Schedule& schedule, const model::Task& copy) const override;
  void submit(model::Flow& flow, const model::Task& copy, schedule::CopyClient& client) override;
  [[nodiscard]] std::string holder(unsigned source) const override;
  void schedule_ended() override;
  [[nodiscard]] const std::vector<core::StallCause>& stall_causes() const override;

 private:
  EndpointTree& machine_;
  ByteCheck* const byte_check_;
  const unsigned gpus_;
  schedule::CopyClient* client_ = nullptr;  ///< The submitter; a tree has one runner.
};

}  // namespace gf::platforms::pcie
