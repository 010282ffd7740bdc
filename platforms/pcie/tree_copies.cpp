// SPDX-License-Identifier: Apache-2.0
#include "platforms/pcie/tree_copies.h"

namespace gf::platforms::pcie {

using core::StallCause;

TreeCopies::TreeCopies(EndpointTree& machine, ByteCheck* byte_check, unsigned gpus)
    : machine_(machine), byte_check_(byte_check), gpus_(gpus) {
  for (unsigned gpu = 0; gpu < gpus; ++gpu)
    machine.gpu(gpu).on_copy_finished([this](model::Flow& flow) { client_->copy_ended(flow); });
}

void TreeCopies::check(const model::Schedule& schedule, const model::Task& copy) const {
  std::vector<model::CopyMeans> has{model::CopyMeans::kDma};
  if (machine_.gpu(0).makes_stores()) has.push_back(model::CopyMeans::kStores);
  schedule::refuse_other_engines(schedule, copy, has,
                                 "copies of a PCIe tree are made by the GPUs' copy engines");
}

void TreeCopies::submit(model::Flow& flow, const model::Task& copy, schedule::CopyClient& client) {
  client_ = &client;
  hw::pcie::CopyRequest request;
  request.flow = &flow;
  request.window = machine_.gpu(flow.destination).window();
  if (byte_check_ != nullptr) byte_check_->place(request);
  hw::pcie::Endpoint& source = machine_.gpu(flow.source);
  copy.engine == model::CopyMeans::kStores ? source.store(request) : source.copy(request);
}

std::string TreeCopies::holder(unsigned source) const {
  return machine_.gpu(source).copy_engine.name();
}

void TreeCopies::schedule_ended() {
  if (byte_check_ != nullptr) byte_check_->verify();
}

const std::vector<StallCause>& TreeCopies::stall_causes() const { return tree_stall_causes(); }

const std::vector<StallCause>& tree_stall_causes() {
  static const std::vector<StallCause> causes{StallCause::kNoCredit, StallCause::kLinkBusy,
                                              StallCause::kBufferFull, StallCause::kArbitrationLost,
                                              StallCause::kReplay};
  return causes;
}

}  // namespace gf::platforms::pcie
