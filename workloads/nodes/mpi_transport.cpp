// SPDX-License-Identifier: Apache-2.0
#include "workloads/nodes/mpi_transport.h"

#include "core/base/error.h"

namespace gf::model {

MpiTransport::MpiTransport(const sc_core::sc_module_name& name, const MpiParams& params,
                           const RdmaHostParams& copies, const ClusterApp& app,
                           const std::vector<MpiRank>& ranks)
    : sc_module(name),
      Quiescent(this->name()),
      library_("library", params, copies, ranks),
      streams_(params.streams),
      launch_(params.launch),
      channels_(app.channels()),
      kernels_(app.ranks()),
      messages_(app.channels().size()) {
  GF_CHECK(ranks.size() >= app.ranks(), std::to_string(ranks.size()) + " nodes");
  library_.set_client(*this);
  SC_METHOD(start);
}

void MpiTransport::kernel(unsigned rank, core::Ticks time) {
  kernels_[rank].launched(time);
  library_.compute(rank, launch_, tag_of(What::kLaunch, rank));
}

void MpiTransport::send(const AppSlot& slot, const AppMessage& message) {
  this->message(slot) = {message.bytes, message.contents};
  // Without streams of their own, copies wait for all launched kernels, including the overlapped
  // one.
  const core::Ticks kernels_end = kernels_[channels_[slot.channel].from].free();
  if (streams_ || kernels_end <= core::now_ticks()) {
    begin(slot);
  } else {
    library_.at(kernels_end, tag_of(What::kReady, number_of(slot)));
  }
}

void MpiTransport::begin(const AppSlot& slot) {
  const AppChannel& channel = channels_[slot.channel];
  library_.send(number_of(slot), {channel.from, channel.to, message(slot).bytes, true});
}

void MpiTransport::came(std::uint64_t tag) {
  const std::uint64_t of = tag >> 2;
  const auto rank = static_cast<unsigned>(of);
  switch (static_cast<What>(tag & 3)) {
    case What::kLaunch:
      return library_.at(kernels_[rank].launch_returned(), tag_of(What::kKernel, of));
    case What::kKernel:
      return run_->kernel_ended(rank);
    default:
      return begin(slot_of(of));
  }
}

std::vector<std::uint8_t> MpiTransport::contents(const AppSlot& slot) {
  return std::exchange(message(slot).contents, {});
}

void MpiTransport::append_waits(std::vector<core::Wait>& waits) const {
  waits.push_back({name(), run_->waits_for(), name()});
}

}  // namespace gf::model
