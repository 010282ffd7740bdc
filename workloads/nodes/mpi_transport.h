// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <systemc>
#include <vector>

#include "core/time/quiescence.h"
#include "tlm_models/host/mpi_library.h"
#include "workloads/nodes/cluster_run.h"
#include "workloads/nodes/launched_kernels.h"

namespace gf::model {

/// Runs an application over RDMA cards and an MPI library. Rank i is the software of node i, and
/// the core that runs the library launches its kernels. Message contents do not pass through the
/// modelled hardware.
class MpiTransport final : public sc_core::sc_module,
                           public core::Quiescent,
                           public ClusterTransport,
                           private MpiLibrary::Client {
 public:
  SC_HAS_PROCESS(MpiTransport);
  MpiTransport(const sc_core::sc_module_name& name, const MpiParams& params,
               const RdmaHostParams& copies, const ClusterApp& app,
               const std::vector<MpiRank>& ranks);

  [[nodiscard]] core::Ticks now() const override { return core::now_ticks(); }
  void kernel(unsigned rank, core::Ticks time) override;
  void send(const AppSlot& slot, const AppMessage& message) override;
  std::vector<std::uint8_t> contents(const AppSlot& slot) override;

  [[nodiscard]] bool idle() const override { return run_ == nullptr || !run_->waits(); }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  /// Meaning of a call or an event; its number is the rank or the message.
  enum class What : std::uint8_t {
    kLaunch,  ///< Call: a kernel launch.
    kKernel,  ///< Event: a kernel ends.
    kReady,   ///< Event: the message may leave; kernels no longer block it.
  };
  struct Message {
    std::uint64_t bytes = 0;
    std::vector<std::uint8_t> contents;
  };
  void start() { run_->start(); }  ///< SC_METHOD; once.
  void begin(const AppSlot& slot);
  void received(std::uint64_t message) override { run_->arrived(slot_of(message)); }
  void came(std::uint64_t tag) override;
  [[nodiscard]] static std::uint64_t tag_of(What what, std::uint64_t of) {
    return of << 2 | static_cast<std::uint64_t>(what);
  }
  [[nodiscard]] static std::uint64_t number_of(const AppSlot& slot) {
    return std::uint64_t{slot.channel} << 1 | slot.half;
  }
  [[nodiscard]] static AppSlot slot_of(std::uint64_t number) {
    return {static_cast<unsigned>(number >> 1), static_cast<unsigned>(number & 1)};
  }
  [[nodiscard]] Message& message(const AppSlot& slot) { return messages_[slot.channel][slot.half]; }

  MpiLibrary library_;
  const bool streams_;
  const sc_core::sc_time launch_;
  const std::vector<AppChannel>& channels_;
  std::vector<LaunchedKernels> kernels_;  ///< By rank.
  std::vector<std::array<Message, 2>> messages_;
};

}  // namespace gf::model
